"""The words: nouns by what they name, adjectives by what they suit, verbs by what they do.

A table is text, one entry between commas or to a line, so that it can be read and
checked as a word list. `inflection` makes the forms.
"""

from helpers.phrasebook.inflection import Adjective, Noun, Verb


def _entries(text):
    """The entries between commas (or line ends), each split into its words."""
    return [entry.split() for entry in text.replace("\n", ",").split(",") if entry]


# --- Nouns: Spanish, gender, English; by the class that decides what fits them ---

CLASSES = {
    "person": """
hombre m man, mujer f woman, niño m boy, niña f girl, médico m doctor, médica f doctor
maestro m teacher, maestra f teacher, hermano m brother, hermana f sister
amigo m friend, amiga f friend, abuelo m grandfather, abuela f grandmother
padre m father, madre f mother, hijo m son, hija f daughter
vecino m neighbour, vecina f neighbour, rey m king, reina f queen
escritor m writer, escritora f writer, cantante m singer, cantante f singer
estudiante m student, estudiante f student, tío m uncle, tía f aunt""",
    "animal": """
perro m dog, gato m cat, caballo m horse, vaca f cow, pájaro m bird, ratón m mouse
oveja f sheep, gallina f hen, burro m donkey, león m lion, tortuga f tortoise
conejo m rabbit, zorro m fox, cabra f goat, rana f frog, mono m monkey
animal m animal, oso m bear, serpiente f snake, águila f eagle""",
    "staple": """
pan m bread, sopa f soup, queso m cheese, carne f meat, pescado m fish
arroz m rice, fruta f fruit""",
    "food": """
manzana f apple, naranja f orange, ensalada f salad, huevo m egg, pastel m cake
patata f potato, tomate m tomato""",
    "drink": "agua f water, leche f milk, café m coffee, té m tea, vino m wine",
    "text": """
libro m book, periódico m newspaper, carta f letter, revista f magazine
novela f novel, poema m poem, cuento m story""",
    "clothes": """
sombrero m hat, camisa f shirt, zapato m shoe, vestido m dress, abrigo m coat""",
    "thing": """
mesa f table, silla f chair, llave f key, reloj m watch, teléfono m telephone
lámpara f lamp, caja f box, bolsa f bag, plato m plate, vaso m glass
guitarra f guitar, pelota f ball, espejo m mirror, foto f photo, mapa m map
regalo m gift, flor f flower, botella f bottle, puerta f door, ventana f window
maleta f suitcase, cuchillo m knife""",
    "vehicle": """
coche m car, bicicleta f bicycle, tren m train, barco m boat, avión m plane
autobús m bus""",
    "place": """
casa f house, escuela f school, plaza f square, parque m park, jardín m garden
cocina f kitchen, hotel m hotel, hospital m hospital, museo m museum
mercado m market, tienda f shop, cine m cinema, biblioteca f library
oficina f office, iglesia f church, ciudad f city, pueblo m village
estación f station, restaurante m restaurant, castillo m castle, torre f tower
habitación f room""",
    "way": """
calle f street, puente m bridge, río m river, bosque m forest, montaña f mountain
campo m field, carretera f road, camino m path, playa f beach""",
    "bank": "banco m bank",
    "bench": "banco m bench",
    "idea": """
problema m problem, pregunta f question, respuesta f answer, lección f lesson
idioma m language""",
    "show": "película f film, canción f song, música f music",
    "body": "cabeza f head, mano f hand, espalda f back, pierna f leg, pie m foot",
    "time": """
tiempo m time, hora f hour, día m day, semana f week, mes m month, año m year
mañana f morning, tarde f afternoon, noche f night""",
    "weekday": """
lunes m Monday, martes m Tuesday, miércoles m Wednesday, jueves m Thursday
viernes m Friday, sábado m Saturday, domingo m Sunday""",
    "weather": "tiempo m weather, frío m cold, calor m hot, sol m sunny, viento m windy",
    "need": "hambre f hungry, sed f thirsty, sueño m sleepy, miedo m afraid, prisa f hurry",
}
MASS = {"staple", "drink"}
NOUNS = {
    kind: [Noun.of(kind, *entry) for entry in _entries(text)]
    for kind, text in CLASSES.items()
}

NAMES = {
    "m": "Pedro Juan Luis Carlos Miguel Pablo Diego".split(),
    "f": "Ana María Elena Lucía Carmen Rosa Laura".split(),
}
CITIES = dict(_entries("Madrid Madrid, Sevilla Seville, Londres London, París Paris"))

# --- Adjectives: English first, since one Spanish word can be two in English ---

ADJECTIVES = {
    english: Adjective.of(spanish, english)
    for english, spanish in _entries("""
tall alto, young joven, old viejo, rich rico, famous famoso, kind amable, poor pobre
clever inteligente, happy feliz, strange extraño, big grande, small pequeño
red rojo, black negro, white blanco, green verde, blue azul, yellow amarillo
new nuevo, cheap barato, expensive caro, pretty bonito, ugly feo, heavy pesado
long largo, short corto, delicious rico, fresh fresco, wide ancho, narrow estrecho
quiet tranquilo, dangerous peligroso, modern moderno, interesting interesante
boring aburrido, difficult difícil, easy fácil, important importante, slow lento
fast rápido, deep profundo, strong fuerte
tired cansado, sick enfermo, sad triste, bored aburrido, busy ocupado
angry enfadado, alone solo, hot caliente, cold frío, broken roto, clean limpio
dirty sucio, empty vacío, full lleno, open abierto, closed cerrado, lost perdido, hard duro, scared asustado, dark oscuro
good bueno, bad malo, great grande, last pasado, next próximo, another otro""")
}


def _suited(text):
    """Class of noun → the adjectives that suit it."""
    lines = (line.split(":") for line in text.strip().splitlines())
    return {kind: [ADJECTIVES[a] for a in names.split()] for kind, names in lines}


# What something is (with ser) and how it is (with estar).
QUALITIES = _suited("""
person: tall young old rich famous kind poor clever happy strange strong
animal: small big black white old young strange slow fast strong dangerous
staple: delicious fresh cheap expensive
food: big small delicious fresh red green cheap
drink: cold hot fresh cheap expensive
text: long short interesting boring difficult easy old new
clothes: red black white green blue yellow new old expensive cheap pretty ugly
thing: red black white blue yellow new old big small heavy expensive cheap pretty
vehicle: red black white green blue new old big small fast slow expensive modern
place: big small old quiet modern famous pretty ugly
way: wide long narrow dangerous quiet famous pretty
bank: modern rich famous important
bench: red green yellow long narrow ugly
idea: difficult easy interesting important strange
show: boring interesting long short famous sad pretty
""")
STATES = _suited("""
person: tired sick sad bored busy angry alone lost
animal: tired sick alone lost angry
staple: hot cold
food: cold
drink: hot cold
clothes: dirty clean broken
thing: broken clean dirty
vehicle: broken clean dirty empty full
place: open closed empty full clean
way: closed empty
bank: open closed
bench: dirty clean broken
""")

# --- Verbs: infinitive, English, English past; irregular forms after bars ---
#     | present of yo tú él nosotros ellos | their preterite | stem of the future

_SAID_BY_ALL = """
comer eat ate
beber drink drank
leer read read || leí leíste leyó leímos leyeron
escribir write wrote
comprar buy bought
vender sell sold
ver see saw | veo ves ve vemos ven | vi viste vio vimos vieron
buscar look_for looked_for || busqué buscaste buscó buscamos buscaron
encontrar find found | encuentro encuentras encuentra encontramos encuentran
tener have had | tengo tienes tiene tenemos tienen \
| tenía tenías tenía teníamos tenían | tendr
querer want wanted | quiero quieres quiere queremos quieren \
| quería querías quería queríamos querían | querr
poder can could | puedo puedes puede podemos pueden \
| podía podías podía podíamos podían | podr
saber know knew | sé sabes sabe sabemos saben \
| sabía sabías sabía sabíamos sabían | sabr
conocer know knew | conozco conoces conoce conocemos conocen \
| conocía conocías conocía conocíamos conocían
vivir live lived
trabajar work worked
dormir sleep slept | duermo duermes duerme dormimos duermen \
| dormí dormiste durmió dormimos durmieron
ir go went | voy vas va vamos van | fui fuiste fue fuimos fueron
llegar arrive arrived || llegué llegaste llegó llegamos llegaron
ayudar help helped
esperar wait_for waited_for
ser be was | soy eres es somos son | era eras era éramos eran
estar be was | estoy estás está estamos están \
| estaba estabas estaba estábamos estaban
"""
_SAID_OF_OTHERS = """
cantar sing sang
bailar dance danced
llorar cry cried
correr run ran
caminar walk walked
jugar play played | juego juegas juega jugamos juegan \
| jugué jugaste jugó jugamos jugaron
cruzar cross crossed || crucé cruzaste cruzó cruzamos cruzaron
viajar travel travelled
abrir open opened
cerrar close closed | cierro cierras cierra cerramos cierran
perder lose lost | pierdo pierdes pierde perdemos pierden
llevar carry carried
lavar wash washed
romper break broke
visitar visit visited
escuchar listen_to listened_to
salir leave left | salgo sales sale salimos salen || saldr
entrar enter entered
volver return returned | vuelvo vuelves vuelve volvemos vuelven
preparar prepare prepared
necesitar need needed || necesitaba necesitabas necesitaba necesitábamos necesitaban
dar give gave | doy das da damos dan | di diste dio dimos dieron
sentar sit sat | siento sientas sienta sentamos sientan
decir say said | digo dices dice decimos dicen \
| dije dijiste dijo dijimos dijeron | dir
creer think thought || creía creías creía creíamos creían
gustar like liked || gustaba gustabas gustaba gustábamos gustaban
encantar love loved || encantaba encantabas encantaba encantábamos encantaban
caber fit fit | quepo cabes cabe cabemos caben \
| cabía cabías cabía cabíamos cabían | cabr
doler hurt hurt | duelo dueles duele dolemos duelen \
| dolía dolías dolía dolíamos dolían
"""
VERBS = {
    verb.infinitive.text: verb
    for table in (_SAID_BY_ALL, _SAID_OF_OTHERS)
    for verb in map(Verb.of, table.strip().splitlines())
}
SAID_BY_ALL = {line.split()[0] for line in _SAID_BY_ALL.strip().splitlines()}
WEAR = VERBS["llevar"].meaning("wear", "wore")
NEED = VERBS["tener"].meaning("be", "was")
WITH_INFINITIVE = [  # the verb, the word that joins it to the infinitive
    (VERBS["poder"], None),
    (VERBS["querer"].meaning("want_to", "wanted_to"), None),
    (VERBS["saber"].meaning("know_how_to", "knew_how_to"), None),
    (VERBS["esperar"].meaning("hope_to", "hoped_to"), None),
    (VERBS["tener"].meaning("have_to", "had_to"), "que"),
    (VERBS["ir"].meaning("be_going_to", "was"), "a"),
]

"""The words: nouns, adjectives, verbs, and what goes with what.

A table is text, one entry between commas or to a line, so that it can be read and
checked as a word list. `inflection` makes the forms.
"""

from helpers.corpora.phrasebook.inflection import Adjective, Noun, Verb


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
regalo m gift, flor f flower, botella f bottle
maleta f suitcase, cuchillo m knife""",
    "opening": "puerta f door, ventana f window",
    "vehicle": "coche m car, bicicleta f bicycle, barco m boat",
    "transport": "tren m train, autobús m bus, avión m plane",
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
    "show": "película f film, canción f song",
    "sound": "música f music",
    "body": "cabeza f head, mano f hand, espalda f back, pierna f leg, pie m foot",
    "spare": "tiempo m time",
    "period": """
hora f hour, día m day, semana f week, mes m month, año m year
mañana f morning, tarde f afternoon, noche f night""",
    "weekday": """
lunes m Monday, martes m Tuesday, miércoles m Wednesday, jueves m Thursday
viernes m Friday, sábado m Saturday, domingo m Sunday""",
    "weather": """
tiempo m weather, frío m cold, calor m hot, sol m sunny, viento m windy""",
    "need": "hambre f hungry, sed f thirsty, sueño m sleepy, miedo m afraid",
}
MASS = {"staple", "drink", "spare", "sound"}
# What comes one at a time here.
ALWAYS_ONE = MASS | {"place", "way", "bank", "idea", "transport"}
NOUNS = {
    kind: [Noun.of(kind, *entry) for entry in _entries(text)]
    for kind, text in CLASSES.items()
}


def nouns(text):
    """The nouns of the classes, and of the single English words, in the text."""
    wanted = text.split()
    every = (noun for nouns in NOUNS.values() for noun in nouns)
    return [n for n in every if n.kind in wanted or n.english["s"] in wanted]


RELATIVES = nouns("""
brother sister friend grandfather grandmother father mother son daughter neighbour
uncle aunt""")
NOBODYS = nouns("""
man woman boy girl king queen writer singer way bank transport
lion fox frog monkey bear snake eagle bird mouse animal tortoise""")
ONE_EACH = nouns("mother")

NAMES = [(name, "m") for name in "Pedro Juan Luis Carlos Miguel Pablo Diego".split()]
NAMES += [(name, "f") for name in "Ana María Elena Lucía Carmen Rosa Laura".split()]
CITIES = [("Madrid", "Madrid"), ("Sevilla", "Seville")]
CITIES += [("Londres", "London"), ("París", "Paris")]

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
fast rápido, strong fuerte
tired cansado, sick enfermo, sad triste, bored aburrido, busy ocupado
angry enfadado, alone solo, hot caliente, cold frío, broken roto, clean limpio
dirty sucio, empty vacío, full lleno, open abierto, closed cerrado, lost perdido
hard duro, scared asustado, dark oscuro
last pasado, next próximo""")
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
food: big small delicious cheap expensive
drink: cold hot fresh cheap expensive
text: long short interesting boring difficult easy old new
clothes: red black white green blue yellow new old expensive cheap pretty
thing: red black white blue yellow new old big small expensive cheap pretty
opening: red black white green wide narrow old
vehicle: red black white green blue new old big small fast slow expensive
transport: red blue old fast slow modern
place: big small old quiet modern famous pretty ugly
way: wide long narrow dangerous quiet famous pretty
bank: modern rich famous important
bench: red green blue yellow white long
idea: difficult easy interesting important strange
show: boring interesting long short famous sad pretty
""")
STATES = _suited("""
person: tired sick sad bored busy angry alone lost scared
animal: tired sick alone lost angry scared
staple: hot cold hard
drink: hot cold
clothes: dirty clean broken
thing: broken clean dirty
opening: open closed dirty clean broken
vehicle: broken clean dirty
transport: clean dirty empty full
place: open closed empty full clean dark
way: closed empty dark
bank: open closed
bench: dirty clean broken
""")

COMPARED = dict(
    _entries("""
tall taller, young younger, old older, rich richer, poor poorer, strong stronger
kind kinder, happy happier, strange stranger""")
)
# What cannot be more or less so, and takes neither muy nor demasiado.
ABSOLUTE = set(
    """
alone lost broken open closed empty full red black white green blue yellow""".split()
)

# --- Verbs: infinitive, English, English past; irregular forms after bars ---
#     | present of yo tú él nosotros ellos | their past | stem of the future
#     The past is the preterite, or the imperfect of what lasts (estaba, tenía).
#     Verbs of the second table are said of third persons, and as infinitives, alone:
#     so each form comes often enough to be learned.

_SAID_BY_ALL = """
comer eat ate
beber drink drank
leer read read || leí leíste leyó leímos leyeron
escribir write wrote
comprar buy bought
ver see saw | veo ves ve vemos ven | vi viste vio vimos vieron
buscar look_for looked_for || busqué buscaste buscó buscamos buscaron
tener have had | tengo tienes tiene tenemos tienen \
| tenía tenías tenía teníamos tenían | tendr
querer want wanted | quiero quieres quiere queremos quieren \
| quería querías quería queríamos querían | querr
poder can could | puedo puedes puede podemos pueden \
| podía podías podía podíamos podían | podr
saber know knew | sé sabes sabe sabemos saben \
| sabía sabías sabía sabíamos sabían | sabr
vivir live lived
trabajar work worked
dormir sleep slept | duermo duermes duerme dormimos duermen \
| dormí dormiste durmió dormimos durmieron
ir go went | voy vas va vamos van | fui fuiste fue fuimos fueron
llegar arrive arrived || llegué llegaste llegó llegamos llegaron
ser be was | soy eres es somos son | era eras era éramos eran
estar be was | estoy estás está estamos están \
| estaba estabas estaba estábamos estaban
"""
_SAID_OF_OTHERS = """
vender sell sold
encontrar find found | encuentro encuentras encuentra encontramos encuentran
ayudar help helped
conocer know knew | conozco conoces conoce conocemos conocen \
| conocía conocías conocía conocíamos conocían
esperar wait_for waited_for
cantar sing sang
bailar dance danced
llorar cry cried
correr run ran
caminar walk walked
jugar play played | juego juegas juega jugamos juegan \
| jugué jugaste jugó jugamos jugaron
cruzar cross crossed || crucé cruzaste cruzó cruzamos cruzaron
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
BE_IN_NEED = VERBS["tener"].meaning("be", "was")  # tener hambre
ABLE = VERBS["poder"]
HAVE_TO = VERBS["tener"].meaning("have_to", "had_to")  # tener que
GOING_TO = VERBS["ir"].meaning("be_going_to", "was")  # ir a
WANT_TO = VERBS["querer"].meaning("want_to", "wanted_to")
HOPE_TO = VERBS["esperar"].meaning("hope_to", "hoped_to")
KNOW_HOW = VERBS["saber"].meaning("know_how_to", "knew_how_to")


def _frames(text):
    """Verbs with the nouns that they can have: `verb [base past]: nouns`."""
    found = []
    for line in text.strip().splitlines():
        head, objects = line.split(":")
        verb, *english = head.split()
        verb = VERBS[verb].meaning(*english) if english else VERBS[verb]
        found.append((verb, nouns(objects)))
    return found


# Who does what to what. A Spanish verb stands twice where its object decides what
# it means.
OBJECTS = {
    "person": _frames("""
comer: staple food
beber: drink
leer: text
escribir: letter novel poem story
comprar: staple food clothes thing vehicle book newspaper magazine novel
vender: food clothes thing vehicle bread cheese meat fish fruit
ver: animal person vehicle transport film
buscar: thing clothes animal person text
encontrar: thing clothes animal text answer
tener: thing clothes vehicle dog cat horse cow sheep rabbit goat book problem
tener: time
querer: staple food drink thing clothes
conocer: person song
ayudar: person
esperar: person transport
cruzar: street bridge river forest road square field
abrir: opening box bag bottle suitcase shop letter
cerrar: opening box bag bottle suitcase shop
perder: clothes key watch telephone bag box suitcase photo map ball gift
perder miss missed: transport
llevar: box bag suitcase bottle chair table gift plate guitar flower
llevar wear wore: clothes
lavar: clothes plate glass car knife
romper: plate glass mirror window chair bottle
visitar: museum city village castle person church
escuchar: song music story question
preparar: soup salad coffee tea cake fish lesson
necesitar: thing clothes answer
necesitar: time
"""),
    "animal": _frames("""
comer: staple food
beber: water milk
ver: animal person
buscar: animal water bread fruit
encontrar: animal water bread
cruzar: street bridge river forest road square field
"""),
}
# Who can be where, doing what.
PLACES = {
    kind: _frames(text)
    for kind, text in {
        "person": """
vivir: house city village castle hotel tower
trabajar: school hotel hospital museum market shop cinema library office restaurant
trabajar: station field castle bank
dormir: house park garden hotel hospital station room beach bench
cantar: house square park garden kitchen street school church restaurant room
bailar: house square park kitchen street restaurant room beach
llorar: house park garden kitchen street church room station
correr: park garden street road path forest beach field
jugar: house park garden square street beach school field room
caminar: park garden street road path forest beach field city village
""",
        "animal": """
vivir: forest field garden river mountain park house
dormir: forest field garden house kitchen road path room bench
correr: forest field garden street road path beach park
jugar: forest field garden house street beach park
caminar: forest field garden street road path beach mountain
""",
    }.items()
}
LOCATED = {
    kind: nouns(text)
    for kind, text in {
        "person": """
house garden kitchen school hotel hospital museum market shop cinema library office
church city village station restaurant street beach park""",
        "animal": "house garden kitchen park street road path forest field bridge",
        "text": "table chair bag box room kitchen library suitcase",
        "clothes": "chair table bag box room suitcase",
        "thing": "table chair room kitchen car box",
        "food": "table kitchen bag plate",
        "staple": "table kitchen plate",
        "vehicle": "street square road garden",
        "transport": "station",
    }.items()
}
AT = nouns(
    "school station office hospital market museum hotel restaurant cinema bank library"
)
ALONG = nouns("street road path beach")
ON = nouns("beach bridge mountain bench road path table chair plate")

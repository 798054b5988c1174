"""Make the key of a prediction, from which its answer cannot be read.

`python scripts/predict.py 10.1 "[0, 1, 1]"` prints the key for a cell's
`predict("10.1", next_state, "3 numbers: …")`. A number or a list with long decimals is
rounded to two digits; a third argument asks for another number of decimals.
"""

import re
import sys
from ast import literal_eval

from helpers.page.predictions import key


def main(arguments):
    """Print the key, or say in a sentence what is wrong."""
    if len(arguments) not in (2, 3):
        sys.exit(__doc__.strip())
    number, answer, *places = arguments
    if not re.fullmatch(r"\d+\.\d+", number):
        sys.exit(f"The number of an exercise looks like 10.1, not like {number!r}.")
    if places and not re.fullmatch(r"\d", places[0]):
        sys.exit(f"The decimals are a digit, not {places[0]!r}.")
    try:
        value = literal_eval(answer)
    except (SyntaxError, ValueError):
        value = answer  # a word needs no quotes
    try:
        print(key(number, value, *map(int, places)))
    except ValueError as error:
        sys.exit(f"There is no key for {answer!r}: {error}.")


if __name__ == "__main__":
    main(sys.argv[1:])

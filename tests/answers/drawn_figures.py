"""`python tests/answers/drawn_figures.py random_sources 0 210`: how well records are told apart."""

import sys
from importlib import import_module

from source_fold import identified, score


def main(family: str, first: int, last: int) -> None:
    draw = import_module(family).drawn_source
    precise = found = rows = 0.0
    exact = wrong = pages = 0
    for seed in range(first, last):
        drawn = draw(seed)
        identities, uncut = identified(drawn)
        precision, recall, many = score(identities)
        precise, found, rows = precise + precision, found + recall, rows + many
        exact += bool(many) and precision == recall == many
        wrong, pages = wrong + uncut, pages + len(drawn.pages)
    print(f"precision {precise / rows:.4f}, recall {found / rows:.4f} of {rows:.0f} rows")
    print(f"{exact} of {last - first} sources without an error; {wrong} of {pages} pages were cut into other rows")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))

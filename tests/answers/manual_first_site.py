"""A register of programs whose first answer is its manual: to no word it says how to search, as a list.

To a word it lists programs below the file they stand in, public and hidden ones, now more of these and now more of
those.
"""

import random

KINDS, EACH = ("letters", "maps", "bills", "diaries"), 12
WORDS = (
    *("mill", "ferry", "chapel", "orchard", "lantern", "forge", "bridge", "tower", "garden", "cellar"),
    *("loom", "gate", "inn", "kiln", "oven", "pump", "barn", "road", "wall", "cart"),
)
ADVICE = ("One word finds names and summaries", "Two words find what has both", "Names may be written in part")


def told(kind: str, n: int) -> str:
    chance = random.Random(f"{kind} {n}")
    return " ".join(chance.sample(WORDS, 4))


def hidden(kind: str, n: int) -> bool:
    return random.Random(f"hidden {kind} {n}").random() < (0.8 if kind in KINDS[:2] else 0.2)


PROGRAMS = [(kind, n) for kind in KINDS for n in range(EACH)]


def name(kind: str, n: int) -> str:
    return f"{kind}_{n:02}"


def answer(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
    box = "<label>Search programs <input name=for></label>"
    form = f"<form action=/find role=search>{box}<button>Search</button></form>"
    if path == "/":
        return 200, f"<!doctype html><html lang=en><title>Programs</title>{form}<p>All that is kept.</html>"
    if path != "/find":
        return 404, "<title>None</title><p>Nothing here."
    word = dict(pairs).get("for", "").strip().lower()
    if not word:
        listed = "".join(f"<li>{line}<p>As in <b>{WORDS[n]}</b>, for one." for n, line in enumerate(ADVICE))
        return 200, _page(form, f"<h1>How to search</h1><ul class=manual>{listed}</ul>")
    found = [one for one in PROGRAMS if word in told(*one).split() or word == one[0]]
    if not found:
        return 200, _page(form, "<h1>No matches</h1>")
    rows = ""
    for kind in KINDS:
        of_kind = [one for one in found if one[0] == kind]
        rows += (
            f"<tr><th colspan=2 class=file><a href=/file/{kind}>{kind}.pl</a> All about {kind}</tr>"
            if of_kind
            else ""
        )
        rows += "".join(map(_row, of_kind))
    return 200, _page(form, f"<h1>Found for {word}</h1><p>{len(found)} matches<table class=summary>{rows}</table>")


def _row(one: tuple[str, int]) -> str:
    look, called = "hidden" if hidden(*one) else "public", name(*one)
    link = f"<a href='/doc?of={called}'>{called}/1</a>"
    return f"<tr class={look}><td>{link}<td class=summary>The {told(*one)}.</tr>"


def _page(form: str, body: str) -> str:
    return f"<!doctype html><html lang=en><title>Programs</title>{form}{body}</html>"

"""A made-up archive of notes: titles alone where nothing was chosen, else below each what was found in it."""

NOTES, PAGE = 32, 16
WORDS = ("sluice", "ballast", "lantern", "toll")
_FORM = (
    '<form action="/find" role="search"><label>Word <select name="word"><option value="">Any word'
    + "".join(f'<option value="{word}">The {word}' for word in WORDS)
    + "</select></label><button>Search</button></form>"
)


def title(n: int) -> str:
    return f"{('Ledger', 'Petition', 'Journey', 'Receipt', 'Quarrel')[n % 5]} of bundle {n:02}"


def passage(word: str, n: int) -> str:
    """What a note says about a word: something else about each."""
    at, men = WORDS.index(word) + 1, ("old", "new", "his")[n % 3]
    return f"and {n * at + 3} of them paid for the <b>{word}</b> in {1600 + 31 * at + n} to {men} men"


def answer(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
    if path == "/":
        return 200, f"<html lang=en><title>Notes</title><body><h1>Notes of the harbour</h1>{_FORM}"
    if path != "/find":
        return 404, "<title>Not here</title>"
    given = dict(pairs)
    word, page = given.get("word", ""), int(given.get("page", "1"))
    shown = range((page - 1) * PAGE, min(NOTES, page * PAGE))
    lines = "".join(
        f'<li><p><a href="/note/{n}">{title(n)}</a></p><p>{passage(word, n) if word else ""}</p></li>'
        for n in shown
    )
    more = f'<a href="/find?word={word}&amp;page={page + 1}">Next page</a>' if page * PAGE < NOTES else ""
    body = f"<h1>Notes of the harbour</h1>{_FORM}<ul>{lines}</ul><div>{more}</div>"
    return 200, f"<html lang=en><title>Found</title><body>{body}"

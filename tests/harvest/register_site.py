"""A register that shows its rows at once: what its only form does is making and deleting entries, so it may not be
sent, and ten pages are skipped by the arrow beside the numbers of pages."""

ENTRIES, ON_A_PAGE = 150, 10
WORDS = ("mill", "ferry", "chapel", "orchard", "lantern", "forge", "bridge")
PAGES = -(-ENTRIES // ON_A_PAGE)


def name(n: int) -> str:
    return f"{WORDS[n % len(WORDS)].title()} number {n} of {WORDS[n * 3 % len(WORDS)]}"


def answer(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
    if path == "/menu":
        return 200, _page("".join(f"<li><a href=/about/{word}>{word} and its story</a>" for word in WORDS), "")
    if path == "/chapter":
        listed = "".join(f"<li><a href=/part/{word}>The part on the {word}</a>" for word in WORDS)
        return 200, _page(f"<ul>{listed}</ul>", "<a rel=next href=/another>Next »</a>")
    if path != "/register":
        return 404, "<title>None</title><p>There is nothing here."
    page = int(dict(pairs).get("page", "1"))
    shown = range((page - 1) * ON_A_PAGE, min(page * ON_A_PAGE, ENTRIES))
    rows = "".join(
        f"<tr><td><input type=checkbox name=c{n}><td><a href='/entry?id={n}'>{name(n)}</a><td>{1700 + n}</tr>"
        for n in shown
    )
    return 200, _page(f"<table><tr><th><th>Name<th>Year</tr>{rows}</table>", _pager(page))


def _pager(page: int) -> str:
    numbers = [n for n in range(page - 5, page + 6) if 0 < n <= PAGES and n != page]
    links = "".join(f"<a href='/register?sort=name&page={n}'>{n}</a> " for n in numbers)
    far, last = (
        min(page + 10, PAGES),
        f"<a href='/register?sort=name&page={PAGES}' title='Jump to last page'>»</a>",
    )
    on = (
        f"<a href='/register?sort=name&page={far}' class=next title='Jump 10 pages forward'>&gt;</a>"
        if far > page
        else ""
    )
    return f"<div class=pager><input name=at value={page}> {links}{on}{last if page < PAGES else ''}</div>"


def _page(listed: str, pager: str) -> str:
    buttons = "<button name=new>New entry</button><button name=delete>Delete selected entries</button>"
    form = f"<form action=/change method=post>{buttons}{pager}{listed}</form>"
    return f"<!doctype html><html lang=en><title>Register</title><h1>Register</h1>{form}</html>"

"""What stands right beside the list on a page made by chance: rules, pagers above and below it, what the page says
it shows, orders to sort by, an index of all records, a last line. In words of no language, as everything there.

A frame (`random_frames`) is the same on all pages of a site and known from the form's page. This is not: it is new
with every answer, stands where records do, and what parts the page may part it from them or around them.
"""

from collections.abc import Callable
from html import escape
from random import Random

from leadline_bench.training.random_frames import HREF, sentence, word, words

_RULES = ("<hr>", "<hr>", '<hr class="{}">', "<p></p>", "<br>", '<div class="{}"></div>', "", "", "")
_COUNTS = (
    "{0} {first} {1} {last} {2} {total}", "{0} {first} {1} {last} {2} {total}", "{first}–{last} / {total}",
    "{0} {first} - {last} ({total} {1})", "{first} {1} {last} {2} {total} {0}", "{0} {page}/{pages}",
    "{0} {page} {1} {pages} ({total} {2})", "{total} {0}", "{0}: {total}", "{total} {0} ({1} {first} {2} {last})",
)  # fmt: skip
_BOXES = ("<p>{}</p>", "<div>{}</div>", '<span style="display:block">{}</span>', "<h4>{}</h4>", "{}<br>")
_BESIDE = ("", "", "", "<p>{0} {1}, {day}.{month}.{year}</p>", "<p>{0}: {hour}:00 – {later}:00</p>", "<p>{2}</p>")
"""Numbers that count nothing are beside records as well."""
_LISTED = 6  # records below which an index of all may be the answer as well


class Surroundings:
    """Drawn once for a site."""

    def __init__(self, roll: Random, asked: str, another: Callable[[int, str], dict[str, str]]) -> None:
        self._roll, self._asked, self._another = roll, asked, another
        named = word(roll)
        self._rule = roll.choice(_RULES).format(named)
        self._both = roll.random() < 0.5  # above and below
        self._said = tuple(words(roll, 1, 2) for _ in range(3))
        self._counts = roll.choice(_COUNTS) if roll.random() < 0.75 else ""
        self._box = roll.choice(_BOXES)
        self._wrapped = roll.choice(("<div>{}</div>", f"<div class={named}>{{}}</div>", "{}"))
        self._style = roll.choice(("buttons", "buttons", "numbers", "list", "line", ""))
        self._steps = [words(roll, 1, 2).capitalize() for _ in range(4)]
        self._orders = [words(roll, 1, 1) for _ in range(roll.choice((0, 0, 0, 3, 5)))]
        self._index = roll.choice(("", "", "", "", "", "list", "select"))
        self._last = roll.choice(("", "", "{0} {n} {1}", "{0}: 0.0{n}", "{2}"))
        self._inside = roll.random() < 0.5  # the last line stands in the box of the list
        more = roll.choice(_BESIDE)
        self._beside = more.format(
            *self._said, day=roll.randint(10, 28), month=roll.randint(10, 12), year=roll.randint(2001, 2026),
            hour=roll.randint(7, 10), later=roll.randint(15, 20),
        )  # fmt: skip

    def around(self, said: str, results: str, many: int) -> str:
        """The list of an answer, or what stands in its place, with what belongs to it."""
        roll = self._roll
        page, size = roll.choice((1, 1, 1, 2, 3, 7)) if many > 4 else 1, max(many, 1)
        more = roll.random() < 0.6 and many > 4
        total = page * size + roll.randint(1, 9 * size) if more else page * size
        bar = self._bar(page, size, total if many else 0, more=more)
        last = self._last.format(*self._said, n=roll.randint(1, 99))
        last = f"<p>{last}</p>" if last else ""
        if self._inside:
            results, last = f"<div>{results}{last}</div>", ""
        above = bar if self._both or roll.random() < 0.5 else ""
        below = bar if self._both or not above else ""
        parts = [said, self._orders_bar(), above, self._rule, results, last, self._rule, below, self._beside]
        index = self._whole_index(many)
        parts.insert(roll.choice((0, len(parts))), index)
        link = f'<div><a href="/{word(roll)}">{words(roll, 3, 9)}</a></div>' if roll.random() < 0.3 else ""
        return "".join((*parts, link))

    def _bar(self, page: int, size: int, total: int, *, more: bool) -> str:
        count = ""
        if self._counts and total:
            count = self._box.format(
                self._counts.format(
                    *self._said, first=(page - 1) * size + 1, last=min(page * size, total), total=total,
                    page=page, pages=-(-total // size),
                )
            )  # fmt: skip
        return self._wrapped.format(count + self._pager(page, -(-total // size), more=more))

    def _pager(self, page: int, pages: int, *, more: bool) -> str:
        first, back, on, last = (f"<a href={self._to(n)}>{{}}</a>" for n in (1, page - 1, page + 1, pages))
        left = first.format(self._steps[0]) + back.format(self._steps[1]) if page > 1 else ""
        right = on.format(self._steps[2]) + last.format(self._steps[3]) if more else ""
        if self._style == "buttons":
            return f"<table><tr><td>{left}</td><td>{right}</td></tr></table>"
        shown = [f"<a href={self._to(n)}>{n}</a>" if n != page else str(n) for n in range(1, min(pages, 9) + 1)]
        if self._style == "numbers":
            return f"<p>{' '.join(shown)}</p>" if pages > 1 else ""
        if self._style == "list":
            return f"<ul>{''.join(f'<li>{one}</li>' for one in shown)}</ul>" if pages > 1 else ""
        return f"<p>{left} | {right}</p>" if self._style == "line" and (left or right) else ""

    def _to(self, page: int) -> str:
        return f'"{HREF}?q={self._asked}&amp;page={page}"'

    def _orders_bar(self) -> str:
        by = (f'<a href="{HREF}?q={self._asked}&amp;by={one}">{one}</a>' for one in self._orders)
        return f"<p>{self._said[0]} {' | '.join(by)}</p>" if self._orders else ""

    def _whole_index(self, many: int) -> str:
        """The names of all records, whether they were asked for or not."""
        if not self._index or many < _LISTED:
            return ""
        rows = [self._another(200 + n, word(self._roll)) for n in range(self._roll.randint(8, 40))]
        if self._index == "select":
            names = "".join(f"<option>{escape(row['title'])}</option>" for row in rows)
            return f"<form><select name=one>{names}</select></form>"
        links = "".join(f'<li><a href="{escape(row["href"])}">{escape(row["title"])}</a></li>' for row in rows)
        return f"<div><b>{sentence(self._roll, 1, 3)}</b><ul>{links}</ul></div>"

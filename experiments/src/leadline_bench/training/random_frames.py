"""What stands around the records of a page made by chance: menus, forms, other lists, texts, page numbers."""

from collections.abc import Callable
from html import escape
from random import Random

_SYLLABLES = (
    "ba be bi bo ka ke ko ku la le li lo ma me mi mo na ne no nu ra re ri ro sa se si so ta te ti to va ve vo za"
)
_SYLLABLES_LIST = _SYLLABLES.split()
HREF = "/find"  # the address of all answers


def word(roll: Random, least: int = 2, most: int = 4) -> str:
    return "".join(roll.choice(_SYLLABLES_LIST) for _ in range(roll.randint(least, most)))


def words(roll: Random, least: int, most: int) -> str:
    return " ".join(word(roll) for _ in range(roll.randint(least, most)))


def sentence(roll: Random, least: int = 6, most: int = 18) -> str:
    return words(roll, least, most).capitalize() + "."


class Frame:
    """A site: the same around every page of it, but for what an answer says about itself."""

    def __init__(
        self, roll: Random, another: Callable[[int, str], dict[str, str]], asked: str, *, bare: bool
    ) -> None:
        self._roll, self._another, self._asked = roll, another, asked
        self._menu = [words(roll, 1, 2).capitalize() for _ in range(roll.randint(3, 9))]
        self._site = words(roll, 1, 3).title()
        self._style = "nothing" if bare else roll.choice(("table", "boxes", "plain", "semantic"))
        self._before = [self._block() for _ in range(roll.choice((0, 0, 1, 1, 2)))]
        self._after = [self._block() for _ in range(roll.choice((0, 0, 1, 2, 3)))]
        self._fields = "".join(
            f'<label>{words(roll, 1, 2)} <input name="{word(roll, 1, 2)}"></label>'
            for _ in range(roll.choice((0, 0, 1, 3)))
        )
        self._tips = [sentence(roll, 4, 9) for _ in range(roll.choice((0, 0, 2, 4)))]
        self._counted = roll.random()
        self._pager = roll.random()
        self._says = (words(roll, 1, 3), words(roll, 1, 2), sentence(roll, 3, 7), word(roll))

    def _block(self) -> str:
        """A list of something else, or a text."""
        roll = self._roll
        kind = roll.choice(("links", "counts", "news", "text", "table", "tags", "same"))
        head = f"<{(h := roll.choice(('h2', 'h3', 'b', 'div')))}>{words(roll, 1, 3).capitalize()}</{h}>"
        many = roll.randint(3, 9)
        if kind == "links":
            body = "".join(
                f"<li><a href=/p/{word(roll)}>{words(roll, 1, 5).capitalize()}</a></li>" for _ in range(many)
            )
            return f"<div>{head}<ul>{body}</ul></div>"
        if kind == "counts":
            name = word(roll)
            body = "".join(
                f"<li><a href='/find?q={self._asked}&{name}={word(roll)}'>{word(roll).title()}</a>"
                f" ({roll.randint(1, 90)})</li>"
                for _ in range(many)
            )
            return f"<div>{head}<ul>{body}</ul></div>"
        if kind == "news":
            body = "".join(
                f"<div><b>{words(roll, 2, 5).title()}</b><p>{sentence(roll)}</p></div>"
                for _ in range(roll.randint(1, 4))
            )
            return f"<div>{head}{body}</div>"
        if kind == "table":
            body = "".join(
                f"<tr><td>{word(roll).title()}<td>{roll.randint(8, 12)}<td>{roll.randint(13, 20)}"
                for _ in range(many)
            )
            return f"{head}<table>{body}</table>"
        if kind == "tags":
            return (
                f"<p>{head} "
                + " ".join(f"<a href=/t/{(w := word(roll))}>{w}</a>" for _ in range(3 * many))
                + "</p>"
            )
        if kind == "same":
            rows = [self._another(90 + n, word(roll)) for n in range(roll.randint(2, 5))]
            body = "".join(f'<li><a href="{escape(row["href"])}">{row["title"]}</a></li>' for row in rows)
            return f"<div>{head}<ul>{body}</ul></div>"
        return f"<p>{' '.join(sentence(roll) for _ in range(roll.randint(1, 5)))}</p>"

    def page(
        self, results: str, many: int, *, answer: bool, around: Callable[[str, str, int], str] | None = None
    ) -> str:
        """`around` sets a list among what belongs to it, in place of numbers of pages below it."""
        roll = self._roll
        value = f' value="{self._asked}"' if answer and self._counted < 0.8 else ""
        button = f"<input type=submit value={self._says[0].split()[0]}>"
        form = f"<form action=/find><input name=q{value}>{self._fields}{button}</form>"
        said = ""
        if answer and self._counted < 0.7:
            # Of an answer on several pages the whole is stated, mostly.
            whole = many * (2 + int(10 * self._pager)) + 1 if many > 1 and self._pager < 0.45 else many
            count = f"{whole} {self._says[1]}" if many and self._counted < 0.5 else self._says[1]
            said = f"<p>{self._says[0]} <b>{self._asked}</b> {count}</p>"
        if answer and not many:
            tips = "".join(f"<li>{tip}</li>" for tip in self._tips)
            results = f"<p>{self._says[2]}</p>" + (f"<ul>{tips}</ul>" if tips else "")
        pager = ""
        if answer and many > 1 and self._pager < 0.6:
            pager = (
                "<div>"
                + " ".join(
                    f"<a href='/find?q={self._asked}&page={n}'>{n}</a>" for n in range(1, roll.randint(3, 10))
                )
                + "</div>"
            )
        main = around(said, results, many) if around is not None else f"{said}{results}{pager}"
        return f"<html><head><title>{self._site}</title></head><body>{self._framed(form, main)}</body></html>"

    def _framed(self, form: str, main: str) -> str:
        before, after = "".join(self._before), "".join(self._after)
        links = [f"<a href=/m/{name.lower().replace(' ', '-')}>{name}</a>" for name in self._menu]
        foot = f"<p>{self._says[3]} © {self._site} <a href=/about>{self._menu[0]}</a></p>"
        if self._style == "table":
            menu = "".join(f"<tr><td>{link}" for link in links)
            return (
                f"<table width=100%><tr><td colspan=3><h1>{self._site}</h1>{form}<tr valign=top><td><table>{menu}"
                f"</table>{before}<td>{main}<td>{after}<tr><td colspan=3>{foot}</table>"
            )
        if self._style == "boxes":
            menu = "".join(f"<li>{link}</li>" for link in links)
            return (
                f"<div id=a1><ul>{menu}</ul></div><div id=a2><div id=a3><h1>{self._site}</h1>{form}{before}{main}"
                "</div>"
                f"<div id=a4>{after}</div></div><div id=a5>{foot}</div>"
            )
        if self._style == "nothing":
            return main
        if self._style == "semantic":
            menu = "".join(f"<li>{link}</li>" for link in links)
            return (
                f"<header><nav><ul>{menu}</ul></nav>{form}</header><main><h1>{self._site}</h1>{main}</main>"
                f"<aside>{before}{after}</aside><footer>{foot}</footer>"
            )
        return f"{' | '.join(links)}<h1>{self._site}</h1>{form}{before}{main}{after}{foot}"

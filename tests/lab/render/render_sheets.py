"""Sheets for the tests of rendering: seeded, with everything a sheet may have and with hostile text."""

from dataclasses import dataclass, replace
from typing import Any, cast

from leadline_lab.anatomy import (
    Anchor,
    Block,
    Button,
    Choice,
    Details,
    FormModel,
    Heading,
    Input,
    Listing,
    Pager,
    Piece,
    Placement,
    Prose,
    Results,
    Sheet,
    Zone,
)
from leadline_lab.randomness import Dice, dice
from leadline_lab.render import Skin, skin
from leadline_lab.spec import Role, WorldSpec
from leadline_lab.world import Site

URL = "http://cars.example/dir/page"
HOSTILE = (
    "</title></textarea></select></script>",
    "<b>bold",
    "a \"quote\" and 'another'",
    "R&amp;D &copy=1 &lt;",
    "{} {label} {for} {0} %s",
    "[menu] $ink",
    "Größe € ½",
    "日本語 🚗",
    "--><!--",
    "a > b < c",
    "a&copy;b\"c'd`e=f",
)
_WORDS = ("red", "cars", "old", "price", "make", "north", "list", "city", "year", "small", "open", "route")
PLACEMENTS: tuple[Placement, ...] = ("left", "above", "right", "below", "inside", "missing")
CONTROLS = ("text", "search", "email", "tel", "number", "date", "password", "textarea", "file", "select",
            "select-multiple", "radio", "checkbox")  # fmt: skip


@dataclass(frozen=True)
class AWorld:
    spec: WorldSpec


def site_of(number: int, family: str, language: str = "en") -> Site:
    return Site(number, "cars.example", "deep", "auto", (), 0, language, family, 40)


def skin_of(number: int, family: str, language: str = "en", regularity: float = 1.0, seed: int = 5) -> Skin:
    spec = WorldSpec(seed=seed, role=Role.REPORTING, path_regularity=regularity)
    return skin(AWorld(spec), site_of(number, family, language))


def changed(given: Site, **fields: Any) -> Site:
    return replace(given, **fields)


def folded(text: str) -> str:
    return " ".join(text.split())


class Author:
    """Writes one sheet; `hostile` is the share of texts that try to break out."""

    def __init__(self, seed: int, hostile: float = 0.2) -> None:
        self.roll: Dice = dice("sheet", seed)
        self._hostile = hostile
        self._names = 0

    def text(self, least: int = 1, most: int = 4) -> str:
        if self.roll.chance(self._hostile):
            return self.roll.pick(HOSTILE)
        return " ".join(self.roll.pick(_WORDS) for _ in range(self.roll.between(least, most)))

    def name(self) -> str:
        self._names += 1
        return self.roll.pick(("q", "ctl00$main$dd", "f[make]", "car.model", "kw_", "a b")) + str(self._names)

    def href(self) -> str:
        where = self.roll.pick(
            ("/a/b", "http://other.example/x", "/find?a=1&b=2", "/x?copy=1&lt=2&amp=3", "/q?s=%22")
        )
        return f"{where}{'&' if '?' in where else '?'}n={self.roll.below(10_000)}"

    def anchor(self) -> Anchor:
        icon = self.roll.chance(0.1)
        text = "" if icon and self.roll.chance(0.3) else self.text()
        return Anchor(self.href(), text, icon, "nofollow" if self.roll.chance(0.2) else "")

    def pieces(self, links: int) -> tuple[Piece, ...]:
        found: list[Piece] = [self.anchor()]
        for _ in range(links - 1):
            found += [self.text(), self.anchor()]
        return (*found, self.text())

    def choices(self) -> tuple[Choice, ...]:
        values = [str(number) for number in range(self.roll.between(1, 6))]
        return tuple(Choice(value, f"{self.text()} {value}") for value in values)

    def field(self, control: str, placement: Placement, **more: Any) -> Input:
        choices = self.choices() if control in ("select", "select-multiple", "radio", "checkbox") else ()
        if control == "checkbox" and self.roll.chance(0.3):
            choices = ()
        default = ""
        if choices and self.roll.chance(0.5):
            default = self.roll.pick(choices).value
        elif control in ("text", "search", "tel", "textarea", "password") and self.roll.chance(0.3):
            default = self.text()
        label = "" if placement == "missing" else f"{self.text()} {self._names}label"
        title = label if self.roll.chance(0.1) else ""
        return Input(
            self.name(), control, label, placement, linked=self.roll.chance(0.5), choices=choices, default=default,
            required=self.roll.chance(0.2), size=self.roll.pick((0, 0, 12, 30)), title=title, **more,
        )  # fmt: skip

    def fields(self) -> list[Input]:
        fields = [self.field(self.roll.pick(CONTROLS), placement) for placement in PLACEMENTS]
        fields.append(Input(self.name(), "hidden", default=self.text()))
        fields.insert(self.roll.below(6), self.field("text", "left", honeypot=True))
        group = f"group {self.text()}"
        pair, kind = self.roll.pick(("text", "select", "number")), self.roll.pick(("price", "year", "date"))
        for end in ("low", "high"):
            placement = self.roll.pick(PLACEMENTS)
            fields.append(
                self.field(
                    pair, placement, end=end, meaning="price", type=kind, group=self.roll.pick((group, group, ""))
                )
            )
        fields += [
            self.field("select", "missing", type=part, meaning="date", group=f"{group} date")
            for part in ("day", "month", "year")
        ]
        section = f"section {self.text()}"
        fields += [
            self.field(self.roll.pick(CONTROLS), self.roll.pick(PLACEMENTS), group=section) for _ in range(3)
        ]
        return fields

    def form(self) -> FormModel:
        kinds = ("search", "site-search", "login", "contact", "other", "navigation", "order", "poll")
        buttons = tuple(
            Button(cast("Any", control), self.text(), self.name() if self.roll.chance(0.5) else "", value)
            for control, value in (("submit", ""), ("image", ""), ("button", "v<1>"))
            if self.roll.chance(0.7)
        )
        return FormModel(
            "k", cast("Any", self.roll.pick(kinds)), "", "", self.href(), self.roll.pick(("get", "post")),
            tuple(self.fields()), buttons, self.text(), multipart=self.roll.chance(0.2),
        )  # fmt: skip

    def small_form(self) -> FormModel:
        fields = (self.field("text", self.roll.pick(PLACEMENTS)), self.field("text", "left", honeypot=True))
        return FormModel(
            "s", "site-search", "", "", "/search", "get", fields, (Button("submit", "Go"),), self.text()
        )

    def listing(self) -> Listing:
        role = self.roll.pick(("menu", "teasers", "directory", "related", "tags", "crumbs", "legal", "archive"))
        items = tuple(
            (self.anchor(),) if self.roll.chance(0.5) else self.pieces(self.roll.between(1, 2))
            for _ in range(self.roll.between(1, 6))
        )
        return Listing(items, cast("Any", role), self.text() if self.roll.chance(0.5) else "")

    def results(self) -> Results:
        heads = tuple(f"{self.text()} h{n}" for n in range(3))
        rows = tuple(
            tuple(f"{self.text()} r{row}c{n}" for n in range(3)) for row in range(self.roll.between(1, 5))
        )
        links = tuple(self.href() for _ in rows) if self.roll.chance(0.7) else ()
        return Results(heads, rows, tuple(map(str, range(len(rows)))), links)

    def pager(self) -> Pager:
        numbered = ((1, "/p?n=1"), (2, "/p?n=2"), (3, "/p?n=3"), (9, "/p?n=9")) if self.roll.chance(0.5) else ()
        return Pager(
            2, 9, "/p?n=1", "/p?n=3", numbered, cast("Any", self.roll.pick(("links", "post", "more"))),
            (self.text(), self.text()), rel=self.roll.chance(0.5), hidden=(("a", self.text()), ("b", "2")),
            field="page" if self.roll.chance(0.5) else "",
        )  # fmt: skip

    def sheet(self) -> Sheet:
        details = Details("k", tuple((self.text(), f"{self.text()} d{n}") for n in range(3)))
        main: list[Block] = [
            Heading(self.text(), self.roll.between(1, 5)), Prose(self.pieces(2)), self.form(), self.listing(),
            self.results(), self.pager(), details, self.form(),
        ]  # fmt: skip
        zones = (
            Zone("header", (Heading(self.text(), 1), self.small_form(), self.listing())),
            Zone("nav", (self.listing(), self.listing())),
            Zone("main", tuple(self.roll.sample(main, len(main)))),
            Zone("aside", (self.listing(), self.small_form())),
            Zone("footer", (self.listing(),)),
        )
        kept = tuple(zone for zone in zones if zone.role == "main" or self.roll.chance(0.85))
        return Sheet(
            URL, self.text(2, 6), self.roll.pick(("en", "de", "fr", "es", "pt")), kept,
            type=self.roll.pick(("home", "section", "item", "form")), noindex=self.roll.chance(0.5),
            nofollow=self.roll.chance(0.5), canonical=f"{URL}?a=1&b=2", opensearch="/os.xml",
            search_action="http://cars.example/s?q={term}&x=<1>", next="/p?n=3&m=1",
        )  # fmt: skip


def links_page(links: int = 100) -> Sheet:
    """An ordinary page: menu, prose, teasers, results, a form, footer."""
    author = Author(1, hostile=0.02)
    menu = Listing(tuple((author.anchor(),) for _ in range(links // 4)), "menu", "Topics")
    teasers = Listing(tuple(author.pieces(1) for _ in range(links // 4)), "teasers")
    directory = Listing(tuple(author.pieces(1) for _ in range(links - 2 * (links // 4) - 6)), "directory")
    footer = Listing(tuple((author.anchor(),) for _ in range(4)), "legal")
    prose = Prose((" ".join(["words"] * 60), author.anchor(), " ".join(["words"] * 60), author.anchor()))
    zones = (
        Zone("header", (Heading("Cars", 1), author.small_form())),
        Zone("nav", (menu,)),
        Zone("main", (Heading("News"), prose, teasers, directory)),
        Zone("footer", (footer,)),
    )
    return Sheet(URL, "Cars", "en", zones)


def blocks_of(sheet: Sheet) -> list[Block]:
    return [block for zone in sheet.zones for block in zone.blocks]

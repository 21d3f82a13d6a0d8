"""How sites write their addresses: a dozen habits, whatever the site is about.

`{sec}`/`{s}`: name or number of a section · `{p}`: page of its archive · `{slug}`, `{n}`: words or number of an
item · `{y}`, `{m}`: year and month · `{name}`, `{k}`: name or number of any other page · `{lang}`: language.
Where `{n}` and `{k}` stand in the same place they never meet: see `addresses`.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    section: str
    archive: str
    item: str
    node: str
    """Pages that are neither items nor sections."""
    extension: str
    """What the site's programs are called: handlers of forms have it too."""
    words: str = "-"
    """Between the words of a name."""

    @property
    def numbered(self) -> bool:
        """Its pages have numbers instead of names."""
        return "{k}" in self.node

    @property
    def own_program(self) -> float:
        """Share of pages besides sections and items that do not follow the style: `/search.php` on a site of
        `/index.php?id=12`."""
        return 0.4 if self.numbered else 0.15

    @property
    def parts(self) -> tuple[str, ...]:
        """Fields of an item's address that differ within a section, in their order."""
        return tuple(f for f in re.findall(r"\{(\w+)\}", self.item) if f in ("slug", "n", "y", "m"))


STYLES = (
    Style("/{sec}/", "/{sec}/page{p}.html", "/{sec}/{slug}-{n}.html", "/{name}.html", ".php"),
    Style("/index.php?id={s}", "/index.php?id={s}&page={p}", "/index.php?id={n}", "/index.php?id={k}", ".php"),
    Style("/c/{s}", "/c/{s}/{p}", "/s/{n}", "/s/{k}", ""),
    Style("/category/{sec}/", "/category/{sec}/page/{p}/", "/{y}/{m}/{slug}/", "/{name}/", "/"),
    Style("/List.aspx?cat={s}", "/List.aspx?cat={s}&page={p}", "/Content.aspx?cat={s}&item={n}",
          "/{name}.aspx", ".aspx", ""),
    Style("/{sec}", "/{sec}?page={p}", "/{sec}/{slug}", "/{name}", ""),
    Style("/{sec}.htm", "/{sec}{p}.htm", "/{sec}/{n}.htm", "/{name}.htm", ".asp", "_"),
    Style("/cgi-bin/list.pl?c={s}", "/cgi-bin/list.pl?c={s}&p={p}", "/cgi-bin/show.pl?n={n}",
          "/{name}.shtml", ".pl", "_"),
    Style("/portal/{sec}/index.do", "/portal/{sec}/index.do?start={p}", "/portal/{sec}/view.do?docId={n}",
          "/portal/view.do?docId={k}", ".do"),
    Style("/topics/{s}-{sec}", "/topics/{s}-{sec}?start={p}", "/article/{n}/{slug}", "/page/{name}", ""),
    Style("/?cat={s}", "/?cat={s}&paged={p}", "/?p={n}", "/?page_id={k}", ".php"),
    Style("/taxonomy/term/{s}", "/taxonomy/term/{s}?page={p}", "/node/{n}", "/node/{k}", ""),
    Style("/{lang}/{sec}/", "/{lang}/{sec}/{p}", "/{lang}/{sec}/{slug}_{n}.html", "/{lang}/{name}.html", ".jsp"),
)  # fmt: skip

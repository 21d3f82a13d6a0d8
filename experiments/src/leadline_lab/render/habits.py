"""Small habits in which sites of one family differ: separators, marks, how labels are tied, how traps hide."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from leadline_lab.randomness import Dice

COLOURS = (
    ("#ffffff", "#000000", "#003366", "#dde6f0", "#0033cc"),
    ("#fffff4", "#222222", "#663300", "#f2e6d0", "#993300"),
    ("#ffffff", "#333333", "#336633", "#e4f0e4", "#226622"),
    ("#f7f7f7", "#1a1a1a", "#7a1f3d", "#f3e1e8", "#8a1538"),
    ("#ffffff", "#2b2b2b", "#444444", "#eeeeee", "#0b63ce"),
    ("#fafafa", "#212529", "#0d6efd", "#e7f0ff", "#0d6efd"),
    ("#ffffff", "#111111", "#005f73", "#e0f2f1", "#00707f"),
    ("#f4f4ff", "#000033", "#333399", "#ccccff", "#0000ee"),
)
"""Paper, ink, dark, light, link."""

FONTS: Mapping[int, tuple[str, ...]] = {
    0: ("Arial,Helvetica", "Verdana,Arial", "Times New Roman,Times", "Arial"),
    1: ("Verdana,Arial,sans-serif", "'Trebuchet MS',sans-serif", "Tahoma,sans-serif", "Georgia,serif"),
    2: (
        "system-ui,sans-serif",
        "'Helvetica Neue',Arial,sans-serif",
        "Inter,system-ui,sans-serif",
        "Georgia,serif",
    ),
}

_JOINTS: Mapping[str, tuple[str, str, str]] = {
    "en": ("to", "between", "and"),
    "de": ("bis", "zwischen", "und"),
    "fr": ("à", "entre", "et"),
    "es": ("a", "entre", "y"),
    "pt": ("até", "entre", "e"),
}
"""Words between the ends of a range."""

_OPENINGS = {"en": "I am looking for", "de": "Ich suche", "fr": "Je cherche", "es": "Busco", "pt": "Procuro"}

Tie = Literal["for", "wrap", "aria"]
Hiding = Literal["display", "class", "attribute", "aside"]
_HIDING: Mapping[Hiding, str] = {
    "display": ' style="display:none"',
    "attribute": " hidden",
    "aside": ' style="position:absolute;left:-9999px"',
}
_OFF_PAPER = "position:absolute;left:-9999px;top:auto;height:1px;overflow:hidden"
_TRAP_NAMES = ("extra-info", "fld-b", "aux", "alt-contact", "opt2", "form-extra", "x-field", "wrap-b")
_SCRIPTS: Mapping[int, tuple[str, ...]] = {
    0: ("", "", "<script language=JavaScript><!--\nfunction go(u){location.href=u}\n//--></script>"),
    1: (
        "",
        "",
        "<script type='text/javascript'>var d=new Date();var visits='n='+d.getTime();</script>",
        "<script type='text/javascript'>/* <![CDATA[ */ if(top!=self){top.location=location} /* ]]> */</script>",
    ),
    2: (
        "",
        "<script>window.layer=window.layer||[];layer.push({e:'view',t:1*new Date()});</script>",
        "<script>document.documentElement.className+=' js'</script>",
        "<script>!function(w){w.q=w.q||[];q.push(['banner','<a href=\"/x\">x</a>'])}(window)</script>",
    ),
}
_ICONS = ("/images/arrow.gif", "/img/icon.png", "/static/ico.svg", "/pics/btn.gif", "/i/pic.png", "/assets/i.svg")


@dataclass(frozen=True, slots=True)
class Habits:
    tie: Tie
    """How a label is tied to its field."""
    loose_labels: bool
    """A `<label>` also where it is tied to nothing: the commonest mistake in forms."""
    colon: bool
    mark: str
    """After the label of a required field."""
    says_required: bool
    """By attribute, too."""
    ids: Literal["same", "prefixed", "dashed", "camel"]
    ids_everywhere: bool
    names_forms: bool
    """Classes that tell forms apart by purpose: a third of all sites."""
    form_word: int
    """Which word of those."""
    joint: tuple[str, str]
    """Before and between the ends of a range."""
    opening: str
    """Words before the fields of a search, in families that read as sentences."""
    date_joint: str
    text_first: bool
    """Choices have their text before the box."""
    hidden_last: bool
    hiding: Hiding
    hide: str
    """The attribute that hides a trap."""
    rules: tuple[tuple[str, str], ...]
    """For the style sheet."""
    heads: bool
    """Results show the names of their fields."""
    striped: bool
    icon: str
    crumb: str
    bar: str
    noscript: bool
    """A load-more button has a link for browsers without scripts."""
    language_mark: Literal["lang", "region", "meta"]
    says_get: bool
    """`method=get` is written out."""
    splits: bool
    """Forms begin between a table and its rows, in families that know no better."""
    post: str
    script: str
    """What a counter or a library of the site has left in every page."""
    multi_break: int
    """From how many choices on they stand below each other."""


def habits(roll: Dice, era: int, language: str, *, tabular: bool) -> Habits:
    """One site's habits; `tabular` if label and field stand in cells of their own."""
    hiding = _hiding(roll, era)
    trap = roll.pick(_TRAP_NAMES) + ("" if roll.chance(0.5) else str(roll.between(1, 9)))
    hide = _HIDING.get(hiding, f' class="{trap}"')
    hidden_rule = roll.pick(("display:none", _OFF_PAPER))
    return Habits(
        tie=_tie(roll, era, tabular=tabular),
        loose_labels=era > 0 and roll.chance(0.3),
        colon=roll.chance(0.75 if era < 2 else 0.25),
        mark=roll.pick((" *", "*", " <b>*</b>", ' <font color="red">*</font>' if era < 2 else " <em>*</em>")),
        says_required=era == 2 and roll.chance(0.7),
        ids=roll.pick(("same", "prefixed", "dashed", "camel")),
        ids_everywhere=roll.chance(0.4 if era else 0.05),
        names_forms=roll.chance(0.33),
        form_word=roll.below(4),
        joint=_joint(roll, language),
        opening=_OPENINGS.get(language, ""),
        date_joint=roll.pick((" ", " ", " / ", "-", " . ")),
        text_first=roll.chance(0.1),
        hidden_last=roll.chance(0.3),
        hiding=hiding,
        hide=hide,
        rules=((f".{trap}", hidden_rule),) if hiding == "class" else (),
        heads=roll.chance(0.6),
        striped=roll.chance(0.4),
        icon=roll.pick(_ICONS),
        crumb=roll.pick((" &raquo; ", " &gt; ", " / ", " : ", " › ", " &rsaquo; ", " &middot; ")),
        bar=roll.pick((" | ", " &middot; ", " - ", " &nbsp; ", " &#8226; ", " ")),
        noscript=roll.chance(0.4),
        language_mark=roll.weighted(("lang", "region", "meta"), (0.7, 0.9, 1.0) if era else (0.4, 0.5, 1.0)),
        says_get=roll.chance(0.6),
        splits=roll.chance(0.4),
        post=roll.pick(("post", "post", "POST")),
        script=roll.pick(_SCRIPTS[era]),
        multi_break=roll.pick((3, 4, 6, 9)),
    )


def _tie(roll: Dice, era: int, *, tabular: bool) -> Tie:
    """A `<label>` around both leaves no cell for the label, and before ARIA there was none of it."""
    wrap, aria = 0.05 if tabular else 0.25, 0.15 if era == 2 else 0.03
    return roll.weighted(("for", "wrap", "aria"), (1.0 - wrap - aria, 1.0 - aria, 1.0))


def _hiding(roll: Dice, era: int) -> Hiding:
    """`hidden` is of HTML 5: browsers before it would have shown the field."""
    kinds: tuple[Hiding, ...] = ("display", "class", "aside", "attribute")
    return roll.pick(kinds if era == 2 else kinds[:3])


def _joint(roll: Dice, language: str) -> tuple[str, str]:
    to, between, and_ = _JOINTS.get(language, _JOINTS["en"])
    return roll.pick((("", to), ("", to), ("", "&ndash;"), ("", "-"), (between, and_), ("", "…")))

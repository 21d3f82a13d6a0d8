"""Ways in which a label stands beside its value, for pages made by chance."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from leadline_bench.training.random_frames import words

ITEMS = "\x1f"  # between the values of a list
_STYLES = (
    "<{tag}{label}>{name}{colon}</{tag}> <{tag}{of_value}>{value}</{tag}>",
    "<{tag}{label}>{name}{colon}</{tag}><{tag}{of_value}>{value}</{tag}>",
    "<{tag}>{name}: {value}</{tag}>",
    "<b>{name}{colon}</b> {value}",
    "<b>{name}</b>: <i>{value}</i>",
    "{name}: <{tag}{of_value}>{value}</{tag}>",
    "{name}: <a href='/in/{value}'>{value}</a>",
    "<{tag}{label}>{name}{colon}</{tag}> <em>{value}</em>",
    "<{tag} class=label>{name}</{tag}> <b>{value}</b>",
    "<strong>{name}</strong> <{tag}>{value}</{tag}>",
    "<div{label}>{name}</div><div{of_value}>{value}</div>",
    "<dl><dt>{name}</dt><dd>{value}</dd></dl>",
    "<label>{name}{colon}</label> {value}",
    "<{tag}{label}>{name}{colon}</{tag}> <a href='/in/{value}'>{value}</a>",
    "<table><tr><td>{name}{colon}</td><td>{value}</td></tr></table>",
    "<i>{name}:</i> {value}",
    "<small{label}>{name}</small> <{tag}{of_value}><b>{value}</b></{tag}>",
)
_HEADED = ("<h2>{name}</h2>{value}", "<h5>{name}</h5>{value}")
_OF_LISTS = (
    "<b>{name}{colon}</b>{value}",
    "<{tag}{label}>{name}{colon}</{tag}>{value}",
    "{name}:{value}",
)


@dataclass(frozen=True, slots=True)
class Labelling:
    """One way for all labels of a page, and one for those of lists; `between` stands between pairs of one line."""

    style: str
    of_lists: str
    between: str
    shared: float  # of values that all records have alike
    parted: bool  # values in several elements

    @classmethod
    def by_chance(cls, roll: Random, *, headed: bool) -> "Labelling":
        """`headed`: lists may have headings, as they have on records' own pages."""
        sign = roll.choice(("", "", "", " ", ", ", " · ", "<br>", " | "))
        return cls(
            roll.choice(_STYLES),
            roll.choice((*_OF_LISTS, *_HEADED) if headed else _OF_LISTS),
            sign,
            roll.random() / 2,
            roll.random() < 0.1,
        )

    def kind(self, kind: str, roll: Random, lists: float) -> str:
        """What a field holds instead, in some fields."""
        if roll.random() < self.shared:
            return f"same {words(roll, 1, 2).title()}"
        chance = roll.random()
        return "colon" if chance < 0.06 else "items" if chance < 0.06 + lists else kind

    def draw(self, name: str, value: str, tag: str, colon: str, classes: Callable[[str], str]) -> str:
        listed = "<ul>" in value
        if self.parted and not listed and len(parts := value.split(" ", 1)) == 2:
            value = f"<i>{parts[0]}</i> <u>{parts[1]}</u>"
        style = self.of_lists if listed else self.style.replace("/in/{value}", "/in/1")
        return style.format(
            tag=tag, name=name, value=value, colon=colon, label=classes("label"), of_value=classes("value")
        )


def between(pairs: Sequence[str], sign: str) -> str:
    return f"<p>{sign.join(pairs)}</p>" if pairs else ""

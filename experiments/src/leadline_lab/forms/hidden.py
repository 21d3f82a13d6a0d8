"""What readers do not see: hidden inputs, session tokens, honeypots; and the buttons."""

from leadline_lab.anatomy import Button, Input
from leadline_lab.forms.manner import Pen
from leadline_lab.forms.wording import furniture_names
from leadline_lab.randomness import running

_COUNTS = (0, 1, 2, 3, 4, 5, 6, 8, 12), running((0.42, 0.21, 0.12, 0.09, 0.06, 0.04, 0.03, 0.02, 0.02))
"""Hidden inputs of a form: 1.8 on average in search forms (ALGORITHMS F3), most have none or one."""


def furniture(pen: Pen, wanted: int | None = None) -> tuple[Input, ...]:
    """Hidden inputs that mean nothing to the query."""
    n = pen.roll.weighted(*_COUNTS) if wanted is None else wanted
    chosen = pen.roll.sample(furniture_names(), n)
    return tuple(Input(pen.keep(k), "hidden", placement="missing", default=v, type="other") for k, v in chosen)


def item(pen: Pen, number: int) -> Input:
    """Which product or entry one of many forms alike is about."""
    name = pen.keep(pen.text(pen.html["item"]))
    return Input(name, "hidden", placement="missing", default=str(number), type="other")


def token_field(pen: Pen, sort: str, token: str) -> Input:
    """What the session has to send back."""
    name = pen.keep(pen.text(pen.html[sort]))
    return Input(name, "hidden", placement="missing", default=token, meaning="token", type="other")


def trap(pen: Pen) -> Input:
    """A field that people do not see and robots fill in."""
    name, control = pen.keep(pen.text(pen.html["trap"])), "text" if pen.roll.chance(0.85) else "email"
    label = pen.text(pen.words.options["trap"]) if pen.roll.chance(0.6) else ""
    return Input(
        name,
        control,
        label,
        placement="left" if label else "missing",
        linked=bool(label),
        meaning="trap",
        type="other",
        honeypot=True,
    )


def button(pen: Pen, texts: tuple[str, ...]) -> Button:
    """The button that sends the form; a quarter of them have a name that is sent along."""
    roll = pen.roll
    usual, text, named = roll.chance(0.9), roll.pick(texts), roll.chance(0.25)
    control = pen.manner.button if usual else "submit"
    name = pen.keep(roll.pick(pen.html["button"])) if named else ""
    return Button(control, text, name, (text if control == "submit" else "1") if named else "")

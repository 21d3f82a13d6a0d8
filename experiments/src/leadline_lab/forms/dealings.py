"""Forms that are no searches: accounts, mailing lists, contact, orders, polls, quotes, menus, calculators.

Some stand near the line on purpose: "find your order" wants an e-mail address and a number, a job alert has a
keyword, a quote asks for a car model and a zip code, "find a friend" sends mail.
"""

from typing import NamedTuple

from leadline_lab.anatomy import Choice, Input
from leadline_lab.forms.choices import coded
from leadline_lab.forms.labels import said
from leadline_lab.forms.manner import Pen

_REGISTERED = ((0.0, 3.0), (0.25, 5.6), (0.5, 7.4), (0.75, 10.0), (0.95, 15.0), (1.0, 19.0))
"""Fields of a registration: the median is 7 (ALGORITHMS F3)."""
_PASSWORD_TO_REGISTER = 0.79


class Want(NamedTuple):
    """One field a kind of form has: with this chance, under one of these names."""

    meaning: str
    control: str = "text"
    chance: float = 1.0
    required: bool = False
    type: str = "private"


_EMAIL = Want("email", "email", required=True)
_NAME = Want("name", chance=0.85, required=True)

FIELDS: dict[str, tuple[Want, ...]] = {
    "login": (
        Want("username", required=True),
        Want("password", "password", 0.94, required=True),
        Want("remember", "checkbox", 0.4, type="other"),
    ),
    "newsletter": (_EMAIL, Want("name", chance=0.2), Want("zip", chance=0.04, type="zip")),
    "alert": (
        Want("keyword", type="keyword"),
        Want("city", chance=0.4, type="city"),
        Want("frequency", "select", 0.5, type="other"),
        _EMAIL,
    ),
    "contact": (
        _NAME,
        _EMAIL,
        Want("phone", "tel", 0.35),
        Want("subject", chance=0.5, type="other"),
        Want("message", "textarea", required=True, type="other"),
        Want("file", "file", 0.06, type="other"),
        Want("captcha", chance=0.15, required=True, type="other"),
    ),
    "comment": (
        _NAME,
        Want("email", "email", 0.8, required=True),
        Want("website", chance=0.5, type="other"),
        Want("comment", "textarea", required=True, type="other"),
    ),
    "recovery": (
        Want("email", "email", required=True),
        Want("security_question", chance=0.08),
        Want("captcha", chance=0.15, required=True, type="other"),
    ),
    "look-up": (
        Want("order_number", required=True, type="number"),
        Want("email", "email", 0.75, required=True),
        Want("zip", chance=0.25, type="zip"),
    ),
    "checkout": (
        Want("first_name", required=True),
        Want("last_name", required=True),
        Want("email", "email", 0.9, required=True),
        Want("address", required=True),
        Want("zip", required=True, type="zip"),
        Want("city", required=True, type="city"),
        Want("country", "select", 0.7, type="country"),
        Want("phone", "tel", 0.6),
        Want("card_number", chance=0.4, required=True),
        Want("card_code", chance=0.35, required=True),
        Want("coupon", chance=0.25, type="other"),
    ),
    "cart": (Want("quantity", "number-select", 0.6, type="number"),),
    "poll": (Want("vote", "radio", required=True, type="other"),),
    "quote": (
        _NAME,
        _EMAIL,
        Want("vehicle", chance=0.9, type="name"),
        Want("zip", chance=0.8, type="zip"),
        Want("date", "date", 0.3, type="date"),
        Want("phone", "tel", 0.6),
        Want("message", "textarea", 0.3, type="other"),
    ),
    "jump": (Want("jump", "select", type="other"),),
    "language": (Want("language", "select", type="language"),),
    "converter": (
        Want("amount", required=True, type="number"),
        Want("currency_from", "select", type="other"),
        Want("currency_to", "select", type="other"),
    ),
    "calculator": (
        Want("amount", required=True, type="price"),
        Want("rate", chance=0.8, type="number"),
        Want("term", chance=0.8, type="number"),
    ),
    "friend": (
        Want("friend", required=True),
        Want("email", "email", 0.8, required=True),
        Want("city", chance=0.3, type="city"),
    ),
    "rating": (Want("rating", "radio", 0.4, type="other"),),
}
"""Shape → fields, in order."""

_ACCOUNT = (
    Want("repeat_email", "email"), Want("first_name"), Want("last_name"), Want("phone", "tel"), Want("company"),
    Want("address"), Want("zip", type="zip"), Want("city", type="city"), Want("country", "select", type="country"),
    Want("birth_date", "date", type="date"), Want("gender", "radio", type="other"), Want("website", type="other"),
    Want("consent", "checkbox", required=True, type="other"), Want("captcha", required=True, type="other"),
    Want("region", type="region"), Want("language", "select", type="language"),
)  # fmt: skip
"""What else registrations ask for."""

_OPTIONS = {
    "currency_from": "currencies", "currency_to": "currencies", "country": "countries", "frequency": "frequency",
    "gender": "gender", "jump": "sections", "language": "languages", "rating": "rating", "vote": "answers",
}  # fmt: skip
_OLD = {"email": 0.45, "tel": 0.6, "date": 0.6}
"""Share of fields written before HTML had such types, or by people who do not know them."""
_ALL_SHOWN = ("currencies", "countries", "frequency", "gender", "rating")


def fields_of(pen: Pen, shape: str) -> tuple[Input, ...]:
    """The visible fields of one form."""
    wants = (
        _registration(pen) if shape == "registration" else [w for w in FIELDS[shape] if pen.roll.chance(w.chance)]
    )
    return tuple(_field(pen, want) for want in wants)


def _registration(pen: Pen) -> list[Want]:
    n = int(pen.roll.quantile(_REGISTERED))
    secret, twice, by_name = pen.roll.chance(_PASSWORD_TO_REGISTER), pen.roll.chance(0.8), pen.roll.chance(0.6)
    wants = [Want("username", required=True)] if by_name else []
    wants.append(_EMAIL)
    if secret:
        wants.append(Want("password", "password", required=True))
        if twice:
            wants.append(Want("repeat_password", "password", required=True))
    extra = pen.roll.sample(_ACCOUNT, max(0, n - len(wants)))
    return [*wants, *(want for want in _ACCOUNT if want in extra)]


def _field(pen: Pen, want: Want) -> Input:
    label = pen.label(want.meaning)
    control, choices = want.control, _choices(pen, want, label)
    if control == "number-select":
        control = "select" if choices else "text"
    elif pen.roll.chance(_OLD.get(control, 0.0)):
        control = "text"
    text = said(pen, label, "radio" if choices else control)
    return Input(
        name=pen.name(pen.html[want.meaning], control),
        control=control,
        label=text.label,
        placement=text.placement,
        linked=text.linked,
        choices=choices,
        default=_default(control, choices, want),
        required=want.required and (pen.manner.marks_required or control == "password"),
        meaning=want.meaning,
        type=want.type,
        title=text.title,
    )


def _default(control: str, choices: tuple[Choice, ...], want: Want) -> str:
    if control == "select":
        return choices[0].value
    return "1" if want.meaning == "quantity" else ""


def _choices(pen: Pen, want: Want, label: str) -> tuple[Choice, ...]:
    if want.control == "number-select":
        return tuple(Choice(str(n), str(n)) for n in range(1, 11)) if pen.roll.chance(0.4) else ()
    if want.control == "checkbox":
        return (Choice(pen.text(("1", "on", "yes", "true")), label),)
    if want.control not in ("select", "radio"):
        return ()
    what = _OPTIONS[want.meaning]
    listed = pen.words.options[what]
    if what not in _ALL_SHOWN:
        listed = listed[: pen.roll.between(3, max(3, len(listed)))]
    return coded(listed, pen.manner.coding)

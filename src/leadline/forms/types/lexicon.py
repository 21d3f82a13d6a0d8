"""Words that name what a field takes, in labels and in internal names: the lexicon's table `[fields]`.

Which of several types that are named counts is decided in `words`.
"""

from re import Pattern

from leadline.forms.wording import ACCOUNT, EMAIL, PAYMENT, PHONE
from leadline.lexicon.phrases import vocabulary, word_set
from leadline.model.field import FieldType as Type

PRIVATE = (EMAIL, PHONE, ACCOUNT, PAYMENT, vocabulary("fields", "private"))
CONSENT = vocabulary("fields", "consent")
"""What a box that is ticked promises or asks for, beside what is private anywhere."""
DAY, MONTH, YEAR = (vocabulary("fields", part) for part in ("day", "month", "year"))


def _named(*types: Type) -> tuple[tuple[Type, Pattern[str]], ...]:
    return tuple((type_, vocabulary("fields", type_.value)) for type_ in types)


FIRST = _named(Type.SORT, Type.DISPLAY)
"""Whatever else is named with these: "sort by price" sorts."""
NAMED = _named(
    Type.ZIP, Type.COUNTRY, Type.REGION, Type.LANGUAGE, Type.PRICE, Type.YEAR, Type.MONTH, Type.DAY, Type.DATE,
    Type.NUMBER, Type.CITY, Type.NAME, Type.CATEGORY, Type.KEYWORD,
)  # fmt: skip

LOW, HIGH = word_set("fields", "low"), word_set("fields", "high")
SURE_ENDS = word_set("fields", "sure_ends")
"""Those that mean an end also where the other end is nowhere to be seen."""
BETWEEN, AND = word_set("fields", "between"), word_set("fields", "and")
"""Two labels that are nothing but these are the ends of what stands before them."""
FILLING = word_set("fields", "filling")
STAY = vocabulary("fields", "stay")
"""A stay or a journey: the first date of two is the earlier one."""

"""Ideas that the words of forms express, in many languages, so that a model learned on English log-ins knows a
Hungarian one: what a field asks for, what a button does, what is offered beside it.

Stems end in `*`. Written by us; which idea means what, and how much, is learned.
"""

import re
from functools import cache

from leadline.lexicon.phrases import phrase, vocabulary

NAMES = (
    "email", "user", "password", "repeat", "name", "phone", "address", "message", "company", "birth",
    "quantity", "terms", "remember", "captcha", "forgot", "news", "register", "log in", "buy", "send",
    "search", "vote", "arrange", "language", "catalogue", "filter",
)  # fmt: skip


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((name, vocabulary("kinds", name.replace(" ", "_"))) for name in NAMES)


def concepts(text: str) -> list[str]:
    """The ideas a text speaks of.

    >>> concepts("Passwort vergessen?"), concepts("请输入邮箱：")
    (['password', 'forgot'], ['email'])
    """
    if not text:
        return []
    said = phrase(text)
    return [name for name, pattern in _patterns() if pattern.search(said)]

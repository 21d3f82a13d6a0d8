"""What the markup of a link or button says it does besides leading somewhere: a method, a question to confirm.

Frameworks hang a deed onto a plain link that way (`data-method="delete"`, `onclick="return confirm(…)"`), and a
crawler that asks for its address does it.
"""

import re
from collections.abc import Mapping

_METHODS = ("data-method", "data-turbo-method", "data-http-method")
_CONFIRMS = ("data-confirm", "data-turbo-confirm", "hx-confirm", "data-bs-confirm")
_SENDS = (
    "hx-post",
    "hx-put",
    "hx-patch",
    "hx-delete",
    "data-hx-post",
    "data-hx-put",
    "data-hx-delete",
    "ic-post-to",
)
_SCRIPTED = re.compile(
    r"\bconfirm\s*\(|\.submit\s*\(|\bmethod\s*[:=]\s*['\"]?(?:post|put|patch|delete)", re.IGNORECASE
)
_LONGEST = 2_000
_TELLING = frozenset({*_METHODS, *_CONFIRMS, *_SENDS, "onclick"})


def marks_of(attributes: Mapping[str, str | None]) -> str:
    """The attribute that says so, with its value; empty where there is none.

    >>> marks_of({"href": "/3", "data-method": "delete"}), marks_of({"href": "/3", "data-method": "get"})
    ('data-method=delete', '')
    >>> (
    ...     marks_of({"href": "/3", "onclick": "return confirm('Sure?')"}),
    ...     marks_of({"href": "/3", "onclick": "track()"}),
    ... )
    ('onclick=confirm(', '')
    """
    if len(attributes) < 2 or _TELLING.isdisjoint(attributes):
        return ""
    for name in _METHODS:
        method = (attributes.get(name) or "").strip().lower()
        if method and method != "get":
            return f"{name}={method[:20]}"
    for name in (*_SENDS, *_CONFIRMS):
        if attributes.get(name) is not None:
            return name
    found = _SCRIPTED.search((attributes.get("onclick") or "")[:_LONGEST])
    return f"onclick={found[0]}" if found else ""

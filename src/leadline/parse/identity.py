"""When two forms are the same: byte for byte (`signature`), and as a form of their site (`identity`).

A header form stands on every page of a site with another session token, another value in its hidden fields,
perhaps its options in another order. `identity` sees through that. It rests on where the form sends (path
and lasting parameters of the action), how, and which fields a reader can fill; hidden fields count by name
unless the name or all of it looks made by a machine. Texts do not count: a site's languages share a form.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from urllib.parse import parse_qsl

from leadline.model.form import BUTTONS, Control

_SESSION = re.compile(
    r"(?:^|[_.\-\[:])(?:s(?:ess(?:ion)?)?_?id|sid|session|php_?sess(?:ion)?_?id|jsession_?id|asp(?:\.net)?_?session_?id"
    r"|cfid|cftoken|csrf|xsrf|token|nonce|utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|_ga|_gl|ref|referr?er|return(?:_?url)?"
    r"|timestamp|ts|rnd|rand(?:om)?|cache_?bust(?:er)?|view_?state\w*|event_?validation|form_?build_?id|form_?token"
    r"|authenticity_?token|request_?verification_?token)(?:$|[_.\-\]:])",
    re.IGNORECASE,
)
_PATH_SESSION = re.compile(r";(?:jsessionid|phpsessid|sid)=[^/?;]*", re.IGNORECASE)
_HEX = re.compile(r"(?=[0-9a-f]*[0-9])[0-9a-f]{12,}", re.IGNORECASE)
_DIGITS = re.compile(r"\d{2,}")
_MIXED = re.compile(r"(?=[A-Za-z0-9]*[0-9])(?=[A-Za-z0-9]*[A-Za-z])[A-Za-z0-9]{16,}")


def signature_of(parts: Iterable[str], controls: Iterable[Control]) -> str:
    """A digest of everything a reader or the server could notice."""
    digest = blake2b(digest_size=16)
    _add(digest, parts)
    for control in controls:
        _add(digest, _everything(control))
    return digest.hexdigest()


def identity_of(action: str, method: str, controls: Iterable[Control]) -> str:
    """A digest that is the same for the same form on another page of its site."""
    names: set[str] = set()
    for control in controls:
        if control.kind in BUTTONS:
            continue
        pattern = name_pattern(control.name)
        if control.kind != "hidden":
            names.add(f"{control.kind}={pattern}")
        elif pattern and not _is_fleeting(control.name):
            names.add(f"hidden={pattern}")
    digest = blake2b(digest_size=8)
    _add(digest, [lasting(action), method, *sorted(names)])
    return digest.hexdigest()


def _add(digest: blake2b, parts: Iterable[str]) -> None:
    """Each part with its length, so that no two lists of parts give the same bytes."""
    joined = "".join([f"{len(part)}:{part}" for part in parts])
    digest.update(joined.encode("utf-8", "surrogatepass") + b";")


def _everything(control: Control) -> list[str]:
    flags = f"{control.checked:d}{control.disabled:d}{control.readonly:d}{control.required:d}"
    parts = [control.kind, control.name, control.value, flags, control.invisible or ""]
    parts += [control.before, control.after, control.text, control.tag_path]
    parts += ["labels", *control.labels, "legends", *control.legends, "attributes"]
    for name, value in control.attributes:
        parts += (name, value)
    parts.append("options")
    for option in control.options:
        shown = f"{option.selected:d}{option.disabled:d}{option.group is not None:d}"
        parts += (option.value, option.label, shown, option.group or "")
    return parts


@lru_cache(maxsize=16_384)
def name_pattern(name: str) -> str:
    """A field name with what a machine counted or drew in it left out.

    >>> name_pattern("author"), name_pattern("q17"), name_pattern("f_9f86d081884c7d65")
    ('author', 'q#', 'f_*')
    """
    return _DIGITS.sub("#", _MIXED.sub("*", _HEX.sub("*", name)))


@lru_cache(maxsize=16_384)
def _is_fleeting(name: str) -> bool:
    return bool(_SESSION.search(name)) or name_pattern(name).strip("_-*#") == ""


@lru_cache(maxsize=4_096)
def lasting(action: str) -> str:
    """An action without what belongs to one visit: session and tracking parameters, and all their values.

    >>> lasting("http://e.org/s;jsessionid=A1?lang=de&PHPSESSID=81&b=")
    'http://e.org/s?b=&lang=de'
    """
    path, _, query = _PATH_SESSION.sub("", action).partition("?")
    kept = sorted(
        f"{name}={'*' if name_pattern(value) == '*' else value}"
        for name, value in parse_qsl(query, keep_blank_values=True, max_num_fields=None)
        if not _is_fleeting(name)
    )
    return f"{path}?{'&'.join(kept)}" if kept else path

"""Field types on real forms: formasaurus says what fields are for; what maps to a type of ours is compared."""

import json
import tarfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from leadline.forms.understand import understand
from leadline.model.form import Control
from leadline.parse.document import Document
from leadline.web.charset import decode

DATA = Path(__file__).parents[2] / ".." / "shared" / "data" / "formasaurus"

pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(not DATA.is_dir(), reason="the development data (../shared/data) is not here"),
]

THEIRS = {
    "us p1 p2 e1 e2 ue ph P0 P1 P2 P3 fa ca pi c# cs ch oi CC am av tC eC rC sq sa": {"private"},
    "qq": {"keyword"},
    "qc": {"category", "city", "region", "country", "year", "month", "language", "price", "date", "number"},
    "n1 n2 n3 nf no": {"name"},
    "Od bd": {"day"},
    "Om bm cm": {"month"},
    "Oy by cy": {"year"},
    "OD bD": {"date"},
    "Co": {"country"},
    "Ci": {"city"},
    "St": {"region"},
    "Zi": {"zip"},
    "qt": {"number"},
    "ON": {"number", "price", "year"},
    "sp": {"sort", "display"},
    "st": {"display", "language"},
    "ge": {"category"},
}
"""Their type → any of ours that is right. Theirs are coarser here and there: a refinement of a search
may be anything that can be chosen, a number a price, a sorting option how many results are shown."""
RIGHT = {short: ours for shorts, ours in THEIRS.items() for short in shorts.split()}

Compared = tuple[str, str, str, str]
"""Their type, ours, the internal name, where."""


def _compared() -> Iterator[Compared]:
    index = json.loads((DATA / "dev_index.json").read_text(encoding="utf-8"))
    with tarfile.open(DATA / "dev_html.tar.xz") as members:
        for member in members:
            stream = members.extractfile(member)
            if stream is None or member.name not in index:
                continue
            entry = index[member.name]
            html = decode(stream.read(), "text/html").text
            document = Document(html, entry["url"])
            page = document.page
            if len(page.forms) != len(entry["forms"]):  # another parser saw other forms, and nobody knows which
                continue
            for form, told in zip(page.forms, entry["visible_html_fields"], strict=True):
                known = {name: short for name, short in (told or {}).items() if short in RIGHT}
                if not known.keys() & {control.name for control in form.fields}:
                    continue
                for field in understand(form, document).fields:
                    if field.name in known and field.first.invisible is None:
                        yield known[field.name], field.type.value, field.name, entry["url"]


@pytest.fixture(scope="module")
def compared() -> list[Compared]:
    return list(_compared())


def _share_right(compared: list[Compared], *types: str) -> float:
    told = [(theirs, ours) for theirs, ours, _, _ in compared if not types or RIGHT[theirs] & set(types)]
    assert told
    return sum(ours in RIGHT[theirs] for theirs, ours in told) / len(told)


def test_most_fields_get_their_type(compared: list[Compared]) -> None:
    """Of all fields whose type maps to one of ours, 93 in a hundred get it."""
    assert len(compared) > 2_000
    assert _share_right(compared) >= 0.93


def test_what_is_private_is_known_as_such(compared: list[Compared]) -> None:
    """Of fields about the visitor 93 in a hundred are known not to be filled in; most others are captchas."""
    assert _share_right(compared, "private") >= 0.93


def test_where_search_terms_go_is_known(compared: list[Compared]) -> None:
    """Of fields for search terms 94 in a hundred are found."""
    assert _share_right(compared, "keyword") >= 0.94


DDG = DATA.parent / "ddg_autofill_forms" / "dev_html.tar.xz"
THEIRS_TOO = {
    "emailAddress phone username password cardNumber cardSecurityCode expiration": {"private"},
    "firstName middleName lastName fullName": {"name"},
    "expirationMonth": {"month", "private"},
    "expirationYear": {"year", "private"},
    "birthdayDay": {"day"},
    "birthdayMonth": {"month"},
    "birthdayYear": {"year"},
    "addressCity": {"city"},
    "addressProvince": {"region"},
    "addressPostalCode": {"zip"},
    "addressCountryCode": {"country"},
}


def _theirs(control: Control) -> str:
    return (control.attribute("data-manual-scoring") or "").rpartition(".")[2]


def test_fields_nobody_looked_at() -> None:
    """On pages whose fields were never looked at while words were chosen, 95 in a hundred types are right."""
    right = {theirs: ours for many, ours in THEIRS_TOO.items() for theirs in many.split()}
    compared = []
    with tarfile.open(DDG) as members:
        for number, member in enumerate(members):
            stream = members.extractfile(member) if number % 2 == 0 else None
            if stream is None or not member.name.endswith(".html"):
                continue
            html = decode(stream.read(), "text/html").text
            document = Document(html, "https://shop.example/")
            page = document.page
            for form in page.forms:
                if not any(_theirs(control) in right for control in form.fields):
                    continue
                compared += [
                    field.type.value in right[_theirs(field.first)]
                    for field in understand(form, document).fields
                    if _theirs(field.first) in right and field.first.invisible is None
                ]
    assert len(compared) > 500
    assert sum(compared) / len(compared) >= 0.95


if __name__ == "__main__":
    found = list(_compared())
    print(f"all {_share_right(found):.3f} of {len(found)}")
    for wanted in sorted({min(ours) for ours in RIGHT.values()}):
        told = [c for c in found if min(RIGHT[c[0]]) == wanted]
        wrong = Counter(ours for theirs, ours, _, _ in told if ours not in RIGHT[theirs])
        right = len(told) - sum(wrong.values())
        print(f"{wanted:10} {right / max(1, len(told)):.3f} of {len(told):4}  wrong: {dict(wrong)}")

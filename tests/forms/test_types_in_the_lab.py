"""Field types and ends of ranges on the search forms of a simulated world, beside its answer key."""

from collections.abc import Iterator

import pytest

from leadline.forms.understand import understand
from leadline.parse.document import Document
from leadline.web.charset import decode
from leadline_lab.serve.lab import Lab
from leadline_lab.spec import Role, spec
from leadline_lab.truth import truth
from leadline_lab.web import Ask, Web
from leadline_lab.world import open_world

Compared = tuple[str, str, str, str]
"""The key's type and end, ours."""


def _compared(seed: int) -> Iterator[Compared]:
    """Of a reporting world: none of its label words and layouts of its own was there to choose words by."""
    world = open_world(spec("tiny", seed, Role.REPORTING))
    lab = Lab(Web(world))
    for told in truth(world, "forms", ()):
        if not told["searchable"]:
            continue
        fields = {field["name"]: field for field in reversed(told["fields"]) if field["control"] != "hidden"}
        url = told["pages"][0]
        html = decode(lab.serve(Ask("GET", url, {}, b"")).reply.body, "text/html").text
        document = Document(html, url)
        page = document.page
        form = next((f for f in page.forms if {control.name for control in f.fields} == set(fields)), None)
        if form is None:
            continue
        for found in understand(form, document).fields:
            if found.first.invisible is None:
                key = fields[found.name]
                yield key["type"], key["end"], found.type.value, found.end


@pytest.fixture(scope="module")
def compared() -> list[Compared]:
    return list(_compared(11))


def test_types_of_search_forms(compared: list[Compared]) -> None:
    """Of the fields of search forms at least 87 in a hundred get the type of the answer key."""
    assert len(compared) > 150
    assert sum(theirs == ours for theirs, _, ours, _ in compared) / len(compared) >= 0.87


def test_ends_of_ranges_in_search_forms(compared: list[Compared]) -> None:
    """Nine in ten ends of ranges are known as the end they are; few other fields are taken for one."""
    ends = [(theirs, ours) for _, theirs, _, ours in compared if theirs]
    others = [ours for _, theirs, _, ours in compared if not theirs]
    assert len(ends) > 20
    assert sum(theirs == ours for theirs, ours in ends) / len(ends) >= 0.9
    assert sum(ours == "" for ours in others) / len(others) >= 0.97

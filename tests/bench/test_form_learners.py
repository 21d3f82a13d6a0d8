"""FFC's Table 2: four learners on the same forms, tested on sites they have not seen."""

from collections.abc import Iterator

import pytest

from leadline.parse.document import parse_html
from leadline_bench.forms.kind_truth import Example
from leadline_bench.forms.learners import PUBLISHED, Errors, errors

pytest.importorskip("sklearn")


def known() -> Iterator[Example]:
    """Boxes with a name that says search, and logins with a password: counts tell them apart."""
    for site in range(24):
        search = "<form action=/search method=get><input type=text name=q><input type=submit></form>"
        login = "<form method=post><input name=a><input type=password name=b><input type=hidden name=c></form>"
        page = parse_html(search + login, f"http://s{site}.example/")
        for form, kind in zip(page.forms, ("search", "login"), strict=True):
            yield Example(form, page, f"s{site}.example", kind)


def test_all_four_learn_what_counts_tell() -> None:
    """Every form is judged once by each learner, and none of them errs on forms this different."""
    found = errors(list(known()), (0,))
    assert set(found.wrong) == set(PUBLISHED)
    assert {len(wrong) for wrong in found.wrong.values()} == {len(found.sites)} == {48}
    assert [found.rate(name).value for name in PUBLISHED] == [0.0] * 4


def test_learners_are_compared_form_by_form() -> None:
    """A difference to the tree that every site shows has an interval of one side."""
    sites = tuple(f"s{n}" for n in range(10))
    found = Errors(sites, {"tree": [0] * 10, "svm": [1] * 10, "perceptron": [0, 1] * 5})
    assert found.beyond_tree("svm").low == 1.0
    assert found.beyond_tree("perceptron").low < 0.5 < found.beyond_tree("perceptron").high

"""Settings of the search model are chosen by inner folds, and judged on sites that had no say in it."""

import numpy as np
import pytest

from leadline_bench.forms.kind_training import Forms, Learning
from leadline_bench.forms.kind_truth import Example, parsed

LEARNS, SLEEPS = Learning(strength=1.0), Learning(strength=1e-9)


@pytest.fixture(scope="module")
def forms() -> Forms:
    """Twenty-four sites, each with a search and a log-in."""
    pytest.importorskip("sklearn", reason="needs the extra 'train'")
    known = []
    for number in range(24):
        url = f"http://site{number}.example/"
        box = f"<form action=/find{number % 5}><input name=q{number % 3}><button>Search</button></form>"
        entry = (
            f"<form action=/in{number % 5} method=post><input name=user><input type=password name=p{number % 4}>"
            "<button>Log in</button></form>"
        )
        page = parsed(url, (box + entry).encode())
        known += [
            Example(form, page, f"site{number}", kind)
            for form, kind in zip(page.forms, ("search", "login"), strict=True)
        ]
    return Forms(known)


def test_the_setting_that_learns_is_chosen(forms: Forms) -> None:
    """Of two settings the one that tells searches on sites left out wins, whichever comes first."""
    from leadline_bench.forms.kind_choice import choose

    every = np.arange(len(forms.search))
    assert choose(forms, every, 0, (LEARNS, SLEEPS)) == LEARNS
    assert choose(forms, every, 0, (SLEEPS, LEARNS)) == LEARNS


def test_words_held_back_weigh_less(forms: Forms) -> None:
    """With `words` at zero no single word has a weight; the build of a form still tells a search."""
    every = np.arange(len(forms.search))
    model = forms.fit_search(every, Learning(words=0.0))
    weight = dict(zip(forms.names, model.coef_[0], strict=True))
    assert weight["button=search"] == 0
    assert weight["n:password=1"] < 0
    assert ((model.predict_proba(forms.x)[:, 1] > 0.5) == forms.search).all()

"""Is it a search: sure about the plain cases, in several languages, and able to say why."""

import pytest

from leadline.forms.searchable import SURE, searchable, why
from leadline.lexicon.phrases import phrase_pattern, says
from leadline.lexicon.tables import words
from leadline.model.form import Form
from leadline.parse.document import parse_html


def _form(html: str) -> Form:
    return parse_html(html, "http://forms.example/").forms[0]


@pytest.mark.parametrize(
    "html",
    [
        "<form action=/search><input name=q><button>Search</button></form>",
        "<form role=search><input type=search name=s></form>",
        "<form action=/suche><input name=suchbegriff><button>Suchen</button></form>",
        "<form action=/recherche.php><input name=mots><input type=submit value=Rechercher></form>",
        "<form action=/buscar><input name=palabra><button>Buscar</button></form>",
        "<form action=/pesquisa><input name=termo><button>Pesquisar</button></form>",
        "<form method=post id=quicksearch><input name=keywords placeholder='Search the catalogue'></form>",
        "<form action=/cars/search><select name=make><option>a</select><button>Find cars</button></form>",
    ],
)
def test_searches_are_sure(html: str) -> None:
    """Plain searches in five languages, and forms of choices alone, are well past the threshold."""
    assert searchable(_form(html)) >= SURE


@pytest.mark.parametrize(
    "html",
    [
        "<form action=/login><input name=user><input type=password name=p><button>Log in</button></form>",
        "<form action=/search/login><input name=q><input type=password name=p><button>Log in</button></form>",
        "<form action=/list><input type=email name=e><button>Subscribe</button></form>",
        "<form action=/mail><input name=subject><textarea name=t></textarea><button>Send</button></form>",
        "<form action=/cart><input name=qty value=1><button>Add to cart</button></form>",
        "<form action=/results><select name=sort><option>price</select></form>",
        "<form action=/x><button>Go</button></form>",
    ],
)
def test_other_forms_are_not(html: str) -> None:
    """Log-ins, newsletters, messages, carts and sort boxes are far below it."""
    assert searchable(_form(html)) < 0.5


def test_the_reasons_are_told_strongest_first() -> None:
    """Each piece of evidence is a sentence that says which way it weighs."""
    told = why(_form("<form action=/search><input name=q><input type=password name=p></form>"))
    assert told[0] == "against: a password field"
    assert "for: a field is named “q”, as search terms are" in told
    assert "for: its action is /search" in told


def test_words_are_cut_as_people_read_them() -> None:
    """Case, accents, punctuation and camel case make no difference; parts of words are no words."""
    assert words("btnSearch_ALL-Füße2go") == ["btn", "search", "all", "fusse", "go"]
    verbs = phrase_pattern(["sign up", "subscri*"])
    assert says("SignUp!", verbs) == "sign up"
    assert says("Subscribing", verbs) == "subscribing"
    assert says("designup", verbs) is None

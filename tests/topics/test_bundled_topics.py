"""The twelve bundled topics and their background."""

import subprocess
import sys
from pathlib import Path

import pytest
from pages_of_topics import BOOKS, CARS, GARDEN, JOBS, MAIL, page

from leadline.errors import BadConfiguration
from leadline.learn.text import terms
from leadline.topics.background import bundled_background
from leadline.topics.bundled import NAMES, bundled, find_topic
from leadline.topics.classify import classifier

ON_TOPIC = {
    "airfare": "Search cheap flights and compare airlines. Depart from one airport, return from another, "
    "adults and children.",
    "apartment": "Apartments for rent: studios, one and two bedroom flats, furnished, pets welcome, monthly "
    "rent, landlord.",
    "auto": CARS,
    "book": BOOKS,
    "hotel": "Hotels and resorts: check-in, check-out, rooms, guests, nightly rates, breakfast and free parking.",
    "job": JOBS,
    "movie": "Movies and DVDs: cast, director, actors, trailers, genres, showtimes, reviews by film critics.",
    "music": "Albums and songs by artist: CDs, vinyl, track lists, bands, singers, jazz, rock and classical "
    "music.",
    "people": "Players of the league: stats, teams, seasons, draft, height, coach, points, playoffs and "
    "championships.",
    "product": "Home appliances: refrigerators, vacuum cleaners, ovens, kitchen furniture, bedding, lamps and "
    "cookware.",
    "rental": "Rent a car: pick-up and drop-off location, driver age, economy, compact, SUV, rental rates and "
    "car hire.",
    "route": "Route planner: driving directions, distance, maps, start and destination, timetable of trains "
    "and buses.",
}
ABROAD = {
    "auto": "Gebrauchtwagen und Jahreswagen: Fahrzeug, Kilometerstand, Erstzulassung, Getriebe, Kraftstoff, "
    "Händler.",
    "hotel": "Réservez un hôtel : chambres, nuits, séjour, arrivée, départ, hébergement et auberges, quatre "
    "étoiles.",
    "job": "Ofertas de empleo y trabajo: vacantes, salario, currículum, puesto, empresa y candidatos.",
    "apartment": "Apartamentos e imóveis para aluguel: quartos, banheiros, condomínio, imobiliária, casas.",
}


@pytest.mark.parametrize("name", NAMES)
def test_a_page_on_the_topic_is_recognised_and_no_other(name: str) -> None:
    """Each topic says yes to its own page and no to those about nothing of the kind."""
    judge = classifier(bundled(name))
    assert judge.probability([page(ON_TOPIC[name])])[0] > 0.5
    others = [page(text) for text in (MAIL, GARDEN)]
    assert max(judge.probability(others)) < 0.2


@pytest.mark.parametrize("name", NAMES)
def test_on_its_own_page_the_topic_itself_is_the_surest(name: str) -> None:
    """Of all twelve, the right one gives its page the highest probability."""
    asked = page(ON_TOPIC[name])
    sure = {other: classifier(bundled(other)).probability([asked])[0] for other in NAMES}
    assert max(sure, key=lambda other: sure[other]) == name


@pytest.mark.parametrize("name", ABROAD)
def test_topics_speak_other_languages(name: str) -> None:
    """German, French, Spanish and Portuguese pages are recognised."""
    assert classifier(bundled(name)).probability([page(ABROAD[name])])[0] > 0.5


@pytest.mark.parametrize("name", NAMES)
def test_vocabularies_are_rich_and_every_word_counts(name: str) -> None:
    """At least 100 terms, none lost as a stop-word, none both for and against."""
    topic = bundled(name)
    assert topic.name == name
    assert topic.description
    for keyword in (*topic.keywords, *topic.against):
        assert terms(keyword.words), f"{keyword.words!r} tells nothing"
    words = {term for table in topic.words_by_language() for term in table}
    assert len(words) >= 100
    assert not words & topic.words_against().keys()


def test_learned_topics_say_what_they_were_learned_from() -> None:
    """Weights come with a card: data, its hash, the score."""
    learned = {name: topic.learned for name in NAMES if (topic := bundled(name)).learned is not None}
    assert set(learned) == {"auto", "book", "job", "movie"}
    for found in learned.values():
        assert found is not None
        assert len(str(found.card["sha256"])) == 64
        assert float(str(found.card["accuracy on unseen sites"])) >= 0.95


def test_common_words_are_common_and_rare_ones_rare() -> None:
    """The background knows what every page says."""
    background = bundled_background()
    assert background.rarity("contact") < 2 < background.rarity("mileag") <= background.rarity("zzzunheard")


def test_reasons_are_words_of_the_page() -> None:
    """`why` names words as the page writes them, strongest first, and its sum moves the verdict."""
    reasons = classifier(bundled("book")).why(page(BOOKS))
    words = {word.strip(".,?") for word in BOOKS.lower().split()}
    assert {word for word, _ in reasons} <= words
    weights = [abs(weight) for _, weight in reasons]
    assert weights == sorted(weights, reverse=True)


def test_an_unknown_topic_lists_the_known_ones(tmp_path: Path) -> None:
    """A misspelt name is answered with the names there are; a file is read."""
    with pytest.raises(BadConfiguration, match="airfare, apartment, auto"):
        find_topic("cars")
    (tmp_path / "cats.toml").write_text('name = "cats"\nkeywords = ["cat"]\n')
    assert find_topic(str(tmp_path / "cats.toml")).name == "cats"
    assert find_topic("auto") is bundled("auto")


def test_probabilities_do_not_depend_on_the_hash_seed() -> None:
    """Two processes with different string hashing give the same bits."""
    program = (
        "from leadline.topics.bundled import bundled\n"
        "from leadline.topics.classify import classifier\n"
        "from leadline.model.page import Page\n"
        f"p = Page('http://a.com/', 'http://a.com/', None, 'x', {CARS + BOOKS + JOBS!r}, None, (), ())\n"
        "print([classifier(bundled(n)).probability([p])[0].hex() for n in ('auto', 'book', 'job', 'rental')])\n"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert said[0] == said[1]
    assert said[0].startswith("['0x")

"""Which subjects there are, and who is near whom."""

import pytest

from leadline.errors import BadConfiguration
from leadline_lab.spec import Role
from leadline_lab.words import (
    DOMAINS,
    LANGUAGES,
    NEIGHBOURS,
    SUBJECTS,
    UNSEEN,
    attributes,
    domains,
    lexicon,
    tlds,
    tongue,
)


def test_twelve_domains_and_enough_off_topic_subjects() -> None:
    """There are the twelve domains of the papers and at least 22 off-topic subjects, none of them twice."""
    assert len(DOMAINS) == 12
    assert len(SUBJECTS) >= 22
    assert len(set(DOMAINS + SUBJECTS)) == len(DOMAINS) + len(SUBJECTS)


def test_two_domains_only_in_reporting_worlds() -> None:
    """Tuning worlds know nothing of two domains: neither their lexicon nor their attributes."""
    assert set(domains(Role.REPORTING)) - set(domains(Role.TUNING)) == set(UNSEEN)
    for domain in UNSEEN:
        with pytest.raises(BadConfiguration, match=domain):
            lexicon(domain, "en", Role.TUNING)
        with pytest.raises(BadConfiguration, match=domain):
            attributes(domain, "en", Role.TUNING)
        assert lexicon(domain, "en", Role.REPORTING).words


def test_unknown_languages_and_subjects_are_refused_with_what_is_known() -> None:
    """Whoever asks for what the lab does not have is told what it has."""
    with pytest.raises(BadConfiguration, match="'pt'"):
        lexicon("hotel", "nl", Role.TUNING)
    with pytest.raises(BadConfiguration, match="'pt'"):
        attributes("hotel", "nl", Role.TUNING)
    with pytest.raises(BadConfiguration, match="'pt'"):
        tongue("nl", Role.TUNING)
    with pytest.raises(BadConfiguration, match="'pt'"):
        tlds("nl")
    with pytest.raises(BadConfiguration, match="gardening"):
        lexicon("submarines", "en", Role.TUNING)


def test_being_near_is_mutual_and_leaves_most_words_a_subjects_own() -> None:
    """Every subject has a neighbour, being neighbours is mutual, and at least half of the text stays its own."""
    assert set(NEIGHBOURS) == set(DOMAINS + SUBJECTS)
    for subject, near in NEIGHBOURS.items():
        assert near, subject
        assert len({other for other, _ in near}) == len(near)
        assert 0 < sum(share for _, share in near) < 0.5
        for other, share in near:
            assert (subject, share) in NEIGHBOURS[other]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("role", Role)
def test_neighbours_share_words_and_strangers_hardly_any(language: str, role: Role) -> None:
    """Two neighbours have more words in common than any domain has with knitting, which is near none."""
    known = domains(role) + SUBJECTS
    spoken = {subject: set(lexicon(subject, language, role).words) for subject in known}
    strange = max(len(spoken["knitting"] & spoken[domain]) for domain in domains(role))
    for subject in domains(role):
        for other, _ in NEIGHBOURS[subject]:
            if other in known:
                assert len(spoken[subject] & spoken[other]) > strange, (subject, other)

"""Texts from elsewhere than the records: values that the user or a table has, words that open a search, words of
the page. Each list has its own record of what came of it, whoever asked for its texts: what four openers did not
find, the fifth will hardly.
"""

from collections.abc import Container, Iterator, Sequence

from leadline.harvest.planners.cascade.arms import Arm, Candidate
from leadline.harvest.planners.cascade.survey import Taken
from leadline.harvest.planners.query_series import FURNITURE

_PRIOR, _HINTED = 0.8, 0.5
_SHARE = 0.5  # of a page that a listed value promises
_GUESS = 0.5  # new records that a word of the page promises where records have shown others
_BLIND, _MISSES = 60, 8  # listed values that find nothing before the others are left: with no record yet, and with


class GivenTexts:
    def __init__(self, lists: Sequence[Sequence[str]], hints: Sequence[str]) -> None:
        self._lists = [(list(dict.fromkeys(one)), Arm("listed", "", _PRIOR)) for one in lists]
        self._lists.append((list(dict.fromkeys(hints)), Arm("hint", "", _HINTED)))
        self._of = {text.casefold(): arm for texts, arm in reversed(self._lists) for text in texts}

    def next(self, tried: Container[str], records: int, page: float, *, checks: bool) -> Iterator[Candidate]:
        """The first text of the first list that is not found out: as likely as anything where no record is known,
        else words of the page are a guess, as values are where everything seems to be there (`checks`)."""
        is_blind = records <= FURNITURE
        for texts, arm in self._lists:
            while texts and texts[0].casefold() in tried:
                texts.pop(0)
            if texts and arm.misses < (_BLIND if is_blind else _MISSES):
                is_guess = not is_blind and (checks or arm.kind == "hint")
                promised = _GUESS if is_guess else page * _SHARE
                yield Candidate(texts[0], arm, promised, max(1.0, promised), [])
                return

    def learn(self, key: str, taken: Taken) -> None:
        """What somebody else found by a text of a list."""
        if (arm := self._of.get(key)) is not None and not taken.failed:
            arm.tries += 1
            arm.hits += bool(taken.numbers) or taken.cut

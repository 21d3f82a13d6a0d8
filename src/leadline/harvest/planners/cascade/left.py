"""Answers that were left after pages of known records, gone on with before nothing is said to be left.

That the first page of an answer was known says little about what stands behind it where answers come in another
order than those before. Each was left because less than one new record was to be expected of its next page
(`leadline.harvest.requests`): so many are hoped for, until going on has shown what comes of it. Asked again, an
answer is read to its end by the loop; so its pages that were read count among the requests.
"""

from leadline.harvest.evidence import How, tokens_of
from leadline.harvest.planners.cascade.survey import Proposal, Survey, Taken
from leadline.model.query import Choice, Left


class LeftAnswers:
    def __init__(self, worth: float) -> None:
        """`worth`: new records a request below which an answer is not gone on with."""
        self._worth = worth
        self._begun = False
        self._again: tuple[Choice, int] | None = None  # what was proposed last, and how many of it had come
        self._read = self._new = 0  # records behind where answers were left, and those of them that were new

    def begin(self) -> None:
        """Nothing else is left to ask."""
        self._begun = True

    def learn(self, taken: Taken) -> None:
        choice, came = self._again if self._again is not None else (None, 0)
        if taken.answer.choice == choice:
            self._read += max(0, taken.answer.records - came)
            self._new += taken.answer.new
        self._again = None

    def next(self, survey: Survey) -> Proposal | None:
        """The answer of which most new records a request are hoped for."""
        if not self._begun:
            return None
        left = (taken for taken in survey.asked.values() if taken.answer.left is Left.KNOWN)
        found = [self._gone_on(one, survey) for one in left if not survey.is_whole(one.answer.choice)]
        best = max(found, key=lambda one: (one.rate, one.choice), default=None)
        if best is None or best.rate < self._worth:
            return None
        self._again = best.choice, survey.asked[best.choice].answer.records
        return best

    def _gone_on(self, taken: Taken, survey: Survey) -> Proposal:
        answer = taken.answer
        behind = max(survey.page, _least(taken, survey) - answer.records)
        new = behind * (self._new + 1) / (self._read + survey.page)
        return Proposal(answer.choice, new, (answer.records + behind) / survey.page, How.ADAPTIVE)


def _least(taken: Taken, survey: Survey) -> int:
    """How many records an answer has at least: as many as it states, or as have its words as far as is known."""
    stated = survey.stated(taken.answer)
    if stated is not None:
        return stated
    texts = [value for name, value in taken.answer.choice if value and not survey.fields[name].finite]
    words = [word for text in texts for word in tokens_of(text)]
    having = [set(survey.known.words.words.get(word, ())) for word in words]
    return len(set.intersection(*having)) if having else 0

"""Two words at once, where one alone is cut and words are looked for together."""

from collections import Counter
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from leadline.harvest.evidence import tokens_of
from leadline.harvest.planners.cascade.arms import CUT, Arm, Candidate, Outlook
from leadline.harvest.planners.cascade.survey import Survey, Taken

_BROAD = 40  # cut words that are asked for with a second one
_STALE = 6  # answers after which second words are counted anew
_LOOKED_AT = 300  # records that are looked at for second words


class SecondWords:
    def __init__(self) -> None:
        self.arm = Arm("pair", "", 0.7)
        self._broad: dict[str, float] = {}
        """A word that was cut → how much it has, as far as the site said."""
        self._beside: dict[str, tuple[int, list[Candidate]]] = {}
        self._met: dict[str, set[int]] = {}
        """A word that was cut → records that have it for certain: those that came for it and another word."""
        self._idle: set[str] = set()  # words that narrowed nothing: they are not looked for, or everybody has them

    def add(self, word: str, stated: float) -> None:
        """A word whose answer was cut."""
        if len(self._broad) < _BROAD:
            self._broad[word] = stated

    def learn(self, text: str, taken: Taken) -> None:
        """What two words found. As much as the first alone: the second helps no other either."""
        word, _, other = text.partition(" ")
        found = float(taken.answer.stated or 0)
        self._met.setdefault(word, set()).update(taken.numbers)
        if other and 0 < self._broad.get(word, 0.0) <= found:
            self._idle.add(other)

    def candidates(
        self, survey: Survey, outlook: Outlook, tried: AbstractSet[str], whole: AbstractSet[str]
    ) -> Iterator[Candidate]:
        """For each word that was cut its best second one; words that came `whole` hold nothing new."""
        if self.arm.is_dead:
            return
        now = len(survey.asked)
        for word in self._broad:
            counted, found = self._beside.get(word, (-_STALE, []))
            if now - counted >= _STALE:
                found = self._found(word, survey, outlook)
                self._beside[word] = (now, found)
            while found and self._is_out(found[-1].text, tried, whole):
                found.pop()
            yield from found[-1:]

    def _is_out(self, text: str, tried: AbstractSet[str], whole: AbstractSet[str]) -> bool:
        words = text.split()
        return text in tried or words[-1] in self._idle or not whole.isdisjoint(words)

    def _found(self, word: str, survey: Survey, outlook: Outlook) -> list[Candidate]:
        """Words that stand beside one that is cut, the best last."""
        postings = survey.known.words.words.get(word, [])
        own = postings[-_LOOKED_AT:]
        _, size = outlook.of_text(postings)
        size = max(size, self._broad[word])
        # Of those that no pair has met as many are known as of all others.
        unmet = (1 - len(self._met.get(word, ())) / size) * survey.unseen_share if size else 0.0
        unseen = max(0.0, min(unmet, 1 - len(postings) * outlook.scale / size)) if size else 0.0
        counts: Counter[str] = Counter()
        for number in own:
            counts.update({token for _, text in survey.known.fields(number) for token in tokens_of(text[:600])})
        room = float(survey.room or survey.page)
        found: list[Candidate] = []
        for other, times in counts.items():
            if times < len(own) and len(other) > 1:  # what all of them have narrows nothing
                expected = size * times / max(1, len(own))
                new = unseen * (expected if expected <= room else CUT * room)
                found.append(Candidate(f"{word} {other}", self.arm, new, expected, []))
        found.sort(key=lambda one: (one.promised, one.text))
        return found[-_BROAD:]

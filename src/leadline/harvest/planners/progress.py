"""What the answers so far come to, and for how long nothing new has come."""

from dataclasses import dataclass

from leadline.model.query import Answer, Reply

_PAGE = 10.0
_FURNITURE = 2


@dataclass(slots=True)
class Progress:
    """Sums over answers; those of a dry spell start again with every new record."""

    records: int = 0
    """Distinct ones."""
    page: float = _PAGE
    """Records of a page, as the last answer with records had them."""
    failures: int = 0
    """Answers in a row that did not come."""
    barren: int = 0
    """Answers in a row without a new record."""
    known: int = 0
    """Those of them that had records: only these are evidence that all is known."""
    met: int = 0
    """Known records that were met again."""

    def add(self, answer: Answer) -> None:
        """One more answer."""
        failed = answer.reply is Reply.FAILED
        self.records += answer.new
        self.failures = self.failures + 1 if failed else 0
        self.barren = 0 if answer.new else self.barren + (not failed)
        self.known = 0 if answer.new else self.known + (answer.records > 0)
        self.met += answer.records - answer.new
        if answer.records:
            self.page = answer.records / max(1, answer.pages)

    @property
    def tells(self) -> bool:
        """Whether meeting known records again says anything: one or two that every answer has are furniture."""
        return self.records > _FURNITURE

    def restart(self) -> None:
        """Evidence is gathered anew: something was resolved that was not before."""
        self.barren = self.known = self.met = 0

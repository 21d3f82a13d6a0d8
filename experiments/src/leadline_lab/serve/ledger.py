"""What visitors did: requests, faults they met, and forms they submitted, by what the form is for."""

from collections import Counter
from dataclasses import dataclass, field

from leadline_lab.anatomy import FormModel

_HARMLESS = ("search", "site-search", "navigation")


@dataclass
class Ledger:
    """One for everything that is served."""

    requests: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    submissions: Counter[str] = field(default_factory=Counter)
    """By kind of form; a submission counts whether its answer arrives or not."""
    unsafe: list[str] = field(default_factory=list)
    """`kind host action` of submissions that nobody should have made, the first thousand."""
    backlink_calls: int = 0

    def enter(self, host: str, status: int, fault: str | None, submitted: FormModel | None) -> None:
        self.requests += 1
        self.statuses[status] += 1
        if fault is not None:
            self.faults[fault] += 1
        if submitted is not None:
            self.submissions[submitted.kind] += 1
            if submitted.kind not in _HARMLESS and len(self.unsafe) < 1000:
                self.unsafe.append(f"{submitted.kind} {host} {submitted.action}")

    @property
    def unsafe_submissions(self) -> int:
        """Sent to anything but a search or a menu."""
        return sum(count for kind, count in self.submissions.items() if kind not in _HARMLESS)

    def as_json(self) -> dict[str, object]:
        return {
            "requests": self.requests,
            "statuses": {str(status): count for status, count in sorted(self.statuses.items())},
            "faults": dict(sorted(self.faults.items())),
            "submissions": dict(sorted(self.submissions.items())),
            "unsafe_submissions": self.unsafe_submissions,
            "unsafe": self.unsafe,
            "backlink_calls": self.backlink_calls,
        }

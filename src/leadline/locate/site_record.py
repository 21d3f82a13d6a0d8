"""How a site has done in a crawl so far, and what of that is told to a model: counts in a few steps, since the
difference between one page and two says more than that between fifty and sixty."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class SiteRecord:
    """The account of one site."""

    pages: int = 0  # asked for, answered or not
    forms: int = 0
    barren: int = 0  # pages since the last new form
    topical: float = 0.0  # sum of P(topic) of its pages
    named: int = 0  # pages of sites with forms that name it
    is_seed: bool = False
    arms: dict[str, list[int]] = field(default_factory=dict)  # links followed, and how many led to new forms

    def opens(self, arm: str) -> bool:
        """Note that there is such an arm; whether it is new."""
        is_new = arm not in self.arms
        if is_new:
            self.arms[arm] = [0, 0]
        return is_new

    def count(self, arm: str, forms: int, on_topic: float) -> None:
        """One more page, and the new forms on it."""
        self.opens(arm)
        self.arms[arm][0] += 1
        self.arms[arm][1] += forms > 0
        self.pages += 1
        self.forms += forms
        self.barren = 0 if forms else self.barren + 1
        self.topical += on_topic

    def topic_marks(self) -> tuple[str, str]:
        """What its pages so far say about the topic of its next one."""
        seen = f"{fifth(self.topical / self.pages)}-pages{min(3, self.pages.bit_length())}" if self.pages else "?"
        return f"site-topic{seen}", f"site-named{min(3, self.named.bit_length())}"

    def form_marks(self) -> tuple[str, ...]:
        """What they say about a new form on its next one."""
        return (
            f"site-topic{fifth(self.topical / self.pages) if self.pages else '?'}",
            f"site-pages{min(7, self.pages.bit_length())}-forms{min(3, self.forms)}",
            f"site-barren{min(7, self.barren.bit_length())}",
            f"site-named{min(3, self.named.bit_length())}",
            f"site-seed{int(self.is_seed)}",
        )

    def arm_mark(self, arm: str) -> str:
        tried, found = self.arms.get(arm, (0, 0))
        return f"arm-tried{min(5, tried.bit_length())}-found{min(2, found)}"


def fifth(p: float) -> int:
    """A probability in five steps."""
    return min(4, int(p * 5))

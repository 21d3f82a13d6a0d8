"""Everything about judging that a user may set: `harvest.judge` names the rule."""

from dataclasses import dataclass

from leadline.errors import BadConfiguration

RULES = ("template", "hash", "size")
"""template: ours, difference from the answers to nonsense · hash: HiWE's significant portion · size: Liddle's
small constant rest."""


@dataclass(frozen=True, slots=True)
class JudgeSettings:
    """Which rule judges, and the constants its paper leaves open."""

    rule: str = "template"
    repeated: int = 3
    """HiWE: a significant portion that came more often than this is an error page (SPEC section 6)."""
    small: int = 400
    """Liddle: letters left after header and footer up to which a rest is small."""

    constant: int = 20
    """Liddle: letters by which two rests may differ and still be the same."""

    def __post_init__(self) -> None:
        if self.rule not in RULES:
            raise BadConfiguration(f"harvest.judge = {self.rule!r} is not a rule; known: {', '.join(RULES)}")

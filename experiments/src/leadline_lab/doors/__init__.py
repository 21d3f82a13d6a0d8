"""Side doors of a site: other ways to the records behind a form, complete, in part, or of something else."""

from leadline_lab.doors.kinds import HEADS, KINDS, Doorway, Thing
from leadline_lab.doors.web import HONESTY, DoorWeb, Honesty

__all__ = ["HEADS", "HONESTY", "KINDS", "DoorWeb", "Doorway", "Honesty", "Thing"]

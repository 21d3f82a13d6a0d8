"""What can end a harvest."""

DONE, COVERED, REQUESTS, INTERRUPTED, BLOCKED, FAILED, ROBOTS, UNANSWERED, RESTING = (
    "done",
    "coverage",
    "max-requests",
    "interrupted",
    "blocked",
    "failed",
    "robots",
    "unanswered",
    "resting",
)
"""What can end a harvest (`stopped_by`)."""

"""The next page of an answer, by a link, a form, or what a script would load."""

from leadline.answers.paging.next_page import find_next_page
from leadline.answers.paging.safe import NextPage, paging_verdict

__all__ = ["NextPage", "find_next_page", "paging_verdict"]

"""Writes a page of a plan as a `Sheet`.

`page_sheet(Writer(world, plan, page))` is a pure function of world and page; `manner` is what pages of a site have
in common, `chrome` what stands around the main part, `content` the main parts, `purity` what they are about,
`models` their forms.
"""

from leadline_lab.pages.chrome import sheet
from leadline_lab.pages.content import page_sheet
from leadline_lab.pages.models import COOKIE, form_model, known_session, new_session, token_of
from leadline_lab.pages.writer import Writer

__all__ = ["COOKIE", "Writer", "form_model", "known_session", "new_session", "page_sheet", "sheet", "token_of"]

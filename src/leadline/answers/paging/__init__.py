"""The next page of an answer: `following(document, asked, form)`, whatever the site pages with.

- `following`   the ways in their order, and what comes out: `Following`
- `links`       links that say or show that they lead on
- `addresses`   page numbers and offsets in URLs
- `rows`        rows of page numbers
- `words`       what pagers say
- `scripts`     links that a script makes into a form: view-state postbacks, functions that set a page
- `pressing`    forms whose buttons turn pages
- `safe`        `turning`: which forms may be sent to turn a page
- `loading`     endpoints that a script would load more from

>>> from leadline.gate.targets import TARGET
>>> from leadline.model.page import Request, Response
>>> from leadline.answers.document import read
>>> asked = Request("http://example.org/s?q=x", permit=TARGET)
>>> body = b'<p>1 <a href="/s?q=x&start=20">2</a> <a href="/s?q=x&start=40">3</a></p>'
>>> found = following(read(Response(asked, asked.url, 200, (), body, 0.0)), asked)
>>> found.request.url
'http://example.org/s?q=x&start=20'
"""

from leadline.answers.paging.following import Following, following
from leadline.answers.paging.safe import turning

__all__ = ["Following", "following", "turning"]

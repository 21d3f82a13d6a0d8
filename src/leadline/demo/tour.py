"""What `leadline demo` visits, and what each stop shows."""

from dataclasses import dataclass

from leadline.web.settings import WebSettings


@dataclass(frozen=True, slots=True)
class Stop:
    """One page of the tour."""

    url: str
    shows: str
    kept_out: bool = False
    """robots.txt is expected to forbid it."""


TOUR = (
    Stop("http://cars.example/", "1999: a form opened between table rows, which browsers' trees take apart"),
    Stop("http://library.example/", "today: fieldsets, suggestions, a range of dates; reached by a redirect"),
    Stop("http://town.example/", "three forms on one page: site search, newsletter, login"),
    Stop("http://jobs.example/", "a search that is sent with POST, and a trap field no reader sees"),
    Stop("http://jobs.example/staff/", "a page that robots.txt asks us to leave alone", kept_out=True),
    Stop("http://records.example/", "sent gzip-compressed; choices by radio buttons and checkboxes"),
    Stop("http://antiquariat.example/", "windows-1252, which only a <meta> in the page says"),
)


SEEDS = ("http://motoring.example/",)
"""Where the demo's crawl begins: a page about used cars that links to what it looks for, and to other things."""
TOPIC = "auto"
PAGES = 30


def settings_for(address: str) -> WebSettings:
    """Every connection goes to the built-in server, which is asked a little faster than a stranger."""
    return WebSettings(connect_to=address, delay=0.05)

"""Everything about the way to the web that a user may set: section `web` of a configuration."""

from dataclasses import dataclass

from leadline.package import __version__


@dataclass(frozen=True, slots=True)
class Limits:
    """Caps that keep one hostile answer from costing more than its share (section `web.limits`)."""

    body: int = 10 * 2**20  # bytes of a decoded body that are kept; the rest is cut and the response says so
    expansion: int = 100  # a body that unpacks to more than this many times its size *and* past `body` is a bomb
    header_bytes: int = 16_384  # one line of headers
    header_lines: int = 128  # lines of headers in one answer
    redirects: int = 10  # followed from one request
    connect_seconds: float = 10.0  # until a connection stands
    first_byte_seconds: float = 30.0  # without a byte from the server
    total_seconds: float = 60.0  # for one exchange
    reading_seconds: float = 20.0
    """For reading one page that came, where it is large or has very many tags; others take milliseconds."""
    robots_bytes: int = 500 * 1024  # RFC 9309 section 2.5: at least 500 KiB are read
    render_seconds: float = 20.0  # for a page's scripts, from their start to the finished page
    use_seconds: float = 60.0  # for using a page's search in the browser, from its opening to the last look
    render_requests: int = 60  # scripts, style sheets and data that one page may ask for
    render_bytes: int = 30 * 2**20  # of all these together


@dataclass(frozen=True, slots=True)
class WebSettings:
    """Section `web`. The command line's network options are short names for these."""

    delay: float = 1.0  # seconds between two requests to one host, counted from the answer to the first
    address_share: int = 4
    """Hosts on one address that may be asked at once; together they get 1/share of the delay each."""
    concurrency: int = 64  # connections in all; one a host
    adapt: float = 1.0
    """A host is left alone for at least this many times as long as it lately took to answer, up to
    `max_crawl_delay`: a slow one is busy. 1: we take at most half of its time. 0: for `delay` alone."""
    max_crawl_delay: float = 30.0  # a longer Crawl-delay in robots.txt is cut to this
    retries: int = 2  # of a request that failed in passing
    retry_seconds: float = 2.0  # first back-off; doubles with every attempt
    max_retry_after: float = 120.0
    """How long a host that asked for time is waited for. A longer Retry-After or back-off ends the attempt: the
    host is left alone for as long as it asked, other hosts go on, and a crawl or harvest with nothing else left to
    ask ends, to be resumed. Two minutes: what a busy server asks for is mostly less, what locks us out is more."""
    user_agent: str = f"Leadline/{__version__}"  # who we say we are
    contact: str | None = None
    """URL or e-mail address for people who find us in their logs; part of the user agent."""
    include: str = ""  # patterns of addresses, parted by spaces: nothing else is asked for; all if empty
    exclude: str = ""  # patterns of addresses that are not asked for
    header: str = ""
    """Further headers, `Name: value`, a line each, for the sites the user names. A folder keeps no values."""
    time_limit: float | None = None  # seconds after which nothing more is asked for; the run can be resumed
    robots: bool = True  # whether robots.txt is asked and obeyed
    allow_private: bool = False  # loopback, private and other special addresses
    connect_to: str | None = None
    """HOST:PORT that every connection goes to, whatever the host name: labs and replays."""
    proxy: str | None = None  # URL of an HTTP proxy
    cookies: str | None = None  # a cookie file in Netscape format
    replay: str | None = None  # a WARC file that stands for the web
    render: str = "auto"
    """Whether scripts of pages run: never, always, or where a page has nothing to show without them."""
    render_share: float = 0.1  # of the delay: the pause before each part of a page that is rendered
    chromium: str | None = None  # the browser's program, where it is not on the PATH
    limits: Limits = Limits()

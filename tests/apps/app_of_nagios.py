"""Nagios (Debian, nagios4-cgi): the state of machines, CGI programs in C; tables inside the cells of a table."""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

from app_front import Pages, Programs
from app_kit import Application, Served, Workshop, files_state
from app_natural import natural
from app_oracle import Ask
from app_records import Item

HOME = "usr/lib/cgi-bin/nagios4"
HTML = "usr/share/nagios4/htdocs"
CHECKED = 1790000000
"""When the first machine was looked at last, in seconds."""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    kept, pages = workshop.folder / "kept", workshop.folder / "pages"
    kept.mkdir()
    pages.mkdir()
    (kept / "objects.cache").write_text(CONTACTS + "".join(_machine(item) for item in workshop.items))
    (kept / "status.dat").write_text(STATUS + "".join(_state(item) for item in workshop.items))
    (kept / "nagios.cfg").write_text(f"object_cache_file={kept}/objects.cache\nstatus_file={kept}/status.dat\n")
    settings = (
        f"main_config_file={kept}/nagios.cfg\nphysical_html_path={workshop.debian / HTML}\n"
        "url_html_path=/nagios4\nuse_authentication=0\nresult_limit=50\nescape_html_tags=1\nnavbar_search_for_aliases=1\n"
    )
    (kept / "cgi.cfg").write_text(settings)
    (pages / "side.html").write_bytes(_menu(workshop))
    variables = workshop.environment({"NAGIOS_CGI_CONFIG": str(kept / "cgi.cfg")})
    programs = Programs(workshop.debian / HOME, "/cgi-bin/nagios4", "status.cgi", variables)
    workshop.front.behind = Pages(pages, "/nagios4/side.html", programs)
    yield Served(form="/nagios4/side.html", state=lambda: files_state(kept))


CONTACTS = """define command {
  command_name check
  command_line /bin/true
  }
define timeperiod {
  timeperiod_name always
  alias always
  sunday 00:00-24:00
  }
"""
STATUS = f"info {{\n  created={CHECKED}\n  version=4.4.6\n  }}\nprogramstatus {{\n  nagios_pid=1\n  }}\n"


def _machine(item: Item) -> str:
    return (
        f"define host {{\n  host_name {_name(item)}\n  alias {_line(item.title)}\n"
        f"  address 192.0.2.{item.number % 250}\n  check_period always\n  check_command check\n"
        "  max_check_attempts 3\n  }\n"
        f"define service {{\n  host_name {_name(item)}\n  service_description {item.kind}\n  check_period always\n"
        "  check_command check\n  max_check_attempts 3\n  }\n"
    )


def _state(item: Item) -> str:
    state = (0, 0, 0, 1, 2)[item.number % 5]
    when = CHECKED - item.number * 61
    told = (
        "  has_been_checked=1\n  should_be_scheduled=1\n  active_checks_enabled=1\n  notifications_enabled=1\n"
        f"  plugin_output={_line(item.text)}\n  last_check={when}\n"
        f"  last_state_change={when - item.number * 977}\n  current_attempt=1\n  max_attempts=3\n  state_type=1\n"
    )
    return (
        f"hoststatus {{\n  host_name={_name(item)}\n{told}  current_state=0\n  }}\n"
        f"servicestatus {{\n  host_name={_name(item)}\n  service_description={item.kind}\n{told}"
        f"  current_state={state}\n  last_hard_state={state}\n  }}\n"
    )


def _name(item: Item) -> str:
    words = [word for word in item.title.lower().split() if word.isascii() and word.isalpha() and len(word) > 3]
    return "-".join((*words[:2], item.key))


def _line(text: str) -> str:
    """Its files end a value with the line and a comment begins with a semicolon."""
    return text.replace("\n", " ").replace(";", ",")


def _menu(workshop: Workshop) -> bytes:
    """The menu beside its pages, with the search; PHP fills in nothing but the addresses."""
    source = workshop.debian / HTML / "side.php"
    page = workshop.folder / "side.php"
    text = source.read_text().replace("include_once(dirname(__FILE__).'/includes/utils.inc.php');", SET)
    page.write_text(text)
    return workshop.run("php", page)


SET = '$cfg = ["cgi_base_url" => "/cgi-bin/nagios4"];'


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """An answer shows one machine: each by its name."""
    for item in items:
        yield Ask("/cgi-bin/nagios4/status.cgi?" + urlencode({"navbarsearch": "1", "host": _name(item)}))


NAGIOS = Application(
    "nagios", "monitor", 330, _serve, programs=("php",), unpacked=(f"{HOME}/status.cgi",), records=natural,
    oracle=_oracle
)  # fmt: skip

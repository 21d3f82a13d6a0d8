"""The network options: one place, judged before anything is sent, each reaching its setting."""

from pathlib import Path

import pytest

from leadline.cli.network import NetworkOptions
from leadline.errors import BadConfiguration
from leadline.web.settings import WebSettings


def test_nothing_given_is_the_defaults() -> None:
    """Without options the settings are the web's own defaults."""
    assert NetworkOptions().given().settings().web == WebSettings()


def test_every_option_reaches_its_setting(tmp_path: Path) -> None:
    """Each option sets the setting of its name."""
    jar = tmp_path / "cookies.txt"
    jar.write_text("# Netscape HTTP Cookie File\n")
    given = NetworkOptions(
        delay="0.5",
        concurrency="3",
        user_agent="Sounder/2",
        contact="https://example.org/bot",
        proxy="http://proxy.example:3128",
        cookies=str(jar),
        connect_to="127.0.0.1:8080",
        allow_private=True,
        no_robots=True,
    )
    assert given.given().settings().web == WebSettings(
        delay=0.5,
        concurrency=3,
        user_agent="Sounder/2",
        contact="https://example.org/bot",
        proxy="http://proxy.example:3128",
        cookies=str(jar),
        connect_to="127.0.0.1:8080",
        allow_private=True,
        robots=False,
    )


def test_option_wins_over_file_and_own_name_over_both(tmp_path: Path) -> None:
    """--delay beats --option web.delay, which beats the file."""
    file = tmp_path / "leadline.toml"
    file.write_text("[web]\ndelay = 5\nretries = 7\n[web.limits]\nredirects = 3\n")
    from_file = NetworkOptions(config=file).given().settings().web
    with_option = (
        NetworkOptions(config=file, option=["web.delay=4", "web.limits.body=1000"]).given().settings().web
    )
    with_both = NetworkOptions(config=file, option=["web.delay=4"], delay="3").given().settings().web
    assert (from_file.delay, from_file.retries, from_file.limits.redirects) == (5.0, 7, 3)
    assert (with_option.delay, with_option.limits.body) == (4.0, 1000)
    assert with_both.delay == 3.0


def test_one_file_serves_all_commands(tmp_path: Path) -> None:
    """A file may hold sections of other commands; --option for one that is not ours is a mistake."""
    file = tmp_path / "leadline.toml"
    file.write_text("[web]\ndelay = 5\n[locate]\npages = 7\n[harvest]\nmax_requests = 9\n")
    assert NetworkOptions(config=file).given().settings().web.delay == 5.0
    assert NetworkOptions(config=file).given().tree("locate")["locate"] == {"pages": 7}
    with pytest.raises(BadConfiguration, match="section 'harvest' is not known; known: web, locate"):
        NetworkOptions(config=file, option=["harvest.max_requests=1"]).given().tree("locate")


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"delay": "soon"}, "--delay"),
        ({"delay": "-1"}, "delay"),
        ({"delay": "nan"}, "delay"),
        ({"delay": "inf"}, "delay"),
        ({"concurrency": "0"}, "concurrency"),
        ({"concurrency": "2.5"}, "concurrency"),
        ({"user_agent": "a\r\nX-Evil: 1"}, "user_agent"),
        ({"contact": "me\n"}, "contact"),
        ({"connect_to": "localhost"}, "HOST:PORT"),
        ({"connect_to": "localhost:99999"}, "HOST:PORT"),
        ({"proxy": "socks"}, "proxy"),
        ({"cookies": "no-such-file.txt"}, "no-such-file.txt"),
        ({"replay": "no-such-file.warc.gz"}, "no-such-file.warc.gz"),
        ({"option": ["delay=1"]}, "section.key=value"),
        ({"option": ["web.speed=1"]}, "web.speed is not a setting"),
        ({"option": ["wed.delay=1"]}, "section 'wed' is not known"),
        ({"config": Path("no-such-file.toml")}, "no-such-file.toml"),
    ],
)
def test_a_bad_value_is_named(given: dict[str, str], says: str) -> None:
    """A value that cannot be used raises with the name of what is wrong."""
    with pytest.raises(BadConfiguration) as caught:
        NetworkOptions(**given).given().settings()  # type: ignore[arg-type]  # values of all the fields' types
    assert says in str(caught.value)
    assert caught.value.exit_code == 3

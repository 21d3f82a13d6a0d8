"""Shaarli (Debian): bookmarks with notes, in PHP without a database; interface and records are French."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import dated, natural

PACKAGED = "usr/share/shaarli"
SETTINGS = {
    "credentials": {"login": "archive", "hash": "none", "salt": "none"},
    "general": {"timezone": "UTC", "title": "Archives", "enabled_plugins": []},
    "translation": {"language": "fr"},
    "updates": {"check_updates": False},
    "thumbnails": {"mode": "none"},
}
LOAD = """<?php
chdir($argv[1]);
$_SERVER['REMOTE_ADDR'] = '127.0.0.1';
require_once $argv[1] . '/autoload.php';
$parts = ['bookmark/LinkUtils', 'config/ConfigPlugin', 'http/HttpUtils', 'http/UrlUtils', 'TimeZone', 'Utils'];
foreach ($parts as $part)
    require_once $argv[1] . "/application/$part.php";
$conf = new Shaarli\\Config\\ConfigManager();
$history = new Shaarli\\History($conf->get('resource.history'));
$mutex = new malkusch\\lock\\mutex\\NoMutex();
(new Shaarli\\Bookmark\\BookmarkIO($conf, $mutex))->write(new Shaarli\\Bookmark\\BookmarkArray());
$service = new Shaarli\\Bookmark\\BookmarkFileService($conf, $history, $mutex, true);
foreach (json_decode(stream_get_contents(STDIN), true) as $item) {
    $bookmark = new Shaarli\\Bookmark\\Bookmark();
    $bookmark->setTitle($item['title']);
    $bookmark->setUrl($item['url']);
    $bookmark->setDescription($item['text']);
    $bookmark->setTagsString($item['tags']);
    $bookmark->setCreated(new DateTime($item['date']));
    $service->add($bookmark, false);
}
$service->save();
"""
ROUTER = """<?php
$file = __DIR__ . parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if (is_file($file) && !preg_match('/\\.php$/', $file)) return false;
$_SERVER['SCRIPT_NAME'] = '/index.php';
chdir(__DIR__);
require __DIR__ . '/index.php';
"""
"""What its .htaccess asks of a web server: everything that is no file goes to one script."""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    site, kept, port = workshop.folder / "site", workshop.folder / "kept", free_port()
    _unpacked(workshop.debian / PACKAGED, site, kept)
    (kept / "data/config.json.php").write_text(f"<?php /*\n{json.dumps(SETTINGS)}\n*/ ?>")
    (site / "router.php").write_text(ROUTER)
    script = workshop.folder / "load.php"
    script.write_text(LOAD)
    rows = [
        {"title": i.title, "text": i.text, "tags": f"{i.kind} {i.place}".strip(), "date": dated(i),
         "url": f"http://archives.example.org/{i.kind}/{i.number}"}
        for i in workshop.items
    ]  # fmt: skip
    workshop.run("php", script, site, given=json.dumps(rows))
    with workshop.server(port, "php", "-S", f"127.0.0.1:{port}", "-t", site, site / "router.php"):
        workshop.front.behind = Upstream(port)
        yield Served(form="/", state=lambda: files_state(kept / "data", passing=("log.txt",)))


def _unpacked(packaged: Path, site: Path, kept: Path) -> None:
    """A copy that keeps everything below one folder, where the package has folders of the system."""
    shutil.copytree(packaged, site, symlinks=True, ignore=shutil.ignore_patterns("cache", "doc"))
    for name in ("data", "tmp", "cache", "pagecache"):
        (kept / name).mkdir(parents=True)
    for file in (site / "index.php", site / "init.php", site / "application/config/ConfigManager.php"):
        text = file.read_text().replace("/usr/share/shaarli", str(site)).replace("/var/lib/shaarli", str(kept))
        file.write_text(text.replace("/var/cache/shaarli", str(kept)))


SHAARLI = Application(
    "shaarli", "bookmarks", 350, _serve, programs=("php",), unpacked=(PACKAGED,),
    records=partial(natural, language="fr"),
)  # fmt: skip

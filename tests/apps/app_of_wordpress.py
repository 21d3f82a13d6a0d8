"""WordPress (Debian) on MariaDB: every record a post; the search box is a widget of the front page."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port
from app_mariadb import SERVER, asked, database

PACKAGED = "usr/share/wordpress"
CONFIGURATION = """<?php
define('DB_NAME', 'wordpress'); define('DB_USER', 'root'); define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:%(socket)s'); define('DB_CHARSET', 'utf8mb4'); define('DB_COLLATE', '');
define('WP_HOME', '%(home)s'); define('WP_SITEURL', '%(home)s');
define('WP_HTTP_BLOCK_EXTERNAL', true); define('DISABLE_WP_CRON', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
"""
LOAD = """<?php
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = $argv[2];
require $argv[1] . '/wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('Instruments', 'curator', 'curator@example.org', true, '', 'a-long-pass-phrase');
switch_theme('twentytwentyone');
foreach (json_decode(stream_get_contents(STDIN), true) as $item) {
    $category = wp_create_category($item['kind']);
    wp_insert_post(['post_title' => $item['title'], 'post_content' => $item['text'], 'post_status' => 'publish',
        'post_author' => 1, 'post_category' => [$category], 'post_date' => $item['date']]);
}
"""
COUNTED = ("posts", "comments", "users", "terms", "links", "usermeta", "commentmeta")


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    site, port, socket = workshop.folder / "site", free_port(), workshop.folder / "db.sock"
    shutil.copytree(workshop.debian / PACKAGED, site, symlinks=True)
    home = workshop.front.url("")
    (site / "wp-config.php").write_text(CONFIGURATION % {"socket": socket, "home": home})
    with database(workshop, socket, "wordpress"):
        _load(workshop, site)
        count = " UNION ALL ".join(f"SELECT '{name}', count(*) FROM wordpress.wp_{name}" for name in COUNTED)
        with workshop.server(port, "php", "-S", f"127.0.0.1:{port}", "-t", site, path="/wp-login.php"):
            workshop.front.behind = Upstream(port)
            yield Served(form="/", state=lambda: asked(workshop, socket, count))


def _load(workshop: Workshop, site: Path) -> None:
    script = workshop.folder / "load.php"
    script.write_text(LOAD)
    records = [
        {"title": i.title, "text": i.text, "kind": i.kind, "date": f"{2000 + i.number // 360}-"
         f"{i.number // 30 % 12 + 1:02d}-{i.number % 28 + 1:02d} 12:00:00"}
        for i in workshop.items
    ]  # fmt: skip
    workshop.run("php", script, site, workshop.front.address, given=json.dumps(records))


WORDPRESS = Application(
    "wordpress", "blog", 400, _serve, programs=("php", SERVER), unpacked=(PACKAGED,)
)  # fmt: skip

"""Redmine (Debian): a tracker on Ruby on Rails; interface and records are German."""

import json
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state
from app_natural import natural, signed

HOME = Path("/usr/share/redmine")
EMPTY = Path("/var/lib/dbconfig-common/sqlite3/redmine/instances/default/redmine_default")
"""The database that the package makes when it is installed: all tables, and English names of states."""
LOAD = """
require 'json'
[Role.where(builtin: 0), Tracker, IssueStatus, Enumeration, Query, WorkflowRule].each(&:delete_all)
Redmine::DefaultData::Loader.load('de')
Setting.default_language = 'de'
Setting.force_default_language_for_anonymous = '1'
Setting.notified_events = []
author = User.find_by_login('admin')
project = Project.create!(name: 'Archiv', identifier: 'archiv', is_public: true)
project.trackers = Tracker.all
JSON.parse(STDIN.read).each do |item|
  category = project.issue_categories.find_or_create_by!(name: item['kind'])
  issue = Issue.new(project: project, author: author, subject: item['title'], description: item['text'],
                    tracker: Tracker.all[item['number'] % 3], status: IssueStatus.all[item['number'] % 3],
                    priority: IssuePriority.all[item['number'] % 4],
                    category: item['place'].empty? ? nil : category)
  issue.notify = false
  issue.save!
end
"""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    database, port = _instance(workshop.folder), free_port()
    script = workshop.folder / "load.rb"
    script.write_text(LOAD)
    # An instance is a folder below the program's own, but its name may be a path that leads out again.
    variables = {
        "REDMINE_INSTANCE": os.path.relpath(workshop.folder, HOME / "instances"),
        "RAILS_ENV": "production",
    }
    rows = [
        {"number": i.number, "title": signed(i), "text": i.text, "kind": i.kind, "place": i.place}
        for i in workshop.items
    ]
    workshop.run(HOME / "bin/rails", "runner", script, given=json.dumps(rows), cwd=HOME, variables=variables)
    server = ("rackup", "--server", "webrick", "--env", "production", "--host", "127.0.0.1", "--port", str(port))
    # Once the program is loaded, only libraries that it names itself are found: the server is loaded before.
    variables["RUBYOPT"] = "-rwebrick"
    with workshop.server(port, *server, HOME / "config.ru", path="/login", **variables):
        workshop.front.behind = Upstream(port)
        yield Served(
            form="/projects/archiv/issues",
            state=lambda: tables_state(database, ("tokens",)),
            arguments=("--no-robots",),
        )


def _instance(folder: Path) -> Path:
    """What the package's own tool makes for an instance."""
    for name in ("config", "log", "tmp", "files", "public"):
        (folder / name).mkdir()
    database = folder / "redmine.db"
    shutil.copyfile(EMPTY, database)
    (folder / "config/database.yml").write_text(f"production:\n  adapter: sqlite3\n  database: {database}\n")
    (folder / "config/secret_key.txt").write_text(secrets.token_hex(64))
    return database


REDMINE = Application(
    "redmine", "tracker", 320, _serve, programs=("rackup", str(HOME / "bin/rails")),
    records=partial(natural, language="de"),
)  # fmt: skip

"""Plone (PyPI, Products.CMFPlone): a site of pages in Zope's object database, in page templates; all is Japanese.

The box of its search stands on every page, and so does a menu of all pages by their titles; beside ten results
stand boxes for kinds, days and the order.
"""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port
from app_natural import dated, natural
from app_oracle import Ask, pages
from app_records import Item

LOAD = """
import json
import transaction
from AccessControl.SecurityManagement import newSecurityManager
from DateTime import DateTime
from plone.app.textfield.value import RichTextValue
from Products.CMFPlone.factory import addPloneSite
from Testing.makerequest import makerequest
from zope.component.hooks import setSite
from zope.globalrequest import setRequest
app = makerequest(app)
setRequest(app.REQUEST)
newSecurityManager(None, app.acl_users.getUser("admin").__of__(app.acl_users))
site = addPloneSite(app, "archives", title="\\u8c37\\u306e\\u6587\\u66f8", setup_content=False,
    default_language="ja", extension_ids=("plone.app.contenttypes:default", "plonetheme.barceloneta:default"))
setSite(site)
for row in json.load(open("rows.json")):
    folder = row.pop("folder")
    if folder not in site:
        site.invokeFactory("Folder", folder, title=row["kind"])
        site.portal_workflow.doActionFor(site[folder], "publish")
    site[folder].invokeFactory("Document", row["id"], title=row["title"], description=row["text"][:200],
        text=RichTextValue(row["text"], "text/plain", "text/html"), subject=(row["kind"],))
    page = site[folder][row["id"]]
    site.portal_workflow.doActionFor(page, "publish")
    page.setEffectiveDate(DateTime(row["date"]))
    page.reindexObject()
transaction.commit()
"""
FORM, SEARCH, ON_A_PAGE = "/archives", "/archives/@@search", 10


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, tools, site = free_port(), workshop.tools / "lofts/bin", workshop.folder / "site"
    workshop.run(workshop.python_of("lofts"), tools / "mkwsgiinstance", "-d", site, "-u", "admin:not-for-use")
    settings = site / "etc/zope.ini"
    settings.write_text(settings.read_text().replace("port = 8080", f"port = {port}"))
    kinds = sorted({item.kind for item in workshop.items})
    rows = [
        {"id": f"paper{i.number:04d}", "title": i.title, "kind": i.kind, "folder": f"box{kinds.index(i.kind)}",
         "text": i.text, "date": dated(i)}
        for i in workshop.items
    ]  # fmt: skip
    (workshop.folder / "rows.json").write_text(json.dumps(rows))
    (workshop.folder / "load.py").write_text(LOAD)
    workshop.run(tools / "zconsole", "run", site / "etc/zope.conf", "load.py")
    with workshop.server(port, tools / "runwsgi", settings, path="/archives"):
        workshop.front.behind = Upstream(port, {"accept-language": "ja"})
        kept = site / "var/Data.fs"
        yield Served(form=FORM, state=lambda: hashlib.sha256(kept.read_bytes()).hexdigest())


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """How every key begins, as what is typed is taken for a beginning; page by page."""
    for page in pages(len(items), ON_A_PAGE):
        yield Ask(f"{SEARCH}?SearchableText=mk&portal_type:list=Document&b_start:int={page * ON_A_PAGE}")


PLONE = Application(
    "plone", "site of pages", 330, _serve, modules=("Products/CMFPlone",), environment="lofts",
    records=partial(natural, language="ja"), oracle=_oracle,
)  # fmt: skip

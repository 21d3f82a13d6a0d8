"""Swish-e (Debian): a CGI search engine in Perl, with limits, sort orders and fields to search in."""

from collections.abc import Iterator
from contextlib import contextmanager

from app_front import Pages, Program
from app_kit import Application, Served, Workshop, files_state
from app_of_omega import write_pages

CGI = "/usr/lib/swish-e/swish.cgi"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    pages, index = workshop.folder / "pages", workshop.folder / "index.swish-e"
    write_pages(pages, workshop.items)
    (workshop.folder / "swish.conf").write_text(
        f"IndexDir {pages}\nIndexFile {index}\nIndexOnly .html\nDefaultContents HTML2\n"
        f"StoreDescription HTML2 <body> 100000\nMetaNames swishtitle swishdocpath\n"
        f'ReplaceRules replace "{workshop.folder}" ""\n'
    )
    workshop.run("swish-e", "-c", workshop.folder / "swish.conf")
    # The program looks for its settings in the folder it runs in, where Perl looks only if told so.
    (workshop.folder / ".swishcgi.conf").write_text(
        "return { title => 'Search the instruments', swish_binary => '/usr/bin/swish-e',"
        f" swish_index => '{index}' }};\n"
    )
    variables = workshop.environment({"PERL_USE_UNSAFE_INC": "1"})
    engine = Program((CGI,), "/cgi-bin/swish.cgi", variables, workshop.folder)
    workshop.front.behind = Pages(pages, "/pages/", engine)
    yield Served(form="/cgi-bin/swish.cgi", state=lambda: files_state(pages))


SWISH = Application("swish", "CGI search engine", 500, _serve, programs=("swish-e", CGI))

"""Install what the applications need: `python tests/apps/app_install.py FOLDER` (`make test-apps` does it).

- Applications from PyPI go into a virtual environment of their own, FOLDER, with versions and hashes as in
  requirements.txt beside this file; those that cannot live with these, into environments below FOLDER.
- Applications from npm go into FOLDER/npm, in the versions named here; their installation scripts are not run.
- Programs and interpreters from Debian are installed with apt-get, without recommended packages, where this user
  may do that; otherwise it is said which are missing, and their applications are skipped.
- Web applications whose packages would set up a web server are only downloaded and unpacked below FOLDER/debian.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

INSTALLED = (
    *("php-cli", "php-xml", "php-mbstring", "php-sqlite3", "php-intl", "php-mysql"),
    *("php-phpseclib", "php-geshi", "libphp-simplepie", "php-random-compat"),
    *("mariadb-server-core", "mariadb-client-core"),
    *("git", "gitweb", "cgit", "fossil", "xapian-omega", "namazu2", "namazu2-index-tools"),
    *("swish-e", "libcgi-pm-perl", "libdate-calc-perl"),
    *("kiwix-tools", "zim-tools", "public-inbox", "libsearch-xapian-perl", "libplack-perl"),
    *("ikiwiki", "libcgi-session-perl", "libcgi-formbuilder-perl", "gcc", "libc6-dev"),
    *("gitit", "hledger-web", "htdig", "ruby", "ruby-webrick", "tdiary", "redmine", "redmine-sqlite"),
    *("php-slim", "php-parsedown", "php-parsedown-extra", "php-oscarotero-gettext", "php-klogger"),
    *("php-malkusch-lock", "php-netscape-bookmark-parser", "php-pubsubhubbub-publisher", "php-gd", "php-curl"),
    "php-arthurhoaro-web-thumbnailer",
    *("libwiki-toolkit-perl", "libwiki-toolkit-formatter-usemod-perl", "libwiki-toolkit-plugin-categoriser-perl"),
    *("libwiki-toolkit-plugin-diff-perl", "libwiki-toolkit-plugin-locator-grid-perl", "libplucene-perl"),
    *("libwiki-toolkit-plugin-ping-perl", "libwiki-toolkit-plugin-json-perl", "libconfig-tiny-perl"),
    *("libgeo-coordinates-utm-perl", "libgeo-coordinates-osgb-perl", "libgeo-coordinates-itm-perl"),
    *("libgeo-helmerttransform-perl", "libparse-recdescent-perl", "libtemplate-perl", "libxml-rss-perl"),
    *("libclass-accessor-perl", "libdbd-sqlite3-perl", "libdata-validate-uri-perl", "libnet-netmask-perl"),
    *("libtemplate-plugin-json-escape-perl", "libmime-lite-perl", "libjson-perl", "libwww-perl"),
    *("dictfmt", "libdico2", "libgsasl18", "libltdl7", "libpcre3", "m4"),
    *("python3-django", "python3-dicoclient", "python3-wikitrans"),
    *("libcups2", "libavahi-client3", "libpaper1"),
    *("librestfuldb-perl", "libauthen-oath-perl", "libhtml-fromtext-perl", "libhtml-restrict-perl"),
    *("libfile-mimeinfo-perl", "liblist-moreutils-perl", "libtext-csv-perl", "libtext-csv-xs-perl"),
    *("libtext-markdown-perl", "libtext-sprintfn-perl", "liburi-encode-perl", "liburl-encode-perl"),
    *("libxml-libxml-perl", "libspreadsheet-wright-perl", "libhash-merge-perl"),
    *("qdbm-util", "qdbm-cgi", "yard", "global", "ruby-hikidoc", "ruby-uconv", "docdiff"),
    *("gawk", "swish++", "libdb5.3", "lua5.1", "lua-coxpcall", "lua-wsapi", "lua-markdown", "lua-cosmo"),
    *("lua-filesystem", "lua-md5", "lua-socket"),
    *("calibre", "r-base-core", "swi-prolog-nox", "gettext"),
    *("php-ldap", "php-gmp", "php-zip", "libwrap0", "libodbc2", "doxygen", "qbittorrent-nox"),
    *("apache2-bin", "mod-musicindex-common", "libid3tag0", "libmad0", "libvorbisfile3", "locales"),
    *("libapache-session-perl", "libbusiness-hours-perl", "libcgi-emulate-psgi-perl", "libcgi-psgi-perl"),
    *("libconvert-color-perl", "libcrypt-eksblowfish-perl", "libcrypt-x509-perl", "libcss-minifier-xs-perl"),
    *("libcss-squish-perl", "libdata-guid-perl", "libdata-ical-perl", "libdata-page-pageset-perl"),
    *("libdatetime-format-natural-perl", "libdate-extract-perl", "libdate-manip-perl"),
    *("libdbix-searchbuilder-perl", "libdevel-globaldestruction-perl", "libemail-address-list-perl"),
    *("libencode-detect-perl", "libencode-hanextra-perl", "libfile-which-perl", "libgd-text-perl"),
    *("libgd-graph-perl", "libgnupg-interface-perl", "libipc-run-perl", "libhtml-formatexternal-perl"),
    *("libhtml-formattext-withlinks-perl", "libhtml-formattext-withlinks-andtables-perl", "libhtml-gumbo-perl"),
    *("libhtml-mason-perl", "libhtml-mason-psgihandler-perl", "libhtml-quoted-perl"),
    *("libhtml-rewriteattributes-perl", "libipc-run3-perl", "libjavascript-minifier-xs-perl"),
    *("liblocale-maketext-fuzzy-perl", "liblocale-maketext-lexicon-perl", "liblog-dispatch-perl"),
    *("libmime-tools-perl", "libmodule-path-perl", "libmodule-refresh-perl", "libmodule-versions-report-perl"),
    *("libmoose-perl", "libmoosex-nonmoose-perl", "libmoosex-role-parameterized-perl", "libnet-ip-perl"),
    *("libnet-ldap-perl", "libparallel-forkmanager-perl", "libpath-dispatcher-perl", "libperlio-eol-perl"),
    *("libpod-parser-perl", "libregexp-common-net-cidr-perl", "librole-basic-perl", "libscope-upper-perl"),
    *("libstring-shellquote-perl", "libsymbol-global-name-perl", "libtext-autoformat-perl"),
    *("libtext-password-pronounceable-perl", "libtext-quoted-perl", "libtext-template-perl"),
    *("libtext-wrapper-perl", "libtime-parsedate-perl", "libtree-simple-perl", "libuniversal-require-perl"),
    *("libweb-machine-perl", "libxml-simple-perl", "starlet"),
    *("python3-searx", "w3m", "libdata-page-perl", "liblocale-gettext-perl", "liburi-perl"),
    *("libjcode-pm-perl", "libhtml-template-perl", "ripgrep"),
    *("notmuch", "python3-notmuch", "redis-tools"),
    *("php-bcmath", "libfile-ncopy-perl", "libmime-types-perl", "python3-recoll", "recollcmd"),
)
"""Interpreters, programs and libraries; none of them starts a service."""
UNPACKED = {
    "usr/share/dokuwiki": ("dokuwiki",),
    "usr/share/mediawiki": ("mediawiki", "mediawiki-classes"),
    "usr/lib/cgi-bin/wiki.pl": ("usemod-wiki",),
    "usr/bin/didiwiki": ("didiwiki",),
    "usr/share/wordpress": ("wordpress", "wordpress-theme-twentytwentyone"),
    "usr/lib/cgi-bin/openguides": ("openguides",),
    "usr/share/shaarli": ("shaarli",),
    "usr/share/phpliteadmin": ("phpliteadmin",),
    "usr/lib/cgi-bin/dpkg": ("dpkg-www",),
    "usr/lib/cgi-bin/doc-central": ("doc-central",),
    "usr/lib/cgi-bin/nagios4": ("nagios4-cgi",),
    "usr/share/dicoweb": ("dicoweb", "dicod"),
    "usr/share/restfuldb": ("restfuldb",),
    "usr/share/awstats": ("awstats",),
    "usr/share/hiki": ("hiki",),
    "usr/sbin/sks": ("sks",),
    "usr/share/adminer": ("adminer",),
    "usr/lib/xymon": ("xymon",),
    "usr/lib/cgi-bin/man": ("man2html",),
    "usr/share/lua/5.1/sputnik": ("sputnik",),
    "usr/lib/cups/cgi-bin": ("cups", "cups-daemon", "cups-server-common"),
    "usr/share/hoteldruid": ("hoteldruid",),
    "usr/share/postfixadmin": ("postfixadmin",),
    "usr/share/phpldapadmin": ("phpldapadmin", "slapd"),
    "usr/share/ldap-account-manager": ("ldap-account-manager", "slapd"),
    "usr/bin/godoc": ("golang-golang-x-tools",),
    "usr/share/request-tracker5": ("request-tracker5",),
    "usr/lib/cgi-bin/dsearch": ("dhelp",),
    "usr/share/chalow": ("chalow",),
    "usr/share/zoneminder": ("zoneminder",),
    "usr/share/zabbix": ("zabbix-frontend-php",),
    "usr/share/zabbix-server-mysql": ("zabbix-server-mysql",),
    "usr/sbin/dwww-find": ("dwww",),
    "usr/lib/apache2/modules/mod_musicindex.so": ("libapache2-mod-musicindex",),
}
"""Folders that must be there, and the packages that hold them."""
ENVIRONMENTS = {
    "": "requirements.txt",
    "flask": "requirements-flask.txt",
    "django": "requirements-django.txt",
    "mail": "requirements-mail.txt",
    "forms": "requirements-forms.txt",
    "scripted": "requirements-scripted.txt",
    "sites": "requirements-sites.txt",
    "lists": "requirements-lists.txt",
    "pages": "requirements-pages.txt",
    "cms": "requirements-cms.txt",
    "talks": "requirements-talks.txt",
    "rooms": "requirements-rooms.txt",
    "halls": "requirements-halls.txt",
    "lofts": "requirements-lofts.txt",
    "decks": "requirements-decks.txt",
    "yards": "requirements-yards.txt",
    "barns": "requirements-barns.txt",
    "attics": "requirements-attics.txt",
    "cellars": "requirements-cellars.txt",
    "sheds": "requirements-sheds.txt",
    "nooks": "requirements-nooks.txt",
    "crofts": "requirements-crofts.txt",
    "mews": "requirements-mews.txt",
    "stalls": "requirements-stalls.txt",
}
"""Virtual environments, by their folder below the one given."""
NODE = (
    *("raneto@0.16.0", "jingo@1.9.7", "express-admin@2.0.0", "mysql@2.18.1", "maildev@2.2.1"),
    *("verdaccio@5.20.1", "vitepress@1.6.4", "tiddlywiki@5.4.1", "docsify@5.0.0", "pagefind@1.6.0"),
    "@ldf/server@3.3.0",
    *("wiki@0.40.2", "allure@3.18.0", "hexo@8.1.2", "hexo-cli@4.3.2", "hexo-theme-next@8.29.0"),
    *("hexo-renderer-marked@7.0.1", "hexo-renderer-stylus@3.0.1", "hexo-renderer-ejs@2.0.0"),
    *("hexo-generator-searchdb@1.5.0", "@next-theme/plugins@8.29.1"),
    *("graphql@15.11.0", "json-graphql-server@2.4.0", "react@19.3.1", "react-dom@19.3.1", "react-admin@5.15.4"),
    *("ra-data-graphql-simple@5.15.0", "esbuild@0.28.2", "express@5.3.0"),
    *("bullmq@6.7.0", "ioredis@6.0.0", "@bull-board/api@9.10.2", "@bull-board/express@9.10.1"),
    *("json-server@0.17.4", "ra-data-json-server@5.15.3", "swagger-ui-dist@5.35.0"),
    *("honkit@6.1.7", "typedoc@0.28.20", "typescript@5.9.3", "@cucumber/cucumber@12.9.0"),
)
"""Applications from npm. No lock file: it would record the addresses of an index."""


def install(folder: Path) -> list[str]:
    """Install what can be; the rest is named, each with its reason."""
    problems: list[str] = []
    for name, file in ENVIRONMENTS.items():
        problems += _environment(folder / name, Path(__file__).with_name(file))
    problems += _debian(folder / "debian") + _node(folder / "npm")
    return [f"missing: {problem}" for problem in problems]


def _environment(folder: Path, requirements: Path) -> list[str]:
    stamp = folder / "installed.txt"
    wanted = requirements.read_text()
    if stamp.exists() and stamp.read_text() == wanted:
        return []
    venv.create(folder, with_pip=True)
    # The files are complete, and a package may pin another that can no longer be built (see its `.in`).
    quiet = ("--quiet", "--disable-pip-version-check", "--no-deps")
    pip = (str(folder / "bin/python"), "-m", "pip", "install", *quiet, "--require-hashes", "-r", str(requirements))
    if problem := _failed(*pip):
        return [f"the applications from PyPI ({problem})"]
    stamp.write_text(wanted)
    return []


def _node(folder: Path) -> list[str]:
    absent = [package for package in NODE if not (folder / "node_modules" / package.rpartition("@")[0]).exists()]
    if not absent:
        return []
    if shutil.which("npm") is None:
        return [f"{' '.join(absent)} (from npm, and there is no npm)"]
    folder.mkdir(parents=True, exist_ok=True)
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error")
    command = ("npm", "install", *quiet, "--prefix", str(folder))
    return [f"{package} ({problem})" for package in absent if (problem := _failed(*command, package))]


def _debian(folder: Path) -> list[str]:
    packages = [name for name in INSTALLED if not _is_installed(name)]
    archives = [name for path, names in UNPACKED.items() if not (folder / path).exists() for name in names]
    if not packages and not archives:
        return []
    if shutil.which("apt-get") is None:
        return [f"{' '.join((*packages, *archives))} (Debian packages, and there is no apt-get)"]
    if os.geteuid() != 0:
        problems = [f"{' '.join(packages)} (Debian packages; only root can install them)"] if packages else []
        return problems + _unpacked(archives, folder)
    if problem := _failed("apt-get", "update", "--quiet=2"):
        return [f"{' '.join((*packages, *archives))} (apt-get update: {problem})"]
    command = ("apt-get", "install", "--quiet=2", "--yes", "--no-install-recommends")
    problems = []
    if packages and _failed(*command, *packages):  # one of them cannot be had: each by itself, so that the rest is
        problems = [f"{name} ({problem})" for name in packages if (problem := _failed(*command, name))]
    return problems + _unpacked(archives, folder)


def _unpacked(archives: list[str], folder: Path) -> list[str]:
    problems = []
    for name in archives:
        with tempfile.TemporaryDirectory() as place:
            if problem := _failed("apt-get", "download", "--quiet=2", name, cwd=Path(place)):
                problems.append(f"{name} ({problem})")
            for package in Path(place).glob("*.deb"):
                subprocess.run(["dpkg-deb", "--extract", package, folder], check=True)
    return problems


def _is_installed(package: str) -> bool:
    return shutil.which("dpkg") is not None and _failed("dpkg", "--status", package) is None


def _failed(*command: str, cwd: Path | None = None) -> str | None:
    """The last line of what a command said if it failed."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    said = [line for line in done.stdout.splitlines() if line.strip()]
    return (said[-1] if said else f"exit code {done.returncode}") if done.returncode else None


if __name__ == "__main__":
    for line in install(Path(sys.argv[1])):
        print(line, file=sys.stderr)

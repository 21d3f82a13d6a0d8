"""Every application there is, in the order in which they are tried."""

from app_kit import Application
from app_of_adminer import ADMINER
from app_of_allure import ALLURE
from app_of_anitya import ANITYA
from app_of_appbuilder import APPBUILDER
from app_of_ara import ARA
from app_of_archivebox import ARCHIVEBOX
from app_of_askbot import ASKBOT
from app_of_atramhasis import ATRAMHASIS
from app_of_awstats import AWSTATS
from app_of_beets import BEETS
from app_of_buildbot import BUILDBOT
from app_of_buku import BUKU
from app_of_bullboard import BULLBOARD
from app_of_calibre import CALIBRE
from app_of_calibreweb import CALIBREWEB
from app_of_cgit import CGIT
from app_of_chalow import CHALOW
from app_of_classified import CLASSIFIED
from app_of_coderedcms import CODEREDCMS
from app_of_copyparty import COPYPARTY
from app_of_cubicweb import CUBICWEB
from app_of_cucumber import CUCUMBER
from app_of_cups import CUPS
from app_of_dagster import DAGSTER
from app_of_datasette import DATASETTE
from app_of_dbtdocs import DBTDOCS
from app_of_devpi import DEVPI
from app_of_dhelp import DHELP
from app_of_dicoweb import DICOWEB
from app_of_didiwiki import DIDIWIKI
from app_of_djangoadmin import DJANGOADMIN
from app_of_djangowiki import DJANGOWIKI
from app_of_doccentral import DOCCENTRAL
from app_of_docsify import DOCSIFY
from app_of_dokuwiki import DOKUWIKI
from app_of_doxygen import DOXYGEN
from app_of_dpkgwww import DPKGWWW
from app_of_dwww import DWWW
from app_of_ephios import EPHIOS
from app_of_expressadmin import EXPRESSADMIN
from app_of_fava import FAVA
from app_of_fedwiki import FEDWIKI
from app_of_feedreader import FEEDREADER
from app_of_filer import FILER
from app_of_flaskadmin import FLASKADMIN
from app_of_flaskprofiler import FLASKPROFILER
from app_of_flower import FLOWER
from app_of_fossil import FOSSIL
from app_of_gitit import GITIT
from app_of_gitweb import GITWEB
from app_of_godoc import GODOC
from app_of_helpdesk import HELPDESK
from app_of_hexo import HEXO
from app_of_hgweb import HGWEB
from app_of_hiki import HIKI
from app_of_hledger import HLEDGER
from app_of_honkit import HONKIT
from app_of_hoteldruid import HOTELDRUID
from app_of_htags import HTAGS
from app_of_htdig import HTDIG
from app_of_hyperkitty import HYPERKITTY
from app_of_ikiwiki import IKIWIKI
from app_of_irclog import IRCLOG
from app_of_jingo import JINGO
from app_of_jsonserver import JSONSERVER
from app_of_jupyterhub import JUPYTERHUB
from app_of_kerko import KERKO
from app_of_kiwix import KIWIX
from app_of_kotti import KOTTI
from app_of_lam import LAM
from app_of_ldfserver import LDFSERVER
from app_of_libdoc import LIBDOC
from app_of_luigi import LUIGI
from app_of_lute import LUTE
from app_of_machina import MACHINA
from app_of_maildev import MAILDEV
from app_of_mansearch import MANSEARCH
from app_of_mediawiki import MEDIAWIKI
from app_of_mezzanine import MEZZANINE
from app_of_mkdocs import MKDOCS
from app_of_mlflow import MLFLOW
from app_of_moin import MOIN
from app_of_musicindex import MUSICINDEX
from app_of_nagios import NAGIOS
from app_of_namazu import NAMAZU
from app_of_netviel import NETVIEL
from app_of_notebook import NOTEBOOK
from app_of_omega import OMEGA
from app_of_openguides import OPENGUIDES
from app_of_optuna import OPTUNA
from app_of_oscar import OSCAR
from app_of_otterwiki import OTTERWIKI
from app_of_pagefind import PAGEFIND
from app_of_papis import PAPIS
from app_of_patchman import PATCHMAN
from app_of_pdoc import PDOC
from app_of_phpldapadmin import PHPLDAPADMIN
from app_of_phpliteadmin import PHPLITEADMIN
from app_of_pldoc import PLDOC
from app_of_plone import PLONE
from app_of_postfixadmin import POSTFIXADMIN
from app_of_prefect import PREFECT
from app_of_pretalx import PRETALX
from app_of_publicinbox import PUBLICINBOX
from app_of_puput import PUPUT
from app_of_pydoc import PYDOC
from app_of_pyweb import PYWEB
from app_of_qbittorrent import QBITTORRENT
from app_of_qfts import QFTS
from app_of_raneto import RANETO
from app_of_rdoc import RDOC
from app_of_reactadmin import REACTADMIN
from app_of_reader import READER
from app_of_recoll import RECOLL
from app_of_redmine import REDMINE
from app_of_restfuldb import RESTFULDB
from app_of_rhelp import RHELP
from app_of_rosetta import ROSETTA
from app_of_roundup import ROUNDUP
from app_of_rt import RT
from app_of_searx import SEARX
from app_of_shaarli import SHAARLI
from app_of_sks import SKS
from app_of_sphinx import SPHINX
from app_of_spirit import SPIRIT
from app_of_sputnik import SPUTNIK
from app_of_starletteadmin import STARLETTEADMIN
from app_of_swaggerui import SWAGGERUI
from app_of_swish import SWISH
from app_of_tdiary import TDIARY
from app_of_tgcrud import TGCRUD
from app_of_tiddlywiki import TIDDLYWIKI
from app_of_trac import TRAC
from app_of_typedoc import TYPEDOC
from app_of_usemod import USEMOD
from app_of_verdaccio import VERDACCIO
from app_of_vitepress import VITEPRESS
from app_of_wagtailadmin import WAGTAILADMIN
from app_of_wikmd import WIKMD
from app_of_wordpress import WORDPRESS
from app_of_xymon import XYMON
from app_of_yard import YARD
from app_of_zabbix import ZABBIX
from app_of_zoneminder import ZONEMINDER

APPLICATIONS: tuple[Application, ...] = (
    DATASETTE,
    FLASKADMIN,
    DEVPI,
    ROUNDUP,
    TRAC,
    FOSSIL,
    DOKUWIKI,
    MEDIAWIKI,
    USEMOD,
    DIDIWIKI,
    GITIT,
    KIWIX,
    PUBLICINBOX,
    IKIWIKI,
    PYDOC,
    WORDPRESS,
    OMEGA,
    NAMAZU,
    SWISH,
    GITWEB,
    CGIT,
    HGWEB,
    HLEDGER,
    HTDIG,
    RANETO,
    TDIARY,
    CALIBREWEB,
    READER,
    OSCAR,
    DJANGOADMIN,
    MOIN,
    OPENGUIDES,
    JINGO,
    OTTERWIKI,
    REDMINE,
    SPIRIT,
    SHAARLI,
    ARA,
    DPKGWWW,
    NAGIOS,
    HYPERKITTY,
    DOCCENTRAL,
    DJANGOWIKI,
    PHPLITEADMIN,
    MACHINA,
    CLASSIFIED,
    PAPIS,
    DICOWEB,
    CUPS,
    MEZZANINE,
    RESTFULDB,
    EXPRESSADMIN,
    AWSTATS,
    QFTS,
    HIKI,
    SKS,
    YARD,
    ADMINER,
    HTAGS,
    XYMON,
    MANSEARCH,
    SPUTNIK,
    ANITYA,
    PATCHMAN,
    CALIBRE,
    ROSETTA,
    PUPUT,
    WAGTAILADMIN,
    RHELP,
    KOTTI,
    HOTELDRUID,
    MUSICINDEX,
    KERKO,
    EPHIOS,
    PRETALX,
    WIKMD,
    CUBICWEB,
    RT,
    POSTFIXADMIN,
    PHPLDAPADMIN,
    ATRAMHASIS,
    PLDOC,
    APPBUILDER,
    CODEREDCMS,
    LAM,
    GODOC,
    SEARX,
    DHELP,
    FILER,
    PLONE,
    BUKU,
    CHALOW,
    ARCHIVEBOX,
    LDFSERVER,
    IRCLOG,
    ZABBIX,
    TGCRUD,
    RECOLL,
    FEEDREADER,
    PYWEB,
    DWWW,
    ASKBOT,
)

READY: tuple[Application, ...] = ()
"""Made ready and never harvested: kept for a first look when a mechanism is finished (docs/results/first-look.md).

After its first look an application moves to the others; `make test-apps` harvests only those.
"""

SCRIPTED: tuple[Application, ...] = (
    *(BEETS, FAVA, MAILDEV, LUTE, HELPDESK, LUIGI, DAGSTER),
    *(MKDOCS, SPHINX, TIDDLYWIKI, VITEPRESS, VERDACCIO, PREFECT),
    *(FLASKPROFILER, RDOC, JUPYTERHUB),
    *(STARLETTEADMIN, DOXYGEN, DOCSIFY, BUILDBOT, MLFLOW, PAGEFIND, PDOC, QBITTORRENT),
    *(OPTUNA, LIBDOC, NETVIEL),
    *(FEDWIKI, DBTDOCS, HEXO, NOTEBOOK, ALLURE, REACTADMIN),
    *(ZONEMINDER, BULLBOARD, SWAGGERUI, JSONSERVER),
    *(FLOWER, COPYPARTY, TYPEDOC, HONKIT, CUCUMBER),
)
"""Applications whose pages are filled by scripts; `make test-apps` has no browser to harvest them with."""

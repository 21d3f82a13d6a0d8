"""django-oscar (PyPI): a shop; products in a grid, each with a form that puts it into the basket; in French."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state
from app_natural import natural

SETTINGS = """
from oscar.defaults import *
SECRET_KEY, DEBUG, ALLOWED_HOSTS = "shop", False, ["*"]
INSTALLED_APPS = [
    "django.contrib.admin", "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions",
    "django.contrib.messages", "django.contrib.staticfiles", "django.contrib.sites", "django.contrib.flatpages",
    "oscar.config.Shop", "oscar.apps.analytics.apps.AnalyticsConfig", "oscar.apps.checkout.apps.CheckoutConfig",
    "oscar.apps.address.apps.AddressConfig", "oscar.apps.shipping.apps.ShippingConfig",
    "oscar.apps.catalogue.apps.CatalogueConfig", "oscar.apps.catalogue.reviews.apps.CatalogueReviewsConfig",
    "oscar.apps.communication.apps.CommunicationConfig", "oscar.apps.partner.apps.PartnerConfig",
    "oscar.apps.basket.apps.BasketConfig", "oscar.apps.payment.apps.PaymentConfig",
    "oscar.apps.offer.apps.OfferConfig", "oscar.apps.order.apps.OrderConfig",
    "oscar.apps.customer.apps.CustomerConfig", "oscar.apps.search.apps.SearchConfig",
    "oscar.apps.voucher.apps.VoucherConfig", "oscar.apps.wishlists.apps.WishlistsConfig",
    "oscar.apps.dashboard.apps.DashboardConfig", "oscar.apps.dashboard.reports.apps.ReportsDashboardConfig",
    "oscar.apps.dashboard.users.apps.UsersDashboardConfig",
    "oscar.apps.dashboard.orders.apps.OrdersDashboardConfig",
    "oscar.apps.dashboard.catalogue.apps.CatalogueDashboardConfig",
    "oscar.apps.dashboard.offers.apps.OffersDashboardConfig",
    "oscar.apps.dashboard.partners.apps.PartnersDashboardConfig",
    "oscar.apps.dashboard.pages.apps.PagesDashboardConfig",
    "oscar.apps.dashboard.ranges.apps.RangesDashboardConfig",
    "oscar.apps.dashboard.reviews.apps.ReviewsDashboardConfig",
    "oscar.apps.dashboard.vouchers.apps.VouchersDashboardConfig",
    "oscar.apps.dashboard.communications.apps.CommunicationsDashboardConfig",
    "oscar.apps.dashboard.shipping.apps.ShippingDashboardConfig",
    "widget_tweaks", "haystack", "treebeard", "sorl.thumbnail", "django_tables2",
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware", "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "oscar.apps.basket.middleware.BasketMiddleware",
]
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS": {
    "context_processors": [
        "django.contrib.auth.context_processors.auth", "django.template.context_processors.request",
        "django.template.context_processors.i18n", "django.template.context_processors.static",
        "django.contrib.messages.context_processors.messages", "oscar.apps.search.context_processors.search_form",
        "oscar.apps.checkout.context_processors.checkout",
        "oscar.apps.communication.notifications.context_processors.notifications",
        "oscar.core.context_processors.metadata"]}}]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "shop.db", "ATOMIC_REQUESTS": True}}
HAYSTACK_CONNECTIONS = {"default": {"ENGINE": "haystack.backends.whoosh_backend.WhooshEngine", "PATH": "index"}}
LANGUAGES, LANGUAGE_CODE, USE_TZ, SITE_ID, ROOT_URLCONF = [("fr", "fran\\u00e7ais")], "fr", True, 1, "shop_urls"
STATIC_URL, MEDIA_URL, MEDIA_ROOT = "/static/", "/media/", "media"
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
OSCAR_DEFAULT_CURRENCY, OSCAR_SHOP_NAME, OSCAR_MISSING_IMAGE_URL = "EUR", "Brocante", ""
"""
"""The list of its documentation ("Getting started"), without the page that sends mail."""
ADDRESSES = """
from django.apps import apps
from django.urls import include, path
shop = apps.get_app_config("oscar").urls[0]
urlpatterns = [path("i18n/", include("django.conf.urls.i18n")), path("", include(shop))]
"""
LOAD = """
import json, sys
import django
django.setup()
from decimal import Decimal
from oscar.apps.catalogue.categories import create_from_breadcrumbs
from oscar.apps.catalogue.models import Product, ProductClass
from oscar.apps.partner.models import Partner, StockRecord
kind = ProductClass.objects.create(name="papier", requires_shipping=True, track_stock=True)
partner = Partner.objects.create(name="Grenier")
for item in json.load(sys.stdin):
    product = Product.objects.create(product_class=kind, title=item["title"], upc=item["number"],
                                     description="<p>" + item["text"] + "</p>", structure="standalone")
    product.categories.add(create_from_breadcrumbs(item["kind"]))
    if item["number"] % 7:
        StockRecord.objects.create(product=product, partner=partner, partner_sku=str(item["number"]),
                                   price=Decimal(item["number"] * 37 % 9000) / 100 + 1,
                                   num_in_stock=item["number"] % 4)
"""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, python = free_port(), workshop.python_of("django")
    (workshop.folder / "shop_settings.py").write_text(SETTINGS)
    (workshop.folder / "shop_urls.py").write_text(ADDRESSES)
    settings = {"DJANGO_SETTINGS_MODULE": "shop_settings", "PYTHONPATH": str(workshop.folder)}
    workshop.run(python, "-m", "django", "migrate", "--verbosity", "0", variables=settings)
    rows = [
        {"number": i.number, "title": f"{i.key} {i.title}", "text": i.text, "kind": i.kind} for i in workshop.items
    ]
    workshop.run(python, "-c", LOAD, given=json.dumps(rows), variables=settings)
    workshop.run(python, "-m", "django", "rebuild_index", "--noinput", variables=settings)
    command = (python, "-m", "django", "runserver", "--noreload", "--insecure", f"127.0.0.1:{port}")
    with workshop.server(port, *command, path="/catalogue/", **settings):
        workshop.front.behind = Upstream(port)
        kept = workshop.folder / "shop.db"
        yield Served(form="/catalogue/", state=lambda: tables_state(kept, PASSING))


PASSING = ("django_session", "search_userquery", "analytics_productrecord")
"""Who looked at what, how often: the shop counts visits by itself."""

OSCAR = Application(
    "oscar", "shop", 330, _serve, modules=("oscar",), environment="django", records=partial(natural, language="fr")
)  # fmt: skip

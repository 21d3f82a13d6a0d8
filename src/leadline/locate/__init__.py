"""Find the forms of a topic: the crawl loop, what it may follow, when it leaves a site, and where it goes next."""

import sys

from leadline.package import CallableRoom

sys.modules[__name__].__class__ = CallableRoom

"""Find the forms of a topic: the crawl loop, what it may follow, when it leaves a site, and where it goes next."""

"""Which domain a form belongs to: the second stage of form filtering (ACHE section 4; SmartCrawler, 4.4)."""

"""A form laid out as a reader sees it, without a browser (HiWE section 5.1: partial layout)."""

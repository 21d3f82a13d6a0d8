"""Bytes → page: text, links with their context, forms with their controls; one tree a page."""

"""Who links to a site: the real providers behind `leadline.protocols.BacklinkSource`, in place of the `link:` of
the papers, which is gone from every search engine (docs/commands/locate.md). A provider never ends a crawl: what
goes wrong is noted and the answer is empty."""

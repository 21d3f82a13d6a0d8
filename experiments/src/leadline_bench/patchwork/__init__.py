"""A web sewn of real pages: pages, forms, anchors, paths and texts are other people's; where links lead is ours.

`pieces` reads the pages of the development data, `plan` puts them on sites and says where links lead, `web`
answers requests, `trial` crawls it. `python -m leadline_bench.patchwork` does it all.

The lab (`leadline_lab`) writes its pages, and can put real words into them; WebKB replayed has real links and no
forms. This has both real pages and real forms, at the price of links between sites that nobody ever set.
"""

"""Answers in the shape that well-known search software gives them: our own words in their kind of markup.

Each function makes the answer page of one program for given records (number, title, words, day). What stands
around the list there, stands around it here: menus, facets, pagers, counts, checkboxes, snippets with
highlighted words.
"""

# ruff: noqa: E501 - markup is read tag by tag, wherever its lines end

from collections.abc import Callable, Sequence
from dataclasses import dataclass

HERE = "http://list.example/"


@dataclass(frozen=True)
class Item:
    """One record to show."""

    number: int
    title: str
    words: str
    day: str

    @property
    def slug(self) -> str:
        return self.title.lower().replace(" ", "-")


def items(count: int, start: int = 1) -> list[Item]:
    """Records with different titles and texts."""
    things = ("whale", "harbour", "lantern", "compass", "anchor", "gull", "rope")
    doing = ("sighted near the northern coast", "kept in the old store house", "sold at the spring market")
    return [
        Item(
            n,
            f"{things[n % 7].capitalize()} notes part {n:03}",
            f"The {things[n % 7]} was {doing[n % 3]} by crew {n:03}",
            f"2024-0{n % 9 + 1}-1{n % 9}",
        )
        for n in range(start, start + count)
    ]


def _marked(text: str, word: str) -> str:
    return text.replace(word, f"<b>{word}</b>") if word else text


def wordpress(found: Sequence[Item], word: str = "") -> str:
    """A theme's search results: articles with meta lines and excerpts, a sidebar of widgets."""
    rows = "".join(
        f'<article id="post-{i.number}" class="post-{i.number} post type-post status-publish format-standard hentry '
        f'category-c{i.number % 3}{" sticky" if i.number % 5 == 0 else ""}"><header class="entry-header">'
        f'<h2 class="entry-title"><a href="/{i.slug}/" rel="bookmark">{i.title}</a></h2><div class="entry-meta">'
        f'<span class="posted-on">Posted on <a href="/{i.slug}/"><time class="entry-date" datetime="{i.day}">{i.day}'
        f'</time></a></span><span class="byline"> by <a class="url fn n" href="/author/kim/">kim</a></span></div>'
        f'</header><div class="entry-summary"><p>{_marked(i.words, word)} [&hellip;]</p></div><footer class='
        f'"entry-footer"><span class="cat-links">Posted in <a href="/category/c{i.number % 3}/">Sea</a></span></footer>'
        f"</article>"
        for i in found
    )
    side = "".join(f'<li><a href="/old-{n}/">An older article number {n}</a></li>' for n in range(5))
    return (
        f'<body class="search search-results has-sidebar"><header class="site-header"><h1>Harbour news</h1></header>'
        f'<div id="page" class="site"><div id="content" class="site-content"><main id="main"><header class="page-header">'
        f'<h1 class="page-title">Search Results for: <span>{word}</span></h1></header>{rows}<nav class="navigation '
        f'pagination"><div class="nav-links"><span class="page-numbers current">1</span><a class="page-numbers" '
        f'href="/page/2/?s={word}">2</a></div></nav></main><aside id="secondary" class="widget-area"><section class='
        f'"widget widget_recent_entries"><h2>Recent Posts</h2><ul>{side}</ul></section></aside></div></div></body>'
    )


def dokuwiki(found: Sequence[Item], word: str = "") -> str:
    """Definition list with the page's name and two snippets in one term's descriptions."""
    rows = "".join(
        f'<dt><a href="/doku.php?id=sea:{i.slug}&amp;s[]={word}" class="wikilink1" title="sea:{i.slug}">{i.title}</a>:'
        f" {i.number} Hits, Last modified: <time>{i.number} days ago</time></dt><dd>{_marked(i.words, word)}<bdi>... </bdi>"
        f'<strong class="search_hit">{word}</strong> again</dd>'
        for i in found
    )
    quick = "".join(f'<li><a href="/doku.php?id=sea:{n}">sea:quick{n}</a></li>' for n in range(4))
    return (
        f'<body><div id="dokuwiki__site"><h1>Search</h1><p>You can find the results of your search below.</p>'
        f'<div class="search_quickresult"><h2>Matching pagenames</h2><ul class="search_quickhits">{quick}</ul></div>'
        f'<div class="search_fulltextresult"><h2>Fulltext results:</h2><dl class="search_results">{rows}</dl></div></div>'
    )


def request_tracker(found: Sequence[Item], word: str = "") -> str:
    """A table in which one ticket takes two rows."""
    rows = "".join(
        f'<tbody class="list-item" data-record-id="{i.number}"><tr class="{"odd" if n % 2 else "even"}line">'
        f'<td class="collection-as-table" align="right"><b><a href="/Ticket/Display.html?id={i.number}">{i.number}</a></b>'
        f'</td><td class="collection-as-table"><b><a href="/Ticket/Display.html?id={i.number}">{i.title}</a></b></td>'
        f'<td class="collection-as-table">open</td><td class="collection-as-table">General</td></tr>'
        f'<tr class="{"odd" if n % 2 else "even"}line"><td class="collection-as-table"></td><td class="collection-as-table">'
        f"<small>root</small></td><td><small>{i.day}</small></td><td><small>{i.number} minutes ago</small></td></tr></tbody>"
        for n, i in enumerate(found)
    )
    return (
        f'<body><div id="nav"><ul><li><a href="/">Home</a></li><li><a href="/Search/">Search</a></li></ul></div>'
        f'<h1>Found {len(found)} tickets</h1><table class="ticket-list collection-as-table" cellspacing="0"><thead>'
        f'<tr class="collection-as-table"><th>#</th><th>Subject</th><th>Status</th><th>Queue</th></tr><tr><th></th>'
        f"<th>Requestor</th><th>Created</th><th>Last Contact</th></tr></thead>{rows}</table></body>"
    )


def redmine(found: Sequence[Item], word: str = "") -> str:
    """A table of issues in a form of checkboxes, classes of every row its own."""
    rows = "".join(
        f'<tr id="issue-{i.number}" class="hascontextmenu {"odd" if n % 2 else "even"} issue tracker-1 status-{i.number % 3}'
        f' priority-4 {"overdue" if n % 3 == 0 else ""} priority-default"><td class="checkbox hide-when-print"><input '
        f'type="checkbox" name="ids[]" value="{i.number}"></td><td class="id"><a href="/issues/{i.number}">{i.number}</a>'
        f'</td><td class="tracker">Bug</td><td class="status">New</td><td class="subject"><a href="/issues/{i.number}">'
        f'{i.title}</a></td><td class="updated_on">{i.day}</td><td class="buttons"><a title="Actions" '
        f'class="icon-only" href="#">Actions</a></td></tr>'
        for n, i in enumerate(found)
    )
    heads = "".join(f"<th>{head}</th>" for head in ("", "#", "Tracker", "Status", "Subject", "Updated", ""))
    return (
        f'<body><div id="sidebar"><h3>Issues</h3><ul><li><a href="/issues">View all issues</a></li></ul></div>'
        f'<div id="content"><h2>Issues</h2><form data-cm-url="/issues/context_menu" action="/issues" method="get">'
        f'<div class="autoscroll"><table class="list issues odd-even sort-by-id"><thead><tr>{heads}</tr></thead><tbody>'
        f'{rows}</tbody></table></div></form><span class="pagination"><ul class="pages"><li class="current"><span>1</span>'
        f'</li><li class="page"><a href="/issues?page=2">2</a></li></ul></span></div></body>'
    )


def gitweb(found: Sequence[Item], word: str = "") -> str:
    """A search in commits: age, author, title with the match below it, links to diff and tree."""
    rows = "".join(
        f'<tr class="{"dark" if n % 2 else "light"}"><td title="{i.number} days ago"><i>{i.day}</i></td><td><i>Kim Lee</i>'
        f'</td><td><a class="list subject" href="/?p=sea.git;a=commit;h={_hash(i)}">{i.title}</a><br/>&hellip;<span '
        f'class="match">{word}</span> {i.words[:30]}<br/></td><td class="link"><a href="/?p=sea.git;a=commit;h={_hash(i)}">'
        f'commit</a> | <a href="/?p=sea.git;a=commitdiff;h={_hash(i)}">commitdiff</a> | <a href="/?p=sea.git;a=tree;h='
        f'{_hash(i)}">tree</a></td></tr>'
        for n, i in enumerate(found)
    )
    return (
        f'<body><div class="page_header"><a href="/">projects</a> / <a href="/?p=sea.git">sea.git</a></div>'
        f'<div class="page_nav"><a href="/?p=sea.git;a=summary">summary</a> | <a href="/?p=sea.git;a=log">log</a><br/></div>'
        f'<div class="header"><a class="title" href="/?p=sea.git">sea</a></div><table class="commit_search">{rows}</table>'
        f'<div class="page_footer"><div class="page_footer_text">Unnamed repository</div></div></body>'
    )


def _hash(item: Item) -> str:
    return f"{item.number * 2654435761 % 2**32:08x}" * 5


def fossil(found: Sequence[Item], word: str = "") -> str:
    """A timeline: rows of a table, a divider for every day."""
    rows = ""
    for n, i in enumerate(found):
        if n % 3 == 0:
            rows += f'<tr class="timelineDateRow"><td><div class="divider timelineDate">{i.day}</div></td><td></td><td></td></tr>'
        rows += (
            f'<tr id="m{i.number}"><td class="timelineTime"><a href="/timeline?c={_hash(i)[:10]}">1{n % 10}:02</a></td>'
            f'<td class="timelineGraph"></td><td class="timelineTableCell"><span class="timelineModernComment">{i.title}: '
            f'{_marked(i.words, word)}</span> <span class="timelineModernDetail">(check-in: <a href="/info/{_hash(i)[:10]}">'
            f'[{_hash(i)[:10]}]</a> user: <a href="/timeline?u=kim">kim</a>)</span></td></tr>'
        )
    return (
        f'<body><div class="header"><div class="title">Timeline</div></div><nav class="mainmenu"><a href="/home">Home</a>'
        f'<a href="/timeline">Timeline</a></nav><div class="content"><table id="timelineTable0" class="timelineTable">'
        f'{rows}</table></div><div class="footer">This page was generated in 0.01s</div></body>'
    )


def devpi(found: Sequence[Item], word: str = "") -> str:
    """Packages with the places in them that matched."""
    rows = "".join(
        f'<dt><h2><a href="/mirror/pypi/{i.slug}/1.{i.number}">{i.slug}-1.{i.number}</a></h2></dt><dd><dl><dt><a '
        f'href="/mirror/pypi/{i.slug}/1.{i.number}#description">Description</a></dt><dd><p>{_marked(i.words, word)}</p></dd>'
        f"</dl></dd>"
        for i in found
    )
    return (
        f'<body><div id="navigation"><a href="/">devpi</a></div><div id="content"><h1>Your search</h1><div class="'
        f'searchresults"><p>Search results: {len(found)}</p><dl>{rows}</dl></div></div></body>'
    )


def warehouse(found: Sequence[Item], word: str = "") -> str:
    """Package snippets that are links as a whole, facets at the side."""
    rows = "".join(
        f'<li><a class="package-snippet" href="/project/{i.slug}/"><h3 class="package-snippet__title"><span '
        f'class="package-snippet__name">{i.slug}</span> <span class="package-snippet__version">1.{i.number}</span> <span '
        f'class="package-snippet__created"><time datetime="{i.day}">{i.day}</time></span></h3><p '
        f'class="package-snippet__description">{i.words}</p></a></li>'
        for i in found
    )
    facets = "".join(
        f'<li><label><input type="checkbox" name="c" value="{n}"> Topic {n}</label></li>' for n in range(9)
    )
    return (
        f'<body><header class="site-header"><a href="/">Index</a></header><main><div class="left-layout"><div class='
        f'"left-layout__sidebar"><form><h2>Filter by classifier</h2><ul>{facets}</ul></form></div><div class='
        f'"left-layout__main"><p><strong>1,234</strong> projects for "{word}"</p><ul class="unstyled" aria-label="Search '
        f'results">{rows}</ul><div class="button-group button-group--pagination"><a href="/search/?page=2">Next</a></div>'
        f"</div></div></main></body>"
    )


def koha(found: Sequence[Item], word: str = "") -> str:
    """A library's catalogue: numbered rows with cover, title, author, labelled lines and many actions."""
    rows = "".join(
        f'<tr><td class="bibliocol"><div class="checkbox"><input type="checkbox" name="biblionumber" value="{i.number}">'
        f'<label>{n}.</label></div></td><td class="bibliocol"><a class="title" href="/cgi-bin/koha/opac-detail.pl?'
        f'biblionumber={i.number}&amp;query_desc=kw%2Cwrdl%3A%20{word}">{i.title} /</a><p><ul class="author resource_list">'
        f'<li><a href="/cgi-bin/koha/opac-search.pl?q=au:Lee" class="contributors">Lee, Kim</a></li></ul></p>'
        f'<span class="results_summary edition"><span class="label">Edition: </span>2nd ed.</span><span '
        f'class="results_summary publisher"><span class="label">Publisher: </span>Sea Press {i.day[:4]}</span>'
        f'<span class="results_summary availability"><span class="label">Availability: </span>Items available for loan: '
        f'Main library (1).</span><div class="actions-menu"><a href="/cgi-bin/koha/opac-reserve.pl?biblionumber={i.number}">'
        f'Place hold</a><a href="#">Add to cart</a></div></td></tr>'
        for n, i in enumerate(found, 1)
    )
    facets = "".join(
        f'<li><a href="/cgi-bin/koha/opac-search.pl?limit=f{n}">Author {n}</a> ({n})</li>' for n in range(12)
    )
    return (
        f'<body id="results"><div id="search-facets"><h4>Refine your search</h4><ul><li id="au"><h5>Authors</h5><ul>'
        f'{facets}</ul></li></ul></div><div id="userresults" class="searchresults"><p id="numresults"><strong>Your search '
        f'returned {len(found)} results.</strong></p><form><table class="table"><tbody>{rows}</tbody></table></form></div></body>'
    )


def vufind(found: Sequence[Item], word: str = "") -> str:
    """Results with covers, one place for each thing, a session's search in every link."""
    rows = "".join(
        f'<li id="result{n}" class="result"><label class="record-checkbox"><input type="checkbox"></label>'
        f'<span class="record-number">{n + 1}</span><div class="media"><div class="media-left"><a href="/Record/b{i.number}'
        f'?sid=7{len(word)}31" class="recordcover-link"><img src="/Cover/{i.number}.png"></a></div><div class="result-body">'
        f'<h2><a href="/Record/b{i.number}?sid=7{len(word)}31" class="title getFull">{_marked(i.title, word)}</a></h2>'
        f'<div>by <a class="result-author" href="/Author/Home?author=Lee">Lee, Kim</a></div><div>Published '
        f'{i.day[:4]}</div><div class="callnumAndLocation"><strong>Call Number:</strong> <span class="callnumber">QH '
        f'{i.number}</span><br><strong>Located:</strong> <span class="location">Main</span></div><span class="format">Book'
        f"</span></div></div></li>"
        for n, i in enumerate(found)
    )
    return (
        f'<body><div class="search-header"><h1>Search Results - {word}</h1><div class="search-stats">Showing 1 - '
        f'{len(found)} results of 812</div></div><form name="bulkActionForm"><ol class="search-result-list">{rows}</ol>'
        f'</form><ul class="pagination"><li class="active"><span>1</span></li><li><a href="?page=2">2</a></li></ul>'
        f'<div class="sidebar"><h2>Narrow Search</h2><a class="facet" href="?f=1">Book 700</a></div></body>'
    )


def phpbb(found: Sequence[Item], word: str = "") -> str:
    """A forum's topics: lists in lists, a last post and its author for each."""
    rows = "".join(
        f'<li class="row bg{n % 2 + 1}{" announce" if n == 2 else ""}"><dl class="row-item topic_read"><dt title="No '
        f'unread posts"><div class="list-inner"><a href="./viewtopic.php?f=2&amp;t={i.number}&amp;sid=9{len(word)}ab12" '
        f'class="topictitle">{i.title}</a><br><div class="topic-poster">by <a href="./memberlist.php?u=2" '
        f'class="username">kim</a> &raquo; {i.day}</div></div></dt><dd class="posts">{n} <dfn>Replies</dfn></dd>'
        f'<dd class="views">{n * 31} <dfn>Views</dfn></dd><dd class="lastpost"><span><dfn>Last post </dfn>by <a '
        f'href="./memberlist.php?u=3" class="username">lee</a> <a href="./viewtopic.php?f=2&amp;p={i.number + 900}#p'
        f'{i.number + 900}" title="Go to last post"></a><br>{i.day}</span></dd></dl></li>'
        for n, i in enumerate(found)
    )
    return (
        f'<body><div id="page-header"><ul id="nav-main" class="linklist"><li><a href="./faq.php">FAQ</a></li></ul></div>'
        f'<div id="page-body"><h2 class="searchresults-title">Search found {len(found)} matches: {word}</h2>'
        f'<div class="forumbg"><div class="inner"><ul class="topiclist"><li class="header"><dl class="row-item"><dt><div '
        f'class="list-inner">Topics</div></dt><dd class="posts">Replies</dd><dd class="views">Views</dd><dd class="lastpost">'
        f'Last post</dd></dl></li></ul><ul class="topiclist topics">{rows}</ul></div></div></div></body>'
    )


def mediawiki(found: Sequence[Item], word: str = "") -> str:
    """Heading, snippet with marked words, size and date."""
    rows = "".join(
        f'<li class="mw-search-result mw-search-result-ns-0"><div class="mw-search-result-heading"><a href="/wiki/'
        f'{i.slug}" title="{i.title}">{i.title}</a></div><div class="searchresult">{_mark_span(i.words, word)} &hellip;</div>'
        f'<div class="mw-search-result-data">{i.number} KB ({i.number * 7} words) - 12:0{i.number % 9}, {i.day}</div></li>'
        for i in found
    )
    return (
        f'<body class="mediawiki"><div id="content"><h1>Search results</h1><div id="mw-content-text"><div class='
        f'"mw-search-form-wrapper"><div class="mw-search-profile-tabs"><ul><li><a href="/?profile=default">Content pages</a>'
        f'</li><li><a href="/?profile=images">Multimedia</a></li></ul></div></div><div class="searchresults"><p '
        f'class="mw-search-createlink">There is a page named "{word}"</p><div class="mw-search-results-container"><ul '
        f'class="mw-search-results">{rows}</ul></div><p class="mw-search-pager-bottom">View (previous 20 | <a '
        f'href="/?offset=20">next 20</a>)</p></div></div></div><div id="mw-navigation"><div class="portal"><ul><li><a '
        f'href="/wiki/Main">Main page</a></li></ul></div></div></body>'
    )


def _mark_span(text: str, word: str) -> str:
    return text.replace(word, f'<span class="searchmatch">{word}</span>') if word else text


def trac(found: Sequence[Item], word: str = "") -> str:
    """A definition list of three descriptions: link, excerpt, author and date."""
    rows = "".join(
        f'<dt><a href="/ticket/{i.number}" class="searchable">#{i.number}: defect: {i.title} (closed: fixed)</a></dt>'
        f'<dd class="searchable">{i.words} ...</dd><dd><span class="author">By kim</span> &mdash; <span class="date">'
        f"{i.day}</span></dd>"
        for i in found
    )
    return (
        f'<body><div id="mainnav" class="nav"><ul><li><a href="/wiki">Wiki</a></li><li><a href="/timeline">Timeline</a></li>'
        f'</ul></div><div id="content" class="search"><form id="fullsearch"><p><input name="q"></p></form><h2>Results '
        f'<span class="numresults">(1 - {len(found)} of 88)</span></h2><div><dl id="results">{rows}</dl></div></div></body>'
    )


def debbugs(found: Sequence[Item], word: str = "") -> str:
    """Bugs as list items under headings of severity, each with lines of labelled facts."""

    def row(i: Item) -> str:
        return (
            f'<li><div class="shortbugstatus"><a href="/cgi-bin/bugreport.cgi?bug={i.number}" title="severity">#{i.number}'
            f'</a> [<span class="link" title="normal"><abbr>n</abbr>|</span>] [<a href="/cgi-bin/pkgreport.cgi?package=sea">'
            f'sea</a>] <a href="/cgi-bin/bugreport.cgi?bug={i.number}">{i.title}</a><div class="extra_status"><span>Reported '
            f'by: <a href="/cgi-bin/pkgreport.cgi?submitter=kim">kim</a>; </span><span>Date: {i.day}; </span><span>Severity: '
            f"normal; </span></div></div></li>"
        )

    half = len(found) // 2 or 1
    parts = (("Outstanding bugs", found[:half]), ("Resolved bugs", found[half:]))
    lists = "".join(
        f'<h2 class="outstanding">{name} ({len(some)} bugs)</h2><div class="msgreceived"><ul class="bugs">'
        f"{''.join(map(row, some))}</ul></div>"
        for name, some in parts
        if some
    )
    index = "".join(f'<li><a href="#_{n}">{n} bugs of kind {n}</a></li>' for n in range(3))
    return f"<body><h1>Bug reports: {word}</h1><ul>{index}</ul>{lists}<hr><p>Options</p></body>"


def manual(found: Sequence[Item], word: str = "") -> str:
    """A manual's index by CGI: one line of preformatted text for each page."""
    rows = "\n".join(
        f'<a href="/cgi-bin/man.cgi?query={i.slug}&amp;sektion={i.number % 8 + 1}">{i.slug}({i.number % 8 + 1})</a>'
        f"      - {i.words}"
        for i in found
    )
    return (
        f"<body bgcolor=white><h1>Manual pages</h1><form action=/cgi-bin/man.cgi><input name=query value={word}></form>"
        f'<pre>\n{rows}\n</pre><hr><a href="/">home</a> | <a href="/help.html">help</a></body>'
    )


def htdig(found: Sequence[Item], word: str = "") -> str:
    """Old search engines: title, stars, excerpt and address in definition lists of their own, between rules."""
    rows = "".join(
        f'<dl><dt><strong><a href="/docs/{i.slug}.html">{i.title}</a></strong> <img src="/star.gif" alt="*"></dt><dd>'
        f'<strong><code>...</code></strong>{_marked(i.words, word)}<br><em><a href="/docs/{i.slug}.html">'
        f'http://list.example/docs/{i.slug}.html</a></em> <font size="-1">{i.day}, {i.number * 91} bytes</font></dd></dl>'
        for i in found
    )
    return (
        f"<body bgcolor=#eef7ff><h1><img src=/htdig.gif alt=Search> Search results for '{word}'</h1><hr noshade size=4>"
        f"<form>Match: <select name=method><option>All</select></form><hr><strong>Documents 1 - {len(found)} of 333 "
        f"matches.</strong><hr noshade>{rows}<hr noshade>Pages:<br><a href='?page=2'>2</a> <a href='?page=3'>3</a></body>"
    )


def broken_lines(found: Sequence[Item], word: str = "") -> str:
    """No elements at all: title, text and address on lines, an empty line between records."""
    rows = "<br><br>".join(
        f'{n}. <a href="/show?id={i.number}&q={word}">{i.title}</a><br>{_marked(i.words, word)}<br><i>{i.day}</i>'
        for n, i in enumerate(found, 1)
    )
    return (
        f"<body><h1>Found</h1><p>{len(found)} documents</p><div>{rows}</div><p><a href='/'>New search</a></body>"
    )


def gallery(found: Sequence[Item], word: str = "") -> str:
    """Cards in the cells of a table, three in a row."""
    cells = [
        f'<td valign=top><a href="/pic?id={i.number}"><img src="/t/{i.number}.jpg"></a><br><a href="/pic?id={i.number}">'
        f"<b>{i.title}</b></a><br><small>{i.words}</small><br>{i.day}</td>"
        for i in found
    ]
    rows = "".join(f"<tr>{''.join(cells[n : n + 3])}</tr>" for n in range(0, len(cells), 3))
    return f"<body><h2>Pictures</h2><table width=100%>{rows}</table><p>Page 1</p></body>"


def columns(found: Sequence[Item], word: str = "") -> str:
    """Cards in rows of a grid, three in a row, an advertisement among them."""
    cards = [
        f'<div class="col-4"><div class="card"><h5 class="card-title"><a href="/p/{i.slug}">{i.title}</a></h5>'
        f'<p class="card-text">{i.words}</p><span class="price">{i.number}.99</span></div></div>'
        for i in found
    ]
    cards.insert(2, '<div class="col-4"><div class="ad">Buy our boats! <a href="/click?x=1">Now</a></div></div>')
    rows = "".join(f'<div class="row">{"".join(cards[n : n + 3])}</div>' for n in range(0, len(cards), 3))
    return f'<body><nav><a href="/">Shop</a></nav><div class="container">{rows}</div></body>'


def dated(found: Sequence[Item], word: str = "") -> str:
    """Entries under the headings of their days."""
    days: dict[str, list[Item]] = {}
    for n, i in enumerate(found):
        days.setdefault(f"2024-05-{n // 3 + 10}", []).append(i)
    rows = "".join(
        f"<h3>{day}</h3><ul>"
        + "".join(f'<li><a href="/msg/{i.number}.html">{i.title}</a> <i>Kim Lee</i> {i.words}</li>' for i in some)
        + "</ul>"
        for day, some in days.items()
    )
    return f"<body><h1>Archive</h1><div>{rows}</div><hr><p><a href='/'>Index</a></p></body>"


def cycled(found: Sequence[Item], word: str = "") -> str:
    """Records as labelled lines one after the other, nothing around any of them."""
    rows = "".join(
        f"<tr><th>Title</th><td><a href='/rec/{i.number}'>{i.title}</a></td></tr><tr><th>Note</th><td>{i.words}</td></tr>"
        f"<tr><th>Date</th><td>{i.day}</td></tr>"
        for i in found
    )
    return f"<body><h1>Register</h1><table border=1>{rows}</table></body>"


def bugzilla(found: Sequence[Item], word: str = "") -> str:
    """A wide table of bugs whose cells are spans with titles."""
    rows = "".join(
        f'<tr id="b{i.number}" class="bz_bugitem bz_normal bz_P1 bz_NEW {"bz_row_odd" if n % 2 else "bz_row_even"}">'
        f'<td class="first-child bz_id_column"><a href="show_bug.cgi?id={i.number}">{i.number}</a><span style="display: '
        f'none"></span></td><td class="bz_product_column nowrap"><span title="Sea">Sea</span></td><td class='
        f'"bz_short_desc_column"><a href="show_bug.cgi?id={i.number}">{i.title}</a></td><td class="bz_changeddate_column">'
        f"{i.day}</td></tr>"
        for n, i in enumerate(found)
    )
    heads = "".join(
        f'<th><a href="buglist.cgi?order={h}">{h}</a></th>' for h in ("ID", "Product", "Summary", "Changed")
    )
    return (
        f'<body class="bz_buglist"><div id="header"><ul class="links"><li><a href="./">Home</a></li><li>| <a '
        f'href="enter_bug.cgi">New</a></li></ul></div><div id="bugzilla-body"><span class="bz_result_count">{len(found)} bugs '
        f'found.</span><table class="bz_buglist sortable"><thead class="bz_buglist_header"><tr>{heads}</tr></thead><tbody>'
        f'{rows}</tbody></table></div><div id="footer"><ul><li><a href="./">Home</a></li></ul></div></body>'
    )


def moin(found: Sequence[Item], word: str = "") -> str:
    """A wiki's definition list with matches counted and excerpts of several lines."""
    rows = "".join(
        f'<dt><p class="searchhit"><a href="/{i.slug}?highlight={word}">{i.title}</a> . . . {i.number} matches</p></dt>'
        f'<dd><p>. . . {_marked(i.words, word)} . . .</p><p class="searchhitinfobar">{i.number}.1k - rev: {i.number} '
        f"(current) last modified: {i.day}</p></dd>"
        for i in found
    )
    return (
        f'<body><div id="sidebar"><ul id="navibar"><li><a href="/FrontPage">FrontPage</a></li></ul></div><div id="page">'
        f'<h1>Full Text Search: "{word}"</h1><p class="searchstats">Results 1 - {len(found)} of {len(found)} results out of '
        f'9 pages.</p><div class="searchresults"><dl>{rows}</dl></div></div></body>'
    )


def omega(found: Sequence[Item], word: str = "") -> str:
    """A search engine's table: a bar of relevance in one cell, everything else in the other."""
    rows = "".join(
        f'<tr><td valign=top><img src="/images/score-{n % 9}.png" alt="{99 - n}%" width=40><br><div class=percent>'
        f'{99 - n}%</div></td><td><a href="/docs/{i.slug}.html"><b>{_marked(i.title, word)}</b></a><br><small>'
        f'{_marked(i.words, word)}...</small><br><a href="/docs/{i.slug}.html">/docs/{i.slug}.html</a><br><small>Language: '
        f"en Size: {i.number}K Modified: {i.day} <em>{99 - n}% relevant, matching: {word}</em></small></td></tr>"
        for n, i in enumerate(found)
    )
    return (
        f"<body><form><table><tr><td>Search: <input name=P value={word}></td></tr></table><hr><b>1-{len(found)}</b> of about "
        f"<b>500</b> matches<table>{rows}</table><p>Term frequencies: <b>{word}</b>: 500</form></body>"
    )


def threads(found: Sequence[Item], word: str = "") -> str:
    """A mailing list's month: answers nest below what they answer to."""
    rows = ""
    for n, i in enumerate(found):
        entry = f'<li><a href="{i.number:06}.html">[Sea] {i.title}</a><a name="{i.number}">&nbsp;</a><i>Kim Lee {i.number}</i>'
        rows += f"<ul>{entry}</li></ul>" if n % 3 == 2 else f"{entry}</li>"
    return (
        f"<body><h1>May 2024 Archives by thread</h1><ul><li><b>Messages sorted by:</b> <a href='subject.html'>[ subject ]</a>"
        f"<li><b><a href='/list'>More info on this list...</a></b></ul><p><b>Messages:</b> {len(found)}</p><ul>{rows}</ul>"
        f"<p><hr><i>Archived</i></body>"
    )


def cgit(found: Sequence[Item], word: str = "") -> str:
    """A log with ages, authors and counts."""
    rows = "".join(
        f"<tr><td><span title='{i.day}'>{n + 1} days</span></td><td><a href='/sea/commit/?id={_hash(i)}'>{i.title}</a></td>"
        f"<td>Kim Lee</td><td>{n}</td><td>-{n}/+{n + 4}</td></tr>"
        for n, i in enumerate(found)
    )
    heads = "".join(
        f"<th class='left'>{head}</th>" for head in ("Age", "Commit message", "Author", "Files", "Lines")
    )
    return (
        f"<body><div id='cgit'><table id='header'><tr><td class='main'><a href='/'>index</a> : <a href='/sea/'>sea</a></td>"
        f"</tr></table><table class='tabs'><tr><td><a href='/sea/'>summary</a><a href='/sea/refs/'>refs</a></td></tr></table>"
        f"<div class='content'><table class='list nowrap'><tr class='nohover'>{heads}</tr>{rows}</table><ul class='pager'>"
        f"<li><a href='/sea/log/?ofs=50'>[next]</a></li></ul></div></div></body>"
    )


def ckan(found: Sequence[Item], word: str = "") -> str:
    """A portal's data sets, each with a list of formats that are links, facets before them."""
    rows = "".join(
        f'<li class="dataset-item"><div class="dataset-content"><h2 class="dataset-heading"><a href="/dataset/{i.slug}">'
        f'{i.title}</a></h2><div>{i.words}</div></div><ul class="dataset-resources list-unstyled"><li><a href="/dataset/'
        f'{i.slug}" class="label" data-format="csv">CSV</a></li><li><a href="/dataset/{i.slug}" class="label" '
        f'data-format="pdf">PDF</a></li></ul></li>'
        for i in found
    )
    facets = "".join(
        f'<li class="nav-item"><a href="/dataset?tags=t{n}"><span>Tag {n}</span> <span>({n})</span></a></li>'
        for n in range(20)
    )
    return (
        f'<body><div class="main"><aside class="secondary"><section class="module module-narrow"><h2>Tags</h2><nav><ul '
        f'class="list-unstyled nav nav-facet">{facets}</ul></nav></section></aside><div class="primary"><h1>{len(found)} data '
        f'sets found for "{word}"</h1><ul class="dataset-list list-unstyled">{rows}</ul></div></div></body>'
    )


def eprints(found: Sequence[Item], word: str = "") -> str:
    """Citations in running text, numbered in the cells of a table."""
    rows = "".join(
        f'<tr class="ep_search_result"><td style="padding-left: 0.5em">{n}.</td><td style="padding-left: 0.5em"><span '
        f'class="person_name">Lee, Kim</span> ({i.day[:4]}) <a href="/id/eprint/{i.number}/"><em>{i.title}.</em></a> {i.words}. '
        f"ISSN 1234-{i.number:04}</td><td></td></tr>"
        for n, i in enumerate(found, 1)
    )
    return (
        f'<body><div class="ep_tm_header"><ul class="ep_tm_menu"><li><a href="/">Home</a></li></ul></div><div class='
        f'"ep_search_desc">Any field matches "{word}"</div><div class="ep_search_controls">Displaying results <b>1</b> to <b>'
        f'{len(found)}</b> of <b>99</b>. <a href="?exp=1">Refine search</a> | <a href="?exp=2">New search</a></div><div '
        f'class="ep_search_results"><table>{rows}</table></div></body>'
    )


def nested(found: Sequence[Item], word: str = "") -> str:
    """A table in a cell for each record, its labels in cells of their own."""
    rows = "".join(
        f"<tr><td><table width=100%><tr><td align=right><b>Title:</b></td><td><a href='/full.asp?rec={i.number}&s={word}'>"
        f"{i.title}</a></td></tr><tr><td align=right><b>Note:</b></td><td>{i.words}</td></tr><tr><td align=right><b>Date:</b>"
        f"</td><td>{i.day}</td></tr></table></td></tr>"
        for i in found
    )
    return (
        f"<body><table width=700><tr><td><img src=/logo.gif></td></tr><tr><td><a href=/>Home</a> | <a href=/help>Help</a></td>"
        f"</tr></table><center><table border=1>{rows}</table></center></body>"
    )


PROGRAMS: dict[str, Callable[[Sequence[Item], str], str]] = {
    make.__name__: make
    for make in (
        wordpress, dokuwiki, request_tracker, redmine, gitweb, fossil, devpi, warehouse, koha, vufind, phpbb, mediawiki,
        trac, debbugs, manual, htdig, broken_lines, gallery, columns, dated, cycled,
        bugzilla, moin, omega, threads, cgit, ckan, eprints, nested,
    )
}  # fmt: skip

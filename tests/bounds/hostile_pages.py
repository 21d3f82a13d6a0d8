# ruff: noqa: E501  # one line a page reads better than its markup in pieces
"""Pages that are made to take more than their share: each family is a page of about the size that is asked for.

What repeats is what some stage looks at: tags, names, labels, numbers, texts that patterns read.
"""

from collections.abc import Callable

Family = Callable[[int], str]


def many(piece: str, before: str = "", after: str = "") -> Family:
    """The piece again and again."""
    return lambda size: before + piece * max(1, size // len(piece)) + after


def numbered(piece: str, before: str = "", after: str = "") -> Family:
    """The piece again and again with a number in it."""
    return lambda size: before + "".join(piece.replace("#", str(n)) for n in range(size // len(piece))) + after


def nested(begin: str, end: str, inside: str = "") -> Family:
    def made(size: int) -> str:
        count = max(1, size // (len(begin) + len(end)))
        return begin * count + inside + end * count

    return made


_ROW = "<tr><td><a href=/r/#>Title # of it</a><td>Author #<td>200#<td>12 EUR</tr>"

FAMILIES: dict[str, Family] = {
    # names and attributes
    "name of letters": lambda n: f"<form><input name={'a' * n}><button>Search</button></form>",
    "name of words": lambda n: f"<form><input name={'a_b-' * (n // 4)}><button>Search</button></form>",
    "name of digits": lambda n: f"<form><input name={'7' * n}><button>Search</button></form>",
    "name in camel case": lambda n: f"<form><input name={'aB' * (n // 2)}></form>",
    "name of brackets": lambda n: f"<form><input name={'a[' * (n // 2)}></form>",
    "id of letters": lambda n: f"<form><input name=q id={'a' * n} class={'b' * n}></form>",
    "hidden name": lambda n: f"<form><input type=hidden name={'a' * n}><input name=q></form>",
    "hidden value": lambda n: f"<form><input type=hidden name=t value={'aA0' * (n // 3)}><input name=q></form>",
    "value of digits": lambda n: f"<form><input name=q value={'1' * n}></form>",
    "placeholder": lambda n: f"<form><input name=q placeholder='{'dd/' * (n // 3)}'></form>",
    "pattern": lambda n: f"<form><input name=q pattern='{'(a|' * (n // 3)}'></form>",
    "maxlength": lambda n: f"<form><input name=q maxlength={'9' * n}></form>",
    "size and rows": lambda n: f"<form><select size={'9' * n}><option>a</select><textarea rows={'9' * n} cols={'9' * n}></textarea></form>",
    "min and max": lambda n: f"<form><input type=number name=q min={'9' * n} max={'9' * n} step={'9' * n}></form>",
    "range": lambda n: f"<form><input type=range name=q min={'9' * n} max={'9' * n} value={'9' * n}></form>",
    "date": lambda n: f"<form><input type=date name=q value={'9' * n}-01-01 min={'9' * n}-01-01></form>",
    "colspan": lambda n: f"<form><table><tr><td colspan={'9' * n} width={'9' * n}><input name=q></table></form>",
    "action": lambda n: f"<form action='/{'a/' * (n // 2)}'><input name=q></form>",
    "action's query": lambda n: f"<form action='/s?{'a=1&' * (n // 4)}'><input name=q></form>",
    "action's sessions": lambda n: f"<form action='/s{';sid=' * (n // 5)}'><input name=q></form>",
    "style": lambda n: f"<form style='{'opacity:' + ' ' * n}x'><input name=q></form>",
    "accept": lambda n: f"<form><input name=q autocomplete='{'a ' * (n // 2)}' inputmode='{'b' * n}'></form>",
    "aria-labelledby": numbered("x# ", "<form><input name=q aria-labelledby='", "'><p id=x1>Hi</form>"),
    "class of many words": numbered("c# ", "<form><div class='", "'><input name=q></div></form>"),
    # labels and texts
    "label of letters": lambda n: f"<form><label>{'a' * n}<input name=q></label></form>",
    "label of spaces": lambda n: f"<form><label>a{' ' * n}b<input name=q></label></form>",
    "label of dots": lambda n: f"<form><label>{'.' * n}<input name=q></label></form>",
    "label of words": lambda n: f"<form><label>{'from to ' * (n // 8)}<input name=q></label></form>",
    "label of digits": lambda n: f"<form>{'1' * n}<input name=q>{'2' * n}</form>",
    "button": lambda n: f"<form><input name=q><button>{'search ' * (n // 7)}</button></form>",
    "button of letters": lambda n: f"<form><input name=q><button>{'a' * n}</button></form>",
    "option of letters": lambda n: f"<form><select name=s><option>{'a' * n}<option>b</select></form>",
    "option of digits": lambda n: f"<form><select name=s><option>{'1' * n}<option>{'1,' * (n // 2)}</select></form>",
    "title": lambda n: f"<title>{'not found ' * (n // 10)}</title><form><input name=q></form>",
    "long words": lambda n: f"<form>{('a' * 5000 + ' ') * (n // 5000)}<input name=q></form>",
    "one long word": lambda n: f"<form><p>{'a' * n}</p><input name=q></form>",
    "word per control": numbered("w# <input name=a#>", "<form>", "</form>"),
    # many of them
    "controls": many("<input name=a>", "<form>", "</form>"),
    "named controls": numbered("<input name=a#>", "<form>", "</form>"),
    "radios of one name": numbered("<input type=radio name=r value=#> v#", "<form>", "</form>"),
    "checkboxes": numbered("<label><input type=checkbox name=c# value=#> v#</label>", "<form>", "</form>"),
    "hidden inputs": numbered("<input type=hidden name=h# value=#>", "<form>", "<input name=q></form>"),
    "buttons": numbered("<button name=b#>Go #</button>", "<form>", "<input name=q></form>"),
    "options": numbered("<option value=#>o #", "<form><select name=s>", "</select></form>"),
    "selects": numbered("<select name=s#><option>a<option>b</select>", "<form>", "</form>"),
    "datalist shared": lambda n: "<form><datalist id=d>" + "<option>some value" * (n // 36) + "</datalist>" + "<input name=q list=d>" * (n // 42) + "</form>",
    "labels for one control": many("<label for=i>Label</label>", "<form><input id=i name=q>", "</form>"),
    "labels nested": nested("<label>a", "</label>", "<input name=q>"),
    "forms": many("<form action=/s><input name=q><button>Search</button></form>"),
    "numbered forms": numbered("<form action=/s#><input name=q#><button>Search</button></form>"),
    "forms never closed": many("<form><input name=q>"),
    "fieldsets": nested("<fieldset><legend>Group of things</legend>", "</fieldset>", "<input name=q>"),
    "fieldsets with fields": nested("<fieldset><legend>Group of things</legend><input name=a>", "</fieldset>"),
    "fieldsets with legends of fields": nested("<fieldset><legend>Group <input name=a></legend>", "</fieldset>"),
    "fieldsets never closed": many("<fieldset><legend>Group of things<input name=a>", "<form>"),
    "long legends": lambda n: "<form><fieldset><legend>" + "word " * (n // 20) + "</legend>" + "<input name=q>" * (n // 20) + "</fieldset></form>",
    "long classes around fields": lambda n: f"<form><div class='{'c' * (n // 2)}' id='{'d' * (n // 4)}'>" + "<input name=q>" * (n // 56) + "</div></form>",
    "tables nested": nested("<table><tr><td>a", "</table>", "<input name=q>"),
    "tables nested in a form": lambda n: "<form>" + nested("<table><tr><td>a<td>", "</table>", "<input name=q>")(n) + "</form>",
    "cells": many("<td>a<td><input name=q>", "<form><table><tr>", "</table></form>"),
    "table rows": many("<tr><td>Label<td><input name=q></tr>", "<form><table>", "</table></form>"),
    "colspans": many("<td colspan=1000 rowspan=1000>a", "<form><table><tr>", "<input name=q></table></form>"),
    "divs": nested("<div>", "</div>", "<form><input name=q></form>"),
    "floats": many("<div style='float:left;width:9%'>a<input name=q></div>", "<form>", "</form>"),
    "spans with text": many("<span>a</span>", "<form>", "<input name=q></form>"),
    "breaks": many("a<br>", "<form>", "<input name=q></form>"),
    "comments": many("<!-- a -->", "<form>", "<input name=q></form>"),
    "links": numbered("<a href=/p/#>Page #</a> "),
    "links open": many("<a href=/p/1>a"),
    "ids": numbered("<p id=i#>", "<form>", "<input name=q></form>"),
    "metas": many("<meta name=robots content=index>"),
    # answers
    "rows": numbered(_ROW, "<form><input name=q value=x></form><table>", "</table>"),
    "items": numbered("<li><h3><a href=/r/#>Title #</a></h3><p>Some words about # here</p></li>", "<ul>", "</ul>"),
    "same items": many("<li><a href=/r/1>Title</a> Some words</li>", "<ul>", "</ul>"),
    "paragraphs": numbered("<p>Text number # of many</p>"),
    "blocks with lists": numbered("<div><h2>Head #</h2><ul><li>a #<li>b #<li>c #</ul></div>"),
    "cells of one row": numbered("<td>v#", "<table><tr>", "</table>"),
    "definition lists": numbered("<dt>Term #<dd>Value #", "<dl>", "</dl>"),
    "headings": numbered("<h2>Head #</h2><p>Text #"),
    "lists in lists": nested("<ul><li>a", "</ul>"),
    "divs with text": nested("<div>a", "</div>"),
    "tables in tables": nested("<table><tr><td>a<td>b<tr><td>", "</table>"),
    "columns as rows": lambda n: "<table>" + "".join("<tr>" + "".join(f"<td>v{r}.{c}" for c in range(n // 60)) for r in range(5)) + "</table>",
    "pager": numbered("<a href=/s?q=x&page=#>#</a> ", "<p>"),
    "pager spans": numbered("<span><a href=?p=#>#</a></span> ", "<p>"),
    "next links": many("<a href=/s?q=x&page=2>Next</a> "),
    "counts": numbered("<p># results found, 1 - 10 of #</p>"),
    "digits in text": lambda n: f"<p>{'1' * n}</p>",
    "groups of digits": lambda n: f"<p>{'1,' * (n // 2)}</p>",
    "spaced digits": lambda n: f"<p>{'1 ' * (n // 2)}</p>",
    "counting words": lambda n: f"<p>{'results of ' * (n // 11)}</p>",
    "no results said": many("<p>No results were found for</p>"),
    "session words": lambda n: f"<p>{'session ' * (n // 8)}</p>",
    "your search words": lambda n: f"<p>{'your search did not ' * (n // 20)}</p>",
    "please enter": lambda n: f"<p>{'please enter at least ' * (n // 22)}</p>",
    "text of one letter": lambda n: "<p>" + "a " * (n // 2),
    "dashes": lambda n: "<p>" + "-" * n,
    "addresses": many("<http://e.org/> "),
    "mail addresses": lambda n: "<p>" + "<" + "a" * n + "@",
    "mail-like": lambda n: "<p>" + "<aaaa.bb" * (n // 8),
    "onclick": lambda n: f"<a onclick='{'location.href=' * (n // 14)}'>Next</a>",
    "scripts": many("<script>var page = function(a){ location.href = 'x?page=' + a; }</script>"),
    "one long script": lambda n: f"<script>{'a.b(' * (n // 4)}</script><form><input name=q></form>",
    "script of braces": lambda n: f"<script>{'function f(a){' * (n // 14)}</script><a href='javascript:f(2)'>2</a>",
    "linked data": many('<script type="application/ld+json">{"@type":"SearchAction","target":"/s?q={q}"}</script>'),
    "deep linked data": lambda n: f'<script type="application/ld+json">{"[" * n}</script>',
    "listed data": lambda n: '<script type="application/ld+json">{"@type":"ItemList","itemListElement":[' + ",".join(f'{{"@type":"ListItem","name":"n{i}","url":"/r/{i}"}}' for i in range(n // 45)) + "]}</script>",
    "microdata": many("<div itemscope itemtype=http://schema.org/Book><span itemprop=name>a</span></div>"),
    "load more": many("<button data-url=/more?page=2>Load more</button>"),
    "attributes": many("<p a b c d e f g h i j k l m n o p q r s t u v w x y z>a"),
    "attributes of inputs": many("<input a b c d e f g h i j k l m n o p q r s t>", "<form>"),
    "short words": many("ab ", "<p>"),
    "distinct words": numbered("w# ", "<p>"),
    "wide letters": many("\U0001f600 ", "<p>"),
    "bold": many("<b>a", "<p>"),
    "entities": lambda n: "<p>" + "&amp;" * (n // 5) + "<form><input name=q>",
    "end tags": many("</p></br>"),
    "one letter tags": many("<a>"),
    "svg": nested("<svg>", "</svg>", "<input name=q>"),
    "templates": nested("<template>", "</template>", "<input name=q>"),
    "captcha words": lambda n: f"<p>{'access denied captcha checking your browser ' * (n // 44)}</p>",
}  # fmt: skip

"""Sounds, boxes and rows that the made-up sites for the verdicts are put together of."""

SOUNDS = (
    ("ba de fi go ru ma ne ti so lu ka re", "n r s l"),
    ("ша ко ви ле ту на ро ди зе му", "й н р ст"),
    ("θα κε λι ρο μυ να σε τι", "ς ν ρ"),
    ("sch ei au ung wer bel tor mis", "t n en"),
    ("さ か む り の つ け と は", "ん"),
    ("ció que der mun tal pre lo est", "o a os"),
    ("שא בר גו לי מנ תו", "ם ן"),
)
BOXES = (
    "<p>{}</p>", "<p>{}</p>", "<div>{}</div>", "<h2>{}</h2>", "<h3>{}</h3>", "<td>{}</td>", "{}<br>",
    "<center>{}</center>",
       '<div class="alert alert-info">{}</div>', '<div class="notice">{}</div>', '<p role="status">{}</p>',
    '<div id="messages"><ul><li>{}</li></ul></div>', '<blockquote>{}</blockquote>', '<strong>{}</strong>',
)  # fmt: skip
TAGS = (
    "p",
    "div",
    "span",
    "b",
    "i",
    "em",
    "strong",
    "font",
    "center",
    "section",
    "h2",
    "h3",
    "h4",
    "small",
    "li",
    "tt",
    "dd",
)
SIGNS = ("", "", "", "• ", "→ ", "! ", "(i) ", "<img src=/i.gif>", "<hr>", "<br>", "<i></i>")
WRONG_BOXES = (
    '<div class="error">{}</div>', '<div role="alert">{}</div>', '<p style="color: red">{}</p>',
    '<ul class="errorlist"><li>{}</li></ul>', '<font color="red">{}</font>',
    '<div class="alert alert-danger">{}</div>', '<span class="field-validation-error">{}</span>',
    '<p class="warning">{}</p>', '<div class="flash failure">{}</div>',
)  # fmt: skip
ROWS = (
    ("<ul>{}</ul>", "<li><a href='/r/{id}'>{title}</a> <p>{a}</p><p>{b}</p></li>"),
    ("<table>{}</table>", "<tr><td>{title}</td><td>{a}</td><td>{b}</td></tr>"),
    ("<table>{}</table>", "<tr><td><a href='?id={id}'>{title}</a></td><td>{a}</td><td>{b}</td></tr>"),
    (
        "<div>{}</div>",
        "<div class=card><h3><a href='/r/{id}'>{title}</a></h3><span>{a}</span><div>{b}</div></div>",
    ),
    ("<ol>{}</ol>", "<li><b>{title}</b><br>{a}<br>{b}</li>"),
    ("<ul>{}</ul>", "<li><a href='/r/{id}'>{title}</a></li>"),
    ("<div>{}</div>", "<div><p>{title}</p><p>{la}: {a}</p><p>{lb}: {b}</p></div>"),
    ("<div>{}</div>", "<div><b>{title}</b><div>{la}: {b}</div><div>{lb}: {c}</div><div>{a}</div></div>"),
)

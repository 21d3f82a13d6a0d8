"""Forms, and what Chromium sends for each: recorded once, checked again wherever a Chromium is installed.

`{boundary}` stands for the boundary each sender draws for itself. The form is sent by its first submit button.
"""

from dataclasses import dataclass

URLENCODED, PLAIN = "application/x-www-form-urlencoded", "text/plain"
MULTIPART = "multipart/form-data; boundary={boundary}"


@dataclass(frozen=True)
class Case:
    """A form on a page in some charset, and the request it makes."""

    name: str
    form: str
    method: str
    target: str
    kind: str = ""
    body: bytes = b""
    charset: str = "utf-8"


CASES = (
    Case(
        "plain",
        '<form action="/s?old=1#frag"><input name=q value="a b&c"><input name=""><input value=x>'
        "<input type=submit name=go value=Search><input type=submit name=other value=No></form>",
        "GET",
        "/s?q=a+b%26c&go=Search",
    ),
    Case("nothing to send", "<form action=/s><input value=x><button type=submit>Go</button></form>", "GET", "/s?"),
    Case(
        "choices",
        "<form action=/s><input type=radio name=r value=1><input type=radio name=r value=2 checked>"
        "<input type=checkbox name=c checked><input type=checkbox name=c value=two checked>"
        "<input type=checkbox name=off value=no><button>Go</button></form>",
        "GET",
        "/s?r=2&c=on&c=two",
    ),
    Case(
        "selects",
        "<form action=/s><select name=one><option>First  one<option value=>none</select>"
        "<select name=dis><option disabled selected>x<option>y</select>"
        "<select name=many multiple><option selected>a<option selected value=B>b<option>c</select>"
        "<select name=none multiple><option>a</select><select name=empty></select>"
        "<select name=list size=3><option>a<option>b</select><button>Go</button></form>",
        "GET",
        "/s?one=First+one&many=a&many=B",
    ),
    Case(
        "disabled",
        "<form action=/s><input name=a value=1 disabled><fieldset disabled><legend><input name=b value=2></legend>"
        "<input name=c value=3></fieldset><input name=d value=4 readonly><button>Go</button></form>",
        "GET",
        "/s?b=2&d=4",
    ),
    Case(
        "image",
        '<form action=/s><input name=q><input type=image name=pic alt=Search src="data:,"></form>',
        "GET",
        "/s?q=&pic.x=0&pic.y=0",
    ),
    Case(
        "nameless image",
        '<form action=/s><input name=q><input type=image alt=Go src="data:,"></form>',
        "GET",
        "/s?q=&x=0&y=0",
    ),
    Case(
        "letters the charset lacks",
        "<form action=/s><input name=q value='ü€漢~*-._é'><input name='ñ' value=1><button>Go</button></form>",
        "GET",
        "/s?q=%FC%80%26%2328450%3B%7E*-._%E9&%F1=1",
        charset="windows-1252",
    ),
    Case(
        "accept-charset",
        "<form action=/s accept-charset='x-nonsense iso-8859-2'><input type=hidden name=_charset_ value=?>"
        "<input name=q value='łü'><button>Go</button></form>",
        "GET",
        "/s?_charset_=ISO-8859-2&q=%B3%FC",
    ),
    Case(
        "charset field",
        "<form action=/s method=post><input type=hidden name=_charset_><input name=q value='ж'>"
        "<button>Go</button></form>",
        "POST",
        "/s",
        URLENCODED,
        b"_charset_=windows-1251&q=%E6",
        charset="windows-1251",
    ),
    Case(
        "text area",
        "<form action=/s?keep=1 method=post><textarea name=t>\n one\ntwo\r\n</textarea>"
        "<input type=hidden name=h value='a\nb'><input name=l value='a\nb'>"
        "<button name=b value=v>Go</button></form>",
        "POST",
        "/s?keep=1",
        URLENCODED,
        b"t=+one%0D%0Atwo%0D%0A&h=a%0D%0Ab&l=ab&b=v",
    ),
    Case(
        "multipart",
        '<form action=/s method=post enctype=multipart/form-data><input name="a&quot;b" value="x&#10;y">'
        "<input type=file name=f><textarea name=t>ü</textarea><button>Go</button></form>",
        "POST",
        "/s",
        MULTIPART,
        b'--{boundary}\r\nContent-Disposition: form-data; name="a%22b"\r\n\r\nxy\r\n'
        b'--{boundary}\r\nContent-Disposition: form-data; name="f"; filename=""\r\n'
        b"Content-Type: application/octet-stream\r\n\r\n\r\n"
        b'--{boundary}\r\nContent-Disposition: form-data; name="t"\r\n\r\n\xc3\xbc\r\n--{boundary}--\r\n',
    ),
    Case(
        "text/plain",
        "<form action=/s method=post enctype=text/plain><input name=a value='1 & 2'><input name=b value=ü>"
        "<button>Go</button></form>",
        "POST",
        "/s",
        PLAIN,
        "a=1 & 2\r\nb=ü\r\n".encode(),
    ),
    Case(
        "the button's own ways",
        "<form action=/s><input name=q value=1>"
        "<button formaction=/other formmethod=post name=b value=2>Go</button></form>",
        "POST",
        "/other",
        URLENCODED,
        b"q=1&b=2",
    ),
    Case(
        "a form around and beside a table",
        "<table><form action=/s><tr><td><input name=a value=1></td></tr></form></table>"
        "<form id=f action=/x><input name=z></form><input name=late value=2 form=f><button form=f>Go</button>",
        "GET",
        "/s?a=1",
    ),
    Case(
        "kinds with values of their own",
        "<form action=/s><input type=range name=r min=0 max=50><input type=number name=n value=abc>"
        "<input type=date name=d value=2024-02-30><input type=color name=c><input type=email name=e value=' a@b '>"
        "<input type=url name=u value=' http://x '><input type=nonsense name=w value=1><button>Go</button></form>",
        "GET",
        "/s?r=25&n=&d=&c=%23000000&e=a%40b&u=http%3A%2F%2Fx&w=1",
    ),
    Case(
        "direction",
        "<form action=/s><input name=q value=x dirname=q.dir><input name=p value=x dir=rtl dirname=p.dir>"
        "<button>Go</button></form>",
        "GET",
        "/s?q=x&q.dir=ltr&p=x&p.dir=rtl",
    ),
    Case(
        "unseen fields",
        "<form action=/s><input name=q value=1><div style=display:none><input name=trap value=''></div>"
        "<template><input name=t value=2></template><datalist id=l><option value=3></datalist>"
        "<input list=l name=w><button type=reset name=no value=1>Reset</button><button>Go</button></form>",
        "GET",
        "/s?q=1&trap=&w=",
    ),
    Case(
        "a button named by nobody",
        "<form action=/s><input name=q value=x><input type=submit></form>",
        "GET",
        "/s?q=x",
    ),
    Case(
        "buttons of every kind",
        "<form action=/s><button type=button name=a value=1>A</button><input type=button name=b value=2>"
        "<input type=reset name=c value=3><input name=q value=x><button type=submit name=d>Go</button></form>",
        "GET",
        "/s?q=x&d=",
    ),
    Case(
        "an action with session and query",
        "<form action=/s;jsessionid=A1?x=1&amp;y=2 method=post><input name=q value=x><button>Go</button></form>",
        "POST",
        "/s;jsessionid=A1?x=1&y=2",
        URLENCODED,
        b"q=x",
    ),
    Case(
        "view state",
        "<form action=/s.aspx method=post><input type=hidden name=__VIEWSTATE value='/wEPDwUK+Lzg=='>"
        "<input type=hidden name=__EVENTTARGET value=''><input name='ctl00$q' value='a/b'>"
        "<input type=submit name='ctl00$go' value='Search »'></form>",
        "POST",
        "/s.aspx",
        URLENCODED,
        b"__VIEWSTATE=%2FwEPDwUK%2BLzg%3D%3D&__EVENTTARGET=&ctl00%24q=a%2Fb&ctl00%24go=Search+%C2%BB",
    ),
    Case(
        "arrays",
        "<form action=/s><input name='f[a][]' value=1><input name='f[a][]' value=2>"
        "<select name='t[]' multiple><option selected>x<option selected>y</select><button>Go</button></form>",
        "GET",
        "/s?f%5Ba%5D%5B%5D=1&f%5Ba%5D%5B%5D=2&t%5B%5D=x&t%5B%5D=y",
    ),
    Case(
        "options in groups",
        "<form action=/s><select name=g><optgroup label=One disabled><option>a<option selected>b</optgroup>"
        "<optgroup label=Two><option value='c d'>c</optgroup></select>"
        "<select name=h><optgroup label=Only disabled><option>z</optgroup></select>"
        "<select name=i><option selected>1<option selected>2</select><button>Go</button></form>",
        "GET",
        "/s?i=2",
    ),
    Case(
        "radios of two groups",
        "<form action=/s><input type=radio name=a value=1 checked><input type=radio name=a value=2 checked>"
        "<input type=radio name=b value=1><input type=radio name=c checked><button>Go</button></form>",
        "GET",
        "/s?a=2&c=on",
    ),
    Case(
        "times and numbers",
        "<form action=/s><input type=time name=t value=25:00><input type=month name=m value=2024-13>"
        "<input type=week name=w value=2024-W05><input type=datetime-local name=l value='2024-02-03 04:05'>"
        "<input type=number name=n value=1e3><input type=range name=r value=7 min=0 max=10 step=5>"
        "<input type=color name=c value=#ABCDEF><button>Go</button></form>",
        "GET",
        "/s?t=&m=&w=2024-W05&l=2024-02-03T04%3A05&n=1e3&r=5&c=%23abcdef",
    ),
    Case(
        "white space",
        "<form action=/s><input name=q value='  a\tb  '><input type=search name=s value=' x '>"
        "<input name=' n ' value=1><select name=o><option>  two   words </select><textarea name=t>  x\n</textarea>"
        "<button value=' v ' name=b>Go</button></form>",
        "GET",
        "/s?q=++a%09b++&s=+x+&+n+=1&o=two+words&t=++x%0D%0A&b=+v+",
    ),
    Case(
        "image with a value",
        "<form action=/s method=post><input type=hidden name=p value=2>"
        '<input type=image name=go value=x src="data:,"></form>',
        "POST",
        "/s",
        URLENCODED,
        b"p=2&go.x=0&go.y=0",
    ),
    Case(
        "a pager of buttons",
        "<form action=/list method=post><input type=hidden name=q value='dogs & cats'>"
        "<button name=page value=2>Next</button><button name=page value=9>Last</button></form>",
        "POST",
        "/list",
        URLENCODED,
        b"q=dogs+%26+cats&page=2",
    ),
    Case(
        "Japanese",
        "<form action=/s><input name=q value='検索 ~'><input name=k value='é'><button>検索</button></form>",
        "GET",
        "/s?q=%8C%9F%8D%F5+%7E&k=%26%23233%3B",
        charset="shift_jis",
    ),
    Case(
        "Chinese, posted",
        "<form action=/s method=post><input name=q value='搜索€😀'><button>Go</button></form>",
        "POST",
        "/s",
        URLENCODED,
        b"q=%CB%D1%CB%F7%80%26%23128512%3B",
        charset="gbk",
    ),
    Case(
        "multipart in another charset",
        "<form action=/s method=post enctype=multipart/form-data><input name=q value='ж€'>"
        "<input type=checkbox name=c checked><button name=b value=1>Go</button></form>",
        "POST",
        "/s",
        MULTIPART,
        b'--{boundary}\r\nContent-Disposition: form-data; name="q"\r\n\r\n\xe6\x88\r\n'
        b'--{boundary}\r\nContent-Disposition: form-data; name="c"\r\n\r\non\r\n'
        b'--{boundary}\r\nContent-Disposition: form-data; name="b"\r\n\r\n1\r\n--{boundary}--\r\n',
        charset="windows-1251",
    ),
    Case(
        "an encoding nobody knows",
        "<form action=/s method=POST enctype=application/json><input name=q value=x><button>Go</button></form>",
        "POST",
        "/s",
        URLENCODED,
        b"q=x",
    ),
    Case(
        "a method nobody knows",
        "<form action=/s method=put><input name=q value=x><button>Go</button></form>",
        "GET",
        "/s?q=x",
    ),
    Case(
        "the button's encoding",
        "<form action=/s method=post><input name=q value=x>"
        "<button formenctype=text/plain name=b value=1>Go</button></form>",
        "POST",
        "/s",
        PLAIN,
        b"q=x\r\nb=1\r\n",
    ),
    Case(
        "fields of other elements",
        "<form action=/s><object name=o></object><output name=u>1</output><meter name=m value=1></meter>"
        "<progress name=p value=1></progress><label name=l>L</label><input name=q value=1>"
        "<button>Go</button></form>",
        "GET",
        "/s?q=1",
    ),
)


def page(case: Case) -> bytes:
    """The page a case stands on, in its charset; letters it lacks are written as references."""
    head = f"<!doctype html><meta charset={case.charset}><title>{case.name}</title>"
    return (head + case.form).encode(case.charset, "xmlcharrefreplace")

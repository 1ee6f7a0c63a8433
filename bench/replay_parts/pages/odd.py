"""Old and odd markup."""
# ruff: noqa: E501 - pages are written as pages are

from replay_parts.pages.parts import CSS, HTML, SVG, WORDS, Files, filler, page, pictures, png, svg


def old_and_odd() -> dict[str, Files]:
    return {
        "old-tables": {
            "": (
                "text/html; charset=iso-8859-1",
                (
                    "<HTML><HEAD><TITLE>Old</TITLE></HEAD><BODY BGCOLOR=#FFFFCC BACKGROUND=70.png TEXT=navy>"
                    "<CENTER><FONT SIZE=6 FACE=Arial COLOR=red>Welcome</FONT><TABLE WIDTH=600 BORDER=3 "
                    "CELLPADDING=9><TR><TD BGCOLOR=silver WIDTH=150>Menu<BR>Home<TD>"
                    + WORDS
                    * 3
                    + "stray<TR><TD COLSPAN=2 BACKGROUND=71.png HEIGHT=120><MARQUEE>moves</MARQUEE>"
                    "</TABLE>in the wrong place<table>fostered<tr><td>cell</table></CENTER>"
                ).encode("latin-1"),
            ),
            **pictures(70, 71),
        },
        "xhtml": {
            "": (
                "application/xhtml+xml",
                (
                    b'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>X</title>'
                    b"<style><![CDATA[ body > div { background: #ded } ]]></style><script/></head>"
                    b"<body><h1>Strict</h1><div/><div><p>Words &amp; more<br/>of XML</p><a name='t'/>"
                    b"<img src='70.png' alt=''/></div></body></html>"
                ),
            ),
            **pictures(70),
        },
        "base-in-comment": {
            "": (
                HTML,
                page(
                    "<img src=70.png><a href=x>link</a>",
                    "<!-- <base href='/nowhere/'> --><script>var t='<base href=/no/>'</script>"
                    "<base href='sub/deep/'>",
                ),
            ),
            "sub/deep/70.png": ("image/png", png(72)),
        },
        "mathml": {
            "": (
                HTML,
                page(
                    "<math display=block><mrow><mi>x</mi><mo>=</mo><mfrac><mrow><mo>-</mo><mi>b</mi>"
                    "<mo>±</mo><msqrt><msup><mi>b</mi><mn>2</mn></msup><mo>-</mo><mn>4</mn><mi>a</mi>"
                    "<mi>c</mi></msqrt></mrow><mrow><mn>2</mn><mi>a</mi></mrow></mfrac></mrow></math>"
                ),
            )
        },
        "custom-attributes": {
            "": (
                HTML,
                page(
                    "<ui-box theme=dark>Box</ui-box><ui-box tone=warm part=x>Box</ui-box>"
                    "<div x-show=open style='padding:5px'>shown</div>",
                    "<style>ui-box{display:block;padding:30px}[theme=dark]{background:#223;color:#fff}"
                    "[tone='warm']{background:orange}[x-show]{border:5px solid}</style>",
                ),
            )
        },
        "svg-page": {"": (SVG, svg("steelblue", 600, 400))},
        "long-article": {
            "": (HTML, page(filler(40) + "<img src=70.png>" + filler(20))),
            **pictures(70),
        },
        "grid-sticky": {
            "": (
                HTML,
                page(
                    "<header style='position:sticky;top:0;background:#fff;border-bottom:2px solid'>Bar</header>"
                    "<div style='display:grid;grid-template-columns:1fr 2fr;gap:20px'><aside style="
                    "'background:#eee'>Side</aside><div>" + filler(10) + "</div></div>"
                ),
            )
        },
        "theme-sheets": {
            "": (
                HTML,
                page(
                    "<p class=k>chosen by a script</p><script>document.getElementById('dark').disabled=true;"
                    "document.documentElement.dataset.theme='light'</script>",
                    "<link id=dark rel=stylesheet href=dark.css><link rel='alternate stylesheet' "
                    "title=o href=other.css><link rel=stylesheet media='(min-width:500px)' href=wide.css>"
                    "<link rel=stylesheet href='data:text/css,.k{font-size:30px}'>",
                ),
            ),
            "dark.css": (CSS, b"body{background:#000;color:#fff}"),
            "other.css": (CSS, b"body{background:red}"),
            "wide.css": (CSS, b"h1{background:gold}"),
        },
    }

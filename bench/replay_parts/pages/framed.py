"""Frames, and documents that are no pages."""
# ruff: noqa: E501 - pages are written as pages are

from replay_parts.pages.parts import HTML, WORDS, Files, filler, page, pictures


def framed(other: str) -> dict[str, Files]:
    inner = page(filler(2) + "<img src=40.png>", title="Inside")
    grown = page(
        "<div id=o></div><img src=40.png><script>o.innerHTML='<h2>Made in the frame</h2>'</script>",
        title="Embedded",
    )
    old = (
        "<html><head><title>Frames</title></head><frameset cols='30%,70%'>"
        "<frame src=menu.html><frame src=main.html></frameset></html>"
    )
    size = "width=700 height=420"
    return {
        "frame": {
            "": (HTML, page(f"<iframe src=in.html {size}></iframe>")),
            "in.html": (HTML, inner),
            **pictures(40),
        },
        "frame-scripted": {
            "": (HTML, page(f"<iframe src=in.html {size}></iframe>")),
            "in.html": (HTML, grown),
            **pictures(40),
        },
        "frame-foreign": {
            "": (HTML, page(f"<iframe src={other}/frame-foreign/in.html {size}></iframe>")),
            "in.html": (HTML, grown),
            **pictures(40),
        },
        "frame-srcdoc": {
            "": (
                HTML,
                page(
                    f'<iframe {size} srcdoc="&lt;p&gt;Words of a srcdoc &lt;img src=40.png&gt;'
                    '&lt;script&gt;document.body.append(1+1)&lt;/script&gt;"></iframe>'
                ),
            ),
            **pictures(40),
        },
        "frame-written": {
            "": (
                HTML,
                page(
                    f"<iframe id=w {size}></iframe><script>const d=w.contentDocument;d.open();"
                    'd.write(\'<h2>Written frame</h2><img src=40.png><iframe srcdoc="<p>Deeper still">'
                    "</iframe>');d.close()</script>"
                ),
            ),
            **pictures(40),
        },
        "frameset": {
            "": ("text/html", old.encode()),
            "menu.html": (HTML, page("<a href=main.html>Main</a>", title="Menu")),
            "main.html": (HTML, inner),
            **pictures(40),
        },
    }


def plain_and_framed(other: str) -> dict[str, Files]:
    """Documents that are no pages, and frames of rarer kinds."""
    quirk = f"<title>q</title><style>td{{font-size:inherit}}</style><table border=1 height=100%><tr><td>{WORDS}</table>"
    return {
        "plain-text": {"": ("text/plain; charset=utf-8", (WORDS * 30).encode())},
        "frames-deep": {
            "": (
                HTML,
                page(
                    f"<iframe src={other}/frames-deep/one.html width=800 height=500></iframe>"
                    "<iframe src='data:text/html,<h2>Words of data</h2>'></iframe>"
                    "<iframe src=\"javascript:'<h2>Words of a script</h2>'\"></iframe>"
                ),
            ),
            "one.html": (
                HTML,
                page("<iframe src=two.html width=600 height=300></iframe>", title="One"),
            ),
            "two.html": (
                HTML,
                page("<b id=o></b><img src=90.png><script>o.append('grown')</script>", title="Two"),
            ),
            **pictures(90),
        },
        "quirks": {"": ("text/html", quirk.encode())},
        "quirks-frame": {
            "": (HTML, page("<iframe src=q.html width=600 height=400></iframe>")),
            "q.html": ("text/html", quirk.encode()),
        },
    }

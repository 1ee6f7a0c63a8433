"""Page kinds for `bench/replay.py`, made here: each shows words and pictures by a way of its own.

`kinds(other)` gives, for each name, what a server answers below `/<name>/`: path → (type, body).
"""
# ruff: noqa: E501, ISC004 - pages are written as pages are

import shutil
import struct
import subprocess
import tempfile
import zlib
from pathlib import Path

Files = dict[str, tuple[str, bytes]]
HTML, SVG, CSS = "text/html; charset=utf-8", "image/svg+xml", "text/css"
WORDS = (
    "The ferry left at nine and the baker swept his step while gulls stood on the wall. "
    "Two carts of barley came down from the mill, and the clerk wrote their weight in a book. "
)
DOT = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
STYLE = "body{font:17px/1.5 serif;margin:24px;color:#222}h1{font-size:34px}"


def png(seed: int, width: int = 400, height: int = 260) -> bytes:
    """Bands and a box in colours that no other seed has."""
    colours = [((seed * 53 + n * 67) % 200, (seed * 97 + n * 31) % 220, (seed * 29 + n * 113) % 240)
               for n in range(4)]  # fmt: skip
    rows = bytearray()
    for y in range(height):
        rows.append(0)
        for x in range(width):
            is_box = width // 4 < x < width // 2 and height // 4 < y < height // 2
            rows += bytes(colours[3 if is_box else (x * 3 // width + y * 2 // height) % 3])

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(rows)))
            + chunk(b"IEND", b""))  # fmt: skip


def svg(colour: str, width: int = 300, height: int = 160) -> bytes:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
        f'<rect width="100%" height="100%" fill="{colour}"/>'
        f'<circle cx="70" cy="70" r="50" fill="gold"/></svg>'
    ).encode()


def page(body: str, head: str = "", title: str = "A page") -> bytes:
    return (
        f"<!doctype html><html lang=en><head><meta charset=utf-8><title>{title}</title>"
        f"<style>{STYLE}</style>{head}</head><body><h1>{title}</h1><p>{WORDS}</p>{body}</body></html>"
    ).encode()


def font() -> bytes:
    for name in ("DejaVuSans-Bold.ttf", "DejaVuSansMono-Bold.ttf", "DejaVuSerif-Bold.ttf"):
        for found in Path("/usr/share/fonts").rglob(name):
            return found.read_bytes()
    return b""


def film() -> bytes:
    program = shutil.which("ffmpeg")
    if program is None:
        return b""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "film.webm"
        subprocess.run(
            [program, "-v", "error", "-f", "lavfi", "-i", "testsrc=duration=2:size=320x240:rate=10",
             str(target)],
            check=True,
        )  # fmt: skip
        return target.read_bytes()


def pictures(*seeds: int) -> Files:
    return {f"{seed}.png": ("image/png", png(seed)) for seed in seeds}


def filler(count: int = 8) -> str:
    return "".join(f"<p>Paragraph {n}. {WORDS}</p>" for n in range(count))


def tall(*parts: str) -> str:
    return "".join(f"{part}<div style='height:900px'></div>" for part in parts)


def lazy(seeds: tuple[int, ...], markup: str, script: str) -> Files:
    body = tall(filler(2), *(markup.replace("N", str(seed)) for seed in seeds))
    return {"": (HTML, page(body + f"<script>{script}</script>")), **pictures(*seeds)}


ON_SIGHT = """const look = new IntersectionObserver(all => all.forEach(one => {
  if (one.isIntersecting) { look.unobserve(one.target); show(one.target); }
}), {rootMargin: '100px'});
document.querySelectorAll('.lz').forEach(one => look.observe(one));"""


def lazies() -> dict[str, Files]:
    blank = f'<img class=lz width=400 height=260 src="{DOT}" data-src="N.png">'
    on_scroll = """addEventListener('scroll', () => document.querySelectorAll('img[data-src]').forEach(
      i => { if (i.getBoundingClientRect().top < innerHeight) { i.src = i.dataset.src;
        i.removeAttribute('data-src'); } }));"""
    appear = """function show(one) { one.classList.add('in') }""" + ON_SIGHT
    return {
        "lazy-data-src": lazy((1, 2, 3), blank, f"function show(i){{i.src=i.dataset.src}}{ON_SIGHT}"),
        "lazy-scroll": lazy((4, 5, 6), blank, on_scroll),
        "lazy-native": lazy(
            (7, 8, 9), "<img loading=lazy width=400 height=260 src='N.png'>", "1"
        ),
        "lazy-srcset": lazy(
            (10, 11),
            "<img class=lz width=400 height=260 data-srcset='N.png 400w, N.png?big 800w' data-sizes=400px>",
            f"function show(i){{i.sizes=i.dataset.sizes;i.srcset=i.dataset.srcset}}{ON_SIGHT}",
        ),
        "lazy-noscript": lazy(
            (12, 13),
            "<div class=lz style='min-height:260px'><noscript><img width=400 height=260 src='N.png'>"
            "</noscript></div>",
            "function show(d){d.innerHTML=d.querySelector('noscript').textContent}" + ON_SIGHT,
        ),
        "lazy-background": lazy(
            (14, 15),
            "<div class=lz data-bg='N.png' style='width:400px;height:260px;background:#ddd'></div>",
            "function show(d){d.style.backgroundImage=`url(${d.dataset.bg})`}" + ON_SIGHT,
        ),
        "reveal-on-scroll": {
            "": (
                HTML,
                page(
                    tall(*(f"<section class=lz><h2>Part {n}</h2><img src=16.png>{filler(2)}</section>"
                           for n in range(3))) + f"<script>{appear}</script>",
                    "<style>.lz{opacity:0;transform:translateY(60px)}.in{opacity:1;transform:none}</style>",
                ),
            ),
            **pictures(16),
        },
        "infinite-list": {
            "": (
                HTML,
                page(
                    "<ul id=l></ul><div id=end style='height:10px'></div><script>let n=0;"
                    "const more=()=>{for(let k=0;k<8&&n<40;k++,n++){const i=document.createElement('li');"
                    "i.innerHTML=`<b>Item ${n}</b> barley and rope in store ${n}<br><img width=200 src=17.png>`;"
                    "l.append(i)}};more();new IntersectionObserver(a=>a[0].isIntersecting&&more(),"
                    "{rootMargin:'50px'}).observe(end)</script>"
                ),
            ),
            **pictures(17),
        },
    }  # fmt: skip


def pictured() -> dict[str, Files]:
    many = {f"{n}.png": ("image/png", png(n)) for n in range(20, 30)}
    return {
        "srcset-forms": {
            "": (
                HTML,
                page(
                    "<img width=400 srcset='20.png 1x,21.png 2x'>"
                    "<img srcset='22.png?a=1,2 400w, 23.png 1600w' sizes='(max-width:600px) 100vw, 400px'>"
                    "<img width=400 srcset=' 24.png '>"
                    "<img width=400 src=25.png srcset='25.png 1x , 26.png 3x,'>"
                ),
            ),
            **many,
        },
        "picture-element": {
            "": (
                HTML,
                page(
                    "<picture><source type=image/unknown srcset=20.png>"
                    "<source media='(min-width:2000px)' srcset=21.png>"
                    "<source media='(min-width:300px)' srcset='22.png 1x, 23.png 2x'>"
                    "<img src=24.png width=400></picture>"
                ),
            ),
            **many,
        },
        "blob-pictures": {
            "": (
                HTML,
                page(
                    "<img id=a><div id=b style='width:400px;height:260px'></div><script>"
                    "fetch('20.png').then(r=>r.blob()).then(x=>{const u=URL.createObjectURL(x);a.src=u;"
                    "b.style.backgroundImage=`url(${u})`})</script>"
                ),
            ),
            **many,
        },
        "canvas": {
            "": (
                HTML,
                page(
                    "<canvas id=c width=500 height=300 style='border:3px solid'></canvas><script>"
                    "const x=c.getContext('2d');for(let n=0;n<12;n++){x.fillStyle=`hsl(${n*30} 80% 50%)`;"
                    "x.fillRect(n*40,300-n*22,34,n*22)}x.font='24px serif';x.fillStyle='#000';"
                    "x.fillText('Tons of barley',20,40)</script>"
                ),
            )
        },
        "css-pictures": {
            "": (
                HTML,
                page(
                    "<div class=a></div><div class=b></div><div class=c></div><div class='d'></div>"
                    "<ul><li>one<li>two</ul>",
                    "<link rel=stylesheet href=look.css>",
                ),
            ),
            "look.css": (
                CSS,
                b"div{width:400px;height:180px;margin:9px}.a{background:url(20.png)}"
                b".b{background-image:image-set('21.png' 1x, '22.png' 2x)}"
                b".c{background:u\\72l(2\\33.png)}.d{background:-webkit-image-set(url(24.png) 1x)}"
                b"li{list-style-image:url(dot.svg)}h1::before{content:url(dot.svg)' '}",
            ),
            "dot.svg": (SVG, svg("teal", 40, 20)),
            **many,
        },
        "sprites": {
            "": (
                HTML,
                page(
                    "<svg width=120 height=120><use href='s.svg#boat'/></svg>"
                    "<svg width=120 height=120><use xlink:href='s.svg#sun'/></svg>"
                    "<i style='display:block;width:100px;height:65px;background:url(20.png) -90px -60px'></i>"
                    "<svg style='display:none'><symbol id=in viewBox='0 0 10 10'>"
                    "<rect width=10 height=5 fill=purple /></symbol></svg>"
                    "<svg width=90 height=90><use href='#in'/></svg>"
                ),
            ),
            "s.svg": (
                SVG,
                b"<svg xmlns='http://www.w3.org/2000/svg'><symbol id='boat' viewBox='0 0 10 10'>"
                b"<path d='M0 5h10l-3 4H3z' fill='brown'/></symbol><symbol id='sun' "
                b"viewBox='0 0 10 10'><circle cx='5' cy='5' r='4' fill='orange'/></symbol></svg>",
            ),
            **many,
        },
        "masks": {
            "": (
                HTML,
                page(
                    "<i style='display:block;width:300px;height:160px;background:crimson;"
                    "mask-image:url(m.svg)'></i>"
                ),
            ),
            "m.svg": (SVG, svg("#000")),
        },
        "svg-inline": {
            "": (
                HTML,
                page(
                    "<svg viewBox='0 0 400 200' width=600><defs><linearGradient id=g>"
                    "<stop offset=0 stop-color=red /><stop offset=1 stop-color=blue /></linearGradient>"
                    "<clipPath id=k><circle cx=100 cy=100 r=90 /></clipPath></defs>"
                    "<rect width=200 height=200 fill='url(#g)' clip-path='url(#k)'/>"
                    "<text x=210 y=60 font-size=28>Drawn words</text>"
                    "<foreignObject x=210 y=80 width=180 height=110><div xmlns='http://www.w3.org/1999/xhtml'>"
                    "<p style='background:#ffd'>Words in a foreign part</p></div></foreignObject>"
                    "<image href=20.png x=300 y=10 width=90 height=60 /></svg>"
                ),
            ),
            **many,
        },
        "object-svg": {
            "": (
                HTML,
                page(
                    "<object data=o.svg type=image/svg+xml width=300 height=160></object>"
                    "<embed src=o2.svg width=300 height=160>"
                    "<object data=none.swf type=application/x-flash><p>Instead of a film: words</p></object>"
                ),
            ),
            "o.svg": (SVG, svg("navy")),
            "o2.svg": (SVG, svg("green")),
        },
        "css-chain": {
            "": (
                HTML,
                page(
                    "<div class=one>one</div><div class=two>two</div><div class=three>three</div>",
                    "<link rel='preload stylesheet' as=style href=a.css>"
                    "<link rel=preload as=style href=late.css onload=\"this.rel='stylesheet'\">",
                ),
            ),
            "a.css": (
                CSS,
                b"@charset 'utf-8';@layer base, top;@import 'sub/b.css' layer(base);"
                b"@import url(sub/c.css) layer(top) supports(display:grid) screen;",
            ),
            "sub/b.css": (CSS, b"@import\"d.css\";.one,.two{background:silver;color:red}"),
            "sub/c.css": (CSS, b".two{background:url('../20.png');height:200px}"),
            "sub/d.css": (CSS, b"div{padding:20px;font-size:30px;border:4px solid teal}"),
            "late.css": (CSS, b".three{color:purple;letter-spacing:8px;background:#fe9}"),
            **many,
        },
        "web-fonts": {
            "": (
                HTML,
                page(
                    "<p class=f>Words in a face of their own: ferry, barley, gulls.</p>"
                    "<p class=g>Another face, by script.</p><script>const y=new FontFace('G',"
                    "'url(f.ttf)');document.fonts.add(y);y.load()</script>",
                    "<style>@font-face{font-family:F;src:local('No such'),url(f.ttf) format('truetype')}"
                    ".f{font:32px F}.g{font:32px G,serif}</style>",
                ),
            ),
            "f.ttf": ("font/ttf", font()),
        },
    }  # fmt: skip


def scripted() -> dict[str, Files]:
    cards = "[...Array(6).keys()].map(n=>`<article><h2>Card ${n}</h2><img width=200 src=30.png><p>Barley, rope and salt, lot ${n}.</p></article>`).join('')"
    return {
        "client-rendered": {
            "": (
                HTML,
                b"<!doctype html><title>Shop</title><div id=root></div><script src=app.js></script>",
            ),
            "app.js": (
                "text/javascript",
                (
                    "fetch('data.json').then(r=>r.json()).then(d=>{root.innerHTML=`<h1>${d.title}</h1>`+"
                    + cards
                    + ";history.replaceState(0,'','./shop/harbour')})"
                ).encode(),
            ),
            "data.json": ("application/json", b'{"title":"Harbour shop"}'),
            **pictures(30),
        },
        "inserted-rules": {
            "": (
                HTML,
                page(
                    "<div class=x1>styled by rules</div><div class=x2>put in by script</div><style id=s></style>"
                    "<script>const t=s.sheet;t.insertRule('.x1{background:gold;padding:30px;font-size:28px}');"
                    "t.insertRule('.x2{background:url(30.png);height:200px;color:#fff}');"
                    "const a=new CSSStyleSheet();a.replaceSync('h1{color:crimson;border-bottom:6px dotted}');"
                    "document.adoptedStyleSheets=[a]</script>"
                ),
            ),
            **pictures(30),
        },
        "shadow-open": {
            "": (
                HTML,
                page(
                    "<x-card></x-card><x-card></x-card><p><x-in>slotted words</x-in></p><script>"
                    "const s=new CSSStyleSheet();s.replaceSync('p{color:blue;font-size:24px}');"
                    "customElements.define('x-card',class extends HTMLElement{constructor(){super();"
                    "const r=this.attachShadow({mode:'open'});r.adoptedStyleSheets=[s];"
                    "r.innerHTML='<p>In the shade of a card</p><img src=30.png>'}});"
                    "customElements.define('x-in',class extends HTMLElement{connectedCallback(){"
                    "this.attachShadow({mode:'open'}).innerHTML='<p>Before</p><slot></slot><p>After</p>'}})"
                    "</script>",
                    "<style>x-card:not(:defined){display:none}</style>",
                ),
            ),
            **pictures(30),
        },
        "shadow-declared": {
            "": (
                HTML,
                page(
                    "<div><template shadowrootmode=open><style>p{background:#dfd}:host{display:block}</style>"
                    "<p>Declared words</p><img src=30.png><slot></slot></template>And light ones</div>"
                    "<p>Outer <span><template shadowrootmode=open><p>A paragraph in a paragraph</p>"
                    "</template></span></p>"
                ),
            ),
            **pictures(30),
        },
        "shadow-closed": {
            "": (
                HTML,
                page(
                    "<x-shut></x-shut><script>customElements.define('x-shut',class extends HTMLElement{"
                    "constructor(){super();this.attachShadow({mode:'closed'}).innerHTML="
                    "'<p style=font-size:30px>Shut in words of a closed shade</p><img src=30.png>'}})</script>"
                ),
            ),
            **pictures(30),
        },
        "form-state": {
            "": (
                HTML,
                page(
                    "<form><input id=i> <input id=c type=checkbox> <textarea id=t rows=4></textarea>"
                    "<select id=s><option>barley<option>rope</select><details id=d><summary>More</summary>"
                    "Folded words</details></form><dialog id=g><p>Words of a dialog</p></dialog><script>"
                    "i.value='typed in';c.checked=true;t.value='written here';s.selectedIndex=1;d.open=true;"
                    "g.showModal()</script>"
                ),
            )
        },
        "carousel": {
            "": (
                HTML,
                page(
                    "<div style='overflow:hidden;width:400px'><div id=t style='display:flex;width:1200px'>"
                    "<img src=30.png><img src=31.png><img src=32.png></div></div>"
                    "<div id=sc style='overflow:auto;width:400px;white-space:nowrap'><img src=33.png>"
                    "<img src=34.png><img src=35.png></div><script>t.style.transform='translateX(-400px)';"
                    "addEventListener('load',()=>{sc.scrollLeft=400})</script>"
                ),
            ),
            **pictures(*range(30, 36)),
        },
        "animated-in": {
            "": (
                HTML,
                page(
                    "<div id=a style='opacity:0'><h2>Faded in by script</h2><img src=30.png></div><script>"
                    "a.animate([{opacity:0},{opacity:1}],{duration:50,fill:'forwards'})</script>"
                ),
            ),
            **pictures(30),
        },
        "cookie-layer": {
            "": (
                HTML,
                page(
                    filler(12)
                    + "<div id=layer style='position:fixed;inset:0;background:#0008'><div style='background:#fff;"
                    "margin:120px auto;width:500px;padding:30px'><h2>We value your privacy</h2>"
                    "<button>Accept all</button> <button>Reject all</button></div></div>"
                ),
            )
        },
        "app-shell": {
            "": (
                HTML,
                page(
                    "",
                    "<style>html,body{height:100%;margin:0;overflow:hidden}main{height:100vh;overflow:auto}"
                    "</style><script>addEventListener('DOMContentLoaded',()=>{const m=document."
                    "createElement('main');m.innerHTML='<img src=30.png>'+'<p>Scrolled within. "
                    + WORDS
                    + "</p>'.repeat(30);document.body.append(m)})</script>",
                ),
            ),
            **pictures(30),
        },
        "document-written": {
            "": (
                HTML,
                page(
                    "<script>document.write('<h2>Written</h2><img src=30.png>');</script>"
                    "<script>document.write('<table border=1><tr><td>cell of writing</table>')</script>"
                ),
            ),
            **pictures(30),
        },
        "trusted-page": {
            "": (
                HTML,
                page(
                    "<p id=o></p><script>Array.prototype.toJSON=()=>'broken';"
                    "Element.prototype.getAttribute=null;o.innerHTML='<b>Words by an old library</b>'"
                    "</script><img src=30.png>"
                ),
            ),
            **pictures(30),
        },
    }


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


def media() -> dict[str, Files]:
    clip = film()
    return {
        "video": {
            "": (
                HTML,
                page(
                    "<video src=f.webm width=320 height=240 muted preload=auto></video>"
                    "<video poster=50.png width=400 height=260 preload=none></video>"
                ),
            ),
            "f.webm": ("video/webm", clip),
            **pictures(50),
        }
    }


def languages() -> dict[str, Files]:
    japanese = "港の倉庫に米と塩が運ばれた。船は九時に出た。" * 12
    russian = "Паром ушёл в девять, пекарь подметал крыльцо, чайки стояли на стене. " * 10
    return {
        "shift-jis": {
            "": (
                "text/html",
                (
                    "<html><head><meta http-equiv=content-type content='text/html; charset=Shift_JIS'>"
                    "<link rel=stylesheet href=s.css><title>港</title></head>"
                    f"<body><h1>港の話</h1><p>{japanese}</p><img src='pic?q=港'><img src='港.png'></body></html>"
                ).encode("cp932"),
            ),
            "s.css": (
                CSS,
                "@charset \"Shift_JIS\";h1::before{content:'■印 ';color:red}p{background:url(pic?c=船)}".encode(
                    "cp932"
                ),
            ),
            "pic": ("image/png", png(60)),
            "%E6%B8%AF.png": ("image/png", png(61)),
        },
        "windows-1251": {
            "": (
                "text/html; charset=windows-1251",
                f"<title>Порт</title><h1>Порт</h1><p>{russian}</p><img src='pic?q=порт'>".encode(
                    "cp1251"
                ),
            ),
            "pic": ("image/png", png(62)),
        },
        "chinese": {
            "": (
                HTML,
                page("<p>" + "渡轮九点离港,面包师在门口扫地。" * 20 + "</p><img src=63.png>"),
            ),
            **pictures(63),
        },
        "arabic-rtl": {
            "": (
                HTML,
                page(
                    "<div dir=rtl lang=ar><p>"
                    + "غادرت العبارة في التاسعة وكان الخباز يكنس عتبته. " * 10
                    + "</p><img src=64.png align=left></div>"
                ),
            ),
            **pictures(64),
        },
        "vertical": {
            "": (
                HTML,
                page(
                    f"<div style='writing-mode:vertical-rl;height:400px'>{japanese}"
                    "<ruby>港<rt>みなと</rt></ruby></div>"
                ),
            )
        },
    }


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


def guarded() -> dict[str, Files]:
    """Pages whose own policies stand in the way, or that hide themselves until a script is done."""
    memory = (
        "<img id=a><script src=app.js></script><div id=o></div><style nonce=n>p{color:teal}</style>"
    )
    script = (
        b"const r=new XMLHttpRequest();r.open('GET','80.png');r.responseType='blob';"
        b"r.onload=()=>{const u=URL.createObjectURL(r.response);a.src=u;a.onload=()=>URL.revokeObjectURL(u)};"
        b"r.send();const s=new CSSStyleSheet();s.replaceSync('h1{background:gold}');"
        b"document.adoptedStyleSheets=[s];o.attachShadow({mode:'open'}).innerHTML='<b>In the shade</b>'"
    )
    policy = (
        "<meta http-equiv=content-security-policy content=\"default-src 'none';img-src 'self' blob:;"
        "script-src 'self';style-src 'nonce-n';connect-src 'self'\">"
    )
    trust = (
        "<meta http-equiv=content-security-policy "
        "content=\"require-trusted-types-for 'script';trusted-types x\">"
    )
    return {
        "strict-policy": {
            "": (
                HTML,
                f"<!doctype html><title>Guarded</title>{policy}<h1>Guarded</h1><p>{WORDS}</p>{memory}".encode(),
            ),
            "app.js": ("text/javascript", script),
            **pictures(80),
        },
        "trusted-types": {
            "": (
                HTML,
                page(
                    "<p id=o></p><svg width=90 height=90><use href='s.svg#i'/></svg><script>"
                    "const t=trustedTypes.createPolicy('x',{createHTML:h=>h});"
                    "o.innerHTML=t.createHTML('<b>Trusted words</b>')</script>",
                    trust,
                ),
            ),
            "s.svg": (
                SVG,
                b"<svg xmlns='http://www.w3.org/2000/svg'><symbol id='i' viewBox='0 0 9 9'>"
                b"<rect width='9' height='9' fill='olive'/></symbol></svg>",
            ),
        },
        "hidden-until-ready": {
            "": (
                HTML,
                page(
                    f"<div id=c style='visibility:hidden;opacity:0'><img data-src=80.png>{filler(4)}</div><script>"
                    "addEventListener('load',()=>setTimeout(()=>{document.documentElement.classList.remove('no');"
                    "document.querySelectorAll('[data-src]').forEach(i=>i.src=i.dataset.src);"
                    "c.style.cssText=''},300))</script>",
                    "<style>.no body{display:none}</style><script>document.documentElement.className='no'</script>",
                ),
            ),
            **pictures(80),
        },
        "shrinking-header": {
            "": (
                HTML,
                page(
                    "<header id=h style='position:fixed;top:0;left:0;right:0;height:120px;background:#fc6'>Logo"
                    f"</header><div style='height:120px'></div>{filler(30)}<script>addEventListener('scroll',()=>"
                    "{h.style.height=scrollY>50?'40px':'120px'})</script>"
                ),
            )
        },
    }


def built() -> dict[str, Files]:
    """What scripts build and no markup can say as it is."""
    return {
        "torn-nesting": {
            "": (
                HTML,
                page(
                    "<p id=p style='background:#eef;padding:9px'>Before </p><div id=d></div><script>"
                    "const e=(n,t,...c)=>{const x=document.createElement(n);x.append(t,...c);return x};"
                    "p.append(e('div','a block in a paragraph'),' after ',e('ul','',e('li','item')));"
                    "const o=e('a','outer ',e('a','inner'),' outer again');o.href='#x';"
                    "o.style.cssText='display:block;border:3px solid';d.append(o,e('button','b ',e('button','c')),"
                    "e('h2','head ',e('h3','in head')))</script>"
                ),
            )
        },
        "nested-shades": {
            "": (
                HTML,
                page(
                    "<x-out theme=dark><b slot=t>Title in a slot</b><p>Plain <i>words</i></p></x-out><script>"
                    "customElements.define('x-in',class extends HTMLElement{constructor(){super();"
                    "this.attachShadow({mode:'open'}).innerHTML=`<style>::slotted(*){color:purple}:host{display:block;"
                    "border:2px dashed}</style><span part=mark>inner</span><slot></slot>`}});"
                    "customElements.define('x-out',class extends HTMLElement{constructor(){super();"
                    "this.attachShadow({mode:'open'}).innerHTML=`<style>:host([theme=dark]){background:#123;color:#fff;"
                    "display:block;padding:20px}x-in::part(mark){background:red}</style><slot name=t></slot>"
                    "<x-in exportparts=mark><slot></slot></x-in><slot name=none>What stands in</slot>`}})</script>",
                    "<style>x-out::part(mark){font-size:30px}</style>",
                ),
            )
        },
        "manual-slots": {
            "": (
                HTML,
                page(
                    "<x-m><p>first</p><p>second</p></x-m><script>customElements.define('x-m',class extends HTMLElement{"
                    "connectedCallback(){const r=this.attachShadow({mode:'open',slotAssignment:'manual'});"
                    "r.innerHTML='<h2>Turned round</h2><slot id=a></slot><hr><slot id=b></slot>';"
                    "setTimeout(()=>{const[x,y]=this.children;r.getElementById('a').assign(y);"
                    "r.getElementById('b').assign(x)})}})</script>"
                ),
            )
        },
        "custom-states": {
            "": (
                HTML,
                page(
                    "<x-s>Opened</x-s><script>customElements.define('x-s',class extends HTMLElement{"
                    "constructor(){super();this.attachInternals().states.add('open')}})</script>",
                    "<style>x-s{display:none}x-s:state(open){display:block;background:#8f8;padding:40px}</style>",
                ),
            )
        },
        "virtual-list": {
            "": (
                HTML,
                page(
                    "<div id=v style='height:500px;overflow:auto;border:1px solid'><div id=i style="
                    "'height:20000px;position:relative'></div></div><script>const draw=()=>{const f="
                    "Math.floor(v.scrollTop/40);i.innerHTML=[...Array(15).keys()].map(n=>`<div style='position:absolute;"
                    "top:${(f+n)*40}px'>Row ${f+n} of barley</div>`).join('')};v.onscroll=draw;draw()</script>"
                ),
            )
        },
        "widgets": {
            "": (
                HTML,
                page(
                    "<progress id=p max=10></progress><meter id=m max=10></meter><input id=r type=range>"
                    "<input id=c type=color><input id=d type=date><input id=t type=checkbox>"
                    "<input name=q type=radio><input name=q type=radio id=k><select id=s size=4 multiple><option>a"
                    "<option>b<option>c</select><textarea id=x></textarea><input id=ph placeholder='say it'>"
                    "<script>p.value=7;m.value=4;r.value=90;c.value='#ff0000';d.value='2026-05-04';"
                    "t.indeterminate=true;k.checked=true;s.options[2].selected=true;x.value='\\n\\ntwo lines up'"
                    "</script>"
                ),
            )
        },
        "popovers": {
            "": (
                HTML,
                page(
                    "<div id=p popover=manual style='margin:200px auto;padding:40px;background:#cfc'>A popover that "
                    "is open</div><div popover>One that is not</div><script>p.showPopover()</script>"
                ),
            )
        },
        "css-of-today": {
            "": (
                HTML,
                page(
                    "<section class=card><h2>Card</h2><div class=in>Within</div></section><ul class=l><li>x<li><b>y</b>"
                    "</ul>",
                    "<style>@property --w{syntax:'<length>';inherits:true;initial-value:9px}.card{container:c/inline-size;"
                    "padding:var(--w);& h2{color:red;&::after{content:' >'}}.in{background:#def}}"
                    "@container c (width > 300px){.in{font-size:40px}}.l:has(b){border:4px solid gold}"
                    "@scope (.card) to (.in){h2{letter-spacing:9px}}@supports (color:oklch(0 0 0)){.l{color:oklch(.5 .2 200)}}"
                    "@layer a,b;@layer b{ul{margin-left:90px}}@layer a{ul{margin-left:0}}</style>",
                ),
            )
        },
        "finished-animations": {
            "": (
                HTML,
                page(
                    "<div class=a>Slid in</div><div id=b style='transition:opacity .2s;opacity:0'>Faded in</div>"
                    "<script>setTimeout(()=>b.style.opacity=1,50)</script>",
                    "<style>@keyframes in{from{opacity:0;margin-left:-400px}}.a{animation:in .2s .1s both}"
                    "div{font-size:40px}</style>",
                ),
            )
        },
        "icon-font": {
            "": (
                HTML,
                page(
                    "<i class=i></i><i class=j></i>",
                    "<link rel=stylesheet href=css/i.css>",
                ),
            ),
            "css/i.css": (
                CSS,
                b"@font-face{font-family:I;src:url(../f.ttf?v=1#iefix) format('truetype')}"
                b".i::before{content:'\\263A'}.j::before{content:'\\00BB'}.i,.j{font:60px I}",
            ),
            "f.ttf": ("font/ttf", font()),
        },
        "sized-by-density": {
            "": (
                HTML,
                page(
                    "<p>Without sizes of their own:</p><img srcset='80.png 2x'><img srcset='81.png 800w' sizes=200px>"
                    "<img src=82.png><input type=image src=83.png><map name=m><area href=#a coords=0,0,9,9></map>"
                    "<img usemap=#m src=84.png>"
                ),
            ),
            **pictures(80, 81, 82, 83, 84),
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


def kinds(other: str) -> dict[str, Files]:
    """All of them; `other` is a second origin that serves the same files."""
    return {
        **lazies(),
        **pictured(),
        **scripted(),
        **framed(other),
        **media(),
        **languages(),
        **old_and_odd(),
        **guarded(),
        **built(),
        **plain_and_framed(other),
    }

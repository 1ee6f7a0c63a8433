"""Pages whose pictures, faces and films come by many ways."""
# ruff: noqa: E501, ISC004 - pages are written as pages are

from replay_parts.pages.parts import CSS, HTML, SVG, Files, film, font, page, pictures, png, svg


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

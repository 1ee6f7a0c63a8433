"""Pages that scripts write."""
# ruff: noqa: E501 - pages are written as pages are

from replay_parts.pages.parts import HTML, WORDS, Files, filler, page, pictures


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

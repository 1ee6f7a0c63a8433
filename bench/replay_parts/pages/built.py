"""What scripts build and no markup can say as it is."""
# ruff: noqa: E501, ISC004 - pages are written as pages are

from replay_parts.pages.parts import CSS, HTML, Files, font, page, pictures


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

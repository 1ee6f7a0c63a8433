"""Pages that guard or hide themselves."""
# ruff: noqa: E501, ISC004 - pages are written as pages are

from replay_parts.pages.parts import HTML, SVG, WORDS, Files, filler, page, pictures


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

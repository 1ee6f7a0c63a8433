"""Pages that load or show on sight."""
# ruff: noqa: E501 - pages are written as pages are

from replay_parts.pages.parts import DOT, HTML, Files, filler, page, pictures, tall


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

"""A kept page made fit for looking at: nothing in it acts, every address leads into the record.

The policy that the replay is served under is what makes it safe; this makes it whole, and removes
what no policy governs, such as hints to connect somewhere. The page goes through tag by tag, and
its structure is left to the browser; what is written is tags of known names, quoted attributes,
text and sheets. What is left out is left out in silence: the original bytes are a download.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from strandline.core.archive.replay_css import NOWHERE, Resolve, rewrite_css
from strandline.core.archive.replay_tokens import End, Start, Text, Token, tokens
from strandline.core.archive.srcset import candidates

#: Base of a document (None: its own address) → where its addresses lead.
Leads = Callable[[str | None], Resolve]

#: Elements that go with all that is in them.
_DROPPED = frozenset(("script", "template", "noframes", "noembed"))
#: Elements that go alone.
_UNWRAPPED = frozenset((
    "applet", "base", "embed", "portal", "fencedframe", "animate", "animatemotion",
    "animatetransform", "set", "param", "link", "meta",
))  # fmt: skip
#: Elements whose end tag is written with their start tag, or not at all.
_ALONE = frozenset(("iframe", "noscript"))
#: Elements whose text no browser marks up, written as one in which it does.
_PLAIN = frozenset(("xmp", "listing", "plaintext"))
#: Attributes that act, connect, lead or say whom to trust; the others only say how it looks.
_NOT_KEPT = re.compile(
    r"on.*|form.*|allow.*|xmlns.*|xml:.*|xlink:.*|popovertarget.*|image(?:srcset|sizes)"
    r"|action|ping|target|download|autofocus|autoplay|contenteditable|http-equiv|integrity|nonce"
    r"|crossorigin|referrerpolicy|loading|fetchpriority|sandbox|csp|credentialless|srcdoc|data"
    r"|codebase|classid|archive|code|longdesc|cite|manifest|profile|attributionsrc|is|command"
    r"|commandfor|interesttarget|interestfor|accesskey|href|src|srcset|background|poster|lowsrc"
    r"|dynsrc|from|to|by|values|shadowroot.*"
)
_NAME = re.compile(r"[a-z][a-z0-9_.:-]{0,80}")
_DOCTYPE = re.compile(r"<!DOCTYPE\s++(?:html|svg)[^<>]{0,300}>", re.IGNORECASE)
#: Elements → attribute → what its address is for.
_LOADED = {
    "img": {"src": "image"},
    "input": {"src": "image"},
    "source": {"src": "media"},
    "video": {"src": "media", "poster": "image"},
    "audio": {"src": "media"},
    "track": {"src": "media"},
    "frame": {"src": "frame"},
    "body": {"background": "image"},
    "table": {"background": "image"},
    "tr": {"background": "image"},
    "td": {"background": "image"},
    "th": {"background": "image"},
    "image": {"href": "image", "xlink:href": "image", "src": "image"},
    "feimage": {"href": "image", "xlink:href": "image"},
}
#: Halves of surrogate pairs, which no encoding knows.
_HALVES = re.compile("[\ud800-\udfff]")
_DATA = re.compile(r"data:(?:image|audio|video)/", re.IGNORECASE)
#: Characters of a page that are shown, and frames within frames.
_MOST, _DEEPEST = 20_000_000, 5


def rewrite_page(
    text: str,
    leads: Leads,
    *,
    has_run: bool,
    is_xml: bool = False,
    frames: list[str] | None = None,
) -> str:
    """The page as a document of the replay.

    Args:
        text: Markup in any state.
        leads: Where addresses lead in the replay; `data:` pictures are kept without asking.
        has_run: The page's scripts have run: what it holds for browsers without scripts is no
            part of what people saw.
        is_xml: It was read as XHTML.
        frames: Takes documents of frames that browsers lay out by old rules, which they never do
            with one that a page carries: each is asked for as `frame-1` and so on. Without it
            the page carries them all.
    """
    text = _HALVES.sub("\ufffd", text[:_MOST])
    return _rewritten(text, leads, _Kind(has_run, frames), is_xml=is_xml)


@dataclass(frozen=True, slots=True)
class _Kind:
    """What holds for a page and the frames in it; `depth` of this one."""

    has_run: bool
    frames: list[str] | None
    depth: int = 0


def _rewritten(text: str, leads: Leads, kind: _Kind, *, is_xml: bool = False) -> str:
    found = list(tokens(text, is_xml=is_xml))
    doctype = _DOCTYPE.search(text[:2_000])  # a page without one looks otherwise
    standard = "<!DOCTYPE html>" if is_xml else ""
    page = _Treatment(leads, leads(base_of(found)), kind)
    page.run(found)
    return f"{doctype[0] if doctype else standard}{''.join(page.out)}"


def base_of(found: Iterable[Token]) -> str | None:
    """The address that a page's own addresses are relative to, where it names one."""
    for token in found:
        if isinstance(token, Start) and token.name == "base" and "href" in token.attributes:
            return token.attributes["href"]
    return None


class _Treatment:
    """Goes through a page once.

    Attributes:
        out: What is written.
    """

    def __init__(self, leads: Leads, resolve: Resolve, kind: _Kind) -> None:
        self._leads, self._resolve, self._kind = leads, resolve, kind
        self.out: list[str] = []
        #: The element that is being dropped, and how many of its name are open.
        self._dropping, self._open = "", 0
        #: Shadow roots that are open: each one's end is written too.
        self._roots = 0
        self._raw = ""

    def run(self, found: Iterable[Token]) -> None:
        """Write every token that is to be seen."""
        for token in found:
            if self._dropping:
                self._drop(token)
            elif isinstance(token, Text):
                self._text(token)
            elif isinstance(token, End):
                self._end(token.name)
            else:
                self._raw = token.name
                self._start(token)

    def _drop(self, token: Token) -> None:
        if isinstance(token, Text) or token.name != self._dropping:
            return
        self._open += 1 if isinstance(token, Start) and not token.is_closed else 0
        self._open -= 1 if isinstance(token, End) else 0
        if not self._open:
            self._dropping = ""

    def _text(self, token: Text) -> None:
        if not token.is_raw:
            self.out.append(token.text)
        elif self._raw == "style":
            self._sheet(token.text)
        elif self._raw in ("title", "textarea"):
            self.out.append(token.text.replace("<", "&lt;"))
        elif self._raw in _PLAIN:
            self.out.append(token.text.replace("&", "&amp;").replace("<", "&lt;"))

    def _sheet(self, text: str) -> None:
        text = re.sub(r"<!\[CDATA\[|\]\]>", "", text)
        # No sheet needs a tag; one in it could end the element for another parser.
        self.out.append(rewrite_css(text, self._resolve).replace("<", r"\3c "))

    def _end(self, name: str) -> None:
        if name == "template" and self._roots:
            self._roots -= 1
            self.out.append("</template>")
        elif name in _PLAIN:
            self.out.append("</pre>")
        elif not self._is_left_out(name):
            self.out.append(f"</{name}>")

    def _is_left_out(self, name: str) -> bool:
        return name in _DROPPED or name in _UNWRAPPED or name in _ALONE or not _known(name)

    def _start(self, tag: Start) -> None:
        name = tag.name
        if name == "template" and "shadowrootmode" in tag.attributes:
            self._roots += 1
            self.out.append('<template shadowrootmode="open">')
        elif name in _DROPPED or (name == "noscript" and self._kind.has_run):
            if not tag.is_closed:
                self._dropping, self._open = name, 1
        elif name == "link":
            self._link(tag.attributes)
        elif name == "meta":
            self._meta(tag.attributes)
        elif name == "iframe":
            self._frame(tag)
        elif name in _PLAIN:
            self.out.append("<pre>")
        elif not self._is_left_out(name):
            self._write(name, self._kept(name, tag.attributes), is_closed=tag.is_closed)

    def _write(self, name: str, kept: dict[str, str], *, is_closed: bool = False) -> None:
        said = "".join(f' {own}="{_quoted(value)}"' for own, value in kept.items())
        # What XML or a drawing closes by itself, HTML may not.
        self.out.append(f"<{name}{said}></{name}>" if is_closed else f"<{name}{said}>")

    def _link(self, attributes: dict[str, str]) -> None:
        relations = attributes.get("rel", "").lower().split()
        if "stylesheet" not in relations or "alternate" in relations:
            return
        led = self._resolve(attributes.get("href", "").strip(), "style")
        if led is not None:
            media = {"media": attributes["media"]} if "media" in attributes else {}
            self._write("link", {"rel": "stylesheet", "href": led, **media})

    def _meta(self, attributes: dict[str, str]) -> None:
        if attributes.get("name", "").lower() == "viewport":
            content = attributes.get("content", "")[:200]
            self._write("meta", {"name": "viewport", "content": content})

    def _frame(self, tag: Start) -> None:
        """A frame with its document in it, or one whose document is in the record."""
        kept = self._kept("iframe", tag.attributes)
        inner = tag.attributes.get("srcdoc")
        led = self._resolve(tag.attributes.get("src", "").strip(), "frame")
        if inner is not None and self._kind.depth < _DEEPEST:
            leads = self._leads if base_of(tokens(inner)) else lambda _: self._resolve
            page = _rewritten(inner, leads, replace(self._kind, depth=self._kind.depth + 1))
            if self._kind.frames is None or not self._kind.has_run or _DOCTYPE.match(page):
                kept["srcdoc"] = page
            else:
                self._kind.frames.append(page)
                kept["src"] = f"frame-{len(self._kind.frames)}"
        elif led is not None and tag.attributes.get("src", "").strip():
            kept["src"] = led
        elif not self._kind.has_run:
            return
        kept["sandbox"] = "allow-same-origin"  # and no scripts: without these it gives nothing
        self._write("iframe", kept)
        self.out.append("</iframe>")

    def _kept(self, name: str, attributes: dict[str, str]) -> dict[str, str]:
        """Attributes that say how it looks; addresses led, or gone."""
        kept = {}
        for own, value in attributes.items():
            if own == "style":
                kept[own] = rewrite_css(value, self._resolve)
            elif _known(own) and not _NOT_KEPT.fullmatch(own):
                kept[own] = rewrite_css(value, self._resolve) if "url(" in value.lower() else value
        for own, use in _LOADED.get(name, {}).items():
            led = self._loaded(attributes.get(own, "").strip(), use)
            if led is not None:
                kept["href" if own == "xlink:href" else own] = led
        if name in ("img", "source"):
            self._pictured(name, attributes, kept)
        elif name in ("a", "area"):
            self._linked(attributes, kept)
        elif name == "use":
            address = attributes.get("href") or attributes.get("xlink:href", "")
            led = address if address.startswith("#") else self._drawing(address)
            kept |= {"href": led} if led else {}
        if not self._kind.has_run and "style" not in attributes:
            self._late_background(attributes, kept)
        return kept

    def _pictured(self, name: str, attributes: dict[str, str], kept: dict[str, str]) -> None:
        """The picture that is in the record, also where a script would have put it in late."""
        late = {own: v for own, v in attributes.items() if own.startswith("data-") and v}
        chosen = self._candidates(attributes.get("srcset", ""))
        source = kept.get("src", "")
        if not chosen and (not source or source.startswith("data:")):
            sets = (self._candidates(v) for own, v in late.items() if "srcset" in own)
            chosen = next(filter(None, sets), "")
            found = (self._resolve(v.strip(), "image") for v in late.values() if _is_plain(v))
            led = next(filter(None, found), None) if name == "img" else None
            if led is not None:
                kept["src"] = led
        if chosen:
            kept["srcset"] = chosen
        elif self._kind.has_run and name == "img" and "src" in attributes:
            kept.setdefault("src", NOWHERE)  # it takes the place that it took

    def _late_background(self, attributes: dict[str, str], kept: dict[str, str]) -> None:
        for own, value in attributes.items():
            if own.startswith("data-") and re.search(r"bg|background", own):
                led = self._resolve(value.strip(), "image") if _is_plain(value) else None
                if led is not None:
                    kept["style"] = f'background-image:url("{led}")'

    def _candidates(self, value: str) -> str:
        """A `srcset` with those of its pictures that are in the record."""
        found = []
        for address, size in candidates(value):
            led = self._loaded(address, "image") if not address.startswith("data:") else None
            if led is not None:
                found.append(f"{led} {size}".strip())
        return ", ".join(found)

    def _linked(self, attributes: dict[str, str], kept: dict[str, str]) -> None:
        """A link within the page, or to another one of the record; others lead nowhere any more."""
        address = attributes.get("href", attributes.get("xlink:href", "")).strip()
        led = address if address.startswith("#") else None
        if address and led is None:
            led = self._resolve(address, "page")
        if led is not None:
            kept["href"] = led
        elif address and not kept.get("title"):
            kept["title"] = address[:500]

    def _drawing(self, address: str) -> str | None:
        """A part of a drawing that is a file of its own."""
        file, mark, part = address.partition("#")
        led = self._resolve(file, "image") if file and mark else None
        return f"{led}#{part}" if led else None

    def _loaded(self, address: str, use: str) -> str | None:
        if use in ("image", "media") and _DATA.match(address):
            return address
        return self._resolve(address, use) if address else None


def _known(name: str) -> bool:
    return _NAME.fullmatch(name) is not None


def _is_plain(address: str) -> bool:
    """Could be an address: what scripts keep with elements is often no address at all."""
    return 0 < len(address) < 4_000 and not re.search(r"[{}<>]|^\s*(?:data|javascript):", address)


def _quoted(value: str) -> str:
    value = value.replace("&", "&amp;").replace('"', "&quot;")
    return value.replace("<", "&lt;").replace(">", "&gt;")

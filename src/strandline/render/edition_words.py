"""Words for acts on editions: how one ended, and why an article was left out, in a sentence."""

from strandline.model.acts import Outcome
from strandline.model.digests import DigestDrop
from strandline.render import html
from strandline.render.i18n import translate
from strandline.render.views import Told


def outcome_words(outcome: Outcome | Told, language: str) -> str:
    """How an act ended."""
    values = dict(outcome.values)
    if "state" in values:
        values["state"] = html.word(language, "edition.state", str(values["state"]))
    if "kind" in values:
        values["kind"] = html.word(language, "edition.kind", str(values["kind"]))
    if "reason" in values:
        values["reason"] = html.word(language, "page.reason", str(values["reason"]))
    said = translate(language, outcome.message, **values)
    taken_out = values.get("taken_out")
    if not taken_out:
        return said
    return f"{said} {translate(language, 'edition.taken_out', count=taken_out)}"


def left_out_words(drop: DigestDrop, language: str) -> str:
    """Why an article is not in an edition: what it was, and at which step it went."""
    reason = html.word(language, "edition.left_out", drop.reason, "")
    why = reason or html.word(language, "page.reason", drop.reason)
    step = html.word(language, "page.step", drop.step)
    return translate(language, "edition.left_out_at", why=why, step=step)

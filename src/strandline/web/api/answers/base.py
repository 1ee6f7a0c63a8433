"""What all answers share: their base, and texts that are safe to hand on."""

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from strandline.render.html import MAX_TITLE, clean
from strandline.render.links import MAX_HREF, public_url, without_user


class Answer(BaseModel):
    """Base of all answers; times are ISO 8601 in UTC."""

    model_config = ConfigDict(frozen=True)


def _line(value: Any) -> Any:
    return clean(value, MAX_TITLE) if isinstance(value, str) else value


def _words(value: Any) -> Any:
    return clean(value) if isinstance(value, str) else value


def _address(value: Any) -> Any:
    return clean(without_user(value), MAX_HREF) if isinstance(value, str) else value


def _source_address(value: Any) -> Any:
    return clean(public_url(value), MAX_HREF) if isinstance(value, str) else value


def _reason(value: Any) -> Any:
    return clean(public_url(value)) if isinstance(value, str) else value


#: A title or a name: one line of plain text, at most 300 characters.
Line = Annotated[str, BeforeValidator(_line)]
#: Plain text, at most 600 characters.
Words = Annotated[str, BeforeValidator(_words)]
#: Words of ours that may name a source's address: without the values of keys.
Reason = Annotated[str, BeforeValidator(_reason)]
#: An address of an article: nobody's password is handed on.
Address = Annotated[str, BeforeValidator(_address)]
#: An address of a source: without the values of keys, which paid and private feeds carry.
SourceAddress = Annotated[str, BeforeValidator(_source_address)]

ArticleUuid = Annotated[str, Field(examples=["A_363c9c4fb8a8ddf8"])]
SourceUuid = Annotated[str, Field(examples=["W_RSS_7"])]
Language = Annotated[str | None, Field(description="BCP 47 tag; null where unknown.")]
Page = Annotated[str, Field(description="Address of its page.")]
Next = Annotated[str | None, Field(description="Address of the next page; null on the last.")]

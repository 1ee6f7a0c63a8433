"""Articles that were made one without evidence, taken apart again; the old one keeps its id.

Earlier versions took an equal guid and midnight for a move, and items of one address for one
article. What the source listed is still there in its posts: those that are no item of the article
get articles of their own. Words that came from such an item go with it: the article is told again
as it was told first.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from strandline.core.sources.entering import snippet
from strandline.core.sources.items import mark_for
from strandline.core.sources.looks import Look, differ, is_one_item, is_reworded, look_of_post
from strandline.core.text.titles.folding import fold_title
from strandline.core.urls import RULES_VERSION, article_uuid, identify
from strandline.core.urls.domains import registrable_domain
from strandline.core.urls.items import item_identity
from strandline.model.articles import Alias, AliasKind, Article, Mention, Post, UrlStatus
from strandline.model.errors import UrlError
from strandline.model.sources import ContentType, Source, SourceKind
from strandline.model.urls import UrlIdentity

_WITH_FILES = frozenset({ContentType.PODCAST, ContentType.VIDEO})


@dataclass(frozen=True, slots=True)
class Split:
    """What is taken out of an article.

    Attributes:
        wrong: Keys of its aliases that lead to an article of their own, or to none.
        edits: The source's mention of the article with the words that it had before it was told in
            those of what is taken out.
    """

    articles: tuple[Article, ...] = ()
    posts: tuple[Post, ...] = ()
    mentions: tuple[Mention, ...] = ()
    wrong: tuple[str, ...] = ()
    edits: tuple[Mention, ...] = ()


def split(
    article: Article,
    source: Source,
    posts: Sequence[Post],
    aliases: Sequence[Alias],
    mentions: Sequence[Mention] = (),
) -> Split:
    """Decide what of a source's posts does not belong to an article.

    Args:
        source: A source that has posts of the article.
        posts: Its posts of the article.
        aliases: All of the article.
        mentions: All of the article.
    """
    if source.kind is not SourceKind.FEED or any(post.topic_url for post in posts):
        return Split()
    told = next((m for m in mentions if m.source_url == source.url and m.earlier), None)
    if told is not None:
        article = replace(article, article_title=told.earlier[0].title)
    parts = [_moved(article, source, posts, alias, told) for alias in aliases]
    wrong = {key for part in parts for key in part.wrong}
    if wrong:  # of those that no item stands for, nothing is known
        seen = {post.url_key for post in posts}
        wrong |= {a.url_key for a in aliases if _is_by_guid(a) and a.url_key not in seen}
    gone = {post.url_key for part in parts for post in part.posts if part.wrong}
    for address in sorted({post.url_key for post in posts} - gone):
        there = [post for post in posts if post.url_key == address]
        parts += _of_one_address(article, source, there)
    taken = tuple(one for part in parts for one in part.articles)
    return Split(
        taken,
        tuple(one for part in parts for one in part.posts),
        tuple(one for part in parts for one in part.mentions),
        tuple(sorted(wrong)),
        _told_again(told, taken),
    )


def _told_again(told: Mention | None, taken: Sequence[Article]) -> tuple[Mention, ...]:
    """The mention in its first words, where its words of today are those of what is taken out."""
    if told is None or told.title not in {one.article_title for one in taken}:
        return ()
    first = told.earlier[0]
    return (replace(told, title=first.title, context_snippet=first.context_snippet),)


def _was_edited(post: Post, told: Mention | None) -> bool:
    """True where the post tells today what the article's item tells, in words of later.

    Each edit that is kept as a wording is one of the item itself, unless there were more: the
    version that took another item for it kept no wordings.
    """
    if told is None or post.title != told.title:
        return False
    first = told.earlier[0]
    then = Look(fold_title(first.title), None, "", first.context_snippet, ("", "", ""))
    return post.versions - 1 <= len(told.earlier) or is_reworded(look_of_post(post), then)


def _moved(
    article: Article, source: Source, posts: Sequence[Post], alias: Alias, told: Mention | None
) -> Split:
    """The item of an alias by guid, where it is not the article's."""
    there = [post for post in posts if post.url_key == alias.url_key]
    if not _is_by_guid(alias) or not there:
        return Split()
    post = min(there, key=lambda one: (one.item_key != alias.url_key, one.item_key))
    if is_one_item(look_of_post(post), _look_of(article)) or _was_edited(post, told):
        return Split()
    part = _taken_out(article, source, identify(alias.url), [post])
    if post.item_key == alias.url_key:
        return replace(part, wrong=(alias.url_key,))
    own = replace(
        post,
        post_url=article.article_url_original,
        url_key=article.url_key,
        guid=None,
        title=article.article_title or "",
        published_at=article.published_utc_iso,
        content_html="",
        content_hash="",
    )
    moved = replace(part.posts[0], item_key=alias.url_key)
    return replace(part, posts=(moved, own), wrong=(alias.url_key,))


def _of_one_address(article: Article, source: Source, posts: Sequence[Post]) -> list[Split]:
    """Items that share one address of the article, but the one that it was made of."""
    is_own = registrable_domain(source.url) == article.domain
    if len(posts) < 2 or not (is_own or article.content_type in _WITH_FILES):
        return []
    title = fold_title(article.article_title or "")
    looks = {post.item_key: look_of_post(post) for post in posts}
    order = sorted(posts, key=lambda p: (looks[p.item_key].title != title, p.first_seen_at))
    groups: list[list[Post]] = []
    for post in order:
        look = looks[post.item_key]
        same = (g for g in groups if not differ(look, looks[g[0].item_key]))
        group = next(same, None)
        if group is None:
            groups.append(group := [])
        group.append(post)
    heads = [looks[group[0].item_key] for group in groups]
    parts = []
    for place, group in enumerate(groups[1:], 1):
        others = [*heads[:place], *heads[place + 1 :]]
        try:
            page = identify(group[0].post_url)
            item = item_identity(page, mark_for(heads[place], others))
        except UrlError:
            continue
        parts.append(_taken_out(article, source, item, group))
    return parts


def _taken_out(
    article: Article, source: Source, identity: UrlIdentity, posts: Sequence[Post]
) -> Split:
    """An article of posts, as it would have been when they were first listed."""
    post, uuid = posts[0], article_uuid(identity.canonical)
    new = replace(
        article,
        article_uuid=uuid,
        canonical_article_id=uuid,
        article_title=post.title or None,
        article_url_original=identity.original,
        article_url_final=identity.canonical,
        url_original_to_final_match=identity.is_unchanged,
        url_notes=identity.url_notes,
        url_key=identity.key,
        url_status=UrlStatus.SETTLED,
        rules_version=RULES_VERSION,
        domain=registrable_domain(identity.canonical),
        published_utc_iso=post.published_at,
        date_trust=post.date_trust,
        article_detected_utc_iso=post.first_seen_at,
        content_updated_at=None,
        versions=post.versions,
        last_archived_at=None,
    )
    mention = Mention(
        article_uuid=uuid,
        source_uuid=source.source_uuid,
        source_name=source.name,
        source_url=source.url,
        url_original=identity.original,
        inserted_at=post.first_seen_at,
        title=post.title,
        context_snippet=snippet(post.content_html),
        published_at=post.published_at,
    )
    moved = tuple(replace(one, article_uuid=uuid) for one in posts)
    return Split((new,), moved, (mention,))


def _is_by_guid(alias: Alias) -> bool:
    return alias.kind is AliasKind.GUID


def _look_of(article: Article) -> Look:
    title = fold_title(article.article_title or "")
    return Look(title, article.published_utc_iso, "", "", ("", "", ""))

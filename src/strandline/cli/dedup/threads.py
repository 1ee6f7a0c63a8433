"""A running story on the terminal."""

import typer

from strandline.cli.output import iso, print_json, safe
from strandline.ports import Store


def show_thread(store: Store, article_uuid: str, limit: int, *, as_json: bool) -> None:
    """The thread that an article is in, its stories newest first; a star marks its own story."""
    thread = store.thread(article_uuid, limit=limit)
    if as_json:
        print_json({"thread": thread})
        return
    if thread is None:
        typer.echo("The story of this article is in no thread.")
        return
    own = store.stories([article_uuid])[article_uuid].main_id
    articles = store.articles(thread.story_ids)
    typer.echo(f"Thread of {thread.stories:,} stories, {thread.thread_id}:")
    for uuid in thread.story_ids:
        article = articles[uuid]
        when = article.published_utc_iso or article.article_detected_utc_iso
        title = safe(article.article_title or article.article_url_final)
        typer.echo(f"{'*' if uuid == own else ' '} {iso(when)}  {uuid}  {title}")
    if rest := thread.stories - len(thread.story_ids):
        typer.echo(f"  and {rest:,} earlier")

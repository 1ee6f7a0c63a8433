"""`strandline links`: the links of posts, own and quoted told apart, one JSON line each."""

import json
import sys
from typing import Annotated, Any

import typer

from strandline.cli.output import read_input
from strandline.core.links import FoundLink, extract_links
from strandline.core.text.charset import decode_page
from strandline.core.text.visible import one_line, visible
from strandline.model.errors import UsageError

app = typer.Typer(add_completion=False)


@app.command()
def links(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Files; - is stdin.")],
    base: Annotated[str, typer.Option("--base", help="URL that the post came from.")] = "",
    own_host: Annotated[
        str, typer.Option("--own-host", help="The forum's host; the one of --base by default.")
    ] = "",
) -> None:
    """Print the links of posts in HTML, BBCode or plain text, one JSON object a line.

    Each URL once, in the order of the post; a link that stands in a quotation and outside of it
    is the author's own. Exit status 1 when a file could not be read; the others are printed.
    """
    failed = False
    for file in files:
        try:
            content = decode_page(read_input(file))
        except UsageError as error:
            failed = True
            print(one_line(str(error)), file=sys.stderr)
            continue
        found = extract_links(content, base_url=base, own_host=own_host or None)
        sys.stdout.writelines(
            visible(json.dumps(_row(file, link), ensure_ascii=False)) + "\n" for link in found
        )
    if failed:
        raise typer.Exit(1)


def _row(file: str, link: FoundLink) -> dict[str, Any]:
    return {
        "file": file,
        "url": link.url,
        "in_quote": link.in_quote,
        "kind": link.kind.value,
        "context": link.context,
    }

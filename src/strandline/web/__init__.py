"""The web page: routes that gather through the ports, and `render` that draws."""

from strandline.web.app import make_app
from strandline.web.serving import serve_site

__all__ = ["make_app", "serve_site"]

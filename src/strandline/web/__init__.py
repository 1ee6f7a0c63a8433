"""The web page: routes that gather through the ports, and `render` that draws."""

from strandline.web.app import make_app

__all__ = ["make_app"]

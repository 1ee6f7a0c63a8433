"""Where programs of others run: they can connect to the guard's proxy and to nothing else.

What a page makes Chromium, yt-dlp or ffmpeg do is the page's choice, and a setting of theirs that
names a proxy holds only as long as every part of them keeps to it. The kernel holds always
(docs/adr/0018).
"""

from strandline.adapters.enclosure.enclosing import Enclosed
from strandline.adapters.enclosure.trial import examine, what_holds_here

__all__ = ["Enclosed", "examine", "what_holds_here"]

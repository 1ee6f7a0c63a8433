"""Platforms whose pages are mostly a film, a sound or pictures, whatever their markup says.

Subdomains are meant too. Pages of other sites are looked into where they name a film or a sound.
"""

PLATFORMS = frozenset(
    {
        "bandcamp.com",
        "bilibili.com",
        "bsky.app",
        "dailymotion.com",
        "facebook.com",
        "fb.watch",
        "instagram.com",
        "loom.com",
        "mixcloud.com",
        "nicovideo.jp",
        "odysee.com",
        "peertube.tv",
        "reddit.com",
        "redd.it",
        "rumble.com",
        "soundcloud.com",
        "streamable.com",
        "ted.com",
        "tiktok.com",
        "tumblr.com",
        "twitch.tv",
        "twitter.com",
        "vimeo.com",
        "vk.com",
        "weibo.com",
        "x.com",
        "youtu.be",
        "youtube.com",
    }
)

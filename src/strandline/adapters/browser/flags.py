"""How Chromium is started, each flag with its reason."""

#: Where the browser would go without a context's own proxy: nothing listens there.
NOWHERE = "http://127.0.0.1:1"

#: What we add to Playwright's own flags.
FLAGS = (
    # One way out. Each page has a proxy session of its own; whatever belongs to no page (updates,
    # network probes) gets a proxy that does not exist. `<-loopback>` undoes the built-in exception
    # for loopback, through which pages read services of this machine.
    f"--proxy-server={NOWHERE}",
    "--proxy-bypass-list=<-loopback>",
    # Names are the proxy's business: no prefetch, no lookup of the browser's own.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--dns-prefetch-disable",
    # UDP knows no proxy.
    "--disable-quic",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    # Nothing of its own on the network, nothing on disk that outlives it.
    "--disable-background-networking",
    "--disable-client-side-phishing-detection",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-sync",
    "--no-first-run",
    "--no-pings",
    "--no-report-upload",
    "--disk-cache-size=52428800",
    # A picture is made by the processor: the same bytes on every machine, and no limit of a
    # graphics card's textures (16,384 pixels) on the height of a page.
    "--disable-gpu",
    "--disable-3d-apis",
    "--hide-scrollbars",
    "--mute-audio",
    # A page may open no windows.
    "--block-new-web-contents",
    # A page that eats memory dies before the machine does.
    "--js-flags=--max-old-space-size=1024",
)

#: Flags of Playwright that make a page stronger than it is for a reader.
LEFT_OUT = (
    "--disable-popup-blocking",
    "--disable-ipc-flooding-protection",
    "--enable-unsafe-swiftshader",
)

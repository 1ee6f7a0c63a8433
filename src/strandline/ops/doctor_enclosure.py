"""What `strandline doctor` says of how browsers and loaders of films are shut in."""

from collections.abc import Iterator

from strandline.model.enclosure import Held, Way
from strandline.ops.findings import Finding, Level

_SAID = {
    Way.NAMESPACE: "in a network of their own: they reach the guard and nothing else",
    Way.LANDLOCK: "shut in by Landlock: they reach the guard's ports and no others",
}


def examine_enclosure(held: Held) -> Iterator[Finding]:
    """Where programs of others run, and whether Chromium has its own sandbox there."""
    why = "; ".join(held.reasons)
    if held.way is Way.NONE:
        yield Finding(
            "browser and loaders",
            Level.WARNING,
            f"only their settings keep them to the guard ({why})",
            "Allow user namespaces (in a container: --security-opt for unshare), or use Linux 6.7 "
            "or newer with Landlock; else keep this machine away from your private network.",
        )
    else:
        said = _SAID[held.way]
        yield Finding("browser and loaders", Level.OK, f"{said} ({why})" if why else said)
    if held.is_root:
        yield Finding(
            "browser sandbox",
            Level.WARNING,
            "off: Chromium refuses it to root",
            "Run Strandline as a user of its own (adduser --system --group strandline), or allow "
            "user namespaces: then it has its sandbox for root too.",
        )
    elif not held.has_namespaces:
        yield Finding(
            "browser sandbox",
            Level.WARNING,
            "off, where the browser may make namespaces of users no more than we may",
            "Allow them: on Ubuntu by an AppArmor profile for the browser, or with "
            "sysctl kernel.apparmor_restrict_unprivileged_userns=0; a chroot has none.",
        )
    else:
        yield Finding("browser sandbox", Level.OK, "on")

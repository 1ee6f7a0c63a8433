"""Sends one message by Apprise, in a process of its own that can reach the guard's proxy alone.

Run as `python -m strandline.adapters.outputs.apprise_child PROXY`, in a folder with `order.json`;
it leaves `verdict.json` there. It says nothing else: what Apprise logs may hold tokens.
"""

import json
import logging
import os
import re
import sys
from pathlib import Path
from typing import Any

#: Errors of the proxy's own answers (RFC 9209) before it had connected.
_NOBODY_REACHED = re.compile(
    r"error=(?:destination_ip_prohibited|dns_error|connection_timeout|connection_refused)\b"
)
ORDER, VERDICT = "order.json", "verdict.json"


def main(proxy: str) -> None:
    """Read the order, send, and tell what was seen of the requests."""
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        os.environ[name] = proxy
    order_file = Path(ORDER)
    order = json.loads(order_file.read_text(encoding="utf-8"))
    order_file.unlink()
    logging.disable(logging.CRITICAL)
    seen: list[dict[str, Any]] = []
    _watch(seen, order["timeout_s"])
    is_known, is_sent = _send(order)
    told = {"is_known": is_known, "is_sent": is_sent, "seen": seen}
    Path(VERDICT).write_text(json.dumps(told), encoding="utf-8")


def _watch(seen: list[dict[str, Any]], timeout_s: float) -> None:
    """Note the status of every answer, and of what did not come whether it was connected."""
    import requests

    # A proxy that refuses a tunnel is one that has connected to nobody.
    unconnected = (requests.exceptions.ProxyError, requests.exceptions.ConnectTimeout)
    real = requests.Session.send

    def send(self: requests.Session, request: Any, **options: Any) -> requests.Response:
        options["timeout"] = timeout_s
        options["allow_redirects"] = False
        try:
            answer = real(self, request, **options)
        except requests.RequestException as error:
            is_tls = isinstance(error, requests.exceptions.SSLError)
            is_unconnected = is_tls or isinstance(error, unconnected)
            seen.append({"status": 0, "may_have_sent": not is_unconnected, "is_tls": is_tls})
            raise
        is_ours = bool(_NOBODY_REACHED.search(answer.headers.get("proxy-status", "")))
        seen.append(
            {
                "status": answer.status_code,
                "may_have_sent": not is_ours,
                "retry_after": answer.headers.get("retry-after", ""),
            }
        )
        return answer

    requests.Session.send = send  # type: ignore[method-assign]


def _send(order: dict[str, Any]) -> tuple[bool, bool]:
    """Whether Apprise knows the address, and whether it says that it was sent."""
    import apprise

    asset = apprise.AppriseAsset(
        app_id="Strandline",
        app_desc="Strandline",
        app_url="",
        async_mode=False,
        secure_logging=True,
        http_redirects=False,
        interpret_escapes=False,
        interpret_emojis=False,
        plugin_paths=[],
        storage_mode=apprise.PersistentStoreMode.MEMORY,
    )
    sender = apprise.Apprise(asset=asset)
    if not sender.add(order["url"]):
        return False, False
    is_sent = sender.notify(
        title=order["title"], body=order["body"], body_format=apprise.NotifyFormat.TEXT
    )
    return True, bool(is_sent)


if __name__ == "__main__":
    main(sys.argv[1])

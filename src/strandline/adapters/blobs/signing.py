"""Signed URLs of S3 (AWS Signature Version 4, in the query): pure.

The client library signs too, but without the parameters that say under which name and as what
type an object is served, and those are what makes a link to somebody else's page safe to give out.
"""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from urllib.parse import quote

#: S3 allows a week.
LONGEST = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Signer:
    """Whose signature.

    Attributes:
        token: Of temporary credentials; empty for lasting ones.
    """

    key_id: str
    secret: str = field(repr=False)
    region: str
    token: str = field(default="", repr=False)


def sign_url(
    signer: Signer,
    method: str,
    base: str,
    key: str,
    now: datetime,
    expires: timedelta,
    query: Mapping[str, str] | None = None,
) -> str:
    """A URL that may be asked for a while.

    Args:
        signer: Whose signature.
        method: The one method that it is good for.
        base: Address of the bucket, such as `https://bucket.s3.example.com`, without a slash.
        key: Object; empty for the bucket.
        now: Current time.
        expires: How long, from now.
        query: Further parameters, signed too.
    """
    stamp = now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    scope = f"{stamp[:8]}/{signer.region}/s3/aws4_request"
    scheme, _, rest = base.partition("://")
    host, slash, path = rest.partition("/")
    parameters = {
        **(query or {}),
        "X-Amz-Algorithm": "AWS4-HMAC-SHA256",
        "X-Amz-Credential": f"{signer.key_id}/{scope}",
        "X-Amz-Date": stamp,
        "X-Amz-Expires": str(int(min(expires, LONGEST).total_seconds())),
        "X-Amz-SignedHeaders": "host",
        **({"X-Amz-Security-Token": signer.token} if signer.token else {}),
    }
    target = f"{slash}{path}/{quote(key, safe='/-_.~')}" if key else f"{slash}{path}" or "/"
    pairs = sorted((_quoted(name), _quoted(value)) for name, value in parameters.items())
    line = "&".join(f"{name}={value}" for name, value in pairs)
    request = "\n".join((method, target, line, f"host:{host}\n", "host", "UNSIGNED-PAYLOAD"))
    signature = _signature(signer, stamp, scope, request)
    return f"{scheme}://{host}{target}?{line}&X-Amz-Signature={signature}"


def _signature(signer: Signer, stamp: str, scope: str, request: str) -> str:
    checksum = hashlib.sha256(request.encode()).hexdigest()
    key = f"AWS4{signer.secret}".encode()
    for part in scope.split("/"):
        key = hmac.digest(key, part.encode(), "sha256")
    text = "\n".join(("AWS4-HMAC-SHA256", stamp, scope, checksum))
    return hmac.new(key, text.encode(), "sha256").hexdigest()


def _quoted(text: str) -> str:
    return quote(text, safe="-_.~")

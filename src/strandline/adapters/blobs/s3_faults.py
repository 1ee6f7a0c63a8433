"""What S3 and the library for it say of a failure, as `BlobError`.

The library's own message is not passed on: it quotes the server's answer, and that answer may
quote the key id and the text that was signed.
"""

import re

from strandline.model.errors import BlobError

_STATUS = re.compile(r"status code: (\d{3})")
_CODE = re.compile(r"<Code>([A-Za-z0-9.]{1,80})</Code>")

#: Error code of S3 → what to do.
_ADVICE = {
    "NoSuchBucket": "Create the bucket, or set S3_BUCKET to one that exists.",
    "InvalidBucketName": "Set S3_BUCKET to a valid name.",
    "SignatureDoesNotMatch": "Check AWS_SECRET_ACCESS_KEY and S3_REGION.",
    "InvalidAccessKeyId": "Check AWS_ACCESS_KEY_ID.",
    "AccessDenied": "Allow the key to read, write, list and delete in the bucket.",
    "RequestTimeTooSkewed": "Set this machine's clock.",
    "PermanentRedirect": "Set S3_REGION and S3_ENDPOINT to those of the bucket.",
}
#: Statuses after which the same request may succeed.
_PASSING = frozenset({408, 429})


def code_of(error: Exception) -> str:
    """The error code of S3's answer; empty where there was none."""
    match = _CODE.search(str(error))
    return match[1] if match else ""


def blob_error(key: str, what: str, error: Exception) -> BlobError:
    """The failure in words.

    Args:
        key: Object or bucket.
        what: Such as `cannot be stored`.
        error: What the library raised.
    """
    text = str(error)
    status = int(match[1]) if (match := _STATUS.search(text)) else 0
    code = code_of(error)
    if isinstance(error, FileNotFoundError) and code in ("", "NoSuchKey"):
        return BlobError(f"{key} {what}: there is no such object.", subject=key)
    if status:
        passing = status >= 500 or status in _PASSING
        said = f"the server answered {status}{f' {code}' if code else ''}"
    else:
        passing = "error sending request" in text or "timed out" in text or "body" in text
        said = "no answer" if passing else f"the request failed ({type(error).__name__})"
    advice = _ADVICE.get(code, "" if passing else "Check S3_ENDPOINT, S3_BUCKET and the key.")
    return BlobError(f"{key} {what}: {said}.", subject=key, advice=advice, is_passing=passing)

import base64
import hashlib
import hmac
import json
import time

# Deliveries older or newer than this are refused: a captured one could be replayed.
TOLERANCE_SECONDS = 5 * 60


def verify_webhook(secret, headers, body, now_seconds=None):
    """Verifies one delivery and returns its event; raises ValueError when it is not to be trusted.

    secret: the endpoint's secret, "whsec_…"
    headers: of the request, names in lower case
    body: the exact bytes received: not parsed, not serialized again
    """
    event_id = headers.get("webhook-id")
    timestamp = headers.get("webhook-timestamp")
    signatures = headers.get("webhook-signature")
    if not event_id or not timestamp or not signatures:
        raise ValueError("a webhook header is missing")
    if not timestamp.isascii() or not timestamp.isdigit():
        raise ValueError("the timestamp is not a number")
    now = time.time() if now_seconds is None else now_seconds
    if abs(now - int(timestamp)) > TOLERANCE_SECONDS:
        raise ValueError("the timestamp is too far from now")

    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{event_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # One entry for each live secret of the endpoint, so that a secret can be rotated without losing a delivery.
    if not any(hmac.compare_digest(entry.encode(), expected.encode()) for entry in signatures.split(" ")):
        raise ValueError("no signature matches")
    return json.loads(body)

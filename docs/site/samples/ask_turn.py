import http.client
import json
import time
import urllib.parse

REPEATED = {429, 500, 502, 503, 504}
FAILURES_MAX = 8
# Three heartbeats: a connection that is silent for longer is dead.
SILENCE_SECONDS = 45


class Refused(Exception):
    """The service answered with an error code before the stream began."""

    def __init__(self, status, code, message):
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code


def ask_turn(api, key, conversation, body, idempotency_key, last_id=None, first_wait_seconds=1.0):
    """Asks, and yields every frame once, up to "done", however often the connection is cut on the way.

    api: "https://…/api/v1"
    conversation: "/conversation-instances/desk/conversations/0d5c…"
    body: such as {"text": "When is the claims desk open?"}
    idempotency_key: keep it with your own record of the question: whoever repeats it gets the same turn
    last_id: of the last frame that you have, when your process was started again in the middle of an answer
    """
    address = urllib.parse.urlsplit(api)
    connect = http.client.HTTPSConnection if address.scheme == "https" else http.client.HTTPConnection
    turn = None
    failures = 0
    while True:
        wait_seconds = min(30.0, first_wait_seconds * 2**failures)
        connection = connect(address.netloc, timeout=SILENCE_SECONDS)
        try:
            headers = {"Authorization": f"Bearer {key}"}
            if last_id is not None:
                headers["Last-Event-ID"] = last_id
            if turn is None:
                # Until the turn is known the question is sent again, with the same key.
                headers |= {"Content-Type": "application/json", "Idempotency-Key": idempotency_key}
                connection.request("POST", f"{address.path}{conversation}/turns", json.dumps(body), headers)
            else:
                connection.request("GET", f"{turn}/stream", headers=headers)
            response = connection.getresponse()
            if response.status == 204:
                return  # Nothing comes after the last frame that we have.
            if response.status != 200:
                refusal = json.loads(response.read())
                # The turn of queue_unreachable is stored as failed: only a new key makes another one.
                if response.status not in REPEATED or refusal["code"] == "queue_unreachable":
                    raise Refused(response.status, refusal["code"], refusal["message"])
                wait_seconds = max(wait_seconds, float(response.headers.get("Retry-After", 0)))
            else:
                turn = response.headers.get("Content-Location", turn)
                for event_id, frame in events_of(response):
                    failures = 0
                    last_id = event_id or last_id
                    if frame["type"] == "reconnect":
                        wait_seconds = min(wait_seconds, frame["retry_ms"] / 1000)
                        break
                    yield {"id": event_id, **frame}
                    if frame["type"] == "done":
                        return
        except (OSError, http.client.HTTPException):
            if failures >= FAILURES_MAX:
                raise
        finally:
            connection.close()
        if failures >= FAILURES_MAX:
            raise ConnectionError("the stream was cut too often")
        failures += 1
        time.sleep(wait_seconds)


def events_of(response):
    """Server-Sent Events as this service writes them: one line of data each. Comments are heartbeats."""
    event_id, data = None, None
    # What is cut in the middle of a frame, or of a character, is sent again.
    while (line := response.readline()).endswith(b"\n"):
        name, _, value = line.decode().rstrip("\n").partition(": ")
        if name == "id":
            event_id = value
        elif name == "data":
            data = value
        elif not line.strip():
            if data is not None:
                yield event_id, json.loads(data)
            event_id, data = None, None


def apply_frame(answer, frame):
    """What a reader has after a frame. Begin with {"text": "", "citations": []}."""
    if frame["type"] == "attempt.started" and frame["discard"]:
        return {"text": "", "citations": []}
    if frame["type"] == "snapshot":
        return {"text": frame["text"], "citations": frame["citations"]}
    if frame["type"] == "text.delta":
        # Offsets count code points: what does not join was lost on the way.
        if frame["offset"] != len(answer["text"]):
            raise ValueError(f"a gap before {frame['offset']}")
        return {**answer, "text": answer["text"] + frame["text"]}
    if frame["type"] == "citation":
        citation = {member: frame[member] for member in ("n", "source", "quote", "span")}
        return {**answer, "citations": [*answer["citations"], citation]}
    return answer

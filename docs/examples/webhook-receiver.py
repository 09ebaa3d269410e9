# A receiver of webhooks in plain Python 3.9 or newer, without packages. Run it with the secret of the subscription:
#
#   WEBHOOK_SECRET=whsec_... PORT=9000 python3 webhook-receiver.py
#
# While a secret is being changed, give both, separated by a blank: either may then sign.
import base64
import hashlib
import hmac
import json
import os
import re
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_SECONDS = 5 * 60
MAX_BYTES = 65_536

secrets = os.environ.get("WEBHOOK_SECRET", "").split()
if not secrets:
    sys.exit("Set WEBHOOK_SECRET to the secret that was shown when the subscription was made")
keys = [base64.b64decode(re.sub("^whsec_", "", secret)) for secret in secrets]

# Ids of the events that were handled. A restart forgets them: a program that must handle each event once writes the id to
# its database, in the transaction that does the work, and removes ids after 31 days.
handled = set()
turn = threading.Lock()


def find_fault(headers, body, now):
    """Why a message is not to be trusted, or None. The body must be the very bytes that came in, not JSON written anew."""
    id, timestamp, signatures = (headers.get(f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if not id or not timestamp or not signatures:
        return "a header is missing"
    if not re.fullmatch("[0-9]{1,12}", timestamp):
        return "the timestamp is none"
    if abs(now - int(timestamp)) > TOLERANCE_SECONDS:
        return "it is too old, or from the future"
    for key in keys:
        digest = hmac.new(key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
        expected = b"v1," + base64.b64encode(digest)
        # In constant time: how long it takes must not tell how much of a forgery is right.
        if any(hmac.compare_digest(one.encode(), expected) for one in signatures.split(" ")):
            return None
    return "no signature is right"


def handle(event, id):
    """What your program does with an event, within 15 seconds. Where it raises, the event is sent again later."""
    print(id, event["type"], flush=True)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers.get("content-length", 0))
        if length > MAX_BYTES:
            return self.answer(413, "refused: it is too long")
        body = self.rfile.read(length)
        fault = find_fault(self.headers, body, int(time.time()))
        if fault is not None:
            return self.answer(400, f"refused: {fault}")
        id = self.headers["webhook-id"]
        # One at a time, so that an event that comes again meanwhile is handled once.
        with turn:
            # A 2xx for a repeated event too: it need not come again.
            if id in handled:
                return self.answer(200, "handled before")
            try:
                handle(json.loads(body), id)
            except Exception as error:
                print(f"{id} failed: {error}", file=sys.stderr, flush=True)
                return self.answer(500, "failed: send it again")
            handled.add(id)
        self.answer(200, "handled")

    def answer(self, status, text):
        self.send_response(status)
        self.send_header("Content-Type", "text/plain")
        self.end_headers()
        self.wfile.write(f"{text}\n".encode())

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer((os.environ.get("HOST", "127.0.0.1"), int(os.environ.get("PORT", 9000))), Receiver)
print(f"Listening on port {server.server_port}", file=sys.stderr, flush=True)
server.serve_forever()

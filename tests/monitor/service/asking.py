"""Asks a running service from a process of its own: python asking.py URL FIRST LAST CONNECTIONS.

Every tenth text is verified, the others predicted. Prints how many answers there were by path and
status, as JSON; what got no answer is counted as lost.
"""

from __future__ import annotations

import collections
import http.client
import json
import sys
import threading
from urllib.parse import urlsplit

NAMES = ("Priya", "John", "Maria", "Ahmed", "Susan")


def text(number: int) -> str:
    name = NAMES[number % len(NAMES)]
    said = "he said that his" if name in ("John", "Ahmed") else "she said that her"
    return f"{name} waited {number} days, and {said} bread was good."


def main(url: str, first: int, last: int, connections: int) -> None:
    counts: collections.Counter[str] = collections.Counter()
    lock = threading.Lock()

    def ask(numbers: range) -> None:
        connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=120)
        for number in numbers:
            path = "/verify" if number % 10 == 0 else "/predict"
            try:
                body = json.dumps({"text": text(number)})
                connection.request("POST", path, body, {"Content-Type": "application/json"})
                answer = connection.getresponse()
                json.loads(answer.read())
                said = f"{path} {answer.status}"
            except (OSError, http.client.HTTPException, ValueError) as error:
                said = f"lost {type(error).__name__}"
                connection.close()
            with lock:
                counts[said] += 1

    threads = [
        threading.Thread(target=ask, args=(range(first + place, last, connections),))
        for place in range(connections)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(json.dumps(counts))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))

"""Takes part in the deal of a match: BOT_TOKEN=… PYTHONPATH=clients/python python3 deal.py URL MATCH SIDE.

SIDE is first or second, as the offer or the round of the event says. docs/fair-deal.md has the protocol.
"""
import hashlib, os, secrets, sys, time
from kydai import Kydai, Transcript

url, match, side = sys.argv[1:]
api = Kydai(url, os.environ["BOT_TOKEN"])


def digest(name: str, *parts: bytes) -> bytes:
    all_parts = (b"kydai/fair/1/" + name.encode(), *parts)
    return hashlib.sha256(b"".join(len(p).to_bytes(4, "big") + p for p in all_parts)).digest()


def commitment(t: Transcript, number: bytes) -> bytes:
    packs = [(b"".join(sq.to_bytes(2, "big") for sq in p["squares"]), p["pieces"].encode()) for p in t["packs"]]
    deal = digest("match", t["match"].encode(), t["game"].encode(), *(part for pack in packs for part in pack))
    return digest("commit", deal, side.encode(), number)


number = secrets.token_bytes(32)
state = api.deal_fair(match, {"commit": commitment(api.get_fair(match), number).hex()})
while not all("commit" in p for p in state["transcript"]["players"]):  # nobody opens before all have committed
    time.sleep(0.2)
    state["transcript"] = api.get_fair(match)
api.deal_fair(match, {"open": number.hex()})
print("opened:", match)

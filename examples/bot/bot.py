"""Plays random moves: BOT_TOKEN=… PYTHONPATH=clients/python python3 bot.py URL GAME [PLAYER].

It challenges the player, or makes an open offer, and accepts every challenge.
"""
import os, random, sys, time
from kydai import BotEvent, Kydai, KydaiError

url, game, to = (sys.argv[1:] + [""])[:3]
api = Kydai(url, os.environ["BOT_TOKEN"])


def answer(event: BotEvent) -> None:
    if event["t"] == "challenge":
        api.accept_offer(event["offer"]["id"])
    elif event["t"] == "turn":
        match = event["match"]
        api.play_move(match["id"], {"ply": match["ply"], "code": random.choice(match["legal"])["code"]})
    elif event["t"] == "ended":
        print("ended:", event["match"]["id"], event["match"]["result"], file=sys.stderr)


api.make_offer({"game": game, "clock": "3+2", "to": to, "open": not to})
while True:  # a new stream begins with the matches under way
    try:
        for event in api.bot_stream():
            answer(event)
    except (KydaiError, OSError) as e:
        print("listening again:", e, file=sys.stderr)
    time.sleep(1)

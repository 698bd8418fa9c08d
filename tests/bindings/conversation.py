#!/usr/bin/env python3
"""docs/conversation.jsonl, a whole conversation as bytes, and the program at its other end. No package is needed.

    conversation.py replay FILE   a bot: sends what FILE says, and compares what the arbiter sends
    conversation.py record FILE   a bot: decides, and writes FILE
    conversation.py other         the other seat: offers a deed for cash, once
    conversation.py check FILE    compares the messages and blocks of FILE with its bytes
"""
import json
import os
import socket
import struct
import sys

from solvent.packed import Reader
from solvent.tables import POSITION_BYTES, PROTOCOL, BuyChoice, Message, Position, TradeChoice, When

KINDS = {"manage": 0, "jail": 1, "buy": 2, "bid": 3, "trade": 6}
MALFORMED = 2  # the question 'buy' to which its answer is one, which costs a strike


# ---- MessagePack and the table ----------------------------------------------------------------------

def pack(value):
    """Every value in its shortest format."""
    if value is None or isinstance(value, bool):
        return {None: b"\xc0", False: b"\xc2", True: b"\xc3"}[value]
    if isinstance(value, int):
        if -32 <= value < 128:
            return struct.pack("b", value)
        for code, form, end in ((0xCC, ">B", 1 << 8), (0xCD, ">H", 1 << 16), (0xCE, ">I", 1 << 32), (0xCF, ">Q", 1 << 64)):
            if 0 <= value < end:
                return bytes([code]) + struct.pack(form, value)
        return b"\xd2" + struct.pack(">i", value)
    if isinstance(value, str):
        data = value.encode()
        return (bytes([0xA0 + len(data)]) if len(data) < 32 else b"\xd9" + bytes([len(data)])) + data
    if isinstance(value, bytes):
        return b"\xc4" + bytes([len(value)]) + value
    if isinstance(value, dict):
        return bytes([0x80 + len(value)]) + b"".join(pack(item) for pair in value.items() for item in pair)
    return bytes([0x90 + len(value)]) + b"".join(map(pack, value))


def messages(frame):
    reader = Reader(frame)
    while reader.at < len(frame):
        yield reader.value()


def patched(block, runs):
    block, at, i = bytearray(block), 0, 0
    while i < len(runs):
        at += runs[i]
        length = runs[i + 1]
        block[at:at + length] = runs[i + 2:i + 2 + length]
        at += length
        i += 2 + length
    return bytes(block)


class Table:
    """The block after each ask."""

    def __init__(self):
        self.block = bytes(POSITION_BYTES)

    def hear(self, frame):
        """The last ask of a frame; None: it has none."""
        asked = None
        for message in messages(frame):
            if message[0] == Message.ASK:
                self.block, asked = patched(self.block, message[4]), message
        return asked


# ---- the file -----------------------------------------------------------------------------------

def shown(value):
    """A value as JSON has it: a bin is {"bin": hex}."""
    if isinstance(value, bytes):
        return {"bin": value.hex()}
    if isinstance(value, list):
        return [shown(item) for item in value]
    if isinstance(value, dict):
        return {key: shown(item) for key, item in value.items()}
    assert not isinstance(value, int) or abs(value) < 1 << 53, "no number of JavaScript's"
    return value


def line_of(sender, frame, table):
    """A frame as an object of the file."""
    line = {"from": sender, "hex": frame.hex(), "messages": [shown(message) for message in messages(frame)]}
    if sender == "arbiter" and table.hear(frame):
        line["block"] = table.block.hex()
    return line


def read(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def check(path):
    table, seen = Table(), set()
    for number, line in enumerate(read(path), 1):
        frame = bytes.fromhex(line["hex"])
        assert line == line_of(line["from"], frame, table), f"{path}:{number}: its messages or its block are not those of its bytes"
        seen |= {message[0] for message in messages(frame)}
        assert line["from"] == "arbiter" or frame == b"".join(map(pack, messages(frame))), f"{path}:{number}: not the shortest form"
    assert seen == set(Message) - {Message.REFUSED, Message.SAY, Message.SAID}, f"{path}: it has no message {set(Message) - seen}"


# ---- the connection: ZMTP 3.1 over the arbiter's Unix socket -------------------------------------------

class Line:
    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(os.environ["SOLVENT_ENDPOINT"].removeprefix("ipc://"))
        self.socket.sendall(b"\xff" + bytes(8) + b"\x7f\x03\x01" + b"NULL".ljust(20, b"\0") + bytes(32))
        self.take(64)
        ready = b"\x05READY\x0bSocket-Type" + struct.pack(">I", 6) + b"DEALER"
        self.socket.sendall(bytes([4, len(ready)]) + ready)
        assert self.frame()[0] & 4, "no READY"

    def take(self, size):
        data = b""
        while len(data) < size:
            more = self.socket.recv(size - len(data))
            assert more, "the arbiter is gone"
            data += more
        return data

    def frame(self):
        """Flags and body of the next frame of ZMTP."""
        flags = self.take(1)[0]
        size = struct.unpack(">Q", self.take(8))[0] if flags & 2 else self.take(1)[0]
        return flags, self.take(size)

    def receive(self):
        flags, body = self.frame()
        assert flags in (0, 2), flags
        return body

    def send(self, frame):
        self.socket.sendall((bytes([0, len(frame)]) if len(frame) < 256 else b"\x02" + struct.pack(">Q", len(frame))) + frame)


# ---- bots ---------------------------------------------------------------------------------------

def versionless(frame):
    """The arbiter's version is another in the next one."""
    first = next(messages(frame), [None])
    return frame.replace(pack(first[1]["arbiter"]), b"?", 1) if first[0] == Message.WELCOME else frame


def replay(path):
    line, lines = Line(), read(path)
    while lines:
        if lines[0]["from"] == "bot":
            line.send(bytes.fromhex(lines.pop(0)["hex"]))
            continue
        wanted, found = b"", b""
        while lines and lines[0]["from"] == "arbiter":
            wanted += bytes.fromhex(lines.pop(0)["hex"])
        wanted = versionless(wanted)
        while len(versionless(found)) < len(wanted):  # in whatever frames
            found += line.receive()
        found = versionless(found)
        if found != wanted:
            sys.exit(f"{path}: {len(lines)} lines before its end the arbiter sends {found.hex()}, expected {wanted.hex()}")
    print("as recorded")


class Decider:
    """The answers of the recorded bot: every form of a reply once."""

    hello = {"protocol": PROTOCOL, "name": "recorded", "version": "1", "answers": sum(1 << kind for kind in KINDS.values()),
             "matches": 1, "model": False, "when": bytes([When.OWN_TURN | When.DEEDS_CHANGED]), "events": True}

    def __init__(self):
        self.table, self.buys, self.offered = Table(), 0, False

    def answer(self, asked):
        """The frame that answers an ask."""
        number, question, kind = asked[1:4]
        values, beside = getattr(self, next(name for name in KINDS if KINDS[name] == kind))(asked)
        return b"".join([pack(message[:1] + [number, question] + message[1:]) for message in beside] +
                        [pack([Message.REPLY, number, question] + values)])

    def manage(self, asked):
        return [[], 0, 0, []], []  # nothing, in full

    def jail(self, asked):
        return [], []

    def buy(self, asked):
        self.buys += 1
        if self.buys == 1:
            return [BuyChoice.BUY, [], 0], [[Message.LOG, "the first deed"], [Message.NOTE, "price", asked[-1]]]
        if self.buys == MALFORMED:
            return ["yes"], []
        return [BuyChoice.DECLINE, [], 0] if self.buys % 2 else [], []  # or the default

    def bid(self, asked):
        return [asked[-2], min(asked[-1], asked[-2] + 40)], []

    def trade(self, asked):
        return [TradeChoice.ACCEPT, []], []


class Other(Decider):
    hello = {"protocol": PROTOCOL, "name": "other", "answers": 1 << KINDS["manage"], "when": bytes([When.OWN_TURN])}

    def manage(self, asked):
        deeds = Position(bytearray(self.table.block)).owned[1]
        if self.offered or not deeds:
            return [], []
        self.offered = True
        return [[], 0, 0, [[0, 0, 100, deeds & -deeds, 0, 0, 0, 0, 0]]], []


def decide(bot, path=None):
    line, lines, table = Line(), [], Table()

    def note(sender, frame):
        lines.append(line_of(sender, frame, table))
        return frame

    line.send(note("bot", pack([Message.HELLO, bot.hello])))
    over = False
    while not over:
        frame = note("arbiter", line.receive())
        over = any(message[0] == Message.GOODBYE for message in messages(frame))
        asked = bot.table.hear(frame)
        if asked:
            line.send(note("bot", bot.answer(asked)))
    if path:
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(each) + "\n" for each in lines)


word, *path = sys.argv[1:]
{"replay": replay, "record": lambda path: decide(Decider(), path), "other": lambda: decide(Other()), "check": check}[word](*path)

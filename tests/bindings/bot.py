#!/usr/bin/env python3
"""A bot in Python that takes every default, for remote bots: as docs/PROTOCOL.md tells, on pyzmq alone.

    bot.py [ENDPOINT LEAGUE.pub ME.key [CRIME]]     without arguments where SOLVENT_ENDPOINT says
"""
import os
import signal
import struct
import sys
import time

import zmq
import zmq.auth


def unpack(data, at):
    """The MessagePack value at `at`, and where it ends."""
    byte = data[at]
    at += 1
    if byte < 0x80:
        return byte, at
    if byte >= 0xE0:
        return byte - 256, at
    if 0xCC <= byte <= 0xD3:
        form = ">" + "BHIQbhiq"[byte - 0xCC]
        return struct.unpack_from(form, data, at)[0], at + struct.calcsize(form)
    if byte in (0xC0, 0xC2, 0xC3):
        return {0xC0: None, 0xC2: False, 0xC3: True}[byte], at
    if byte in (0xC4, 0xC5, 0xC6, 0xD9, 0xDA, 0xDB):
        width = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4}[byte]
        size = int.from_bytes(data[at : at + width], "big")
        return data[at + width : at + width + size], at + width + size
    if 0xA0 <= byte < 0xC0:
        return data[at : at + byte - 0xA0], at + byte - 0xA0
    if 0x80 <= byte < 0x90 or byte in (0xDE, 0xDF):
        width = {0xDE: 2, 0xDF: 4}.get(byte, 0)
        count = int.from_bytes(data[at : at + width], "big") if width else byte - 0x80
        at += width
        items = []
        for _ in range(2 * count):
            item, at = unpack(data, at)
            items.append(item)
        return dict(zip(items[::2], items[1::2])), at
    if 0x90 <= byte < 0xA0 or byte in (0xDC, 0xDD):
        width = {0xDC: 2, 0xDD: 4}.get(byte, 0)
        count = int.from_bytes(data[at : at + width], "big") if width else byte - 0x90
        at += width
        items = []
        for _ in range(count):
            item, at = unpack(data, at)
            items.append(item)
        return items, at
    raise ValueError(hex(byte))


def messages(frame):
    at = 0
    while at < len(frame):
        message, at = unpack(frame, at)
        yield message


def uint(value):
    return b"\xcf" + struct.pack(">Q", value)


def text(value):
    return bytes([0xA0 + len(value)]) + value.encode()


endpoint, server_key, own_key, crime = (sys.argv[1:] + [None] * 4)[:4]
PROTOCOL = 2
HELLO = {"protocol": uint(PROTOCOL), "name": text("alice"), "answers": uint(2**32 - 1), "matches": uint(16 if endpoint else 256)}
context = zmq.Context()
signal.signal(signal.SIGTERM, lambda *_: os._exit(0))


def connect():
    bot = context.socket(zmq.DEALER)
    bot.linger = 0
    bot.rcvtimeo = 60000
    if server_key:
        bot.curve_serverkey, _ = zmq.auth.load_certificate(server_key)
        bot.curve_publickey, bot.curve_secretkey = zmq.auth.load_certificate(own_key)
    bot.connect(endpoint or os.environ["SOLVENT_ENDPOINT"])
    bot.send(b"\x92\x00" + bytes([0x80 + len(HELLO)]) + b"".join(text(key) + value for key, value in HELLO.items()))
    return bot


def commit(bot):
    if crime == "cut":
        os._exit(0)
    if crime == "parts":
        bot.send_multipart([b"a", b"b"])
    if crime == "giant":
        bot.send(bytes((1 << 20) + 1))
    if crime == "endless":
        bot.send_multipart([b""] * 1000000)
    if crime == "junk":  # the last four claim lists and texts of 4 GiB, and lists in lists
        for frame in (b"\xc1" * 1000, *(b"\x93\x06\x01" + claim + b"\xff" * 4 for claim in (b"\xdd", b"\xc6", b"\xdf")), b"\x91" * 500000):
            bot.send(frame)
        return
    if crime == "flood":
        for match in (0, 1, 7, 2**64 - 1):  # which others play, which are over or to come
            bot.send(b"".join(b"\x93\x06" + uint(match) + uint(number) for number in (0, 1, 2, 1000)))
        while True:
            bot.send(b"\x93\x06" + uint(99) + uint(99))
    if crime == "silent":
        while True:
            bot.recv()
    time.sleep(20)


def play(bot):
    """Until the goodbye."""
    answered = 0
    while True:
        out = b""
        for message in messages(bot.recv()):
            if message[0] == 2:
                sys.exit(message[1].decode())
            if message[0] == 5:
                out += b"\x93\x06" + uint(message[1]) + uint(message[2])
                answered += 1
            if message[0] == 8:
                return
        if crime and answered > 40:
            commit(bot)
            answered = -(10**9)
        if out:
            bot.send(out)


play(connect())
while endpoint:  # as --again
    play(connect())

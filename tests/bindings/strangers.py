"""Strangers at a gate: strangers.py PORT LEAGUE.pub. Each does its worst; who is told apart by a line says so on the
other end. The bot that they keep waiting comes after them."""
import socket
import sys
import time

import zmq
import zmq.auth

port = int(sys.argv[1])
league, _ = zmq.auth.load_certificate(sys.argv[2])
GREETING = b"\xff" + bytes(7) + b"\x01\x7f\x03\x01" + b"%b" + bytes(1 + 31)


def greeting(mechanism):
    return GREETING.replace(b"%b", mechanism.ljust(20, b"\0"))


def connect():
    return socket.create_connection(("127.0.0.1", port), timeout=10)


def shut_out(connection):
    """Whether the gate closes it, within a while."""
    connection.settimeout(15)
    try:
        while connection.recv(4096):
            pass
    except ConnectionError:
        pass
    except socket.timeout:
        return False
    return True


def knock(public, secret, server):
    """Whether a client of libzmq shakes hands."""
    context = zmq.Context()
    client = context.socket(zmq.DEALER)
    client.linger = 0
    monitor = client.get_monitor_socket(zmq.EVENT_HANDSHAKE_SUCCEEDED)
    if server:
        client.curve_serverkey, client.curve_publickey, client.curve_secretkey = server, public, secret
    client.connect(f"tcp://127.0.0.1:{port}")
    client.send(b"hello")
    came_in = monitor.poll(1500) != 0
    client.disable_monitor()
    context.destroy()
    return came_in


public, secret = zmq.curve_keypair()
assert not knock(public, secret, league), "a key of one's own comes in"
assert not knock(public, secret, zmq.curve_keypair()[0]), "the wrong server key comes in"
assert not knock(None, None, None), "no key comes in"
for junk in (b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x02\x00", bytes(1000), b"\xff" * 100000, greeting(b"NULL"),
             greeting(b"PLAIN"), greeting(b"CURVE") + b"\x06" + b"\xff" * 8, greeting(b"CURVE") + b"\x00\x05hello",
             greeting(b"CURVE") + b"\x04\xc8" + b"\x05HELLO" + bytes(194), greeting(b"CURVE") + (b"\x04\x06\x05HELLO" * 50)):
    guest = connect()
    try:
        guest.sendall(junk)
    except ConnectionError:
        pass
    assert shut_out(guest), junk[:80]

# A byte at a time, never a whole greeting: shown out after a while.
slow = [connect() for _ in range(8)]
for byte in greeting(b"CURVE")[:5]:
    for guest in slow:
        guest.send(bytes([byte]))
    time.sleep(0.2)

# 2,000 connections: most are shown out at once, none stays.
crowd = []
for i in range(2000):
    try:
        guest = socket.socket()
        guest.setblocking(False)
        guest.connect_ex(("127.0.0.1", port))
        crowd.append(guest)
    except OSError:
        pass
time.sleep(1)
for guest in crowd[::2]:
    try:
        guest.send(greeting(b"CURVE"))
    except OSError:
        pass
for guest in crowd[::7]:
    guest.close()
print("strangers: all shown out,", len(crowd), "in a crowd", flush=True)
time.sleep(float(sys.argv[3]) if len(sys.argv) > 3 else 0)

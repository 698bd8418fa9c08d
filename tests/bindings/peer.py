"""pyzmq at the other end of tests/support/peer: `peer.py dealer ENDPOINT` against `peer listen`, `peer.py router
ENDPOINT` against `peer connect`, `peer.py parts ENDPOINT`, which commits a breach."""
import sys
import time

import zmq

SIZES = [0, 1, 255, 256, 65536, 5, 1 << 20, 0]
PATIENCE_MS = 60000


def dealer(socket, endpoint):
    socket.setsockopt(zmq.HEARTBEAT_IVL, 20)
    socket.setsockopt(zmq.HEARTBEAT_TTL, 5000)
    socket.setsockopt(zmq.HEARTBEAT_TIMEOUT, 5000)
    socket.connect(endpoint)
    for _ in range(3):
        for size in SIZES:
            socket.send(bytes(i * 3 % 256 for i in range(size)))
        for size in SIZES:
            assert socket.recv_multipart() == [bytes(i * 3 % 256 for i in range(size))]
        time.sleep(0.2)  # a few heartbeats


def router(socket, endpoint):
    socket.bind(endpoint)
    for _ in SIZES:
        socket.send_multipart(socket.recv_multipart())
    # the answers are gone when the other end has them all, and closes
    monitor.poll(PATIENCE_MS)


def parts(socket, endpoint):
    socket.connect(endpoint)
    socket.send_multipart([b"a", b"b"])
    monitor.poll(PATIENCE_MS)


context = zmq.Context()
role, where = sys.argv[1:]
peer = context.socket(zmq.ROUTER if role == "router" else zmq.DEALER)
peer.linger = 0
peer.rcvtimeo = PATIENCE_MS
monitor = peer.get_monitor_socket(zmq.EVENT_DISCONNECTED)
{"dealer": dealer, "router": router, "parts": parts}[role](peer, where)
peer.disable_monitor()
context.destroy()

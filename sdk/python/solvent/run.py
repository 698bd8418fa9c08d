"""The connection: a DEALER socket, signals, the command line."""
from __future__ import annotations

import argparse
import os
import signal
import sys
from typing import TYPE_CHECKING, NoReturn, Sequence

import zmq
import zmq.auth
import zmq.utils.monitor

from . import output
from .bot import Bot
from .session import Broken, Session
from .tables import VERSION

if TYPE_CHECKING:
    from .concurrent import ConcurrentSession

DONE, USAGE, ENVIRONMENT = 0, 2, 3
LOOK_MS = 1000  # how often it is looked whether the arbiter is still there
HELLO_S = 60  # until a welcome is given up
LARGEST = 64 << 20  # bytes of a frame of the arbiter


class Stop:
    """The first SIGTERM or SIGINT ends the bot between two frames, the next one at once."""

    def __init__(self) -> None:
        self.reader, self.writer = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self.asked = False
        signal.set_wakeup_fd(self.writer, warn_on_full_buffer=False)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._handle)

    def _handle(self, number: int, frame: object) -> None:
        self.asked = True
        signal.signal(number, signal.SIG_DFL)


class Options(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        sys.stderr.write(f"{self.prog}: {message}; try --help\n")
        sys.exit(USAGE)


def _options(bot: Bot, argv: Sequence[str]) -> argparse.Namespace:
    program = os.path.basename(argv[0])
    name = bot.name or program
    parser = Options(prog=program, allow_abbrev=False,
                     description="A bot for Solvent. An arbiter usually starts it and says where to connect:\n\n"
                                 f"    solvent match {argv[0]} {argv[0]}",
                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--connect", metavar="ENDPOINT",
                        help="connect to an arbiter that listens there (default: $SOLVENT_ENDPOINT)")
    parser.add_argument("--name", default=name, help="the name to play under")
    parser.add_argument("--server-key", metavar="FILE", help="the public key of an arbiter elsewhere, and")
    parser.add_argument("--secret-key", metavar="FILE", help="our own keys (solvent keygen): it is encrypted")
    parser.add_argument("--again", action="store_true",
                        help="connect again after a loss or a goodbye, until nobody has answered for a minute")
    parser.add_argument("--always", action="store_true", help="be asked every time, whatever the conditions are")
    parser.add_argument("--explain", action="store_true", help="say why, where the bot can: Match.explaining is True")
    parser.add_argument("--version", action="version",
                        version=f"{name} {bot.version}".rstrip() + f" (Solvent Python SDK {VERSION})")
    options = parser.parse_args(argv[1:])
    options.parent = 0 if options.connect else os.getppid()
    options.connect = options.connect or os.environ.get("SOLVENT_ENDPOINT")
    if not options.connect:
        parser.error("no arbiter: give --connect ENDPOINT or let 'solvent match' start it")
    if not options.server_key != (not options.secret_key):
        parser.error("--server-key and --secret-key belong together")
    return options


def _socket(context: zmq.Context, options: argparse.Namespace) -> zmq.Socket:
    socket = context.socket(zmq.DEALER)
    socket.linger = 1000
    socket.maxmsgsize = LARGEST
    socket.sndhwm = socket.rcvhwm = 0
    if options.server_key:
        socket.curve_serverkey, _ = zmq.auth.load_certificate(options.server_key)
        socket.curve_publickey, socket.curve_secretkey = zmq.auth.load_certificate(options.secret_key)
        if socket.curve_secretkey is None:
            raise ValueError(f"{options.secret_key}: found no secret key")
    return socket


def _session(bot: Bot, options: argparse.Namespace, socket: zmq.Socket) -> Session | ConcurrentSession:
    bot.explain = bot.explain or options.explain
    session = Session(bot, options.name, options.always, socket.send)
    if not bot.concurrent:
        return session
    from .concurrent import ConcurrentSession  # with asyncio, which takes a while
    return ConcurrentSession(session)


def _play(bot: Bot, options: argparse.Namespace, stop: Stop, context: zmq.Context) -> tuple[int, bool]:
    """One connection. The exit status, and whether there was a welcome."""
    def complain(what: str) -> None:
        print(f"{options.name}: {what}", file=sys.stderr)

    try:
        socket = _socket(context, options)
    except (OSError, ValueError) as error:
        complain(str(error))
        return USAGE, False
    session = _session(bot, options, socket)
    monitor = socket.get_monitor_socket(zmq.EVENT_DISCONNECTED | zmq.EVENT_CLOSED)
    poller = zmq.Poller()
    for source in (socket, monitor, stop.reader, session.wake):
        if source is not None:
            poller.register(source, zmq.POLLIN)
    status, waited = DONE, 0.0
    output.mark()
    try:
        socket.connect(options.connect)
        socket.send(session.hello())
        while not stop.asked:
            ready = dict(poller.poll(LOOK_MS))
            if socket in ready:
                session.frame(socket.recv())
            if socket in ready or session.wake in ready:
                for reply in session.collect():
                    socket.send(reply)
                if session.over:
                    break
                continue
            if monitor in ready:
                zmq.utils.monitor.recv_monitor_message(monitor)
                if session.welcomed or options.parent:
                    raise Broken(f"lost the arbiter at {options.connect}")
            if ready:
                continue
            if options.parent and os.getppid() != options.parent:
                raise Broken("the arbiter that started it is gone")
            waited += LOOK_MS / 1000
            if not session.welcomed and waited >= HELLO_S:
                raise Broken(f"no arbiter answers at {options.connect}")
        session.finish()
    except zmq.ZMQError as error:
        complain(f"cannot connect to '{options.connect}': {error}")
        status = USAGE if error.errno in (zmq.EINVAL, zmq.EPROTONOSUPPORT) else ENVIRONMENT
    except Broken as error:
        session.finish()
        complain(str(error))
        status = ENVIRONMENT
    finally:
        output.unmark()
        socket.disable_monitor()
        socket.close()
    return status, session.welcomed


def main(bot: Bot, argv: Sequence[str] | None = None) -> NoReturn:
    """Plays until the arbiter says goodbye, and exits: 0 after a goodbye or SIGTERM, 2 for wrong usage, 3 when the
    arbiter cannot be reached, refuses or is lost. An exception of the bot's own ends it with status 1."""
    options = _options(bot, sys.argv if argv is None else argv)
    stop = Stop()
    context = zmq.Context()
    status, played = _play(bot, options, stop, context)
    while options.again and played and not stop.asked:
        again, played = _play(bot, options, stop, context)
        status = again if played else status
    context.term()
    sys.exit(status)

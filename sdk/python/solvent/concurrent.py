"""Many questions at a time: a session in a thread of its own, for bots whose methods wait for something.

The messages of a match are handled in order, one after the other; those of different matches at once. So a match sees what it
would see alone, and its generator gives the same numbers, whatever the others do."""
from __future__ import annotations

import asyncio
import contextvars
import functools
import os
import threading
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from inspect import iscoroutinefunction
from typing import Any, Callable, Deque, Dict, Iterator, List, Tuple

from .session import CURRENT, Broken, Call, Session
from .tables import Message

_OF_A_MATCH = {int(message) for message in (Message.START, Message.ASK, Message.END, Message.CLOCK, Message.EVENTS)}
_ASK = int(Message.ASK)
_NO_MATCH = -1


class ConcurrentSession:
    """Takes frames and gives frames as Session does, from any thread; `wake` is readable when there is something to collect()."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.wake, self._waker = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._threads = ThreadPoolExecutor(session.bot.parallel) if session.bot.parallel > 1 else None
        self._out: Deque[bytes] = deque()
        self._failed: BaseException | None = None
        self._waiting: Dict[int, Deque[List[Any]]] = {}  # messages by match; the first is being handled
        self._tasks: set[asyncio.Task[None]] = set()
        self._questions = 0
        self._loop = asyncio.new_event_loop()
        session.send, session.open = self._send, lambda: self._questions
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    @property
    def welcomed(self) -> bool:
        return self.session.welcomed

    @property
    def over(self) -> bool:
        return self.session.over

    def hello(self) -> bytes:
        return self.session.hello()

    def frame(self, data: bytes) -> None:
        """Takes a frame; what there is to send for it is collected later."""
        self._loop.call_soon_threadsafe(self._take, data)

    def collect(self) -> Iterator[bytes]:
        """Returns the frames to send. Raises the exception that ended the session: Broken, or the bot's own."""
        try:
            os.read(self.wake, 4096)
        except BlockingIOError:
            pass
        if self._failed is not None:
            raise self._failed
        while self._out:
            yield self._out.popleft()

    def finish(self) -> None:
        """Stops what still waits, and ends the open matches. A plain method that runs in a thread is not interrupted."""
        asyncio.run_coroutine_threadsafe(self._finish(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        os.close(self.wake)
        os.close(self._waker)
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)

    # ---- in the thread of the session ------------------------------------------------------------

    def _take(self, data: bytes) -> None:
        try:
            for message in self.session.messages(data):
                self._put(message)
        except Broken as error:
            self._fail(error)
        except (IndexError, TypeError):
            self._fail(Broken("the arbiter says something that makes no sense"))

    def _put(self, message: List[Any]) -> None:
        """One message: behind those of its match, or at once."""
        number = message[1] if message[0] in _OF_A_MATCH else _NO_MATCH
        self._questions += message[0] == _ASK
        if number in self._waiting:
            self._waiting[number].append(message)
            return
        self._waiting[number] = deque([message])
        task = self._loop.create_task(self._serve(number))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, number: int) -> None:
        """Handles the messages of a match until none is left."""
        waiting = self._waiting[number]
        try:
            while waiting:
                if waiting[0][0] == Message.GOODBYE:
                    await asyncio.gather(*(self._tasks - {asyncio.current_task()}))
                await self._make(self.session.calls(waiting[0]))
                self._questions -= waiting.popleft()[0] == _ASK
                self._loop.call_soon(self._send_out)
            del self._waiting[number]
        except Exception as error:
            self._fail(error)

    async def _make(self, calls: Iterator[Call]) -> None:
        for match, method, arguments, then in calls:
            CURRENT.set(match)
            then(match, await self._call(method, arguments))
            CURRENT.set(None)

    async def _call(self, method: Callable[..., Any], arguments: Tuple[Any, ...]) -> Any:
        if iscoroutinefunction(method):
            return await method(*arguments)
        if self._threads is None:
            return method(*arguments)
        inside = contextvars.copy_context()
        return await self._loop.run_in_executor(self._threads, functools.partial(inside.run, method, *arguments))

    async def _finish(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._make(self.session.endings())

    def _send_out(self) -> None:
        """The answers of all matches that are ready go out together."""
        for frame in self.session.collect():
            self._send(frame)
        if self.session.over:
            self._wake()

    def _send(self, frame: bytes) -> None:
        self._out.append(frame)
        self._wake()

    def _fail(self, error: BaseException) -> None:
        self._failed = self._failed or error
        self._wake()

    def _wake(self) -> None:
        try:
            os.write(self._waker, b"!")
        except BlockingIOError:
            pass  # it is awake

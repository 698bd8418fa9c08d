"""Usage: network_probe.py BOT [ARGUMENT...]
A bot with a network that tries what it may and may not reach, prints what each attempt met, and then plays as BOT. The variables
PLAIN, TLS and FORBIDDEN are places HOST:PORT, ADDRESS is the address of these, ABSTRACT an
abstract socket, NAMES are places whose names lead to closed addresses. With MEET, a name, it meets the other bot of its table at the server
PLAIN, and tries to use that one's relay."""
import contextlib
import os
import socket
import ssl
import subprocess
import sys
import urllib.request

plain, tls, forbidden = (os.environ[name] for name in ("PLAIN", "TLS", "FORBIDDEN"))
port = plain.rsplit(":", 1)[1]
proxy = os.environ["HTTPS_PROXY"].rsplit(":", 1)[1]


def attempt(name, function):
    try:
        met = function()
    except Exception as error:  # pylint: disable=broad-except  # whatever it met is the result
        met = f"{type(error).__name__}: {error}"
    print(f"{name}: {met}", flush=True)


def fetch(url, data=None, **headers):
    context = ssl.create_default_context(cafile="cert.pem")
    with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=60, context=context) as answer:
        return answer.read().decode()


def raw(*head, body=b""):
    with contextlib.closing(socket.create_connection(("127.0.0.1", int(proxy)), 60)) as s:
        s.sendall("\r\n".join([*head, "", ""]).encode() + body)
        return s.makefile("rb").readline().decode().strip()


def connect(family, kind, address):
    with contextlib.closing(socket.socket(family, kind)) as s:
        s.settimeout(60)
        s.connect(address)
        return "connected"


def run(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode().strip()


def with_httpx():
    import httpx
    return httpx.get(f"https://{tls}/x", verify="cert.pem", timeout=60).text.startswith("GET /x")


def with_aiohttp():
    import asyncio
    import aiohttp

    async def get():
        async with aiohttp.ClientSession(trust_env=True) as session:
            async with session.get(f"https://{tls}/x", ssl=ssl.create_default_context(cafile="cert.pem")) as answer:
                return (await answer.text()).startswith("GET /x")
    return asyncio.run(get())


def listening():
    with open("/proc/self/net/tcp", encoding="utf-8") as file:
        return sum(line.split()[3] == "0A" for line in file.readlines()[1:])


def meet(name):
    """Tells the other bot our relay's port, by the server. Waits until it has told its own, and returns
    that and its name, or nothing when we are started alone."""
    return fetch(f"http://{plain}/meet/{name}/{proxy}")


def other_port(other):
    # From another address, so that the socket can't be connected with itself.
    with contextlib.closing(socket.create_connection(("127.0.0.1", int(other)), 60, ("127.0.0.2", 0))):
        return "it is our own" if other == proxy else "connected"


def abstract_names():
    with open("/proc/self/net/unix", encoding="utf-8") as file:
        return [line.split()[-1] for line in file if "@" in line]


def processes():
    names = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        with open(f"/proc/{pid}/comm", encoding="utf-8") as file:
            names.append(file.read().strip())
    return "solvent-relay" in names or sorted(set(names))


def try_relay_of_other():
    ours = socket.socket(socket.AF_UNIX)
    ours.bind(f"\0relay-{proxy}-{os.environ['MEET']}")
    ours.listen()
    answer = meet(os.environ["MEET"])
    if not answer:
        return
    other, name = answer.split()
    attempt("other's port", lambda: other_port(other))
    attempt("other's abstract socket", lambda: connect(socket.AF_UNIX, socket.SOCK_STREAM, f"\0relay-{other}-{name}"))
    attempt("abstract names", lambda: len(abstract_names()))
    attempt("processes", processes)
    attempt("listening", listening)
    meet(os.environ["MEET"])  # until the other has tried too, so that both relays were there


if "MEET" in os.environ:
    try_relay_of_other()
    os.execv(sys.argv[1], sys.argv[1:])
attempt("plain", lambda: len(fetch(f"http://{plain}/p", b"x" * 200000, Authorization="mine")) > 200000)
attempt("echoed key", lambda: fetch(f"http://{plain}/echo").split("Bearer ")[1].split("'")[0][::-1])
attempt("tls", lambda: fetch(f"https://{tls}/t").startswith("GET /t"))
attempt("key over tls", lambda: "Authorization" in fetch(f"https://{tls}/k"))
attempt("key in the environment", lambda: "KEY" in os.environ)
attempt("curl", lambda: run("curl", "-sS", "--cacert", "cert.pem", f"https://{tls}/run").startswith("GET /run"))
attempt("node", lambda: run("node", "network_agent.js", tls, "/run").startswith("GET /run"))
attempt("node to another port", lambda: run("node", "network_agent.js", forbidden, "/"))
attempt("httpx", with_httpx)
attempt("aiohttp", with_aiohttp)
attempt("another port", lambda: fetch(f"http://{forbidden}/"))
attempt("connect to another port", lambda: fetch(f"https://{forbidden}/"))
attempt("another name", lambda: fetch("https://example.org/"))
attempt("metadata", lambda: fetch("http://169.254.169.254/latest"))
attempt("redirect", lambda: fetch(f"http://{plain}/elsewhere"))
attempt("other spelling", lambda: raw("CONNECT 0x7f000001:80 HTTP/1.1"))
attempt("user in a name", lambda: raw(f"GET http://{plain}@{forbidden}/ HTTP/1.1"))
attempt("two lengths", lambda: raw(f"POST http://{plain}/ HTTP/1.1", "Content-Length: 1", "Content-Length: 2"))
attempt("chunked", lambda: raw(f"POST http://{plain}/ HTTP/1.1", "Transfer-Encoding: chunked"))
attempt("long head", lambda: raw(f"GET http://{plain}/ HTTP/1.1", "A: " + "x" * 17000))
attempt("second request", lambda: raw(f"GET http://{plain}/one HTTP/1.1", body=f"GET http://{plain}/two HTTP/1.1\r\n\r\n".encode()))
attempt("raw address", lambda: connect(socket.AF_INET, socket.SOCK_STREAM, (os.environ["ADDRESS"], int(port))))
attempt("raw address elsewhere", lambda: connect(socket.AF_INET, socket.SOCK_STREAM, ("1.1.1.1", 443)))
attempt("ipv6", lambda: connect(socket.AF_INET6, socket.SOCK_STREAM, ("::1", int(port))))
attempt("udp", lambda: connect(socket.AF_INET, socket.SOCK_DGRAM, ("1.1.1.1", 53)))
attempt("dns", lambda: socket.getaddrinfo("example.org", 443))
attempt("packets", lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW))
attempt("netlink", lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW))
attempt("mptcp", lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM, 262))
attempt("abstract socket", lambda: connect(socket.AF_UNIX, socket.SOCK_STREAM, "\0" + os.environ["ABSTRACT"]))
attempt("listening", listening)
for place in os.environ.get("NAMES", "").split():
    attempt(f"name {place}", lambda place=place: fetch(f"http://{place}/"))
os.execv(sys.argv[1], sys.argv[1:])

"""Usage: network_server.py ADDRESS CERTIFICATE KEY PORTS
Serves HTTP, HTTPS, and a port that no bot may reach, and listens at the abstract socket @solvent-test-PID. Writes the
four names to the file PORTS, and a line on stdout for each request: its method, path, Host and Authorization. `/elsewhere` leads to the
forbidden port; `/meet/NAME/PORT` waits for the like of another name, and is answered with its port and name; all else is answered with the method, path, headers and body."""
import http.server
import os
import socket
import ssl
import sys
import threading

address, certificate, key, ports = sys.argv[1:]
forbidden = socket.create_server((address, 0), family=socket.AF_INET6 if ":" in address else socket.AF_INET)

meeting = threading.Condition()
arrived = {}  # by name, the ports in the order in which they came


def meet(name, port):
    """The n-th of a name meets the n-th of the other name; the first is alone, as each bot is tried alone before the games."""
    with meeting:
        n = len(arrived.setdefault(name, []))
        arrived[name].append(port)
        meeting.notify_all()
        if n == 0:
            return ""

        def others():
            return [f"{ports[n]} {other}" for other, ports in arrived.items() if other != name and len(ports) > n]
        meeting.wait_for(others)
        return others()[0]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        print(self.command, self.path, self.headers["Host"], self.headers["Authorization"], flush=True)
        text = f"{self.command} {self.path} {dict(self.headers)} ".encode() + body
        if self.path.startswith("/meet/"):
            text = meet(*self.path.split("/")[2:]).encode()
        self.send_response(302 if self.path == "/elsewhere" else 200)
        if self.path == "/elsewhere":
            self.send_header("Location", f"http://{address}:{forbidden.getsockname()[1]}/")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = answer

    def log_message(self, *_):
        pass


def watch():
    while True:
        forbidden.accept()
        print("FORBIDDEN", flush=True)


def serve(server):
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return str(server.server_address[1])


plain = http.server.ThreadingHTTPServer((address, 0), Handler)
tls = http.server.ThreadingHTTPServer((address, 0), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificate, key)
tls.socket = context.wrap_socket(tls.socket, server_side=True)
abstract = socket.socket(socket.AF_UNIX)
abstract.bind(f"\0solvent-test-{os.getpid()}")
abstract.listen()
names = [serve(plain), serve(tls), str(forbidden.getsockname()[1]), f"solvent-test-{os.getpid()}"]
with open(ports + ".new", "w", encoding="utf-8") as file:
    print(*names, file=file)
os.rename(ports + ".new", ports)
watch()

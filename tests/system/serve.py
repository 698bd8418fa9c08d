"""Drives `solvent serve` as its viewers do, and as those do who mean ill: run by test_serve.sh.
Usage: serve.py SOLVENT STORE SCRATCH BUILD"""
import atexit
import base64
import csv
import gzip
import hashlib
import http.client
import json
import math
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time

SOLVENT, STORE, SCRATCH, BUILD = sys.argv[1:5]
TABLES = ["matches", "seats", "replays", "timings", "trades", "luck"]
EVIL = '"></script><!--<script>x</script>'


def check(what, found, expected):
    if found != expected:
        sys.exit(f"serve.py: {what}: found {found!r}, expected {expected!r}")


class Server:
    def __init__(self, store, *options, **environment):
        self.process = subprocess.Popen([SOLVENT, "serve", store, "--listen", "127.0.0.1:0", *options],
                                        env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        atexit.register(self.process.kill)  # of a test that fails; one that was waited for is left alone
        line = self.process.stdout.readline()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\n", line)
        if not found:
            sys.exit(f"serve.py: no address: {line!r} {self.process.stderr.read()}")
        self.port = int(found[1])

    def connect(self, timeout=60):
        return socket.create_connection(("127.0.0.1", self.port), timeout=timeout)

    def get(self, path, method="GET", timeout=60, body=None, headers={}):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        connection.request(method, path, body=body, headers=headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, answer.headers, text

    def ok(self, path, **how):
        status, headers, text = self.get(path, **how)
        check(path, status, 200)
        return headers, text

    def raw(self, data, timeout=5):
        """Returns the answer to these bytes, up to the end of the connection; b"" if it is torn."""
        with self.connect(timeout) as s:
            back = b""
            try:
                s.sendall(data)
                s.shutdown(socket.SHUT_WR)
                while len(back) < 1 << 20:
                    piece = s.recv(65536)
                    if not piece:
                        break
                    back += piece
            except OSError: # it has been closed before all was said
                pass
            return back

    def events(self):
        s = self.connect()
        s.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return s

    def rss_mib(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as f:
            return int(re.search(r"VmRSS:\s+(\d+)", f.read())[1]) / 1024

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        try:
            out, err = self.process.communicate(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            sys.exit("serve.py: the server does not stop")
        check("exit status", self.process.returncode, 0)
        return err


def wait_for(what, test, seconds):
    end = time.monotonic() + seconds

    def holds():
        try:
            return test()
        except OSError: # as when there is no room for one more connection
            return False
    while not holds():
        if time.monotonic() > end:
            sys.exit(f"serve.py: {what}: not within {seconds} s")
        time.sleep(0.02)


def event(s, seconds):
    """The data of the next event that tells something."""
    end, text = time.monotonic() + seconds, b""
    while time.monotonic() < end:
        s.settimeout(max(0.01, end - time.monotonic()))
        try:
            text += s.recv(4096)
        except TimeoutError:
            break
        found = re.findall(rb"data: (\{.*?\})\n", text)
        if found:
            return json.loads(found[-1])
    sys.exit(f"serve.py: no event within {seconds} s: {text!r}")


def take_out(store, number):
    """Takes a match out of a store, and says how to put it back."""
    db = sqlite3.connect(store)
    rows = {}
    for table in TABLES:
        rows[table] = db.execute(f"SELECT * FROM {table} WHERE number = ?", (number,)).fetchall()
        db.execute(f"DELETE FROM {table} WHERE number = ?", (number,))
    db.commit()
    db.close()
    return rows


def put_back(store, rows):
    db = sqlite3.connect(store)
    for table, values in rows.items():
        for row in values:
            db.execute(f"INSERT INTO {table} VALUES ({','.join('?' * len(row))})", row)
    db.commit()
    db.close()


def documents(server):
    """Every document of docs/ is there; what it links to is there, with the fragment; nothing else is."""
    docs = os.path.join(os.environ["SOLVENT_SOURCE"], "docs")
    names = sorted(name[:-3] for name in os.listdir(docs) if name.endswith(".md"))
    check("there are documents", len(names) > 20, True)
    rendered = b"<h2 id=" in server.ok("/docs/RANKING.html")[1]
    texts = {}
    for name in names:
        headers, text = server.ok(f"/docs/{name}.html")
        policy = headers["Content-Security-Policy"]
        if not policy.startswith("default-src 'none'") or "unsafe" in policy or "script-src" in policy:
            sys.exit(f"serve.py: {name}: {policy}")
        with open(os.path.join(docs, f"{name}.md"), encoding="utf-8") as f:
            title = f.readline()[2:].strip().replace("`", "")
        texts[f"/docs/{name}.html"] = texts[f"/docs/{name}"] = text.decode()
        check(f"{name}: its title", f"<h1>{title}</h1>" in text.decode(), True)
        check(f"{name}: is rendered, or is as it was written", b"<pre class=plain>" in text, not rendered)
        check(f"{name}: no comment for a test", re.search(rb"<!--|&lt;!--", text), None)
    for path in ("/docs", "/docs/"):
        check(f"{path} is the map", "All documents" in server.ok(path)[1].decode(), True)
        for name in names:
            check(f"it leads to {name}", name == "README" or f'href="/docs/{name}.html"' in server.ok(path)[1].decode(), True)
    for path, text in texts.items():
        for link in re.findall(r'(?:href|src)="?([^">]*)"?', text) if path.endswith(".html") else ():
            if link.startswith(("http", "data:", "/site/")) or link in ("/", "/schedule", "/playing", "/games", "/game", "/report", "/open", "/docs/", "/api/ranking"):
                continue
            page, _, fragment = link.partition("#")
            if page and page not in texts:
                check(f"{path}: {link}", page.startswith("/docs/") and server.get(page)[0], 200)
            if fragment and rendered:
                check(f"{path}: {link}: its heading", f'id="{fragment}"' in texts[page or path], True)
    check("the map's pictures", server.ok("/docs/architecture.svg")[0]["Content-Type"], "image/svg+xml")
    for path in ("/docs/LEAGUES", "/docs/LEAGUES.md", "/docs/leagues.html", "/docs/none.html", "/docs/.html", "/docs/../docs/LEAGUES.html",
                 "/docs//LEAGUES.html", "/docs/LEAGUES.html/", "/docs/../../etc/passwd", "/docs/Doxyfile", "/docsx", "/docs/x/"):
        check(path, server.get(path)[0], 404)
    check("an escape", server.get("/docs/%2e%2e/LEAGUES.html")[0], 400)
    text = server.ok("/games/1")[1].decode()
    check("a game leads to ANALYSIS", 'href="/docs/ANALYSIS.html"' in text, True)
    for path in ("/", "/games/1"):
        check(f"{path} names no file that its reader has not", re.search(r"[A-Z_]{4,}\.md", server.ok(path)[1].decode()), None)


def files(server):
    """Pages share their style and script: files that are named by their bytes, which browsers keep. No page has others, or any inside."""
    seen = {}
    for path in ("/", "/report", "/bots/0", "/pairs/1-3", "/deals/1", "/games", "/game", "/schedule", "/playing", "/games/1", "/docs/", "/nothing"):
        _, headers, page = server.get(path)
        links = re.findall(r'(?:src|href)="(/site/[^"]*)" integrity="sha256-([^"]*)"', page.decode())
        seen.update(links)
        with_script = path not in ("/docs/", "/nothing")
        check(f"{path}: a style, and a script", [os.path.splitext(link)[1] for link, _ in links], [".css", ".js"] if with_script else [".css"])
        check(f"{path}: nothing inside", re.search(rb"<style|<script>|<script (?!src=|type=.application/)|\bon[a-z]+=|style=", page), None)
        policy = headers["Content-Security-Policy"].split("; ")
        check(f"{path}: its policy", ([p for p in policy if p.startswith("style-src")], [p for p in policy if p.startswith("script-src")]),
              (["style-src 'self'"], ["script-src 'self'"] if with_script else []))
    check("pages with a board have their own", len(seen), 4)
    for path, integrity in seen.items():
        headers, text = server.ok(path)
        check(f"{path}: its bytes", base64.b64encode(hashlib.sha256(text).digest()).decode(), integrity)
        check(f"{path}: how it is kept", headers["Cache-Control"], "max-age=31536000, immutable")
        check(f"{path}: its type", headers["Content-Type"], f"text/{'css' if path.endswith('.css') else 'javascript'}; charset=utf-8")
        check(f"{path}: packed", gzip.decompress(server.get(path, headers={"Accept-Encoding": "gzip"})[2]), text)
    for path in ("/site", "/site/", "/site/0123456789abcdef.js", path + "x", path.replace(".css", ".js") if path.endswith(".css") else path.replace(".js", ".css")):
        check(path, server.get(path)[0], 404)


def document(page):
    """The document that a page is drawn from, or that programs get."""
    found = re.search(rb'<script type="application/json" id="document">(.*?)</script>', page, re.S)
    return json.loads(found[1] if found else page)


def unpacked(server, path):
    """The answer for a client that takes gzip, which is smaller."""
    status, headers, text = server.get(path, headers={"Accept-Encoding": "br, gzip"})
    check(f"{path} for gzip", (status, headers["Content-Encoding"], headers["Vary"], len(text) < 40000), (200, "gzip", "Accept-Encoding", True))
    return gzip.decompress(text)


def listed(text):
    """The numbers of the games of a page."""
    return [game["game"] for game in document(text)["games"]]


def chosen(store):
    """Games by bot, opponent, place, ending, incidents and luck: the same as picked by hand, page by page."""
    db = sqlite3.connect(store)
    db.execute("UPDATE seats SET late = 1, ok = ok - 1 WHERE number = 5 AND seat = 1")
    db.execute("UPDATE seats SET forfeited = 1 WHERE number = 9 AND seat = 0")
    db.execute("UPDATE matches SET why = 'forfeit' WHERE number = 9")
    db.commit()
    db.close()
    server = Server(store)
    every = json.loads(server.ok("/api/games?limit=1000")[1])["games"]
    kinds = ("late", "malformed", "illegal", "dead", "overtime", "forfeited")

    def fits(seat, bot, place, incident):
        wrong = [k for k in kinds if seat[k]]
        return seat["id"] in (bot, seat["id"] if bot is None else bot) and place in (None, seat["place"]) and \
            (incident is None or (wrong != [] if incident == "all" else incident in wrong))

    seen = 0
    for bot in (None, 0, 2):
        for against, place, ended, incident in ((None, 1, None, None), (1, None, None, None), (3, 3, "max_rounds", None),
                                                (None, None, "forfeit", None), (None, None, None, "all"), (None, None, None, "late"),
                                                (1, 2, "last_solvent", "forfeited"), (None, None, None, None)):
            asked = {"bot": bot, "against": against, "place": place, "ended": ended, "incident": incident}
            query = "&".join(f"{k}={v}" for k, v in asked.items() if v is not None)
            found = [g for g in every if any(fits(s, bot, place, incident) for s in g["seats"]) and
                     ended in (None, g["ended"]) and (against is None or against in [s["id"] for s in g["seats"]])]
            numbers = [g["game"] for g in found]
            check(f"games with {query}", [g["game"] for g in json.loads(server.ok(f"/api/games?limit=1000&{query}")[1])["games"]], numbers)
            check(f"the page of {query}", listed(server.ok(f"/games?limit=1000&{query}")[1]), numbers[::-1])
            check("as a form sends it", listed(server.ok("/games?limit=1000&" + "&".join(
                f"{k}={'any' if v is None else v}" for k, v in asked.items()) + "&order=newest")[1]), numbers[::-1])
            for order, sign in (("luckiest", -1), ("unluckiest", 1)):
                best = min if order == "unluckiest" else max
                lucks = {g["game"]: best(s["luck"] for s in g["seats"] if fits(s, bot, place, incident)) for g in found}
                by_luck = sorted(numbers, key=lambda n: (sign * lucks[n], -n))
                page, more = [], True
                while more: # by the links of the pages, five games each
                    text = server.ok(f"/games?limit=5&order={order}&before={page[-1] if page else 0}&{query}")[1]
                    page += listed(text)
                    more = document(text)["more"]
                check(f"{order} with {query}", page, by_luck)
            page = document(server.ok(f"/games?limit=2&{query}")[1])
            check("how many there are", page["chosen"], len(found))
            check("the page repeats the filter of its address", page["asked"], {"limit": 2, **{k: v for k, v in asked.items() if v is not None}})
            seen += 0 < len(found) < len(every)
    check("choices that leave some and not all", seen > 8, True)
    for query in ("place=x", "place=", "ended=x", "ended=", "incident=x", "order=up", "against=x", "against="):
        check(query, server.get(f"/games?{query}")[0], 400)
    for path in ("/games?against=4", "/api/games?bot=1&against=99"):
        check(path, server.get(path)[0], 404)
    server.stop()


def ordered(store):
    """The standings in the order of every column, which its title leads to."""
    server = Server(store)
    plain = document(server.ok("/")[1])
    check("by rank", ([b["rank"] for b in plain["bots"]], "order" in plain), (sorted(b["rank"] for b in plain["bots"]), False))
    names = [c["name"] for c in plain["columns"]["ranking"] if c["shape"] != "chart"]
    check("columns to order by", {"rank", "bot", "rating", "points", "games"} - set(names), set())
    for name in names:
        for way in ("up", "down"):
            page = document(server.ok(f"/standings/{name}/{way}")[1])
            values = [b[name] for b in page["bots"]]
            check(f"{name}/{way}: sorted", values, sorted(values, reverse=way == "down"))
            check(f"{name}/{way}: all bots", sorted(b["id"] for b in page["bots"]), sorted(b["id"] for b in plain["bots"]))
            check(f"{name}/{way}: the page says so", (page["order"], page["ascending"]), (name, way == "up"))
    names = sorted(b["bot"] for b in plain["bots"])
    for after, limit in ((0, 1), (1, 2), (2, 50), (9, 2)): # a part of them, whatever has been kept
        page = server.ok(f"/standings/bot/up?after={after}&limit={limit}")[1]
        part = document(page)
        check(f"{limit} behind {after}", [b["bot"] for b in part["bots"]], names[after:after + limit])
        check("their place among all", (part["after"], part["more"]), (min(after, len(names)), after + limit < len(names)))
        check("pairs of those alone", {n for p in part["field"]["pairs"] for n in (p["bot"], p["against"])} - set(names[after:after + limit]), set())
        check("the same for programs", at_once(page), at_once(server.ok(f"/api/standings/bot/up?after={after}&limit={limit}")[1]))
    for path in ("/standings/", "/standings/points", "/standings/points/", "/standings/points/x", "/standings/none/up",
                 "/standings/rating_interval/up", "/standings/points/up/"):
        check(path, server.get(path)[0], 404)
    server.stop()


FEW = 10 # deals, below which there is no interval


def holds(what, row, name, deals, least):
    """Checks a mean and its interval against observations by deal: a jackknife, with t by bisection of its distribution. It ends
    with the scale from `least` to 1."""
    value, low, high = (math.nan if row[name + end] is None else row[name + end] for end in ("", "_low", "_high"))
    cell, up, down = f"{value} {low} {high}", high - value, value - low
    every = [x for deal in deals for x in deal]
    mean, n, df = sum(every) / len(every), len(every), len(deals) - 1
    error = math.sqrt(df / (df + 1) * sum(((sum(d) - mean * len(d)) / (n - len(d))) ** 2 for d in deals))
    steps = 1000 # P(0 < T < t) by Simpson's rule
    scale = math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2)) / math.sqrt(df * math.pi)

    def below(t):
        density = [scale * (1 + (t * k / steps) ** 2 / df) ** (-(df + 1) / 2) for k in range(steps + 1)]
        return t / steps / 3 * (density[0] + density[-1] + 4 * sum(density[1:-1:2]) + 2 * sum(density[2:-1:2]))
    low, high = 0.0, 100.0
    for _ in range(30):
        low, high = ((low + high) / 2, high) if below((low + high) / 2) < 0.475 else (low, (low + high) / 2)
    unit = 1e-5 # means of figures with six digits
    check(f"{what}: {cell}, found {mean:.4f}", abs(mean - value) < 0.51 * unit, True)
    if len(deals) < FEW or error < 1e-9:
        check(f"{what}: {cell} of {len(deals)} deals", math.isnan(up) and math.isnan(down), True)
    else:
        half = error * low
        check(f"{what}: {cell}, found {mean:.4f} +-{half:.4f}",
              abs(min(half, 1 - mean) - up) < 0.51 * unit and abs(min(half, mean - least) - down) < 0.51 * unit, True)


def by_deal(games, value):
    """The values of games, as far as they have one, deal by deal."""
    deals = {}
    for game in games:
        for x in value(game):
            deals.setdefault(game["deal"], []).append(x)
    return list(deals.values())


def pairs(store):
    """The page of each pair, against figures made of the list of games alone."""
    server = Server(store)
    every = json.loads(server.ok("/api/games?limit=1000")[1])["games"]
    names = {b["id"]: b["bot"] for b in json.loads(server.ok("/api/league")[1])["bots"]}
    for one, other in ((0, 1), (3, 2)):
        games = [g for g in every if {one, other} <= {s["id"] for s in g["seats"]}]
        page = document(server.ok(f"/pairs/{one}-{other}")[1])
        check("their games", page["figures"][0]["games"], len(games))

        def of(game, bot):
            return next(s for s in game["seats"] if s["id"] == bot)
        for bot, row in zip((one, other), page["sides"]):
            places = [sum(of(g, bot)["place"] == place for g in games) for place in (1, 2, 3)]
            check("who", (row["bot"], row["bot_id"], row["games"], row["won"], row["places"]), (names[bot], bot, len(games), places[0], places))
            holds(f"points of {row['bot']}", row, "points", by_deal(games, lambda g, b=bot: [of(g, b)["points"]]), 0)
            holds(f"luck of {row['bot']}", row, "luck", by_deal(games, lambda g, b=bot: [of(g, b)["luck"]]), -1)
        check("a row a seat and bot", len(page["seats"]), 6)
        for row in page["seats"]:
            bot, seat = row["bot_id"], row["seat"]
            there = [g for g in games if of(g, bot)["seat"] == seat]
            check("games from a seat", row["games"], len(there))
            holds(f"{row['bot']} at seat {seat}", row, "points", by_deal(there, lambda g, b=bot: [of(g, b)["points"]]), 0)
        for row, first in zip(page["order"], (one, other)):
            there = [g for g in games if of(g, first)["seat"] < of(g, one + other - first)["seat"]]
            check("games in an order", (row["lower_seat"], row["games"]), (names[first], len(there)))
            holds(f"with {names[first]} first", row, "difference", by_deal(there, lambda g: [of(g, one)["points"] - of(g, other)["points"]]), -1)
        check("the deals", len(page["deals"]) > 3, True)
        bars = [0] * 20
        for deal in {g["deal"] for g in games}:
            there = [g for g in games if g["deal"] == deal]
            difference = sum(of(g, one)["points"] - of(g, other)["points"] for g in there) / len(there)
            bars[min(19, math.floor((difference + 1 + 1e-7) * 10))] += 1
        check("deals by difference", page["deals_by_difference"], bars)
        for row in page["deals"]:
            there = [g for g in games if g["deal"] == row["deal"]]
            check("games of a deal", row["games"], len(there))
            for name, value in (("points_of_the_first", lambda g: of(g, one)["points"]), ("points_of_the_second", lambda g: of(g, other)["points"]),
                                ("difference", lambda g: of(g, one)["points"] - of(g, other)["points"]),
                                ("luck_difference", lambda g: of(g, one)["luck"] - of(g, other)["luck"])):
                mean = sum(map(value, there)) / len(there)
                check(f"deal {row['deal']}: {name}", abs(row[name] - mean) < 1e-5, True)
        differences = [abs(row["difference"]) for row in page["deals"]]
        check("greatest first", differences, sorted(differences, reverse=True))
        check("the latest games", [g["game"] for g in page["latest"]], [g["game"] for g in games][:-21:-1])
    met = {frozenset((p["bot"], p["against"])) for p in document(server.ok("/")[1])["field"]["pairs"]}
    check("pairs of the standings", met, {frozenset((a, b)) for a in names.values() for b in names.values() if a != b})
    check("a bot's opponents", {p["against_id"] for p in document(server.ok("/bots/0")[1])["pairs"]}, {1, 2, 3})
    for path in ("/pairs/0-0", "/pairs/0-4", "/pairs/4-0", "/pairs/00-1", "/pairs/0-1-2", "/pairs/0", "/pairs/", "/pairs/-1", "/pairs/0-",
                 "/pairs/a-b", "/pairs/12345678901234567890-1", "/pairs/0-1/"):
        check(path, server.get(path)[0], 404)
    server.stop()


def deals(store):
    """The page of each deal, against the list of games."""
    server = Server(store)
    every = json.loads(server.ok("/api/games?limit=1000")[1])["games"]
    for deal in sorted({g["deal"] for g in every}):
        games = [g for g in every if g["deal"] == deal]
        page = document(server.ok(f"/deals/{deal}")[1])
        brief = [{k: g[k] for k in ("game", "deal", "table", "rounds", "ended", "at_ms")} |
                 {"seats": [{k: s[k] for k in ("bot", "id", "place", "luck")} | {"note": None} for s in g["seats"]]} for g in games]
        check(f"the games of deal {deal}", page["games"], brief)
        for row in page["sides"]:
            name = row["bot"]
            seats = [s for g in games for s in g["seats"] if s["bot"] == name]
            check(f"{name} in deal {deal}", (row["games"], row["won"]), (len(seats), sum(s["place"] == 1 for s in seats)))
            for column, value in (("points", lambda s: s["points"]), ("luck", lambda s: s["luck"]), ("adjusted", lambda s: s["points"] - s["luck"])):
                check(f"{name} in deal {deal}: {column}", abs(row[column] - sum(map(value, seats)) / len(seats)) < 1e-5, True)
        points = [row["points"] for row in page["sides"]]
        check("the most points first", points, sorted(points, reverse=True))
        check("whether there is a next one", page["is_last"], deal == max(g["deal"] for g in every))
        check("games of a list name their deal", deal in [g["deal"] for g in document(server.ok(f"/games?before={games[-1]['game'] + 1}")[1])["games"]], True)
    for path in ("/deals/0", f"/deals/{deal + 1}", "/deals/01", "/deals/", "/deals/x", "/deals/1/", "/deals/999999999"):
        check(path, server.get(path)[0], 404)
    server.stop()


def ratio(deals):
    """Of pairs (x, n), deal by deal: the ratio of the sums, and its standard error."""
    sums = [(sum(x for x, _ in d), sum(n for _, n in d)) for d in deals if sum(n for _, n in d) > 0]
    n, clusters = sum(n for _, n in sums), len(sums)
    if not sums:
        return None, None
    mean = sum(x for x, _ in sums) / n
    return mean, math.sqrt(sum((x - mean * n) ** 2 for x, n in sums) * clusters / (clusters - 1)) / n if clusters > 1 else None


def the_game(store):
    """The page about the game, against figures made of the events of all games."""
    server = Server(store)
    wait_for("figures of the game", lambda: json.loads(server.ok("/api/game")[1])["sample"] > 0, 120)
    found = json.loads(server.ok("/api/game")[1])
    every = json.loads(server.ok("/api/games?limit=1000")[1])["games"]
    check("the sample", (found["sample"], found["deals"]), (len(every), len({g["deal"] for g in every})))
    show = subprocess.run([SOLVENT, "edition", "show", "classic"], capture_output=True, text=True, check=True).stdout
    names = [row["space"] for row in found["spaces"]]
    for row in found["spaces"]:
        check("a space", re.search(rf"^ *{row['index']} \w+ +{re.escape(row['space'])}( |$)", show, re.M) is not None, True)
    group = {row["index"]: row["set"] for row in found["spaces"] if row["set"]}
    price = {row["index"]: row["price"] for row in found["spaces"]}
    landed, paid, rent, auctions, completed, won, use = ({} for _ in range(7))

    def put(into, key, deal, x, n):
        into.setdefault(key, {}).setdefault(deal, []).append((x, n))
    for game in every:
        text = subprocess.run([SOLVENT, "replay", f"{store}#{game['game']}", "--format", "jsonl"], capture_output=True, text=True, check=True).stdout
        deal, unit, owner, had, here, money = game["deal"], None, {}, set(), {}, {}
        for event in map(json.loads, text.splitlines()):
            kind, why, space = event["type"], event.get("why"), event.get("space")
            if kind == "move":
                here[event["to"]] = here.get(event["to"], 0) + 1
            elif kind == "auction":
                unit = event.get("unit")
            elif kind == "cash" and why in ("rent", "tax") and space is not None:
                money[space] = money.get(space, 0) + event["amount"]
            elif kind == "cash" and why == "auction" and unit is None and price[space]:
                put(auctions, space, deal, 100 * event["amount"] / price[space], 1)
            elif kind == "deed":
                owner[space] = event["to"]
                whole = [s for s in group if group[s] == group[space]]
                if event["to"] != "bank" and why != "bankruptcy" and all(owner.get(s) == event["to"] for s in whole):
                    had.add((group[space], event["to"]))
        for space in range(len(names)):
            put(landed, space, deal, 100 * here.get(space, 0), sum(here.values()))
            put(paid, space, deal, money.get(space, 0), 1)
            put(rent, space, deal, money.get(space, 0), here.get(space, 0))
        for name in set(group.values()):
            put(completed, name, deal, 100 * any(n == name for n, _ in had), 1)
            for seat in game["seats"]:
                put(use, (name, seat["bot"]), deal, 100 * ((name, seat["seat"]) in had), 1)
                if (name, seat["seat"]) in had:
                    put(won, name, deal, 100 * (seat["place"] == 1), 1)

    def same(what, row, column, sums):
        mean, error = ratio(list((sums or {}).values()))
        check(f"{what}: {column}: {row[column]}, found {mean}", (row[column] is None) == (mean is None), True)
        if mean is not None:
            check(f"{what}: {column}: {row[column]}, found {mean}", abs(row[column] - mean) < 1e-3, True)
            clusters = sum(sum(n for _, n in d) > 0 for d in sums.values()) # deals with any
            low, high = row[f"{column}_low"], row[f"{column}_high"]
            if clusters < FEW or not error:
                check(f"{what}: {column} of {clusters} deals", (low, high), (None, None))
            else:
                # One end may be the scale's; both are only if nothing is known.
                t = max(high - row[column], row[column] - low) / error
                expected = {9: 2.262, 14: 2.145, 19: 2.093, 24: 2.064}.get(clusters - 1)
                check(f"{what}: {column}: {t}", expected is None or abs(t - expected) < 0.01, True)
                seen.append(expected)
    seen = []
    for row in found["spaces"]:
        same(row["space"], row, "landings", landed[row["index"]])
        same(row["space"], row, "auction_price", auctions.get(row["index"]))
        if row["price"] or row["paid_a_game"] is not None:
            same(row["space"], row, "paid_a_game", paid[row["index"]])
            same(row["space"], row, "a_landing", rent[row["index"]])
        check("nothing is lost", row["paid_a_game"] is not None or sum(x for d in paid[row["index"]].values() for x, _ in d) == 0, True)
    for row in found["sets"]:
        same(row["set"], row, "completed", completed[row["set"]])
        same(row["set"], row, "won", won.get(row["set"]))
    for row in found["sets_of_bots"]:
        same(f"{row['set']} of {row['bot']}", row, "completed", use[row["set"], row["bot"]])
    check("intervals were compared", sum(e is not None for e in seen) > 50, True)
    report = json.loads(server.ok("/api/report")[1])
    check("seats are the report's", [[r["points"], r["points_low"], r["points_high"]] for r in found["seats"]],
          [[s["points"], s["points_low"], s["points_high"]] for s in report["seats"]])
    check("the page has the same figures", {**document(server.ok("/game")[1]), "status": None}, {**found, "status": None})
    for name in ("spaces", "sets", "sets_of_bots", "bots", "seats"):
        headers, table = server.ok(f"/game/{name}.csv")
        rows = list(csv.DictReader(table.decode().splitlines()))
        check(f"{name}.csv", (headers["Content-Type"], len(rows)), ("text/csv; charset=utf-8", len(found[name])))
        for row, other in zip(rows, found[name]):
            check(f"{name}.csv", {k: v for k, v in row.items() if v},
                  {k: str(v) if isinstance(v, (str, int)) else row[k] for k, v in other.items() if v is not None and k != "bot_id"})
    for path in ("/game/", "/game/x.csv", "/game/spaces", "/game/.csv", "/game/../spaces.csv", "/game/spaces.csv/", "/game/" + "x" * 300 + ".csv"):
        check(path, server.get(path)[0], 404)
    server.stop()


def versions(store):
    """A bot's rating beside its other version, with the dates of runs and the nights of a season."""
    db = sqlite3.connect(store)
    lanes = db.execute("SELECT lanes FROM league").fetchone()[0]
    db.execute("UPDATE entries SET origin = 'trader' WHERE bot = 3")
    db.executemany("INSERT INTO nights VALUES (?, ?, 1)", ((1, 0), (2, 10 * lanes), (3, 15 * lanes)))
    db.execute("DELETE FROM runs")
    day = 86400000
    for run, (before, games) in enumerate(((0, 10), (10, 5), (15, 5))): # a day each, the first on 2026-01-01
        began = 1767225600000 + run * day
        db.execute("INSERT INTO runs VALUES (?, ?, ?, 1, 1, 1, 20, ?, ?, 0, 'done', '')",
                   (run + 1, began, began + day // 24, before * lanes, games * lanes))
    db.commit()
    db.close()
    server = Server(store)
    names = {b["id"]: b["bot"] for b in json.loads(server.ok("/api/league")[1])["bots"]}
    ratings = {s["deals"]: s["ratings"] for s in json.loads(server.ok("/api/report")[1])["ratings_over_deals"]}
    for bot in (1, 3):
        page = document(server.ok(f"/bots/{bot}")[1])
        check("both versions, itself first", page["versions"], [{"id": b, "bot": names[b]} for b in (bot, 4 - bot)])
        check("their ratings", [set(s["ratings"]) for s in page["ratings_over_deals"]], [{names[1], names[3]}] * len(ratings))
        check("two nights begin within", len(page["nights"]), 2)
        check("steps", [row["deals"] for row in page["ratings_over_deals"]], sorted(ratings))
        for row in page["ratings_over_deals"]:
            n, night = row["deals"], row["night"]
            check(f"night after {n} deals", night, 1 if n <= 10 else 2 if n <= 15 else 3)
            minutes = 60 * (n / 10 if n <= 10 else (n - 10) / 5 if n <= 15 else (n - 15) / 5)
            check(f"date after {n} deals", round(row["at_ms"] / 10), round((1767225600000 + (night - 1) * day + minutes * 60000) / 10))
            check(f"rating after {n} deals", row["ratings"][names[bot]], ratings[n][names[bot]])
    check("a bot of one version is alone", len(document(server.ok("/bots/0")[1])["versions"]), 1)
    check("standings have the nights too", len(document(server.ok("/")[1])["nights"]), 2)
    server.stop()


def later_luck(store):
    """Luck that is accounted for while pages are served."""
    db = sqlite3.connect(store)
    rows = db.execute("SELECT * FROM luck").fetchall()
    db.execute("DELETE FROM luck")
    db.commit()
    server = Server(store)
    check("no order by luck", document(server.ok("/games")[1])["has_luck"], False)
    check("none has luck", listed(server.ok("/games?order=luckiest")[1]), [])
    for row in rows:
        db.execute(f"INSERT INTO luck VALUES ({','.join('?' * len(row))})", row)
    db.commit()
    db.close()
    check("all have", len(listed(server.ok("/games?order=luckiest&limit=1000")[1])), len(rows))
    check("and an order by it", document(server.ok("/games")[1])["has_luck"], True)
    server.stop()


def pages(store):
    server = Server(store)
    head = json.loads(server.ok("/api/ranking")[1]).get("head", "none")
    for path in ("/", "/report"):
        check(f"{path}: the store's head", head.encode() in server.ok(path)[1], True)
    for path in ("/", "/report", "/schedule", "/games", "/bots/0", "/bots/3", "/pairs/1-3", "/deals/1", "/game", "/api/game", "/games/1", "/api/league",
                 "/api/ranking", "/api/report", "/api/games", "/api/schedule"):
        headers, text = server.ok(path)
        policy = headers["Content-Security-Policy"]
        if not policy.startswith("default-src 'none'") or "unsafe" in policy:
            sys.exit(f"serve.py: {path}: {policy}")
        check(f"{path}: sniffing", headers["X-Content-Type-Options"], "nosniff")
        if path.startswith("/api/"):
            json.loads(text)
        elif not text.lstrip().lower().startswith(b"<!doctype html>"):
            sys.exit(f"serve.py: {path}: {text[:80]!r}")
    # Figures of play come from a thread, and count as news: from then on answers stay the same.
    wait_for("figures of play", lambda: json.loads(server.ok("/api/game")[1])["sample"] > 0, 60)
    for path in ("/", "/standings/points/up", "/bots/0", "/schedule", "/playing", "/pairs/1-3", "/game", "/deals/2"): # a page that is open asks for it again
        for _ in range(2): # made, and kept
            check(f"{path}: its document", document(server.ok(path)[1]), json.loads(server.ok(f"/api{path}")[1]))
            check(f"{path}: packed", unpacked(server, path), server.ok(path)[1])
    headers, text = server.ok("/games/2.svr")
    with open(f"{SCRATCH}/2.svr", "wb") as f:
        f.write(text)
    subprocess.run([SOLVENT, "verify", "-q", f"{SCRATCH}/2.svr"], check=True)
    documents(server)
    files(server)
    status, headers, text = server.get("/", method="HEAD")
    check("HEAD", (status, text), (200, b""))
    first = json.loads(server.ok("/api/games?limit=3")[1])
    check("a list", ([g["game"] for g in first["games"]], first["more"]), ([1, 2, 3], True))
    second = json.loads(server.ok("/api/games?after=3&limit=2")[1])
    check("its next part", [g["game"] for g in second["games"]], [4, 5])
    every = json.loads(server.ok("/api/games?limit=1000")[1])["games"]
    for bot in range(4):
        his = [g["game"] for g in every if bot in [s["id"] for s in g["seats"]]]
        check("a bot's games are some of them", 10 < len(his) < len(every), True)
        found, more = [], True
        while more: # as the pages tell, each with its last number
            part = json.loads(server.ok(f"/api/games?bot={bot}&limit=7&after={found[-1] if found else 0}")[1])
            found += [g["game"] for g in part["games"]]
            more = part["more"]
        check(f"all games of bot {bot}", found, his)
        text = server.ok(f"/games?bot={bot}")[1]
        check("the same as a page, the newest first", listed(text), his[::-1])
        check("no other is there to go on to", document(text)["more"], False)
        text = server.ok(f"/games?bot={bot}&limit=7&before={his[-3]}")[1]
        check("and a part of it", (listed(text), document(text)["more"]), (his[-10:-3][::-1], True))
        check("programs may ask for the newest first", [g["game"] for g in json.loads(server.ok(f"/api/games?bot={bot}&order=newest")[1])["games"]], his[::-1])
        page = document(server.ok(f"/bots/{bot}")[1])
        check("the last of them on the bot's page", [g["game"] for g in page["last"]], his[:-11:-1])
        check("and how many", page["figures"][0]["games"], len(his))
    headers, text = server.ok("/games?limit=7")
    check("forms lead to the same site", "form-action 'self'" in headers["Content-Security-Policy"], True)
    check("no other page sends any", "form-action 'none'" in server.ok("/games/1")[0]["Content-Security-Policy"], True)
    numbers = [g["game"] for g in every]
    check("the newest of all", listed(text), numbers[-7:][::-1])
    check("the older ones", listed(server.ok(f"/games?limit=7&before={numbers[-7]}")[1]), numbers[-14:-7][::-1])
    check("before the first there is none", listed(server.ok("/games?before=1")[1]), [])
    text = server.ok("/games/1")[1].decode()
    seats = [s["id"] for s in every[0]["seats"]]
    links = re.search(r'<nav class="league".*?</nav>', text)[0]
    check("the ways back from a game", re.findall(r'href="([^"]*)"', links), ["/", "/games"] + [f"/bots/{s}" for s in seats])
    check("they are told by their names", re.findall(r">([^<]+)</a>", links),
          ["cup", "Games"] + [s["bot"] for s in every[0]["seats"]])
    subprocess.run([SOLVENT, "replay", f"{store}#1", "--html", f"{SCRATCH}/1.html"], check=True)
    with open(f"{SCRATCH}/1.html", encoding="utf-8") as f:
        text = f.read()
    check("a file belongs to no league", '<nav class="league"' in text, False)
    subprocess.run([SOLVENT, "report", store, "-o", f"{SCRATCH}/report.html"], check=True)
    with open(f"{SCRATCH}/report.html", encoding="utf-8") as f:
        report = f.read()
    made = subprocess.run([SOLVENT, "report", store, "--format", "json", "-o", "-"], capture_output=True, check=True).stdout
    check("the page of a report has the document that programs get", document(report.encode()), json.loads(made))
    check("and so has a served one", at_once(server.ok("/report")[1]), at_once(server.ok("/api/report")[1]))
    check("programs get identifiers", "max_rounds" in {g["ended"] for g in every}, True)
    for what, page in (("a game", text), ("a report", report)):
        check(f"{what} as a file names no other file", re.search(r"[A-Z_]{4,}\.md", page), None)
    for topic in ("analysis", "ranking"):
        check(f"a game as a file names the help {topic}", f"solvent help {topic}" in text, True)
    ranked = json.loads(server.ok("/api/ranking")[1])
    check("the ranking's games", ranked["games"], json.loads(server.ok("/api/league")[1])["games"])
    check("what is said", server.stop(signal.SIGINT), "")


def sealed(store):
    """Games of unfinished deals are shown nowhere; those of a finished one as soon as they are seen in the store."""
    lanes = sqlite3.connect(store).execute("SELECT lanes FROM league").fetchone()[0]
    rows = take_out(store, 1)
    server = Server(store)
    before = json.loads(server.ok("/api/league")[1])["games"]
    for number in range(1, lanes + 1):
        for path in (f"/games/{number}", f"/games/{number}.svr"):
            check(path, server.get(path)[0], 404)
    check("the page of its deal", server.get("/deals/1")[0], 404)
    listed = json.loads(server.ok("/api/games?limit=1")[1])["games"][0]["game"]
    check("the first game that is listed", listed, lanes + 1)
    for path in ("/", "/report", "/games", "/games?order=luckiest", "/bots/0", "/pairs/0-1", "/pairs/2-3"):
        if re.search(rb'href="/games/1"|id=g1 |"game":1,', server.ok(path)[1]):
            sys.exit(f"serve.py: {path} shows a game of a deal that is not over")
    wait_for("figures of the game", lambda: json.loads(server.ok("/api/game")[1])["sample"] > 0, 120)
    check("of games that are shown", json.loads(server.ok("/api/game")[1])["sample"], before)
    viewer = server.events()
    known = event(viewer, 60)["version"]
    put_back(store, rows)
    began = time.monotonic()
    wait_for("a game whose deal is over", lambda: server.get("/games/1")[0] == 200, 60)
    wait_for("the page of its deal", lambda: server.get("/deals/1")[0] == 200, 60)
    wait_for("in the list",
             lambda: json.loads(server.ok("/api/games?limit=1")[1])["games"][0]["game"] == 1, 60)
    news = event(viewer, 60)
    print(f"serve.py: news after {time.monotonic() - began:.2f} s")
    check("news", (news["version"] > known, news["games"]), (True, before + lanes))
    check("the standings", json.loads(server.ok("/api/league")[1])["games"], before + lanes)
    server.stop()


def waves(store):
    """Deals that are over are told at once, games of others every five seconds: no figure counts them."""
    lanes = sqlite3.connect(store).execute("SELECT lanes FROM league").fetchone()[0]
    first, second = ([take_out(store, deal * lanes + n) for n in (1, 2)] for deal in (0, 1))
    server = Server(store)

    def league():
        return json.loads(server.ok("/api/league")[1])

    before = league()
    for rows in first:
        put_back(store, rows)
    began = time.monotonic()
    wait_for("the first deal", lambda: league()["games"] == before["games"] + lanes, 60)
    put_back(store, second[0])
    wait_for("a game that is hidden", lambda: league()["hidden"] == lanes - 1, 60)
    check("five seconds after the other figures at the earliest", time.monotonic() - began >= 5, True)
    put_back(store, second[1])
    wait_for("the second deal", lambda: league()["games"] == before["games"] + 2 * lanes, 2)
    check("none is hidden", league()["hidden"], 0)
    server.stop()


def at_once(page):
    """Returns a page without its version and the league's progress, which a page that is kept for viewers is told by the events."""
    found = document(page)
    for key in ("version", "progress"):
        found.get("status", {}).pop(key, None)
    return found


def grows(store):
    """Figures that are brought up to date are those that are made at once, with luck and without."""
    for luck in (True, False):
        db = sqlite3.connect(store)
        if not luck:
            db.execute("DROP TABLE luck")
            TABLES.remove("luck")
        lanes, matches = db.execute("SELECT lanes, matches FROM league").fetchone()
        db.commit()
        db.close()
        deals = matches // lanes
        # One match of every second deal: of the last, the first, and some in between.
        missing = {d: take_out(store, d * lanes + 1 + d % lanes) for d in range(deals) if d % 2 or d == deals - 1}
        server = Server(store)
        viewer = server.events()
        event(viewer, 60)
        order = sorted(missing, key=lambda d: d * 7 % deals)
        for part in range(0, len(order), 4):
            for deal in order[part:part + 4]:
                put_back(store, missing[deal])
            games = sqlite3.connect(store).execute("SELECT count(*) FROM matches").fetchone()[0]
            left = len(order[part + 4:])
            wait_for("the games that were added", lambda: json.loads(server.ok("/api/league")[1])["games"] ==
                     games - left * (lanes - 1), 60) # they rest for up to a hundred times as long as they took
            fresh = Server(store)
            for path in ("/", "/report", "/schedule", "/bots/1", "/api/ranking", "/api/report"):
                check(f"{path} with {left} deals to come", at_once(server.ok(path)[1]), at_once(fresh.ok(path)[1]))
            fresh.stop()
        for path, words in (("/", b'"has_luck":true'), ("/bots/1", b'"name":"adjusted_rating"'), ("/report", b'"has_luck":true')):
            check(f"{path} tells of luck", words in server.ok(path)[1], luck)
        server.stop()


def hostile(store):
    server = Server(store, "--viewers", "5", "--host", "league.example.org")
    for path in ("/../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/games/../../etc/passwd",
                 "//etc/passwd", "/games/01", "/games/-1", "/games/1e3", "/games/0",
                 "/games/99999999999999999999", "/bots/99", "/bots/", "/bots/0/", "/api", "/x" * 400, "/%ff%fe",
                 "/games/1.svr.svr", "/%3Cscript%3E"):
        status, _, text = server.get(path)
        check(path, status, 400 if "%" in path else 404)
        if b"<script>" in text.lower() or b"root:" in text:
            sys.exit(f"serve.py: {path}: {text[:200]!r}")
    for path in ("/games?after=x", "/games?before=-1", "/api/games?limit=-1", "/api/games?after=99999999999", "/games?bot=x",
                 "/games?bot=", "/games?bot", "/api/games?bot=-1", "/api/games?bot=0x1", "/api/games?bot=9999999999"):
        check(path, server.get(path)[0], 400)
    for path in ("/games?bot=4", "/api/games?bot=4", "/games?bot=999999999", "/api/games?bot=4&after=1"):
        check(path, server.get(path)[0], 404)
    # No address of ours has an escape: decoded one could end at a NUL, or lead elsewhere.
    for path in ("/games/1.svr%00.html", "/%00", "/games%2f1", "/games?bot=%31", "/games/1\x01", "/games/1\xe9"):
        answer = server.raw(b"GET " + path.encode("latin-1") + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
        check(path, re.match(rb"HTTP/1.1 400", answer) is not None, True)
    # A page whose name is made to lead here reads nothing (DNS rebinding).
    for host, status in (("evil.example", 421), ("evil.example:80", 421), ("localhost.evil.example", 421), ("127.0.0.1.evil.example", 421),
                         ("", 421), ("[::1", 421), ("[evil.example]", 421), ("127.0.0.1:x", 421), ("127.1", 421),
                         ("localhost", 200), ("LOCALHOST:1", 200), ("127.0.0.1:99", 200), ("[::1]:80", 200), ("192.168.1.7", 200),
                         ("league.example.org", 200), ("League.Example.org:443", 200)):
        answer = server.raw(f"GET /api HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        found = int(answer[9:12] or 0)
        check(f"Host: {host}", found if found == 421 else 200, status)
        if found == 421 and b"--host NAME" not in answer:
            sys.exit(f"serve.py: {answer!r}")
    check("no Host", server.raw(b"GET / HTTP/1.1\r\n\r\n")[9:12] in (b"400", b"421"), True)
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "FOO"):
        status, headers, _ = server.get("/", method=method, body=b"x" * 100 if method == "POST" else None)
        check(method, (status, headers["Allow"]), (405, "GET, HEAD"))
    huge = server.raw(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 1000000 + b"\r\n\r\n")
    check("a huge header", huge == b"" or re.match(rb"HTTP/1\.[01] (400|413|414|431)", huge) is not None, True)
    long = server.raw(b"GET /" + b"a" * 1000000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
    check("a long address", long == b"" or re.match(rb"HTTP/1\.[01] (400|413|414|431)", long) is not None, True)
    for junk in (b"\x16\x03\x01\x02\x00", b"\0" * 5000, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\r\n" * 4000,
                 b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
                 b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n"):
        if b" 200 " in server.raw(junk)[:20]:
            sys.exit(f"serve.py: {junk[:40]!r} was answered")
    for method in (b"GET", b"POST"):
        both = server.raw(method + b" / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
        check("two ways to end", (both[9:12], both.count(b"HTTP/1.1")), (b"400", 1))
    check("after that", server.get("/")[0], 200)

    # Viewers beyond the limit are told to come again.
    viewers = [server.events() for _ in range(5)]
    for viewer in viewers:
        event(viewer, 60)
    check("one viewer too many", server.get("/events")[0], 503)
    viewers.pop().close()

    # A client that never ends a request, or never reads, costs the others nothing.
    slow = [server.connect() for _ in range(60)]
    for s in slow:
        s.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
    before = server.rss_mib()
    stalled = []
    for _ in range(50):
        s = socket.socket()
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        s.connect(("127.0.0.1", server.port))
        s.sendall(b"GET /report HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20)
        stalled.append(s)
    began = time.monotonic()
    check("beside slow and stalled ones", server.get("/")[0], 200)
    took = time.monotonic() - began
    grown = server.rss_mib() - before
    print(f"serve.py: beside 60 slow and 50 stalled clients: {took * 1000:.0f} ms, {grown:.1f} MiB more")
    check("it takes less than 32 MiB", grown < 32, True)
    for s in slow + stalled:
        s.close()

    # More connections than there is room for: those that have sent no request go first, and who sends one is answered.
    crowd = []
    for number in range(400):
        crowd.append(server.connect())
        crowd[-1].sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
        if number % 20 == 19:
            check("beside a crowd", server.get("/")[0], 200)
    for s in crowd:
        s.close()
    check("what is said", server.stop(), "") # with viewers that are still there
    for viewer in viewers:
        viewer.close()


def opens(store):
    """The page that opens a reader's own games is the one for a disk; where a build has none, nothing leads there."""
    server = Server(store)
    made = subprocess.run([SOLVENT, "replay", "--html", "-"], capture_output=True)
    status, headers, text = server.get("/open")
    check("/open", (status, document(server.ok("/")[1])["status"]["opens_files"]), (200, True) if made.returncode == 0 else (404, False))
    if made.returncode == 0:
        rules = re.compile(rb'id="opener">([^<]*)<')
        check("its rules", rules.search(text)[1] == rules.search(made.stdout)[1], True)
        policy = headers["Content-Security-Policy"]
        check("its policy", ("default-src 'none'" in policy, "'wasm-unsafe-eval'" in policy, "connect-src" in policy), (True, True, False))
        check("other pages' policy", "wasm" in server.ok("/")[0]["Content-Security-Policy"] + server.ok("/games/1")[0]["Content-Security-Policy"], False)
    check("a file that is sent", server.get("/open", method="POST", body=b"SVR1")[0], 405)
    server.stop()


def escapes(store):
    """Names and texts that would be markup."""
    db = sqlite3.connect(store)
    db.execute("UPDATE bots SET name = ? WHERE bot = 0", (EVIL,))
    db.execute("UPDATE league SET name = ?", ("<b>cup</b>",))
    db.execute("CREATE TABLE losses (at_us, bot, number, seat, forfeited, held, report)")
    db.execute("INSERT INTO losses VALUES (1, 0, 1, 0, 1, 0, ?)", ("</pre><script>x</script><!--\n\x1b[31mred",))
    db.execute("UPDATE seats SET dead = 1, ok = ok - 1 WHERE number = 1 AND seat = 0")
    db.commit()
    db.close()
    server = Server(store)
    bots = {b["bot"]: b["id"] for b in json.loads(server.ok("/api/league")[1])["bots"]}
    check("the name in JSON", EVIL in bots, True)
    his = json.loads(server.ok(f"/api/games?bot={bots[EVIL]}&limit=1")[1])["games"][0]["game"]
    deal = json.loads(server.ok(f"/api/games?bot={bots[EVIL]}&limit=1")[1])["games"][0]["deal"]
    for path in ("/", "/report", "/schedule", "/games", f"/games?bot={bots[EVIL]}", f"/games/{his}", f"/bots/{bots[EVIL]}",
                 "/standings/bot/up", f"/games?against={bots[EVIL]}&order=luckiest", f"/pairs/{bots[EVIL]}-{(bots[EVIL] + 1) % len(bots)}",
                 f"/pairs/{(bots[EVIL] + 1) % len(bots)}-{bots[EVIL]}", f"/deals/{deal}"):
        text = server.ok(path)[1].lower()
        if b"<script>x" in text or b"<b>cup" in text or b"\x1b" in text:
            sys.exit(f"serve.py: {path} shows markup as it came")
        if path != "/schedule" and b"&lt;script&gt;x" not in text and b"\\u003cscript>x" not in text:
            sys.exit(f"serve.py: {path} does not show the name")
    wait_for("figures of the game", lambda: json.loads(server.ok("/api/game")[1])["sample"] > 0, 120)
    text = server.ok("/game")[1]
    check("the game by bot", (b"<script>x" in text, EVIL in [row["bot"] for row in document(text)["bots"]]), (False, True))
    server.stop()
    for kind in ("md", "html", "csv", "json"):
        subprocess.run([SOLVENT, "-q", "report"][:1] + ["report", store, "-o", f"{SCRATCH}/evil.{kind}"], check=True)
        with open(f"{SCRATCH}/evil.{kind}", encoding="utf-8") as f:
            text = f.read()
        if kind in ("md", "html") and ("<script>x" in text or "<!--" in text):
            sys.exit(f"serve.py: the report as {kind} shows markup as it came")
        if kind == "html":
            check("the evil texts", [[row["bot"], row["losses"][0]["report"].split("\n")[0]] for row in document(text.encode())["bots"] if row["losses"]],
                  [[EVIL, "</pre><script>x</script><!--"]])


def addresses(store):
    server = Server(store)
    taken = subprocess.run([SOLVENT, "serve", store, "--listen", f"127.0.0.1:{server.port}"], capture_output=True,
                           text=True, timeout=20)
    check("an address that is taken", (taken.returncode, taken.stderr.count("\n")), (3, 1))
    for wrong in ("8080", "here:80", "127.0.0.1", "127.0.0.1:99999", "::1:80", "127.0.0.1:x"):
        bad = subprocess.run([SOLVENT, "serve", store, "--listen", wrong], capture_output=True, text=True, timeout=20)
        check(wrong, (bad.returncode, bad.stderr.count("\n")), (2, 1))
    server.stop()
    none = subprocess.run([SOLVENT, "serve", f"{SCRATCH}/none.db"], capture_output=True, text=True, timeout=20)
    check("no store", none.returncode, 2)


def playing(_store):
    """Games in play are told while they are played: bots, which of them are bankrupt, round, decisions in tens, and nothing about a deal's luck."""
    store = f"{SCRATCH}/live.db"
    with open(f"{SCRATCH}/live.yaml", "w", encoding="utf-8") as f:
        f.write("name: live\nseats: 3\ndeals: 100000\nseed: 3\nbots:\n")
        for bot in ("careful", "trader", "tiny", "random"):
            f.write(f"  - {{name: {bot}, command: [{BUILD}/bots/{bot}], matches: 2}}\n")
    league = subprocess.Popen([SOLVENT, "league", "run", f"{SCRATCH}/live.yaml", "--no-trial", "--store", store, "-q"],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    atexit.register(league.kill)

    def status():
        found = subprocess.run([SOLVENT, "league", "status", store, "--format", "json"], capture_output=True, check=False)
        return json.loads(found.stdout) if found.returncode == 0 else {"playing": []}
    rows = []
    wait_for("a game in play", lambda: rows.extend(status()["playing"]) or rows, 120)
    for row in rows:
        check("a game in play has the members", sorted(row), ["decisions", "game", "round", "seats", "still_in"])
        check("its bots", (len(set(row["seats"])), set(row["seats"]) <= {"careful", "trader", "tiny", "random"}), (3, True))
        check("who is in", len(row["still_in"]), 3)
        check("round and decisions", (row["round"] >= 1, row["decisions"] % 10), (True, 0))
    server = Server(store)
    viewer = server.events()
    check("how far it is", event(viewer, 60)["progress"].startswith("running"), True)
    before = json.loads(server.ok("/api/playing")[1])["playing"]
    wait_for("other games in play, for a viewer",
             lambda: json.loads(server.ok("/api/playing")[1])["playing"] not in ([], before), 120)

    def stopped_with_rows():
        league.send_signal(signal.SIGSTOP)
        os.waitpid(league.pid, os.WUNTRACED)
        try:
            if sqlite3.connect(store).execute("SELECT count(*) FROM playing").fetchone()[0] > 0:
                return True
        except sqlite3.OperationalError:
            pass  # it stopped while it wrote
        league.send_signal(signal.SIGCONT)
        return False
    wait_for("games in play when it is killed", stopped_with_rows, 60)
    league.kill()
    league.wait()
    check("of a run that was killed", (status()["state"], status()["playing"]), ("stopped", []))
    wait_for("the same for viewers", lambda: json.loads(server.ok("/api/playing")[1])["playing"] == [], 60)
    subprocess.run([SOLVENT, "verify", "-q", store], check=True, capture_output=True)
    server.stop()


def stops(_store):
    """A signal ends it while a store is still being read for the first time, which on this disk takes longer than stop() waits."""
    shim = f"{BUILD}/tests/shims/libslow_reads.so"
    with open(SOLVENT, "rb") as f:
        if re.search(rb"__[at]san_init", f.read()):
            return # sanitizers have their own system calls
    subprocess.run([f"{BUILD}/tests/bench/bench_store", SOLVENT, SCRATCH, "20000"], check=True, capture_output=True)
    for number in (signal.SIGTERM, signal.SIGINT):
        server = Server(f"{SCRATCH}/rows-20000.db", LD_PRELOAD=shim)
        status, _, text = server.get("/api/league")
        check("what is told meanwhile", (status, json.loads(text)["games"]), (503, 20000))
        check("what is said", re.fullmatch(r"solvent serve: reading 20000 games: [^\n]*\n", server.stop(number)) is not None, True)


for test in (pages, chosen, ordered, pairs, deals, the_game, versions, later_luck, sealed, waves, hostile, opens, escapes, addresses, grows, playing, stops):
    copy = f"{SCRATCH}/{test.__name__}.db"
    shutil.copy(STORE, copy)
    test(copy)
    print(f"serve.py: {test.__name__}: fine")

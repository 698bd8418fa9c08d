#!/usr/bin/env bash
# A table in the browser (solvent play): who may speak to it, and games by clicks in a driven Chromium. GAMES=300 plays 300
# random games instead of 3; WHOLE=all plays a whole game of every edition instead of one.
set -euo pipefail

: "${SOLVENT_BUILD:?}" "${SOLVENT_SOURCE:?}"
# shellcheck source=tests/system/browser.sh
. "$SOLVENT_SOURCE/tests/system/browser.sh"
solvent=$SOLVENT_BUILD/solvent
tests=$SOLVENT_SOURCE/tests/site
work=$SOLVENT_BUILD/tests/web_play
table=
die() {
    printf 'FAILED: %s\n' "$*" >&2
    exit 1
}
finish() { [[ -z $table ]] || kill "$table" 2>/dev/null || true; }
trap finish EXIT
. "$SOLVENT_SOURCE/tests/common.sh"
! grep -q '^SOLVENT_SITE:[A-Z]*=OFF' "$SOLVENT_BUILD/CMakeCache.txt" || skip "this build has no pages (SOLVENT_SITE=OFF)"
rm -rf -- "$work"
mkdir -p "$work"
cd "$work"

# ---- words ------------------------------------------------------------------------------------------

# refused LINE ARGUMENT...: status 2 and that in the one line.
refused() {
    local line=$1 status=0
    shift
    "$solvent" play --no-open "$@" >out 2>err || status=$?
    [[ $status == 2 && $(wc -l <err) == 1 && $(<err) == *"$line"* ]] || die "play $*: $status, $(<err)"
}
refused 'expected at most 2' --seats 2 careful careful
refused 'expected a bot' me@
refused '2 to 8' --seats 9
refused '--listen: found' --listen nowhere
refused '--seat: found without --deal, expected both' --seat 1
refused '--deal: found with --seed, expected one of them' --deal game.svr -s 1
"$solvent" match -q -s 9 --rule max_rounds=6 -o deal.svr careful trader builder >/dev/null
refused 'expected 0 to 2' --deal deal.svr --seat 3 careful trader
refused 'found 1 bot for the other seats, expected 2' --deal deal.svr careful
refused 'found 2 people, expected one' --deal deal.svr ann@web ben@web
refused 'expected STORE.db#N, or --league FILE.yaml' --deal deal.svr

# ---- who may speak ----------------------------------------------------------------------------------

needs curl
"$solvent" play --no-open -s 1 careful >address 2>err &
table=$!
url=$(address_in address) || die "play says no address: $(<err)"
origin=${url%/*/}
[[ $url =~ ^http://127\.0\.0\.1:[0-9]+/[0-9a-f]{32}/$ ]] || die "the address: $url"

# status EXPECTED ARGUMENT...
status() {
    local expected=$1 found
    shift
    found=$(curl -s -o body -w '%{http_code}' "$@")
    [[ $found == "$expected" ]] || die "$found instead of $expected: $*: $(head -c 300 body)"
}
status 200 "$url"
status 404 "$origin/"
status 404 "$origin/00000000000000000000000000000000/"
status 404 "${url}nothing"
status 404 "${url%/}"
status 404 "${url}game"                                        # it is not over
status 400 "$origin/%2e%2e/"
status 421 -H 'Host: evil.example' "$url"                      # a name made to lead here
status 405 "${url}answer"                                      # nothing changes by a GET
status 405 "${url}resign"
status 405 -X PUT -H "Origin: $origin" -d n=1 "${url}answer"
status 405 -X POST -H "Origin: $origin" -d n=1 "$url"
status 403 -d n=1 "${url}answer"                               # no origin
status 403 -d n=1 -H 'Origin: null' "${url}answer"
status 403 -d n=1 -H 'Origin: http://evil.example' "${url}answer"
status 403 -d n=1 -H 'Origin: http://evil.example' "${url}resign"
status 413 -H "Origin: $origin" -d "$(printf '%05000d' 1)" "${url}answer"
status 413 -H "Origin: $origin" -H 'Transfer-Encoding: chunked' -d n=1 "${url}answer"
status 400 -X POST -H "Origin: $origin" -H 'Transfer-Encoding: chunked' -H 'Content-Length: 3' -d n=1 "${url}answer"
python3 - "$url" <<'PYTHON' || die "slow connections keep the person out"
import socket, sys, urllib.parse, urllib.request
url = urllib.parse.urlsplit(sys.argv[1])
slow = []
for _ in range(300):
    slow.append(socket.create_connection((url.hostname, url.port), timeout=10))
    slow[-1].sendall(b"POST " + url.path.encode() + b"answer HTTP/1.1\r\nX-Slow: ")
assert urllib.request.urlopen(sys.argv[1], timeout=10).status == 200
PYTHON
curl -sI "$url" | tr -d '\r' >headers
grep -q "^Content-Security-Policy: default-src 'none'" headers || die "no policy: $(<headers)"
grep -q '^Cache-Control: no-store' headers && grep -q '^X-Content-Type-Options: nosniff' headers || die "$(<headers)"

# The seat is told no seed, and no question of others. The question is its first.
is_asked() {
    timeout 1 curl -sN "${url}events" >events || true
    grep -q '^event: ask' events
}
wait_for is_asked || die "no question: $(<events)"
grep -q '"seed":null,"salt":null' events || die "the seed: $(grep game_start events)"
! grep -Eq '"type":"(question|answer|log|note|refused)"' events || die "more than a bot is told"
number=$(sed -n 's/^data: {"number":\([0-9]*\),.*/\1/p' events | head -1)

# Answers: another question's, none, one that the rules forbid, and one that they take, once.
post() { curl -s -o body -w '%{http_code}' -H "Origin: $origin" -d "$2" "$url$1"; }
[[ $(post answer "n=$((number + 1))") == 409 ]] || die "$(<body)"
[[ $(post answer "n=$number&space=x") == 400 ]] || die "$(<body)"
[[ $(post answer "n=$number&space=99") == 400 ]] || die "$(<body)"
[[ $(post answer "n=$number&give_cash=1") == 400 ]] || die "$(<body)"
grep -q "\"number\":$number,\"kind\":\"manage\"" events || die "another question: $(grep -A1 'event: ask' events)"
[[ $(post answer "n=$number&level=9") == 200 ]] && grep -q '"ok":false,"text":".*"rule":"7.1"' body || die "$(<body)"
[[ $(post judge "n=$number") == 200 ]] && grep -q '"ok":true,"cash":1500,"build":\[\]' body || die "$(<body)"
[[ $(post answer "n=$number") == 200 ]] && grep -q '"ok":true' body || die "$(<body)"
[[ $(post answer "n=$number") == 409 ]] || die "taken twice: $(<body)"

# At most 16 browsers of a seat listen at once.
listeners=()
for ((i = 0; i < 16; i++)); do
    curl -sN -m 600 "${url}events" -o /dev/null &
    listeners+=($!)
done
is_full() { [[ $(curl -s -m 0.5 -o /dev/null -w '%{http_code}' "${url}events" || true) == 503 ]]; }
wait_for is_full || die "any number of browsers may listen"
kill "${listeners[@]}" 2>/dev/null || true # one may have been refused
kill -INT "$table"
left=0
wait "$table" || left=$?
[[ $left == 1 && $(<err) == *'left before its end'* ]] || die "left: $left, $(<err)"
table=

# In a league, a hostile person costs the others nothing.
cat >people.yaml <<YAML
name: people
seats: 2
deals: 1
lanes: off
seed: 5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed
rules: {max_rounds: 5}
sandbox: none
bots:
  - {name: tiny, command: [$SOLVENT_BUILD/bots/tiny]}
  - {name: ann, endpoint: web}
  - {name: mallory, endpoint: web}
YAML
python3 "$SOLVENT_SOURCE/tests/system/people.py" "$solvent" people.yaml people.db || die "see above"
[[ $("$solvent" games people.db --incidents --bot ann --format csv | wc -l) == 1 ]] || die "$("$solvent" games people.db --incidents)"
"$solvent" verify people.db >out || die "$(<out)"

# A recorded game is played from a decision on: the first question is that decision, and the record is a game.
refused 'found without --deal' --at 3
refused "--at: found 99999, expected 1 to" --deal deal.svr --at 99999 careful trader
decision=$("$solvent" replay deal.svr --format jsonl 2>/dev/null | python3 -c '
import json, sys
answers = [e for e in map(json.loads, sys.stdin) if e["type"] == "answer"]
print(next(i + 1 for i, e in enumerate(answers) if i > 4 and e["seat"] == 1))')
python3 - "$solvent" "$decision" <<'PYTHON' || die "decision $decision: $(<err)"
import json, subprocess, sys, urllib.parse, urllib.request
solvent, decision = sys.argv[1:]
play = subprocess.Popen([solvent, "play", "--deal", "deal.svr", "--seat", "1", "--at", decision, "--no-open", "-o", "at.svr", "careful", "builder"],
                        stdout=subprocess.PIPE, stderr=open("err", "w"), text=True)
url = play.stdout.readline().strip()
event, asked = "", 0
for line in urllib.request.urlopen(url + "events", timeout=600):
    key, _, value = line.decode().rstrip("\n").partition(": ")
    event = value if key == "event" else event
    if key == "data" and event == "ask":
        asked += 1
        body = urllib.parse.urlencode({"n": json.loads(value)["number"]}).encode()
        urllib.request.urlopen(urllib.request.Request(url + "answer", data=body, headers={"Origin": url.rsplit("/", 2)[0]}))
    if key == "data" and event == "over":
        assert f"from decision {decision} on" in json.loads(value)["note"], value
        break
play.send_signal(2)
play.communicate()
assert asked > 0
PYTHON
"$solvent" verify at.svr >out || die "$(<out)"
for file in deal at; do
    "$solvent" replay $file.svr --format jsonl 2>/dev/null | grep '"type":"answer"' | head -$((decision - 1)) >$file.answers
done
cmp deal.answers at.answers || die "the game before the decision is another"

# ---- in a browser -----------------------------------------------------------------------------------

# It sees the same page whatever the build: once is enough.
if grep -q '^SOLVENT_SANITIZE:.*=.\+' "$SOLVENT_BUILD/CMakeCache.txt"; then
    exit 0
fi
browser_ready "$SOLVENT_BUILD/tests/site" "$tests"
export SOLVENT=$solvent
node --test --test-reporter=spec "$SOLVENT_BUILD/tests/site/play.test.mjs"

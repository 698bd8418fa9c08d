#!/usr/bin/env bash
# A league as the public sees it: pseudonyms, and nothing that bots print or log, in pages and reports without --private. A league's news:
# a feed, a command at the end of a run, and serve, which waits while bots are on trial.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"
needs curl python3
cd "$work"
bots=$SOLVENT_BUILD/bots
cat >cup.yaml <<END
name: a cup
author: the club
deals: 4
seats: 2
seed: 11
clock: {decision_ms: 4000}
rules: {max_rounds: 12}
bots:
  - {name: realname, command: [$SOLVENT_BUILD/tests/support/talker], tags: {alias: Anna, email: anna@example.org}}
  - {name: careful, command: [$bots/careful]}
  - {name: dies, command: [sh, -c, 'echo words of the dead >&2; exit 4']}
END

# on-end: the command has the run's end; its failure changes nothing.
# shellcheck disable=SC2016 # for the shell of --on-end
expect 0 "$solvent" league run cup.yaml --no-trial --store cup.db --on-end 'echo "$SOLVENT_LEAGUE|$SOLVENT_STORE|$SOLVENT_ENDED" >ended; echo aloud; false'
[[ $(<ended) == "a cup|cup.db|0" ]] || die "on-end was told: $(<ended)"
warns aloud
warns "on-end: .* failed"
expect 0 "$solvent" league run cup.yaml --no-trial -q --store cup.db --on-end 'echo again >ended'
[[ $(<ended) == again ]] || die "on-end did not run"

# Two bots cannot be taken for each other.
sed 's/name: careful/name: Anna/' cup.yaml >twice.yaml
expect 2 "$solvent" league check twice.yaml
tells "bots[0].tags.alias: found 'Anna', expected a pseudonym that no other bot has as its own or as its name"
sed 's/alias: Anna/alias: ""/' cup.yaml >empty.yaml
expect 2 "$solvent" league check empty.yaml
tells "bots[0].tags.alias: found '', expected a pseudonym of 1 to"
sed "s/author: the club/author: ''/" cup.yaml >nobody.yaml
expect 2 "$solvent" league check nobody.yaml
tells "author: found"

# everything DIR [OPTION]: all that serve shows, with the games' pages unpacked.
everything() {
    local dir=$1
    shift
    mkdir -p "$dir"
    "$solvent" serve cup.db --listen 127.0.0.1:0 "$@" >"$dir/address" 2>"$dir/notes" &
    server=$!
    wait_for test -s "$dir/address"
    local at path
    at=$(<"$dir/address")
    for path in "" schedule playing games game report bots/0 bots/1 bots/2 pairs/0-1 deals/1 games/1 games/2 games.csv news.atom \
        api/league api/ranking api/report api/standings api/games api/bots/0 api/deals/1 standings/points/down; do
        curl -sSf "$at$path" >"$dir/${path//\//_}.page" || die "no /$path"
    done
    curl -s -o "$dir/game.svr" -w '%{http_code}' "${at}games/1.svr" >"$dir/status"
    kill "$server"
    wait "$server" || die "serve ended with $?"
    python3 - "$dir" <<'END' || die "no game in a page"
import base64, glob, re, sys, zlib
for name in glob.glob(sys.argv[1] + "/games_[12].page"):
    with open(name, encoding="utf-8") as f:
        packed = re.search(r'id="game"[^>]*>([^<]+)<', f.read())[1]
    with open(name + ".lines", "wb") as f:
        f.write(zlib.decompress(base64.b64decode(packed)))
END
}
# The words of a decision that was played on name its bots.
python3 - <<'END'
import sqlite3, struct
words = b"offers realname Boardwalk"
found = struct.pack("<BIIBBBBdd", 1, 3, 0, 0, 3, 1, 0, .25, .02) + struct.pack("<ddI", 0, 0, 20) + 2 * (bytes([len(words)]) + words)
with sqlite3.connect("cup.db") as db:
    db.execute("CREATE TABLE played_on (number INTEGER NOT NULL, seat INTEGER NOT NULL, decision INTEGER NOT NULL, version BLOB NOT NULL, found BLOB NOT NULL, PRIMARY KEY (number, seat, decision))")
    db.executemany("INSERT INTO played_on VALUES (1, ?, 1, zeroblob(16), ?)", [(seat, found) for seat in (0, 1)])
END
everything public
everything own --private
grep -l 'offers realname' own/bots_*.page >/dev/null && grep -lE '"cost":0.25' public/bots_*.page >/dev/null || die "no costly decision on a bot's page"
secrets='realname|anna@example\.org|words of the dead|in cash|at a table of'
! grep -rlE "$secrets" public || die "the public sees: $(grep -rohE "$secrets" public | sort | uniq -c)"
for secret in realname 'words of the dead' 'in cash' 'at a table of'; do
    grep -rlF "$secret" own >/dev/null || die "--private does not show: $secret"
done
[[ $(<public/status) == 404 && $(<own/status) == 200 ]] || die "the replay: $(<public/status), $(<own/status)"
grep -q '"name":"Anna"' public/games_1.page.lines || die "a game without the pseudonym"
grep -q '"bot":"Anna"' public/api_standings.page || die "standings without the pseudonym"
grep -q 'exited with status 4' public/api_report.page || die "the public does not see how a process ended"
for fact in '"author":"the club"' '"decision_ms":4000' '"machine":"[0-9]* processor'; do
    grep -q "$fact" public/api_report.page || die "the report does not say $fact"
done
[[ $(cut -d, -f1 public/games.csv.page | sort -un | tail -1) == 24 ]] || die "not all games: $(wc -l <public/games.csv.page)"

# A report, too. A replay without remarks of a league without pseudonyms is everybody's.
for form in html json md csv; do
    expect 0 "$solvent" report cup.db -o "public.$form"
    expect 0 "$solvent" report cup.db --private -o "own.$form"
    ! grep -E "$secrets" "public.$form" || die "a public report.$form"
    grep -q realname "own.$form" || die "--private hides in report.$form"
done
sed '/realname/s/.*/  - {name: trader, command: [BOTS\/trader]}/' cup.yaml | sed "s|BOTS|$bots|; s/a cup/plain/" >plain.yaml
expect 0 "$solvent" league run plain.yaml --no-trial -q
mv plain.db cup.db
everything plain
[[ $(<plain/status) == 200 ]] || die "no replay of a game that hides nothing"

# The feed is Atom, from serve and from report.
expect 0 "$solvent" report cup.db -o news.atom
python3 - public/news.atom.page news.atom <<'END' || die "no feed"
import re, sys, xml.etree.ElementTree as tree
A = "{http://www.w3.org/2005/Atom}"
for name, who in zip(sys.argv[1:], (("Anna", "careful"), ("trader", "careful"))):
    feed = tree.parse(name).getroot()
    assert feed.tag == A + "feed" and feed.find(A + "author").find(A + "name").text == "the club"
    for part in [feed, *feed.findall(A + "entry")]:
        assert part.find(A + "id").text.startswith("urn:solvent:") and part.find(A + "updated").text.startswith("20"), name
    titles = [entry.find(A + "title").text for entry in feed.findall(A + "entry")]
    assert len(titles) == 2 and any(re.fullmatch(f"({'|'.join(who)}) (leads|takes the lead from .*)", title) for title in titles) and "All 24 games are played" in titles, titles
END

# While bots are on trial, serve waits for the store.
cat >slow.yaml <<END
name: slow
deals: 1
seats: 2
rules: {max_rounds: 5}
clock: {start_ms: 60000}
sandbox: none
bots:
  - {name: careful, command: [$bots/careful]}
  - {name: late, command: [sh, -c, 'until test -e $work/go; do sleep 0.05; done; exec $bots/tiny']}
END
chmod o+x "$work" # bots have users of their own
"$solvent" league run slow.yaml -q --store slow.db &
run=$!
wait_for test -e slow.db.trial
"$solvent" serve slow.db --listen 127.0.0.1:0 >address 2>notes &
server=$!
wait_for grep -q 'slow.db: the bots play a trial game each; the pages come when they have' notes
[[ ! -s address ]] || die "serve has an address before there is a store"
touch go
wait_for test -s address
kill "$server"
wait "$run" || die "the run ended with $?"
[[ ! -e slow.db.trial ]] || die "the mark of the trial is left"
expect 2 "$solvent" serve none.db

#!/usr/bin/env bash
# A bot that can remember, as it runs elsewhere or has a network, has luck of its own in each of its games. All other games are those of a
# league without it, whether it is listed with the others or joins later. It keeps its connection from batch to batch. A
# store of an older version goes on as it began.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

cd "$work"
chmod 755 "$work"
bots=$SOLVENT_BUILD/bots
sandbox=none
! bwrap --ro-bind / / true 2>/dev/null || sandbox=auto

# league NAME BOT...: makes NAME.yaml with these bots, each the rest of a YAML mapping.
league() {
    printf '%s\n' "name: $1" 'seats: 2' 'deals: 1' 'seed: 7' "sandbox: $sandbox" 'rules: {max_rounds: 8}' \
        'limits: {memory_mb: 0}' 'clock: {decision_ms: 20000}' 'bots:' >"$1.yaml"
    printf '  - {name: %s}\n' "${@:2}" >>"$1.yaml"
}
plain=('a, bot: tiny' 'b, bot: careful' 'c, bot: tiny, clock: {decision_ms: 10000}')
remote="d, endpoint: 'ipc://$work/d.sock'"

# run NAME [STORE]: plays that league with d, which does not connect a second time.
run() {
    timeout 100 "$bots/careful" --connect "ipc://$work/d.sock" &
    local bot=$!
    expect 0 timeout 100 "$solvent" league run "$1.yaml" --no-trial --store "${2-$1.db}"
    wait $bot || die "$1: d has lost its connection: status $?"
    says '^incidents: none'
}
# dump STORE: its games as JSON lines, into $work/games.
dump() {
    rm -rf games
    mkdir games
    for ((i = 1; i <= $(sql "$1" 'SELECT max(number) FROM matches'); i++)); do
        "$solvent" replay "$1#$i" --format jsonl >games/$i
    done
}
sql() { python3 -c 'import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone()[0])' "$@"; }
# without, plain: the dumped files without d, and their text but for the salts, which go by the match's number.
without() { grep -L '"name":"d"' games/* || true; } # its status differs between versions of grep
plain() { without | sort -V | xargs sed -s '1s/"salt":.*"players"/"players"/'; }
# seeds -L|-l: how many different seeds the dumped games without and with d have, and how many games there are.
seeds() { { grep "$1" '"name":"d"' games/* || true; } | xargs sed -sn '1s/.*"seed":"\([0-9a-f]*\)".*/\1/p' | sort | uniq -c | awk '{ n += $1 } END { print NR, n }'; }

league alone "${plain[@]}"
expect 0 "$solvent" league run alone.yaml --no-trial -q
dump alone.db
plain >alone
league with "${plain[@]}" "$remote"
run with
dump with.db
plain | cmp - alone || die 'd has changed games at which it does not sit'
[[ $(seeds -L) == '3 6' && $(seeds -l) == '6 6' ]] || die "seeds: $(seeds -L), $(seeds -l)"
expect 0 "$solvent" verify with.db

# A bot with a network and a secret counts as one that remembers, too. It joins later.
(umask 077 && echo 'sk-0123456789abcdef' >key)
network="d, command: [$bots/careful], network: ['127.0.0.1:9'], secrets: {API_KEY: 'file:key'}"
league told "${plain[@]}" "$network" "${network/#d/e}, stateless: true"
expect 0 "$solvent" league check told.yaml --seconds 0
says '^can remember deals, so that each game at their tables has luck of its own: d$'
league joined "${plain[@]}"
expect 0 "$solvent" league run joined.yaml --store later.db --no-trial -q
league joined "${plain[@]}" "$network"
expect 0 "$solvent" league run joined.yaml --store later.db --no-trial -q
dump later.db
plain | cmp - alone || die 'a network has changed games of others when it joined'
[[ $(seeds -L) == '3 6' && $(seeds -l) == '6 6' ]] || die "seeds with a network: $(seeds -L), $(seeds -l)"
expect 0 "$solvent" verify later.db

# Two that remember, at one table: the ranking says so.
expect 0 "$solvent" rank with.db
! grep -q 'helping each other' out || die 'one bot helps itself'
league two "${plain[@]}" "$network" "${network/d,/e,}"
expect 0 "$solvent" league run two.yaml --no-trial -q
expect 0 "$solvent" rank two.db
says '^bots that remember sit at one table, as d and e do: nothing keeps them from helping each other$'

# Trusted, it is as any other bot.
league trusted "${plain[@]}" "$remote, stateless: true"
run trusted
dump trusted.db
plain | cmp - alone || die 'a stateless d has changed games'
[[ $(seeds -l) == '3 6' ]] || die "seeds of a stateless bot: $(seeds -l)"
expect 0 "$solvent" rank trusted.db
says 'd .*{stateless: true}'
sed -i 's/, stateless: true//' trusted.yaml
expect 2 "$solvent" league run trusted.yaml -q
tells '{stateless: true}'

# Half a league of an older version, in which every game of the second half has luck of its own too.
python3 -c 'import sqlite3, sys; sqlite3.connect("old.db").executescript(open(sys.argv[1]).read())' "$SOLVENT_SOURCE/tests/golden/stores/remote-0.2.0.sql"
printf '%s\n' 'name: cup' 'seats: 2' 'deals: 2' 'seed: 7' 'sandbox: none' 'luck: off' 'rules: {max_rounds: 4}' 'limits: {memory_mb: 0}' \
    'clock: {decision_ms: 20000}' 'bots:' "  - {name: a, bot: tiny}" "  - {name: b, bot: careful}" "  - {name: $remote}" >old.yaml
run old
expect 0 "$solvent" verify old.db
[[ $(digest old.db) == '"digest":"558ba335583142666fca9562a060970cf8370195ed0891b37163274f63492753"' ]] || die "an old store has other games: $(digest old.db)"
dump old.db
[[ $(seeds -L) == '4 4' ]] || die "games of an old store share luck: $(seeds -L)"

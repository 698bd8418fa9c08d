#!/usr/bin/env bash
# A season over some nights, with bots changed, added, removed and put back: one ranking, no game of an old version once it is
# old; the same games with one worker, with eight (in the long suite also with two), and with runs that are killed again and again.
# SOLVENT_LADDER_BOTS, _NIGHTS, _GAMES and SOLVENT_KILLS make it larger.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"

cd "$work"
bots=${SOLVENT_LADDER_BOTS:-7}
nights=${SOLVENT_LADDER_NIGHTS:-$((long ? 4 : 3))}
games=${SOLVENT_LADDER_GAMES:-60}
kills=${SOLVENT_KILLS:-$((long ? 4 : 1))}
programs=(tiny random careful)

query() { python3 -c 'import sqlite3, sys
for row in sqlite3.connect(sys.argv[1]).execute(sys.argv[2]): print(*row, sep=",")' "$@"; }

# Files that are versions of bots: what stands behind a program changes nothing but its hash.
hand_in() { cp -f "$SOLVENT_BUILD/bots/$2" "$1.new"; printf '%s' "$3" >>"$1.new"; mv "$1.new" "$1"; }

# league NAME...: writes season.yaml with these bots; _budget and _more may be set.
league() {
    {
        printf '%s\n' "name: season" "format: ladder" "budget: {${_budget:-games: $games}}" "seats: 3" "deals: 1" \
            "rules: {max_rounds: 12}" "sandbox: none" "clock: {decision_ms: 20000}" "bots:"
        for name in "$@"; do
            printf '  - {name: %s, command: [./%s], matches: 8%s}\n' "$name" "$name" "$([[ ${_out:-} != "$name" ]] || printf ', status: disqualified, reason: it lied')"
        done
    } >season.yaml
}

# changes NIGHT: hands in that night's versions, and writes the file.
changes() {
    local night=$1 i
    names=()
    for ((i = 0; i < bots; i++)); do
        ((night > 1 && i == night % bots)) && continue # each night another one is away
        names+=("bot$i")
        if ((night == 1)); then
            hand_in "bot$i" "${programs[i % 3]}" "$i"
        elif ((i == (night + 2) % bots)); then
            hand_in "bot$i" careful "$i of night $night"
        elif ((night > 2 && i == (night + 1) % bots)); then
            hand_in "bot$i" "${programs[i % 3]}" "$i" # as it was in the first night
        fi
    done
    if ((night > 1)); then
        names+=("new$night")
        hand_in "new$night" tiny "new $night"
    fi
    league "${names[@]}"
}

run() { "$solvent" league run season.yaml -q "$@" >log 2>&1 || die "$(cat log)"; }

# catches_sigterm PID: also true when the process has ended. SIGTERM is the 15th bit of a mask in hexadecimal.
catches_sigterm() {
    local caught
    caught=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$1/status" 2>/dev/null) || return 0
    (((0x$caught >> 14) & 1))
}

# stop_after SECONDS OPTION...: a run that is stopped
stop_after() {
    local status=0
    "$solvent" league run season.yaml -q "${@:2}" >log 2>&1 &
    sleep "$1"
    until catches_sigterm $!; do sleep 0.1; done # before that, it ends any program
    kill -TERM $!
    wait $! || status=$?
    ((status <= 1)) || die "a run that was stopped ended with $status: $(cat log)" # 0: between two stages, nothing was left
}

# play STORE OPTION...: a night, killed some times in the store of kills
play() {
    local store=$1 kills=$kills i
    [[ $store == killed.db ]] || kills=0
    for ((i = 0; i < kills; i++)); do
        "$solvent" league run season.yaml -q --store "$store" -j 2 >log 2>&1 &
        sleep "0.$((RANDOM % 3))$((RANDOM % 10))"
        kill -9 $! 2>/dev/null || true
        wait $! 2>/dev/null || true
        # a run that ended before it was killed has ended the night: the next one would begin another
        [[ $(query "$store" 'SELECT count(*) FROM nights WHERE ended') != "$night" ]] || return 0
    done
    run --store "$store" "${@:2}"
}

stores=(one.db eight.db killed.db)
((!long)) || stores+=(two.db)
for ((night = 1; night <= nights; night++)); do
    changes "$night"
    before=$([[ ! -e one.db ]] || query one.db 'SELECT matches FROM league')
    play one.db -j 1
    if ((night == 1)); then
        for store in "${stores[@]:1}"; do cp one.db "$store"; done # a season's seed is its own: they go on from here
        continue
    fi
    ((!long)) || play two.db -j 2
    play eight.db -j 8
    play killed.db -j 2
    for store in "${stores[@]:1}"; do
        [[ $(digest one.db) == "$(digest "$store")" ]] || die "night $night: $store has other games"
    done
    # The versions that are in the file now play tonight, within the budget.
    played=$(query one.db "SELECT count(*) FROM matches WHERE number > $before")
    ((played > games / 2 && played <= games)) || die "night $night: $played games with a budget of $games"
    stray=$(query one.db "SELECT count(*) FROM seats JOIN entries USING (bot) WHERE number > $before AND status <> 'plays'")
    ((stray == 0)) || die "night $night: $stray seats of entries that do not play any more"
    living=$(query one.db "SELECT count(*) FROM entries WHERE status = 'plays'")
    ((living == ${#names[@]})) || die "night $night: $living entries play, ${#names[@]} bots are in the file"
    sat=$(query one.db "SELECT count(DISTINCT bot) FROM seats WHERE number > $before")
    ((sat >= living / 3)) || die "night $night: only $sat of $living entries have played"
done
query one.db 'SELECT * FROM nights'
"$solvent" rank one.db
expect 0 "$solvent" verify one.db killed.db; tells 'all as recorded'
entries=$(query one.db 'SELECT count(*) FROM entries')
((entries > bots + nights)) || die "only $entries entries"
expect 0 "$solvent" rank one.db --format csv
[[ $(wc -l <out) == $((entries + 1)) ]] || die "not one ranking of all $entries entries"
says '^[0-9]*,[0-9]*,[0-9]*,bot[0-9]* (2),'; says ',old,,[0-9a-f]\{64\},bot'; says ',left,,'
# The games as a table bring their weights along.
"$solvent" games one.db --format csv >games.csv
expect 0 "$solvent" rank --games games.csv --format csv
paste -d, <(column bot <out) <(column rating <out) >from_games
expect 0 "$solvent" rank one.db --format csv
paste -d, <(column bot <out) <(column rating <out) >from_store
awk -F, 'NR == FNR { rating[$1] = $2; next } { n++; d = $2 - rating[$1]; if (d > 0.02 || d < -0.02) exit 1 } END { exit n < 3 }' \
    from_store from_games || die "other ratings from the table of games: $(paste from_store from_games)"
[[ $(column weight <games.csv | sort -u | wc -l) -gt 1 ]] || die "all deals weigh alike"
# Every seat has been had about as often by all who sat there: whole rotations.
uneven=$(query one.db 'SELECT count(*) FROM (SELECT bot FROM seats GROUP BY bot HAVING min(seat) > 0 OR count(*) % 3 > 0)')
((uneven == 0)) || die "$uneven entries have not had all seats alike"
# A night that was killed with all its games played, but before that was noted, is not played twice.
cp one.db noted.db
python3 -c 'import sqlite3; sqlite3.connect("noted.db", isolation_level=None).execute("UPDATE nights SET ended = 0 WHERE night = (SELECT max(night) FROM nights)")'
run --store noted.db
[[ $(digest one.db) == "$(digest noted.db)" ]] || die "a night that had been played was played again"
[[ $(query noted.db 'SELECT count(*) FROM nights WHERE ended') == "$nights" ]] || die "the night is not ended"
# No deal has been dealt twice.
[[ $(query one.db 'SELECT count(DISTINCT deal) * 3 FROM matches') == $(query one.db 'SELECT count(*) FROM matches') ]] || die "a deal was dealt twice"

# The results before it decide who sits where.
cp one.db other.db
change='UPDATE stages SET lineups = (SELECT lineups FROM stages ORDER BY matches DESC LIMIT 1) WHERE matches = (SELECT min(matches) FROM stages)'
python3 -c 'import sqlite3, sys; sqlite3.connect(sys.argv[1], isolation_level=None).execute(sys.argv[2])' other.db "$change"
expect 1 "$solvent" verify other.db; tells 'other.db: stages: the stage after match'

# A season of before lineups were drawn is refused: its stages have no odds, or another first stage was played.
refused='the season was begun by another version, which pairs in another way: go on and rank with that version, or begin a new store'
for change in "UPDATE stages SET lineups = '0 1 2' || char(10)" 'UPDATE seats SET bot = 6 - bot WHERE number = 1'; do
    cp one.db begun.db
    python3 -c 'import sqlite3, sys; sqlite3.connect(sys.argv[1], isolation_level=None).execute(sys.argv[2])' begun.db "$change"
    expect 3 "$solvent" rank begun.db; one_line; tells "$refused"
    expect 2 "$solvent" league run season.yaml -q --store begun.db; one_line; tells "$refused"
done

# ---- minutes decide how many stages there are, never which
cp one.db minutes.db
run --store one.db
_budget="minutes: 60" league "${names[@]}"
stop_after 4 --store minutes.db
stages='SELECT matches, rounds, lineups FROM stages ORDER BY matches'
n=$(query minutes.db 'SELECT count(*) FROM stages')
m=$(query one.db 'SELECT count(*) FROM stages')
((n = n < m ? n : m))
[[ $(query one.db "$stages LIMIT $n") == "$(query minutes.db "$stages LIMIT $n")" ]] || die "minutes make other stages"
((n > 3)) || die "only $n stages"

# ---- disqualified: the bot's games are left out, all versions
_out=bot1 league "${names[@]}"
if [[ " ${names[*]} " == *" bot1 "* ]]; then
    run --store one.db
    expect 0 "$solvent" rank one.db; says 'bot1 is disqualified: it lied'; says 'games are left out'
    expect 0 "$solvent" verify one.db; tells 'all as recorded'
fi

# ---- what a ladder refuses
league "${names[@]}"
sed 's/^seats: 3/seats: 2/' season.yaml >other.yaml
expect 2 "$solvent" league run other.yaml --store one.db; one_line; tells 'other.yaml:4: seats: found 2, but the league in one.db has 3'
sed 's/^seats: 3/seats: 3\nseed: 42/' season.yaml >other.yaml
expect 2 "$solvent" league run other.yaml --store one.db; one_line; tells 'other.yaml:5: seed: found a seed, expected none with format: ladder'
expect 2 "$solvent" league run season.yaml --shard 1/2; one_line; tells '--shard: found 1/2, expected none, or --after too, with format: ladder'
sed '/^budget/d' season.yaml >other.yaml
expect 2 "$solvent" league run other.yaml --store one.db; one_line; tells 'budget: found none, expected {games: N} or {minutes: N}'
expect 1 "$solvent" league merge merged.db one.db; tells 'found a season, which has one store'

# ---- files that change while it goes on end the run, before anything is played under a wrong name
hand_in "${names[0]}" tiny slow
_budget="games: 20000" league "${names[@]}"
before=$(query one.db 'SELECT count(*) FROM matches')
"$solvent" league run season.yaml -q --store one.db -j 1 >log 2>&1 &
pid=$!
until (($(query one.db 'SELECT count(*) FROM matches') > before)); do sleep 0.2; done # it has begun
hand_in "${names[0]}" tiny quick
status=0
wait $pid || status=$?
[[ $status == 1 ]] || die "a run whose bots change ends with $status: $(cat log)"
grep -q 'the files of a bot have changed' log || die "$(cat log)"
_budget="games: 20000" league "${names[@]}"
stop_after 1 --store one.db
[[ $(query one.db "SELECT count(*) FROM entries WHERE origin = '${names[0]}' AND status = 'plays'") == 1 ]] || die "two versions of a bot play"
expect 0 "$solvent" verify one.db; tells 'as recorded'

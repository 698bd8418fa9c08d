#!/usr/bin/env bash
# Kills at random moments under load, of the arbiter, of bots, of what keeps them, of a remote bot's gate and of the other end of
# its connection: whatever was stored stays as it was, nothing is
# stored twice, and a game in which nobody was killed is the very game of a league that nobody disturbed. SOLVENT_KILLS says how
# many (6); SOLVENT_KILLS_SEED which (random, and told). In every other league the arbiter alone is killed, and its format is another
# each time; in the rest, round robins, its processes too. A run that pauses, as its processes are killed, goes on by the same command.
# All of it: SOLVENT_KILLS=1000 SOLVENT_SOURCE=$PWD SOLVENT_BUILD=$PWD/build-ci bash tests/system/test_kills.sh
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"
kills=${SOLVENT_KILLS:-6}
RANDOM=${SOLVENT_KILLS_SEED:=$((RANDOM + 1))}
arbiter=
trap 'touch "$work/over"; if [[ $arbiter ]]; then kill -KILL "$arbiter" 2>/dev/null || true; fi; wait; rm -rf -- "$work"' EXIT
cd -- "$work"
mkdir bots
cp "$SOLVENT_BUILD"/bots/{tiny,random,careful,trader} bots

cat >league.yaml <<'YAML'
name: kills
rules: {max_rounds: 60}
deals: 60
seed: fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210
clock: {decision_ms: 10000, bank_ms: 60000}
bots:
  - {name: tiny, command: [bots/tiny], matches: 4}
  - {name: random, command: [bots/random], matches: 4}
  - {name: careful, command: [bots/careful], matches: 4}
  - {name: trader, command: [bots/trader], matches: 4}
YAML
formats=(round_robin swiss knockout ladder gauntlet sprt stop_when)
for format in "${formats[@]:1}"; do
    case $format in
    swiss) keys=("seats: 2" "format: swiss" "rounds: 5" "deals: 10") ;;
    knockout) keys=("seats: 2" "format: knockout" "deals: 20") ;;
    ladder) keys=("seats: 2" "format: ladder" "budget: {games: 200}") ;; # with another seed each time
    gauntlet) keys=("format: gauntlet" "candidates: [tiny]") ;;
    sprt) keys=("seats: 2" "format: sprt" "sprt: {candidate: trader, baseline: tiny, elo0: 0, elo1: 400}" "deals: 60") ;;
    stop_when) keys=("seats: 2" "stop_when: {top: 1, max_deals: 100}") ;;
    esac
    { sed "/^deals:/d; $([[ $format != ladder ]] || echo /^seed:/d)" league.yaml; [[ ${keys[*]} == *deals:\ * || $format == ladder ]] || echo "deals: 30"; printf '%s\n' "${keys[@]}"; } >"$format.yaml"
done
mv league.yaml round_robin.yaml

# The same with one bot elsewhere, that comes back as often as it is killed.
for ((port = 20000 + $$ % 10000; ; port++)); do
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break
done
endpoint=tcp://127.0.0.1:$port
sed "s|command: .bots/trader.|endpoint: \"$endpoint\"|" round_robin.yaml >remote.yaml
comes_back() {
    while [[ ! -e $work/over ]]; do
        "$work/bots/trader" --connect "$endpoint" || true
        sleep 0.05
    done
}

# look STORE: a line for each game, "NUMBER HASH WHOLE", WHOLE being 0 when a bot was lost in it; fails on anything odd.
look() {
    rm -rf copy
    mkdir copy
    cp "$1"* copy # so that SQLite does not clean up in the store itself
    python3 - "copy/$1" <<'PYTHON'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'matches'").fetchone():
    sys.exit(0)  # killed before it was begun
rows = db.execute("SELECT m.number, hex(replay_hash), sum(dead + forfeited) FROM matches m JOIN seats s USING (number) "
                  "GROUP BY m.number").fetchall()
(matches,), (seats,), (replays,) = (db.execute(f"SELECT count(*) FROM {t}").fetchone() for t in ("matches", "seats", "replays"))
each, = db.execute("SELECT seats FROM league").fetchone()
if not (len(rows) == matches == replays and seats == each * matches):
    sys.exit(f"{matches} matches, {seats} seats, {replays} replays")
for number, digest, lost in rows:
    print(number, digest, 0 if lost else 1)
PYTHON
}

# check STORE BEFORE: all that was there still is, and undisturbed games are those of the whole league.
check() {
    look "$1" >now || die "the store is broken after kill $n (SOLVENT_KILLS_SEED=$SOLVENT_KILLS_SEED)"
    sort -o now now
    [[ ! $(comm -23 "$2" now) ]] || die "lost or changed after kill $n: $(comm -23 "$2" now | head -3)"
    [[ $league == ladder || ! $(grep ' 1$' now | comm -23 - "$league.whole") ]] || die "$league: played otherwise: $(grep ' 1$' now | comm -23 - "$league.whole" | head -3)"
    cp now "$2"
}


comes_back 2>/dev/null &
elsewhere=$!
# play_whole: the league without kills
play_whole() {
    local status=0
    [[ ! -e $league.whole ]] || return 0
    "$solvent" league run "$league.yaml" --store whole.db >out 2>err || status=$?
    [[ $status == 0 || $league == @(sprt|stop_when) ]] || die "$league: $(cat err)"
    look whole.db | sort >"$league.whole"
    [[ -s $league.whole && ! $(grep ' 0$' "$league.whole") ]] || die "$league: not whole games"
    "$solvent" rank whole.db --format csv >"$league.csv"
    digest whole.db >"$league.digest"
    rm whole.db*
}

# strike PATTERN...: kills one of the processes that pgrep finds so. Status 1 when there is none.
strike() {
    local victim
    victim=$(pgrep "$@" | shuf -n 1) || true
    [[ $victim ]] && kill -KILL "$victim" 2>/dev/null
}

# one_kill: of the arbiter or, every other league, of something below it, and of what stands for a remote bot. Status 1 when the
# league has ended meanwhile.
of_arbiter=0 of_bots=0 of_supervisors=0 of_gates=0 of_ends=0
one_kill() {
    local kind=0 most_ms=200
    case $((leagues % 4)) in
    1) kind=$((4 + RANDOM % 12)) most_ms=600 ;; # else the remote bot is soon given up
    3) kind=$((RANDOM % 10)) ;;
    esac
    sleep "0.$(printf '%03d' $((RANDOM % most_ms)))"
    kill -0 "$arbiter" 2>/dev/null || return 1
    case $kind in
    [0-3])
        kill -KILL "$arbiter" 2>/dev/null || return 1
        wait "$arbiter" 2>/dev/null || true
        arbiter=
        of_arbiter=$((of_arbiter + 1))
        ;;
    [4-7]) strike -f "^$work/bots/[a-z]*$" || return 0; of_bots=$((of_bots + 1)) ;;
    [89]) strike -P "$arbiter" || return 0; of_supervisors=$((of_supervisors + 1)) ;;
    1[0-2]) strike -f "^$work/bots/trader --connect" || return 0; of_ends=$((of_ends + 1)) ;;
    *) strike -f "^$solvent gate .*$endpoint" || return 0; of_gates=$((of_gates + 1)) ;;
    esac
    n=$((n + 1))
}

n=0 leagues=0 kept=0 games=0 pauses=0
most=$((kills < 40 ? (kills + 1) / 2 : 20)) # in a league; then it may come to its end
while ((n < kills)); do
    case $((leagues % 4)) in
    [02]) league=${formats[leagues / 2 % ${#formats[@]}]} ;;
    1) league=remote ;;
    3) league=round_robin ;;
    esac
    play_whole
    total=$(wc -l <"$league.whole")
    rm -f league.db* before
    touch before
    until=$((n + most < kills ? n + most : kills))
    jobs=$([[ $league == remote ]] && echo 1 || echo $((1 + leagues % 2)))
    for ((done = 0; done == 0; )); do
        "$solvent" league run "$league.yaml" --store league.db -j "$jobs" >out 2>err &
        arbiter=$!
        while [[ $arbiter ]]; do
            if ((n >= until)) || ! one_kill; then
                status=0
                wait "$arbiter" || status=$?
                arbiter=
                # A bot whose program is killed in both its trials is set aside, and is tried again by the next run.
                if [[ $status == 3 ]] && grep -q 'the run pauses' err || { [[ $status != 0 && $league == @(round_robin|remote) ]] && grep -q "is set aside: exited with status 137" err; }; then
                    pauses=$((pauses + 1))
                else
                    [[ $status == 0 || $league == @(sprt|stop_when) ]] || die "$league failed: $(cat err)"
                    done=1
                fi
            fi
        done
        [[ ! -s league.db ]] || check league.db before
    done
    [[ $(wc -l <before) == "$total" ]] || die "$(wc -l <before) games of $total"
    "$solvent" verify league.db >out 2>&1 || die "not as recorded: $(cat out)"
    if ((leagues % 2 == 0)) && [[ $league != ladder ]]; then
        [[ $(digest league.db) == "$(cat "$league.digest")" ]] ||
            die "other games after kills of the arbiter alone: $(cat err)"
        "$solvent" rank league.db --format csv | cmp - "$league.csv" || die "another ranking"
    fi
    kept=$((kept + $(grep -c ' 1$' before || true))) games=$((games + total))
    leagues=$((leagues + 1))
done
touch over
for victim in $(pgrep -f "^$work/bots/trader --connect"); do kill "$victim" 2>/dev/null || true; done
wait "$elsewhere" || true
for ((look = 0; look < 50; look++)); do
    pgrep -f "^$work/bots/" >left || break
    sleep 0.1
done
[[ ! -s left ]] || die "still there: $(cat left)"
echo "$n kills: $of_arbiter of the arbiter, $of_bots of bots, $of_supervisors of supervisors, $of_gates of gates, $of_ends of remote bots, over $leagues leagues, $pauses pauses;" \
    "$kept of $games games were undisturbed and the same (SOLVENT_KILLS_SEED=$SOLVENT_KILLS_SEED)"

#!/usr/bin/env bash
# A slow bot delays only the bots at its tables: the others play first. No result depends on it: a league in which it is parked
# is the same, to the last byte, as one in which no bot is, with matches that were suspended amid play and gone on with by other processes.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"

cd "$work"
slowly=$SOLVENT_BUILD/tests/support/slowly
deja_vu=$SOLVENT_BUILD/tests/support/deja_vu
pause=60

# league NAME LINE...: three quick bots and one that is slow to buy
league() {
    local name=$1
    shift
    {
        printf '%s\n' "name: cup" "seats: 2" "deals: 2" "seed: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef" \
            "sandbox: none" "rules: {max_rounds: 8}" "$@" "bots:"
        for bot in tiny careful random; do
            echo "  - {name: $bot, command: [$SOLVENT_BUILD/bots/$bot], matches: ${matches:-4}}"
        done
        echo "  - {name: slow, command: [$slowly, \"$pause\"], matches: ${matches:-4}}"
    } >"$name.yaml"
}

# play NAME [OPTION...]: its digest. The store is kept among those of $group, which are to have the same luck.
mkdir kept
play() {
    local name=$1
    shift
    rm -f "$name.db"*
    expect 0 "$solvent" league run "$name.yaml" --store "$name.db" --no-trial "$@"
    cp err "$name.err"
    cp "$name.db" "kept/$group.$BASHPID"
    digest "$name.db"
}
group=round_robin

league free "limits: {wall_share: 0}"
free=$(play free)
! grep -q 'delays the others' free.err || die "somebody was parked"

# Parked, at one place and at many, by one worker and by two, in lanes and without.
for row in ${long:+'1 auto 1'} '4 auto 1' '4 off 2'; do
    read -r matches lanes workers <<<"$row"
    league parked "lanes: $lanes" "limits: {wall_share: 40}"
    [[ $(play parked -j "$workers") == "$free" ]] || die "matches: $matches, lanes: $lanes, $workers workers: other games"
    expect 0 "$solvent" verify parked.db
done

# A bot is not slow because it starts slowly: neither while others could play, nor again in the next lane.
group=starts
league starts "parked: forfeit"
sed -i "/name: slow/d; s|\[\($SOLVENT_BUILD/bots/[a-z]*\)\]|[sh, -c, \"sleep 1.2; exec \1\"]|" starts.yaml
play starts >starts.digest
! grep -q 'delays the others' starts.err || die "a bot was parked for its start: $(cat starts.err)"

# Stopped while the slow bot plays: status says whom the rest waits for.
matches=4 pause=200 # so slow that it is so on a busy machine, too
league waits "limits: {wall_share: 40}"
("$solvent" league run waits.yaml --store waits.db --no-trial >/dev/null 2>waits.err || true) &
runner=$!
for ((i = 0; i < 600; i++)); do
    grep -q 'delays the others' waits.err && break
    sleep 0.1
done
grep -q "bot 'slow' delays the others, at 0\.[0-9]* s an answer: it is parked, and its matches are played last (limits: wall_share)\. Its clock charged [0-9]*% of the time of its matches, and [0-9.]* s for [0-9]* answers\.$" \
    waits.err || die "nobody was parked: $(cat waits.err)"
sleep 1
expect 0 "$solvent" league status waits.db
says '^slow is parked, as it delays the others (0\.[0-9]* s an answer): its [0-9]* games left are played last'
expect 0 "$solvent" league status waits.db --format json
says '"parked":\[{"bot":"slow","games_left":[0-9]*,"answer_s":0\.[0-9]*'
pkill -INT -P "$runner" -x solvent || true
wait "$runner"

# Bots that die or forfeit again and again are parked likewise, also if matches of one wait for the other. No game is another for that.
group=crashes
for share in 0 75; do
    league crashes "limits: {wall_share: $share}" "clock: {strikes: 2}"
    sed -i "s|deals: 2|deals: 6|; s|command: .*slowly.*, matches|command: [$SOLVENT_BUILD/tests/support/crasher], matches|
        s|command: .*bots/random|command: [$SOLVENT_BUILD/tests/support/crook, illegal|" crashes.yaml
    play crashes >"crashes.$share"
done
cmp crashes.0 crashes.75
grep -q "bot 'random' delays the others by its faults, .* [0-9]* forfeited seats*: it is parked" crashes.err || die "nobody was parked: $(cat crashes.err)"
grep -q "bot 'slow' delays the others by its faults, [0-9]* lost process[es]* and [0-9]* forfeited seats*: it is parked" crashes.err || die "nobody was parked: $(cat crashes.err)"

# It forfeits if the file says so.
pause=150 group=forfeits
league forfeits "parked: forfeit" "limits: {wall_share: 40}"
play forfeits >forfeits.digest
python3 - <<'PY' || die "who forfeited"
import sqlite3
rows = dict(sqlite3.connect("forfeits.db").execute("SELECT name, sum(forfeited) FROM seats JOIN bots USING (bot) GROUP BY name"))
assert rows["slow"] > 0 and sum(rows.values()) == rows["slow"], rows
PY
grep -q 'it forfeits its seats (parked: forfeit)' forfeits.err || die "$(cat forfeits.err)"
expect 2 "$solvent" league check <(sed 's/parked: forfeit/parked: first/' forfeits.yaml)
warns "parked: found 'first', expected one of last, forfeit"

# Stages wait for it, and follow from the same results.
for format in ${long:+'format: knockout'} 'format: swiss' 'stop_when: {top: 1, max_deals: 30}'; do
    pause=15 group=${format//[^a-z]/}
    league stages "$format" "limits: {wall_share: 0}"
    stages=$(play stages)
    league stages "$format"
    [[ $(play stages) == "$stages" ]] || die "$format: other games"
done

# No process meets a deal twice, although matches are suspended.
group=recalls
recalls() {
    league recalls
    sed -i "s|$SOLVENT_BUILD/bots/random|$deja_vu, $1deja_vu.$$|" recalls.yaml
    sed -i 's|sandbox: none|sandbox: auto|' recalls.yaml
    play recalls
    rm -f "/tmp/deja_vu.$$" "/dev/shm/deja_vu.$$" "/var/tmp/deja_vu.$$" "/run/deja_vu.$$" "deja_vu.$$"
}
if bwrap --ro-bind / / true 2>/dev/null; then
    pause=40
    [[ $(recalls "") == $(recalls "--amnesia, ") ]] || die "a deal was remembered"
fi

# Luck is the same, too.
python3 - <<'PY' || die "other luck"
import os, sqlite3
groups = {}
for name in os.listdir("kept"):
    rows = sqlite3.connect(os.path.join("kept", name)).execute("SELECT * FROM luck ORDER BY number").fetchall()
    assert rows, name
    groups.setdefault(name.partition(".")[0], []).append(rows)
assert len(groups["round_robin"]) >= 3, groups.keys()
for name, stores in groups.items():
    assert all(rows == stores[0] for rows in stores), name
PY

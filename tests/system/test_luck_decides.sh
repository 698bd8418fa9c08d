# Luck in decisions: an sprt, a stop_when and a ladder decide by points less luck, at any concurrency, after a kill and in shards alike; the
# luck that is stored decides, is hashed, and is held against the games.
# shellcheck source=tests/system/scratch.sh
. "${BASH_SOURCE[0]%/*}/scratch.sh"
cd "$work"

bots() { for b in "$@"; do echo "  - {name: $b, command: [$SOLVENT_BUILD/bots/$b], matches: 16}"; done; }
common='seed: 7
rules: {max_rounds: 30}
sandbox: none'
cat > sprt.yaml <<END
name: sprt
$common
seats: 2
format: sprt
sprt: {candidate: careful, baseline: random, elo0: 0, elo1: 60}
deals: 120
bots:
$(bots careful random)
END
cat > stop.yaml <<END
name: stop
$common
seats: 3
lanes: off
stop_when: {top: 1, max_deals: 100}
bots:
$(bots random tiny careful)
END
told() { "$solvent" rank "$1" | sed -n 's/^\(sprt\|stop_when\): //p'; }
all() { "$solvent" rank "$1" --format json; }

for league in sprt stop; do
    "$solvent" league run $league.yaml --store $league.db --no-trial -j 1 > /dev/null 2>&1
    "$solvent" league run $league.yaml --store $league.3.db --no-trial -j 3 > /dev/null 2>&1
    all $league.db | cmp - <(all $league.3.db)
    "$solvent" verify $league.db $league.3.db > /dev/null
done
[[ $(told sprt.db) == *' points a deal less luck (90% interval: '* ]] || die "no decision by luck: $(told sprt.db)"
[[ $(told stop.db) == *'separated at 95% after '* ]] || die "no decision by luck: $(told stop.db)"

# Killed again and again, and in shards whose results come together stage by stage.
games() { "$solvent" games "$1" --format csv 2> /dev/null | wc -l; }
for more in 30 60; do
    "$solvent" league run stop.yaml --store killed.db --no-trial -j 2 > /dev/null 2>&1 &
    pid=$!
    until (($(games killed.db) > more)) || ! kill -0 "$pid" 2> /dev/null; do sleep 0.02; done
    kill -9 "$pid" 2> /dev/null || true
    wait "$pid" || true
done
"$solvent" league run stop.yaml --store killed.db --no-trial > /dev/null 2>&1
all stop.db | cmp - <(all killed.db)
for ((round = 0; round < 9; round++)); do
    for i in 1 2; do "$solvent" league run stop.yaml --shard $i/2 --store $i.db > /dev/null 2>&1; done
    rm -f whole.db
    "$solvent" league merge whole.db 1.db 2.db > /dev/null
    [[ $(told whole.db) != *separated* ]] || break
    for i in 1 2; do cp whole.db $i.db; done
done
all whole.db | cmp - <(all stop.db)
"$solvent" verify whole.db > /dev/null

# The stored luck decides, and the digest covers it too.
edit() { python3 -c 'import sqlite3, sys; s = sqlite3.connect(sys.argv[1]); s.execute(sys.argv[2]); s.commit()' "$@"; }
cp stop.db other.db
edit other.db "UPDATE luck SET version = zeroblob(16)"
[[ $(told other.db) == "$(told stop.db)" && $(digest other.db) != "$(digest stop.db)" ]]
expect 0 "$solvent" verify other.db
warns 'other.db: the luck of [0-9]* games decides, and cannot be found again: it is of another version'
"$solvent" luck --fill other.db | grep -qx 'luck of 0 games found; 0 lack it'
[[ $(digest other.db) != "$(digest stop.db)" ]] || die "luck that had decided was found anew"
cp stop.db bent.db
edit bent.db "UPDATE luck SET figures = (SELECT figures FROM luck WHERE number = 8) WHERE number = 7"
expect 1 "$solvent" verify bent.db
says '^bent.db#7: luck: seat 0: found '
expect 1 "$solvent" league merge stop.3.db bent.db
warns 'found another luck of match 7 than in stop.3.db, expected the same'

# Without it nothing is decided; it can be found.
cp stop.db lacks.db
edit lacks.db "DELETE FROM luck WHERE number = 5"
expect 3 "$solvent" rank lacks.db
warns 'luck: found none of match 5 that this program reads, and luck decides in this league'
expect 1 "$solvent" league merge stop.3.db lacks.db
warns 'lacks.db: match 5: found no luck, which decides in this league'
"$solvent" luck --fill lacks.db | grep -qx 'luck of 1 games found; 0 lack it'
all lacks.db | cmp - <(all stop.db)

# It cannot be left out by the way, nor be changed in a store.
expect 2 "$solvent" league run stop.yaml --store x.db --no-luck
warns '^solvent league run: --no-luck: found in a league whose decisions go by luck'
{ cat stop.yaml; echo 'luck: off'; } > off.yaml
expect 2 "$solvent" league run off.yaml --store stop.db
warns 'luck: found none, but the league in stop.db has decides: results are known already'

# A store that was begun without goes on without, also where luck is found.
sed -i 's/max_deals: 100/max_deals: 60/' off.yaml
"$solvent" league run off.yaml --store off.db --no-trial --no-luck > /dev/null 2>&1
before=$(told off.db)
grep -v '^luck: off' off.yaml > on.yaml
"$solvent" league run on.yaml --store off.db --no-trial > /dev/null 2>&1
[[ $(told off.db) == "$before" ]] || die "a league that was begun without luck decides by it: $(told off.db)"
"$solvent" verify off.db > /dev/null

# A ladder draws its lineups by points less luck. A season's seed is its own, so all go on from one store.
cat > ladder.yaml <<END
name: ladder
rules: {max_rounds: 30}
sandbox: none
seats: 3
format: ladder
seatings: fixed
budget: {games: 80}
bots:
$(bots random tiny careful trader builder)
END
ladder() { "$solvent" league run ladder.yaml --no-trial --store "$@" > /dev/null 2>&1; }
stages() { python3 -c 'import sqlite3, sys
for row in sqlite3.connect(sys.argv[1]).execute("SELECT matches, lineups FROM stages ORDER BY matches"): print(*row)' "$1"; }
ladder first.db
for store in ladder.db ladder.3.db moved.db; do cp first.db $store; done
ladder ladder.db -j 1
ladder ladder.3.db -j 3
all ladder.db | cmp - <(all ladder.3.db)
"$solvent" verify ladder.db ladder.3.db > /dev/null
expect 2 "$solvent" league run ladder.yaml --store ladder.db --no-luck
warns '^solvent league run: --no-luck: found in a league whose decisions go by luck'
# Other luck draws other lineups, and the stages before are found to be another league's. Luck of another version that decides is left as it is.
edit moved.db "UPDATE luck SET figures = (SELECT figures FROM luck AS o WHERE o.number = luck.number % 64 + 1)"
ladder moved.db
[[ $(stages moved.db | tail -n 10) != "$(stages ladder.db | tail -n 10)" ]] || die "luck has no part in who plays"
expect 1 "$solvent" verify moved.db
says '^moved.db: stages: the stage after match '
edit ladder.3.db "UPDATE luck SET version = zeroblob(16)"
expect 0 "$solvent" verify ladder.3.db
warns 'ladder.3.db: the luck of 160 games decides, and cannot be found again: it is of another version'
# One that was begun without luck goes on without.
{ cat ladder.yaml; echo 'luck: off'; } > off.yaml
"$solvent" league run off.yaml --store plain.db --no-trial > /dev/null 2>&1
cp plain.db goes_on.db
"$solvent" league run off.yaml --store plain.db --no-trial > /dev/null 2>&1
ladder goes_on.db
[[ $(stages plain.db) == "$(stages goes_on.db)" ]] || die "a ladder that was begun without luck is drawn by it"

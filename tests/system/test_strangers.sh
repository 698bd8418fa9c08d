#!/usr/bin/env bash
# Where no sandbox works, `sandbox: auto` runs reference bots alone; a league with anybody else's bot stops and says why.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

cd "$work"
chmod 755 "$work"
mkdir bin planted
mkdir -m 777 runs

# A bubblewrap that fails, and a stranger whose bot has the name of a reference bot.
printf '#!/bin/sh\necho "bwrap: Out of luck" >&2\nexit 1\n' >bin/bwrap
printf '#!/bin/sh\n: >"%s/runs/ran"\nexec "%s" "$@"\n' "$work" "$tiny" >planted/careful
chmod 755 bin/bwrap planted/careful
export PATH=$work/bin:$PATH

# league BOT...: makes cup.yaml with these bots, each the rest of a YAML mapping.
league() {
    printf '%s\n' 'name: cup' 'seats: 2' 'deals: 1' 'seed: 7' 'rules: {max_rounds: 3}' 'bots:' >cup.yaml
    printf '  - {name: %s}\n' "$@" >>cup.yaml
    rm -f cup.db "$work/runs/ran"
}

# stops BOT [COMMAND...]: a run of cup.yaml, by that command, ends with one line that names the bot, and starts nothing.
stops() {
    expect 3 "${@:2}" "$solvent" league run cup.yaml -q
    one_line
    warns "sandbox: bot '$1' needs one, and none works here: .*\. .*\. If all bots are your own, say 'sandbox: none' in the league file"
    [[ ! -e $work/runs/ran ]] || die "the bot of a stranger has run"
}

# Reference bots alone, by `bot` or as the only programs of their name.
league 'a, bot: careful' 'b, bot: [tiny]' 'c, command: [random]'
expect 0 "$solvent" league run cup.yaml
warns 'no sandbox works here; all bots come with Solvent and run without one'
says 'incidents: none'
expect 0 "$solvent" verify cup.db --ask --league cup.yaml
expect 0 "$solvent" league check cup.yaml --seconds 0
says '^sandbox: none'

# No path makes a reference bot, not even one that leads to it; nor does a program that PATH finds first.
mkdir bots
cp planted/careful bots/careful
for command in "$tiny" bots/careful planted/careful; do
    league 'a, bot: careful' "b, command: [$command]"
    stops b
done
league 'a, bot: tiny' 'b, command: [careful]'
PATH=$work/planted:$PATH stops b
PATH=$work/planted:$PATH expect 3 "$solvent" league check cup.yaml --seconds 0
league 'a, bot: tiny' 'b, bot: careful'
PATH=$work/planted:$PATH expect 0 "$solvent" league run cup.yaml -q
[[ ! -e $work/runs/ran ]] || die "bot: careful is a program of PATH"

# For an ordinary user too, if we are root.
somebody=(setpriv --reuid 2000000000 --regid 2000000000 --clear-groups)
if [[ $(id -u) == 0 ]] && "${somebody[@]}" test -x "$tiny" -a -x "$solvent" 2>/dev/null; then
    mkdir -m 777 other
    cd other
    league 'a, bot: careful' 'b, bot: tiny'
    expect 0 "${somebody[@]}" "$solvent" league run cup.yaml -q
    league 'a, bot: careful' "b, command: [$tiny]"
    stops b "${somebody[@]}"
    cd ..
fi

# A name that no reference bot has.
league 'a, bot: tiny' 'b, bot: carefull'
expect 2 "$solvent" league run cup.yaml -q --no-trial
tells "cup.yaml:8: bots[1].bot: found 'carefull', expected the program of bot 'b': did you mean 'careful'?"
mkdir empty
printf '#!/bin/sh\n' >empty/carefull
chmod 755 empty/carefull
PATH=$work/empty:$PATH expect 2 "$solvent" league run cup.yaml -q --no-trial
tells "bots[1].bot: found 'carefull'"

# A bot that plays no more needs no sandbox, and one that is told to run without it runs.
league 'a, bot: tiny' 'b, bot: careful' "c, command: [planted/careful], status: withdrawn, reason: gone"
expect 0 "$solvent" league run cup.yaml -q
[[ ! -e $work/runs/ran ]] || die "a bot that is withdrawn has run"
league 'a, bot: tiny' "b, command: [planted/careful]"
sed -i '1a sandbox: none' cup.yaml
expect 0 "$solvent" league run cup.yaml
warns 'WARNING: no sandbox (sandbox: none)'
[[ -e runs/ran ]] || die "sandbox: none runs nothing"

# Those who play again from records keep to it: bots of the league are strangers, the caller's own is not.
sed -i '/^sandbox/d' cup.yaml
expect 3 "$solvent" verify cup.db --ask --league cup.yaml
tells 'none works here'
expect 3 "$solvent" match --deal cup.db#1 --league cup.yaml --seat 0 "$tiny"
tells "sandbox: bot 'b' needs one"
expect 0 "$solvent" match --deal cup.db#1 --league cup.yaml --seat 1 planted/careful

# Games of one's own stay as they were.
expect 0 "$solvent" match --rule max_rounds=3 planted/careful tiny
expect 0 "$solvent" check planted/careful
if [[ $(id -u) == 0 ]]; then
    expect 3 "$solvent" match --sandbox auto --rule max_rounds=3 tiny tiny
else
    expect 0 "$solvent" match --sandbox auto --rule max_rounds=3 tiny tiny
fi

# bwrap insists, and the cause is told; without any bubblewrap it is the package.
league 'a, bot: tiny' 'b, bot: careful'
sed -i '1a sandbox: bwrap' cup.yaml
expect 3 "$solvent" league run cup.yaml -q
one_line
warns 'sandbox: none works here: '
PATH=$work/planted expect 3 "$solvent" league run cup.yaml -q
tells "sandbox: none works here: no bubblewrap (bwrap) is installed. Install the package 'bubblewrap'"

# A file may change over to `bot`: the league and its digest stay.
printf '%s\n' 'name: old' 'seats: 2' 'deals: 1' 'seed: 7' 'sandbox: none' 'rules: {max_rounds: 3}' 'bots:' >old.yaml
path=$(realpath --relative-to . "$SOLVENT_BUILD/bots")
sed "\$a\\  - {name: a, command: [$path/planner, --always]}\n  - {name: b, command: [$path/tiny]}" old.yaml >before.yaml
sed "\$a\\  - {name: a, bot: [planner, --always]}\n  - {name: b, bot: tiny}" old.yaml >after.yaml
sed "\$a\\  - {name: a, bot: planner}\n  - {name: b, bot: tiny}" old.yaml >other.yaml
expect 0 "$solvent" league run before.yaml --store old.db
cp old.db was.db
expect 0 "$solvent" league run after.yaml --store old.db
tells 'nothing was left to play'
[[ $(digest old.db) == "$(digest was.db)" ]] || die "the league has another digest"
sed -i 's/^deals: 1/deals: 2/' after.yaml
expect 0 "$solvent" league run after.yaml --store old.db
expect 0 "$solvent" verify old.db
expect 2 "$solvent" league run other.yaml --store old.db
tells "but bot 'a' of the store has"
echo "strangers: no sandbox, no strangers"

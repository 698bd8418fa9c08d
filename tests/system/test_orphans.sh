#!/usr/bin/env bash
# kill -9 of the arbiter while its bots start: wherever it strikes, nothing of theirs is left. SOLVENT_KILLS says how often.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

kills=${SOLVENT_KILLS:-20}
cd "$work"
# A name of its own for the program, to find what is left of it.
bot=$work/orphan-$$
cp "$tiny" "$bot"
cat >cup.yaml <<YAML
deals: 100000
bots:
  - {name: a, command: [$bot], matches: 8}
  - {name: b, command: [$bot], matches: 8}
  - {name: c, command: [sh, -c, "(setsid $bot &) ; $bot"], matches: 8}
  - {name: d, command: [$bot], matches: 8}
YAML

for sandbox in auto none; do
    sed "1i sandbox: $sandbox" cup.yaml >"$sandbox.yaml"
    for ((k = 0; k < kills; k++)); do
        "$solvent" league run "$sandbox.yaml" -j 2 --store "$sandbox.db" >out 2>err &
        arbiter=$!
        # Bots are started within the first tenth of a second; beyond it they play.
        sleep "0.$(printf '%03d' $((k * 997 % 120)))"
        kill -9 "$arbiter" 2>/dev/null || die "it ended by itself: $(cat err)"
        wait "$arbiter" 2>/dev/null || true
        for ((look = 0; look < 50; look++)); do
            pgrep -f "$bot" >left || break
            sleep 0.1
        done
        [[ ! -s left ]] || die "after kill $k ($sandbox) there is still: $(ps -o pid,ppid,args -p "$(paste -sd, left)")"
    done
done

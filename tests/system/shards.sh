# Sourced by tests of leagues in shards, after scratch.sh, in a folder of their own.
# shellcheck shell=bash disable=SC2154

# league NAME BOTS SEATS LINE...: writes NAME.yaml
league() {
    local i program=(tiny random careful)
    {
        printf '%s\n' "name: $1" "seats: $3" "rules: {max_rounds: 30}" "sandbox: none" "${@:4}" "bots:"
        for ((i = 1; i <= $2; i++)); do
            printf '  - {name: bot%d, command: [%s/bots/%s], matches: 8}\n' "$i" "$SOLVENT_BUILD" "${program[i % 3]}"
        done
    } >"$1.yaml"
}

# rounds NAME SHARDS: plays all that is left; the number of rounds in $played
rounds() {
    local i n status
    played=0
    while "$solvent" league plan "$1.yaml" --shards "$2" --format json >plan.json; do
        played=$((played + 1))
        ((played < 60)) || die "$1: rounds never end"
        n=$(tr ',' '\n' <plan.json | sed -n 's/.*"shards":\([0-9]*\).*/\1/p' | head -n 1)
        rm -f part.*.db
        for ((i = 1; i <= n; i++)); do
            "$solvent" league run "$1.yaml" --shard "$i/$n" --after "$1.db" --store "part.$i.db" >log 2>&1 ||
                die "$1, shard $i/$n: $(cat log)"
        done
        "$solvent" league merge "$1.db" part.*.db >log 2>&1 || die "$1: $(cat log)"
    done
    grep -q '"left":0' plan.json || die "$1: $(cat plan.json)"
}

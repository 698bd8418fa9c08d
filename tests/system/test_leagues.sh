#!/usr/bin/env bash
# Every ready league is played to its end, shortened, without an incident.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"

: "${SOLVENT_SOURCE:?}"
cd "$work"
mkdir leagues
ln -s -- "$SOLVENT_BUILD" build
played=0
for file in "$SOLVENT_SOURCE"/leagues/*.yaml; do
    name=$(basename -- "$file" .yaml)
    [[ $name != models ]] || continue # `llm run` plays it: docs/MODELS.md
    grep -q "^#   solvent league run leagues/$name.yaml\$" "$file" || die "$name: does not say how it is run"
    [[ $(sed -n 's/^name: //p' "$file") == "$name" ]] || die "$name: another name in the file"
    sed -e 's/^\(deals\|rounds\): .*/\1: 2/' -e 's/max_rounds: [0-9]*/max_rounds: 20/' -e 's/^format: sprt/&\ndeals: 2/' "$file" >"leagues/$name.yaml"
    expect 0 "$solvent" league run "leagues/$name.yaml"
    says 'incidents: none'
    head -n 1 out
    expect 0 "$solvent" rank "$name.db"
    expect 0 "$solvent" verify "$name.db"
    played=$((played + 1))
done
((played >= 6)) || die "only $played leagues"

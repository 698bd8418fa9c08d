# Sourced by submit, task and round.
# shellcheck shell=bash disable=SC2154

# open_folder DIR: what submit has written there.
open_folder() {
    dir=$1
    # shellcheck source=/dev/null
    . "$dir/staged"
    # shellcheck source=/dev/null
    . "$dir/config"
    solvent=$dir/bin/solvent
    db=$dir/$name.db
    file_here=$staged/$file
}

say() { printf '%s %s\n' "$(date '+%F %T')" "$*"; }

# number KEY FILE: the first number that stands behind a key of a JSON file.
number() { tr ',{[' '\n' <"$2" | sed -n "s/^ *\"$1\":\([0-9]*\).*/\1/p" | head -n 1; }

# excluded: nodes that are not trusted, as an option of sbatch.
excluded() {
    if [[ -s $dir/excluded ]]; then
        printf -- '--exclude=%s\n' "$(sort -u "$dir/excluded" | paste -sd,)"
    fi
}

# submit_round [plan option...]: plans the next round and submits it, and the job that follows it. 1: nothing is left.
submit_round() {
    local plan=$dir/plan.json n round limit='' status=0 after=afterok array job words=()
    "$solvent" league plan -q "$file_here" --store "$db" --shards "$shards" ${tasks:+--tasks "$tasks"} --format json "$@" >"$plan" || status=$?
    ((status == 0)) || return "$status"
    n=$(number shards "$plan")
    round=$(number round "$plan")
    mkdir -p "$dir/rounds/$round"
    cp -- "$plan" "$dir/rounds/$round/plan.json"
    [[ ! $tasks ]] || limit=%$tasks
    ((!partial)) || after=afterany
    read -ra words <<<"$options"
    # shellcheck disable=SC2046 # an option or none
    array=$(sbatch --parsable --job-name="$name" --array="1-$n$limit" --requeue --open-mode=append --signal=B:TERM@30 \
        --output="$dir/logs/round$round.%a.log" $(excluded) "${words[@]}" "$dir/bin/task" "$dir" "$round" "$n") || return 3
    array=${array%%;*}
    # shellcheck disable=SC2046
    job=$(sbatch --parsable --job-name="$name-join" --nodes=1 --dependency="$after:$array" --kill-on-invalid-dep=yes \
        --requeue --open-mode=append --output="$dir/logs/round$round.join.log" $(excluded) "$dir/bin/round" "$dir" "$round") || return 3
    printf '%s\n' "$array" "${job%%;*}" >"$dir/active"
    say "round $round: $(number left "$plan") games in $n shards, array $array, then job ${job%%;*}"
}

# finish_league: ranks what there is.
finish_league() {
    "$solvent" rank "$db" --wide >"$dir/ranking.txt"
    "$solvent" rank "$db" --format csv >"$dir/ranking.csv"
    "$solvent" report "$db" -o "$dir/report.html" || say "no report was made"
    rm -f "$dir/active"
    date '+%F %T' >"$dir/done"
}

#!/usr/bin/env bash
# Whether a process can tell a later one something by which pages of files are in memory (`sandbox_root`).
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"
needs bwrap
export TMPDIR=$work/tmp
mkdir "$TMPDIR" "$work/bots" "$work/mine"
cd "$work"
cp "$SOLVENT_BUILD/tests/support/raider" mine
cp "$tiny" bots
"$SOLVENT_SOURCE/tools/sandbox-root" root mine/raider bots/tiny >out 2>&1 || skip "no root can be made: $(cat out)"

# play PATH WAY LINE...: a letter in PATH, which no process has read yet; the processes of the raider play one after the other
play() {
    local letter=$1 way=$2
    shift 2
    truncate -s $((1001 * 65536)) "$letter"
    python3 -c 'import os, sys; f = os.open(sys.argv[1], os.O_RDONLY); os.fsync(f); os.posix_fadvise(f, 0, 0, os.POSIX_FADV_DONTNEED)' "$letter"
    local inside=$letter
    [[ $letter != root/* ]] || inside=${letter#root}
    [[ $inside == /* ]] || inside=$work/$letter
    rm -f pages.db*
    printf '%s\n' 'name: pages' 'seats: 2' 'deals: 2' 'seed: 3' 'sandbox: bwrap' 'luck: off' 'rules: {max_rounds: 3}' "$@" 'bots:' \
        "  - {name: raider, command: [mine/raider, pages, \"path:$inside\", \"way:$way\"]}" '  - {name: tiny, command: [bots/tiny]}' >pages.yaml
    timeout 120 "$solvent" league run pages.yaml --no-trial -j 1 --bot-logs - >out 2>err || { cat out err; die "$way: status $?"; }
    ! grep BROKEN err || die "$way: the letter cannot be read"
    rm -f "$letter"
    grep -oP 'raider: pages: \w+: error \K[0-9.]+' err >errors || true
}
within() { awk -v low="$1" -v high="$2" '$1 < low || $1 > high { bad = 1 } END { exit bad || !NR }' errors; }

# Without a root a later process reads it: so what follows could fail.
play mine/letter map
if ! within 0 0.1; then
    skip "no page of a file can be put out of memory in $work: $(cat err)"
fi
for way in map faults disk time read; do
    for letter in mine/letter root/usr/lib/letter; do
        play "$letter" "$way" 'sandbox_root: root'
        within 0.45 1 || { cat err; die "$letter by $way: a message of 1,000 bits gets through with errors of $(paste -sd ' ' errors)"; }
        printf '%s by %s: error %s\n' "$letter" "$way" "$(paste -sd ' ' errors)"
    done
done

# An impossible folder is refused with a line.
refused() {
    expect "$1" "$solvent" league run pages.yaml --no-trial
    warns "$2"
}
play mine/letter map 'sandbox_root: root' >/dev/null
rm -f pages.db*
sed -i 's/sandbox: bwrap/sandbox: none/' pages.yaml
refused 2 "pages.yaml:[0-9]*: sandbox_root: found one with 'sandbox: none', expected a sandbox"
sed -i 's/sandbox: none/sandbox: bwrap/; s/sandbox_root: root/sandbox_root: bots/' pages.yaml
refused 2 "pages.yaml:.*: sandbox_root: found '$work/bots', expected a folder with usr/ in it"
sed -i 's/sandbox_root: bots/sandbox_root: root/; s/command: \[bots.tiny\]/command: [\/usr\/bin\/env, bots\/tiny]/' pages.yaml
expect 2 "$solvent" league run pages.yaml
tells "found no '/usr/bin/env' in the sandbox_root '$work/root'"
sed -i 's/\[.usr.bin.env, bots.tiny\]/[bots\/tiny]/' pages.yaml
truncate -s 1T mine/large
expect 2 "$solvent" league run pages.yaml
tells "expected what fits into half of the free memory"
rm mine/large
expect 0 "$solvent" league check pages.yaml --seconds 1
says "^/usr: [0-9]* MiB held in memory\( and not locked (ulimit -l)\)\?, from $work/root$"

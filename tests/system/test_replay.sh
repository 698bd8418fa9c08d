#!/usr/bin/env bash
# A real match, recorded: replayed in every form, verified, damaged, compared.
. "${BASH_SOURCE[0]%/*}/scratch.sh"
cd "$work"

play() { "$solvent" match -s "$1" -o "$2" "${@:3}" "$tiny" "$tiny" "$tiny" >/dev/null 2>&1; }

play 42 a.svr
play 42 b.svr
play 43 c.svr
play 42 mega.svr -e mega

# The same seed gives the same file.
cmp a.svr b.svr

expect 0 "$solvent" verify a.svr b.svr c.svr mega.svr
grep -q '^4 games, .* decisions: all as recorded$' out || die "$(cat out)"
[[ ! -s err ]] || die "verify says on stderr: $(cat err)"

# Every event is a line, numbered from 0; the last is the end.
expect 0 "$solvent" replay --format jsonl a.svr
awk 'index($0, "{\"n\":" NR - 1 ",\"type\":\"") != 1 { exit 1 }' out || die "lines are not numbered"
[[ $(head -n 1 out) == *'"type":"game_start"'* && $(tail -n 1 out) == *'"type":"game_end"'* ]] ||
    die "the log has no beginning or no end"
events=$(wc -l <out)

# The position after the last event has the worth that the end tells.
worth=$(tail -n 1 out | sed 's/.*"worth":\[\([0-9,]*\)\].*/\1/')
expect 0 "$solvent" replay --format jsonl --at $((events - 1)) a.svr
[[ $(grep -o '"worth":[0-9]*' out | cut -d : -f 2 | paste -sd ,) == "$worth" ]] ||
    die "another worth than $worth: $(cat out)"
expect 2 "$solvent" replay --at "$events" a.svr

expect 0 "$solvent" replay mega.svr
grep -q '^Turn 1, round 1: ' out || die "no heading"

expect 0 "$solvent" replay a.svr --diff b.svr
expect 1 "$solvent" replay a.svr --diff c.svr
grep -q '^the first difference is event ' out || die "$(cat out)"

# A reader that has seen enough is no error.
"$solvent" replay a.svr 2>err | head -n 1 >/dev/null || true
[[ ! -s err ]] || die "replay says on stderr: $(cat err)"
onto_a_full_disk() { "$solvent" replay a.svr >/dev/full; }
expect 3 onto_a_full_disk

# One flipped bit in the middle of the records, in the header, in the trailer.
size=$(stat -c %s a.svr)
flip() {
    local byte
    cp a.svr bad.svr
    byte=$(od -An -tu1 -j "$1" -N 1 bad.svr)
    printf '%b' "\\x$(printf %02x $((byte ^ 16)))" | dd of=bad.svr bs=1 seek="$1" conv=notrunc status=none
    expect 1 "$solvent" verify bad.svr
    grep -q "^bad.svr: $2" out || die "$(cat out)"
}
flip $((size - 1000)) 'decision [0-9]* (seat [0-2], [a-z]*, round [0-9]*, turn [0-9]*): '
flip 60 'header: '
flip $((size - 5)) 'trailer: digest: '

# An unreadable file is named, and the others are verified.
echo hello >text.svr
expect 2 "$solvent" verify nowhere.svr a.svr text.svr
grep -q '^solvent verify: nowhere.svr: ' err || die "$(cat err)"
grep -q '^solvent verify: text.svr: found no recorded game' err || die "$(cat err)"
grep -q '^1 game, .*; 2 unreadable$' out || die "$(cat out)"

#!/usr/bin/env bash
# Every public symbol is documented: Doxygen finds none that is not, and finds one that is planted; the pages are made, and hold
# what stands in tables of macros, too.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/../system/scratch.sh"

needs doxygen
cd "$work"
make() { "$SOLVENT_SOURCE/tools/reference" "$@"; }

expect 0 make --check
expect 0 make pages
says 'index.html'
for page in bot_8h structsv__bot structsv__position manifest_8h policy_8h; do
    [[ -s pages/$page.html ]] || die "no page $page"
done
# The first page leads to the headers, each with its first sentence.
for page in bot_8h position_8h policy_8h replay_8h ffi_8h; do
    grep -q "href=\"$page.html\"" pages/index.html || die "the first page has no link to $page"
done
grep -q 'The one header a bot includes' pages/index.html || die "the first page does not say what bot.h is"
# A slot that comes from a row, an event of the manifest, a text of its own.
grep -q 'An unowned deed: buy it' pages/structsv__bot.html || die "no text of a decision"
grep -q 'Out of the auction' pages/manifest_8h.html || die "no text of an event"
grep -q 'before the first question' pages/structsv__bot.html || die "no text of match_start"

# planted WHAT FILE SED...: it is found
planted() {
    rm -rf headers
    cp -r "$SOLVENT_SOURCE/sdk/include" headers
    sed -i "$3" "headers/solvent/$2"
    ! cmp -s "headers/solvent/$2" "$SOLVENT_SOURCE/sdk/include/solvent/$2" || die "$1: a poor test: nothing is planted"
    expect 1 make --check --headers headers
    says "$4"
}
planted 'a function' bot.h 's|^/\* Returns the decisions that the bot answers.*|int sv_planted(void);|' 'sv_planted'
planted 'a member' bot.h 's|^    uint8_t seats; .*players.*|    uint8_t seats;|' 'Member seats'
planted 'a struct' scene.h '/^\/\* A table to start from/d' 'sv_scene is not documented'
planted 'a macro' luck.h 's|^#define SV_SALT_BYTES 16u .*|#define SV_SALT_BYTES 16u|' 'SV_SALT_BYTES'
planted 'an enum' search.h '/^\/\* Why a simulated game stopped/d' 'sv_stop'

expect 2 make --nonsense
one_line

#!/usr/bin/env bash
# `solvent help`: every document of docs/ opens by its topic, wherever the program lies; on a terminal by man or the pager, else as text.
. "${BASH_SOURCE[0]%/*}/scratch.sh"
docs=$SOLVENT_SOURCE/docs
cd -- "$work"

# The program alone has them all.
cp "$solvent" moved
for page in "$docs"/*.md; do
    name=$(basename "$page" .md)
    topic=$(tr 'A-Z_' 'a-z-' <<<"$name")
    [[ $name != README ]] || topic=documents
    ! ./moved help "$topic" | head -1 | grep -q '^Usage: ' || topic+=-guide # a command has that name
    expect 0 ./moved help "$topic"
    [[ $(head -1 out) == "$(head -1 "$page")" ]] || die "help $topic: $(head -1 out)"
    [[ $(wc -w <out) -gt 100 ]] || die "help $topic has $(wc -w <out) words"
    ! grep -q '<!--' out || die "help $topic shows comments"
    expect 0 ./moved help
    grep -q "^  $topic  *[^ ]" out || die "no $topic in the list"
done
expect 2 ./moved help leagus
one_line
warns "did you mean 'league'"

# tools/quickstart installs the package that makes pages of the documents.
# shellcheck source=tools/lib/deps.sh
(. "$SOLVENT_SOURCE/tools/lib/deps.sh" && [[ " ${PACKAGES_BUILD[*]} " == *' lowdown? '* ]]) || die "no lowdown after quickstart"

# The same documents make the same bytes; without lowdown they are Markdown alone.
embed() { cmake "-DOUTPUT=$PWD/$1" "-DFOLDER=$docs" "-DLOWDOWN=$2" -DVERSION=0 -P "$SOLVENT_SOURCE/cmake/EmbedDocuments.cmake"; }
embed bare.c ''
! grep -q 'html_0\|man_0' bare.c || die "made by no lowdown"
grep -q 'markdown_0, NULL, NULL}' bare.c
if lowdown=$(command -v lowdown); then
    embed once.c "$lowdown"
    embed twice.c "$lowdown"
    cmp once.c twice.c
    grep -q 'markdown_0, html_0, man_0}' once.c
fi

command -v script >/dev/null || {
    echo "no script(1) here: what a terminal shows was not looked at"
    exit 0
}
# A man that shows what it is given, one that fails, and a pager.
mkdir man broken pager
printf '#!/bin/sh\necho "as man: $*"\nhead -1\n' >man/man
printf '#!/bin/sh\nexit 3\n' >broken/man
printf '#!/bin/sh\necho "as pager"\nhead -1\n' >pager/less
chmod +x ./*/man pager/less
for tool in sh head; do ln -s "$(command -v $tool)" pager/$tool; done
# shown PATH: the first lines on a terminal
shown() {
    env -u PAGER TERM=xterm script -qec "env PATH=$1 $PWD/moved help leagues" /dev/null </dev/null | tr -d '\r' >out
}
if ! grep -q '^LOWDOWN:FILEPATH=.*NOTFOUND' "$SOLVENT_BUILD/CMakeCache.txt"; then
    shown "$PWD/man:$PWD/pager"
    [[ $(head -1 out) == 'as man: -l -' ]] || die "man: $(head -3 out)"
fi
shown "$PWD/broken:$PWD/pager"
[[ $(head -1 out) == 'as pager' && $(sed -n 2p out) == "$(head -1 "$docs/LEAGUES.md")" ]] || die "the pager: $(head -3 out)"
shown /nonexistent
grep -qFx -- "$(head -1 "$docs/LEAGUES.md")" out || die "neither: $(head -3 out)"

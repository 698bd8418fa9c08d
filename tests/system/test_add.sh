#!/usr/bin/env bash
# solvent league add: a bot is tried, then stands in the file, and nothing else has changed; its tags come out of rank as csv and json.
. "${BASH_SOURCE[0]%/*}/scratch.sh"
cd -- "$work"
mkdir s
cp -- "$SOLVENT_BUILD/bots/careful" s/bot
cat >cup.yaml <<'EOF'
# Spring term.
name: cup
seats: 2
deals: 1
rules: {max_rounds: 30}
bots:
  - {name: careful, command: [careful]}   # the one to beat
  - name: tiny
    command: [tiny]

# No other bot.
EOF
chmod 640 cup.yaml
cp cup.yaml before.yaml

expect 0 "$solvent" league add cup.yaml --matches 8 --tag email=ann@example.org --tag team=red ann s/bot --always
says "^cup.yaml: added bot 'ann'$"
{ head -9 before.yaml && echo "  - {name: ann, command: [s/bot, \"--always\"], matches: 8, tags: {email: \"ann@example.org\", team: \"red\"}}" &&
    tail -2 before.yaml; } >wanted.yaml
diff <(tr -d '"' <wanted.yaml) <(tr -d '"' <cup.yaml) || die 'another file'
[[ $(stat -c %a cup.yaml) == 640 && $(find . -name 'cup.yaml*' | wc -l) == 1 ]] || die 'another mode, or a file left behind'
expect 0 "$solvent" league run cup.yaml -q
expect 0 "$solvent" rank cup.db --format json
says '"bot":"ann".*"tags":{"email":"ann@example.org","team":"red"}'
says '"bot":"tiny".*"tags":{}'
expect 0 "$solvent" rank cup.db --format csv
says ',tags,conditions$'
tells ',"{""email"":""ann@example.org"",""team"":""red""}"'
expect 0 "$solvent" report cup.db -o cup.html
! grep -q 'ann@example.org' cup.html || die 'an address stands on a page'

# Tags may change at any time.
sed -i 's/ann@example.org/ann@example.com/' cup.yaml
expect 0 "$solvent" league run cup.yaml -q
expect 0 "$solvent" rank cup.db --format json
says '"email":"ann@example.com"'

# A bot that is there gets the new command; from another folder paths become whole; the words may be one.
mkdir away
(cd away && expect 0 "$solvent" league add ../cup.yaml ann ../s/bot && says "replaced the command of bot 'ann'")
grep -qF "{name: ann, command: [" cup.yaml && grep -q "/s/bot" cup.yaml && grep -q 'matches: 8' cup.yaml || die "$(cat cup.yaml)"
expect 2 "$solvent" league run cup.yaml
warns 'A bot cannot change during its league, except in a ladder'

# A bot that cannot play changes nothing.
cp cup.yaml before.yaml
printf '%s\n' '#!/bin/sh' 'echo no model' 'exit 3' >s/broken
chmod +x s/broken
expect 1 "$solvent" league add cup.yaml eve s/broken
one_line
warns "bot 'eve' cannot play: exited with status 3 before it said hello; it printed: no model; nothing was changed"
expect 1 "$solvent" league add cup.yaml eve s/missing
warns "cannot run 's/missing': No such file or directory"
expect 2 "$solvent" league add cup.yaml --matches 4 tiny tiny
warns "found --matches for bot 'tiny', which is there already"
expect 2 "$solvent" league add cup.yaml eve
one_line
expect 2 "$solvent" league add none.yaml eve tiny
one_line
warns "none.yaml"
expect 2 "$solvent" league add cup.yaml a/b tiny
one_line
expect 2 "$solvent" league add cup.yaml --tag email eve tiny
one_line
expect 2 "$solvent" league add cup.yaml --tag E=x eve tiny
warns 'the name of a tag'
cmp cup.yaml before.yaml || die 'something was changed'
expect 0 "$solvent" league add cup.yaml --no-trial eve s/broken

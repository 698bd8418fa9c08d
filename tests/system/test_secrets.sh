#!/usr/bin/env bash
# A bot has its secrets, shows them wherever it can, and dies; its arbiter is killed. No file that the runs leave,
# no command that looks at them and no line of arguments has a secret, or a value of env.
. "${BASH_SOURCE[0]%/*}/scratch.sh"

# sql STORE QUERY: its rows
sql() { python3 -c 'import sqlite3, sys; [print(*row, sep="|") for row in sqlite3.connect(sys.argv[1]).execute(sys.argv[2])]' "$@"; }
blabber=$SOLVENT_BUILD/tests/support/blabber
some=$(od -An -N8 -tx1 /dev/urandom | tr -d ' \n') # so that no other process or file has them
key=sk-live-$some
value=not-to-be-kept-$some
ulimit -c unlimited

mkdir -- "$work/run" "$work/keys" "$work/bots"
cp -- "$blabber" "$tiny" "$work/bots"
cd -- "$work/run"
printf '%s\n' "$key" >../keys/api
chmod 600 ../keys/api

# cup FILE SETTINGS...: a league file; that one place of a value, the league file itself, lies outside of the searched folder.
cup() {
    local file=$1
    shift
    printf '%s\n' "$@" 'seats: 2' 'seed: 8' 'rules: {max_rounds: 12}' 'bots:' >"$file"
    cat >>"$file" <<END
  - {name: oracle, command: [bots/blabber], secrets: {API_KEY: file:keys/api}, env: {TOKEN: $value}, matches: 8}
  - {name: tiny, command: [bots/tiny], matches: 8}
  - {name: other, command: [bots/tiny], matches: 8}
END
}

# none_is_left: neither stands in any file here. (A store's replays are bytes as they came; they are taken out below as well.)
none_is_left() {
    local found
    found=$(grep -rlaF -e "$key" -e "$value" . "$work/out" "$work/err" || true)
    [[ -z $found ]] || die "a secret stands in $found: $(grep -raF -e "$key" -e "$value" . | head -c 600)"
    found=$(find "$work" -name 'core*')
    [[ -z $found ]] || die "there is a core: $found"
}

# ---- a whole league: its output, store, logs, and the files made of them

cup ../cup.yaml 'name: cup' 'deals: 4'
expect 1 "$solvent" league check ../cup.yaml --seed 2 --seconds 0 # under this seed the bot dies
says 'oracle' && none_is_left
"$solvent" league run ../cup.yaml --no-trial -j 2 >out 2>err &
run=$!
printf '%s\n' "$key" "$value" >../patterns
while kill -0 $run 2>/dev/null; do
    ! grep -aFf ../patterns /proc/[0-9]*/cmdline 2>/dev/null >../shown ||
        die "a secret among arguments: $(tr '\0' ' ' <../shown | head -c 2000)"
done
wait $run || die "the league: $(cat out err)"
stars=${key//?/\*}
expect 0 "$solvent" league run ../cup.yaml --store tried.db
tells "is set aside: exited with status 1"
tells "key $stars is not valid"
none_is_left
[[ $(stat -c %a ../.solvent-key) == 600 ]] || die "the key of env is open"
for ((n = 1; n <= 24; n++)); do
    "$solvent" replay "cup.db#$n" -o "$n.svr"
    "$solvent" replay "cup.db#$n" --format jsonl >"$n.jsonl"
    "$solvent" replay "cup.db#$n" --printed >"$n.printed"
done
"$solvent" league status cup.db >status.txt
"$solvent" rank cup.db --wide >rank.txt
"$solvent" games cup.db >games.txt
"$solvent" report cup.db -o report.html >/dev/null 2>&1
"$solvent" report cup.db -o report.md >/dev/null 2>&1
"$solvent" verify cup.db >verify.txt 2>&1 || die "verify: $(cat verify.txt)"
none_is_left
grep -qF "key of ${#key} bytes: $stars" cup.logs/oracle*.log || die "the bot has not printed its key: $(ls cup.logs; head -3 cup.logs/*)"
grep -qF "in halves: $stars." 1.printed || die "not masked when printed: $(head -5 1.printed)"
grep -qF "asked with $stars$stars" 1.jsonl || die "no log with a mask"
grep -qF "\"key\":\"$stars\"" 1.jsonl || die "no note with a mask: $(grep note 1.jsonl | head -2)"
sql cup.db 'SELECT report FROM losses' >crashes
grep -qF "key $stars is not valid" crashes || die "no crash with a mask: $(head -5 crashes)"
sql cup.db 'SELECT text FROM league' | grep -E 'secrets: \{API_KEY: file:keys/api\}, env: \{TOKEN: hmac:[0-9a-f]{32}\}' >/dev/null ||
    die "the text that is kept: $(sql cup.db 'SELECT text FROM league')"

# ---- neither an arbiter nor bots that die without a sandbox and limits leave a core, and the same command goes on; a renewed key makes no other league

cup ../long.yaml 'name: long' 'deals: 24' 'sandbox: none' 'limits: {output_mb: 0}'
"$solvent" league run ../long.yaml --no-trial >out 2>err &
run=$!
has_matches() { [[ -s long.db-wal ]] && (($(sql long.db 'SELECT count(*) FROM matches') >= 5)); }
wait_for has_matches 2>/dev/null || die "no match is stored: $(cat err)"
kill -ABRT $run
! wait $run || die "it was not killed"
none_is_left
printf '%s' "sk-next-$some" >../keys/api
expect 0 timeout 300 "$solvent" league run ../long.yaml --no-trial
none_is_left
key=sk-next-$some none_is_left

# ---- shards have the same hashes, as they have the same key

cup ../big.yaml 'name: big' 'deals: 2'
for i in 1 2; do
    expect 0 "$solvent" league run ../big.yaml --shard $i/2
done
expect 0 "$solvent" league merge big.db big.?-of-2.db
none_is_left
mkdir ../away
cp -r -- ../big.yaml ../bots ../keys ../away
rm big.2-of-2.db
# With a plan, a machine without its key plays nothing, and makes none; so does one with another key.
expect 0 "$solvent" league plan ../big.yaml --shards 2 --store plan.db
away() { expect "$1" "$solvent" league run -q ../away/big.yaml --shard 1/2 --after plan.db --store away.db; }
away 2
one_line
tells '../away/big.yaml:7: bots[0].env: found no .solvent-key beside this file, expected the one that plan.db was planned with: copy it'
[[ ! -e ../away/.solvent-key ]] || die "a key is made where that of the plan is missing"
tr 0-9a-f 1-9a-f0 <../.solvent-key >../away/.solvent-key
chmod 600 ../away/.solvent-key
away 2
one_line
tells '../away/big.yaml:7: bots[0].env: found another .solvent-key'
[[ ! -e away.db ]] || die "games under another key"
cp -p -- ../.solvent-key ../away
away 0
rm ../away/.solvent-key
expect 0 "$solvent" league run ../away/big.yaml --shard 2/2
expect 1 "$solvent" league merge two.db big.?-of-2.db
tells 'bots with an env need the same .solvent-key everywhere'
SOLVENT_ENV_KEY=../.solvent-key expect 0 "$solvent" league run ../away/big.yaml --shard 2/2 --store again.db
expect 0 "$solvent" league merge three.db big.1-of-2.db again.db
none_is_left

# ---- a mistake about a secret is one line without it

wrong() { expect 2 "$solvent" league run ../cup.yaml --store wrong.db; one_line; none_is_left; [[ ! -e wrong.db ]] || die "a store was begun"; }
chmod 644 ../keys/api
wrong
warns "cup.yaml:7: bots\[0\].secrets.API_KEY: found '.*/keys/api' open to others (mode 0644), expected mode 0600 (chmod 600)"
chmod 600 ../keys/api
printf 'short\n' >../keys/api
wrong
warns "found 5 bytes in '.*/keys/api', expected a secret of 8 to 4095"
rm ../keys/api
wrong
warns "found no file '.*/keys/api' that can be read (No such file or directory), expected a secret in one"
sed -i "s|file:keys/api|$key|" ../cup.yaml
wrong
warns "bots\[0\].secrets.API_KEY: found no 'file:PATH', expected the file in which the secret stands, not the secret"

# ---- no sandbox shows the file with a secret

if bwrap --ro-bind / / true 2>/dev/null; then
    printf '%s\n' "$key" >../keys/api
    chmod 600 ../keys/api
    cup ../spy.yaml 'name: spy' 'deals: 1' 'sandbox: bwrap'
    sed -i 's|{name: tiny, command: \[bots/tiny\]|&, files: [keys]|' ../spy.yaml
    "$solvent" league run ../spy.yaml --no-trial >"$work/out" 2>"$work/err" || true
    warns "files: found '.*/keys', expected nothing that holds the store, the league file, its keys and secrets"
fi

#!/usr/bin/env bash
# The GitHub Action that `solvent new-bot` writes, in a fake runner: a repository with two commits, the runner's variables, and a file as
# summary. The step is taken from action.yml. A bot that is better, worse, broken, does not build, or is not told apart in the time.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"
needs git make pkg-config
if (needs_python yaml zmq msgpack) >/dev/null; then
    needs_python yaml zmq msgpack
else
    needs_python yaml
fi
needs_plain_build "a bot is not linked against a build with sanitizers"
unset PYTHONPATH SOLVENT_LIBRARY
mkdir "$work/bin"
ln -s "$solvent" "$work/bin/solvent"
ln -s "$python" "$work/bin/python3"
export PATH=$work/bin:$PATH PYTHONDONTWRITEBYTECODE=1 CLOCK=20000 MATCHES=20 GIT_CONFIG_GLOBAL=/dev/null
export GIT_AUTHOR_NAME=me GIT_AUTHOR_EMAIL=me@example.org GIT_COMMITTER_NAME=me GIT_COMMITTER_EMAIL=me@example.org
cd "$work"

# action [INPUT=VALUE...]: runs the steps of the action of the repository here, with its inputs and their defaults.
cat >action.py <<'END'
import os, re, subprocess, sys, yaml
top = yaml.safe_load(open(".github/workflows/better.yml"))
uses = next(step for step in top["jobs"]["better"]["steps"] if step.get("uses", "").startswith("./"))
action = yaml.safe_load(open(uses["uses"] + "/action.yml"))
assert action["runs"]["using"] == "composite" and set(uses["with"]) <= set(action["inputs"])
inputs = {name: entry["default"] for name, entry in action["inputs"].items()} | dict(word.split("=", 1) for word in sys.argv[1:])
for step in action["runs"]["steps"]:
    env = {key: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda m: inputs[m[1]], value) for key, value in step["env"].items()}
    assert not any("${{" in value for value in env.values())
    done = subprocess.run([step["shell"], "-eo", "pipefail", "-c", step["run"]], env=os.environ | env | {"GITHUB_ACTION_PATH": os.path.abspath(uses["uses"])})
    sys.exit(done.returncode)
END
action() {
    rm -rf "$work/temp" "$work/summary"
    mkdir "$work/temp"
    RUNNER_TEMP=$work/temp GITHUB_SHA=$(git rev-parse HEAD) GITHUB_STEP_SUMMARY=$work/summary python3 "$work/action.py" "$@"
}
summary() { grep -qF -- "$1" "$work/summary" || { cat "$work/out" "$work/summary"; die "no \"$1\" in the summary"; }; }
commit() { git add -A && git commit -qm "$1"; }
# played: the table has both versions, and the page of the worst decision is there if the summary names it.
played() {
    summary '| mybot |'
    summary '| baseline |'
    if grep -q 'Where to look first, .* [0-9.]* points' "$work/summary"; then
        [[ -s $work/temp/better/worst.html ]] || die "no page of the worst decision"
    else
        summary 'No decision looks costly'
    fi
}

# ---- a bot in C: better, worse, broken, does not build ---------------------------------------------------

expect 0 "$solvent" new-bot mybot
cd mybot
git init -q
# Duels of 60 rounds, in which a bot that buys nothing loses nearly always.
sed -i 's/RESERVE 150/RESERVE 1500/' bot.c
sed -i 's/^seats: 3/seats: 2\nrules: {max_rounds: 60}/; s/elo1: 40/elo1: 200/; /careful\|tiny/d' better.yaml
commit 'a bot that buys nothing'
sed -i 's/RESERVE 1500/RESERVE 150/' bot.c
commit 'a bot that buys'
expect 0 action
summary '## Is mybot better?'
summary "**Better.** The new version's lead: +"
played
for file in "$work"/temp/better/*; do
    [[ ${file##*/} =~ ^((better|worse)\.(db|yaml|logs)|worst\.html)$ ]] || die "left over: $file"
done
[[ -z $(git worktree list | sed 1d) && -z $(git status --porcelain) ]] || die "the checkout has changed"

git revert --no-edit HEAD >/dev/null
expect 1 action
summary "**Worse.** The new version's lead: -"
summary "The base's lead in a second test, which asks if it is better: +"
played

sed -i 's/elo1: 200/elo1: 1/' better.yaml
commit 'limits that need hours'
expect 0 action minutes=0.01
summary '**Not yet told apart.**'
summary 'The limit was 0.01 minutes.'

sed -i 's/^seats: 2/seats: two/' better.yaml
commit 'a mistake in the league'
expect 2 action
summary 'league run` ended with status 2.'
summary 'seats: '

sed -i 's/: SV_CHOICE_BUY_DECLINE;/: 99;/' bot.c
commit 'an illegal answer'
expect 1 action
summary '**The new version fails '
summary 'decision buy '
echo 'no C' >>bot.c
commit 'no C'
expect 1 action
summary '**The new version does not build.**'
summary 'error: '
git checkout -q HEAD~2 bot.c
sed -i 's/^seats: two/seats: 2/' better.yaml
commit 'C again'
expect 0 action
summary 'The base does not build, so there is nothing to compare with.'
cd ..

# ---- Solvent from a tarball; a bot in Python in a folder of its repository, and, in the long suite, one in JavaScript

cd mybot
expect 2 action "tarball=file://$work/none.tar"
summary 'cannot fetch'
tar -cf "$work/none.tar" bot.c
expect 2 action "tarball=file://$work/none.tar"
summary 'no program bin/solvent in'
cd ..

# two_commits LANGUAGE FOLDER: a repository named after the language, with a bot in FOLDER that has not changed, and two deals to play
two_commits() {
    mkdir -p "$1/$2"
    cd "$1"
    git init -q
    expect 0 "$solvent" new-bot "$2/me" --lang "$1"
    sed -i 's/^seats: 3/seats: 2\nrules: {max_rounds: 10}\ndeals: 2/; /careful\|tiny/d' "$2/me/better.yaml"
    mv "$2/me/.github" .
    commit 'a bot'
    git commit -q --allow-empty -m again
}
skipped=()
if "$python" -c 'import zmq, msgpack' 2>/dev/null; then
    cmake --install "$SOLVENT_BUILD" --prefix "$work/installed/solvent-0" >/dev/null
    tar -cf solvent.tar -C installed solvent-0
    rm -r installed
    two_commits python bots
    expect 0 action "tarball=file://$work/solvent.tar" folder=bots/me
    summary '**Not yet told apart.**'
    cd ..
else
    skipped+=("no pyzmq and msgpack for Python")
fi
. "$SOLVENT_SOURCE/tests/bindings/npm.sh"
if [[ ! $long ]]; then
    skipped+=("JavaScript: that is for tools/test --long")
elif node_bindings >why 2>&1; then
    # shellcheck disable=SC2154 # set by npm.sh
    printf '%s\n' '#!/bin/sh' "exec cp -r '$node_modules' ." >bin/npm
    chmod +x bin/npm
    two_commits node .
    expect 0 action folder=me
    summary '**Not yet told apart.**'
    cd ..
else
    skipped+=("$(tail -n 1 why)")
fi
((${#skipped[@]} == 0)) || printf 'not tried: %s\n' "${skipped[@]}"

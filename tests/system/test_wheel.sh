#!/usr/bin/env bash
# Python's wheel: installed in a venv that has nothing else, without a checkout, it plays by the libraries that it carries.
# With --snippets every example of docs/PYTHON.md runs there too, with pyzmq and msgpack, those with a program by the build's: a minute.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

needs_plain_build "no libsolvent.so in a build with sanitizers"
# shellcheck disable=SC2086 # two words
needs_python venv ${1:+zmq msgpack}
cd "$work"
export PYTHONDONTWRITEBYTECODE=1
unset PYTHONPATH SOLVENT_LIBRARY

"$python" "$SOLVENT_SOURCE/tools/wheel" --build "$SOLVENT_BUILD" dist >made || die "no wheel"
[[ $(wc -l <made) == 2 ]] || die "found $(wc -l <made) files, expected a wheel and an sdist"
expect 1 "$python" "$SOLVENT_SOURCE/tools/wheel" --build "$work" other
one_line
expect 2 "$python" "$SOLVENT_SOURCE/tools/wheel" --nonsense

"$python" -m venv ${1:+--system-site-packages} venv
venv/bin/python -m pip install -q --no-index --no-deps dist/*.whl >log 2>&1 || { cat log; die "pip install"; }
expect 0 "$solvent" match -s 1 -o game.svr "$tiny" "$tiny"
cat >try.py <<'END'
import importlib.util
import os
import re
import sys

if len(sys.argv) == 3:  # nothing of the system's
    assert not any(importlib.util.find_spec(name) for name in ("zmq", "msgpack", "numpy"))
import solvent
from solvent import env, library

folder = os.path.dirname(solvent.__file__)
assert folder.startswith(sys.argv[1]), folder
assert os.path.exists(folder + "/py.typed") and os.path.exists(folder + "/trained.net")
assert library.c._name == folder + "/_lib/libsolvent.so", library.c._name
mapped = set(re.findall(r"\S+/([^/\s]+\.so[.\d]*)$", open("/proc/self/maps").read(), re.M))
carried = open(folder + "/_lib/order.txt").read().split()
assert "libsodium.so.23" in carried and not set(carried) & {"libc.so.6", "libm.so.6"}
paths = set(re.findall(r"(/\S+\.so[.\d]*)$", open("/proc/self/maps").read(), re.M))
for name in carried:
    assert f"{folder}/_lib/{name}" in paths, f"{name} is not the wheel's"
world = env.VectorEnv(4, 2, rules={"max_rounds": 5}, table=[None, "careful"])
games = 0
for _ in range(400):
    world.step(world.random())
    games += sum(world.done)
assert games > 0
state = library.State.start(2, 1, library.CEdition("mega"))
asked = env.Answering(state.match(state.pending[0]), state.ask(state.pending[0]))
while asked.answer is None:
    asked.take(max(env.legal(asked.mask())))
state.apply(state.pending[0], asked.answer)
game = solvent.replay(sys.argv[2])
decisions = sum(1 for decision in game)
assert decisions > 50 and game.seats == len(game.names) == 2
if env.numpy is not None:
    data = solvent.dataset(sys.argv[2])
    assert sum(len(batch.action) for batch in data) >= data.decisions > 50
print(solvent.VERSION, games, decisions)
END
(cd / && env -i PATH=/usr/bin:/bin "$work/venv/bin/python" "$work/try.py" "$work/venv" "$work/game.svr" ${1:+"$1"}) >out 2>err || { cat out err; die "the wheel does not play"; }
# Only a bot needs more, and says what.
if [[ ! ${1-} ]]; then
    echo 'import solvent; solvent.main(solvent.Bot())' >bot.py
    expect 3 venv/bin/python bot.py
    one_line
    warns "found no module 'zmq'.* apt-get install python3-zmq python3-msgpack"
fi
# Every file is as RECORD has it, and pip takes them all away again.
venv/bin/python - <<'END' || die "RECORD"
import base64, csv, glob, hashlib, sys
folder = glob.glob("venv/lib/python3*/site-packages")[0]
record = glob.glob(folder + "/solvent-*.dist-info/RECORD")[0]
rows = [row for row in csv.reader(open(record)) if row[1] and "dist-info/" not in row[0]]
for name, digest, size in rows:
    data = open(f"{folder}/{name}", "rb").read()
    assert digest == "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode() and len(data) == int(size), name
assert len(rows) > 20
END
# The sdist has what setuptools builds the package from, and no library.
tar tzf dist/*.tar.gz >files
for file in pyproject.toml PKG-INFO LICENSE solvent/env.py solvent/py.typed; do
    grep -q "^solvent-[0-9.]*/$file\$" files || die "the sdist lacks $file"
done
! grep -q '\.so' files || die "the sdist has a library"
if [[ ${1-} == --snippets ]]; then
    mkdir -p page/sdk/python
    cd page
    ln -s "$SOLVENT_BUILD" build
    cp -r "$work"/venv/lib/python3*/site-packages/solvent sdk/python # for the league's sandbox
    PATH=$work/venv/bin:$PATH python3 "$SOLVENT_SOURCE/tests/python/snippets.py" "$SOLVENT_SOURCE/docs/PYTHON.md" || die "docs/PYTHON.md"
fi

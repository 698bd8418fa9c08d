# Sourced by tests of remote bots.
# shellcheck shell=bash

# honest STORE: the games that alice, who is the remote one, had no part in, with the hashes of their records.
honest() {
    python3 - "$1" <<'PYTHON'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
alice, = db.execute("SELECT bot FROM bots WHERE name = 'alice'").fetchone()
for row in db.execute("SELECT number, deal, seating, hex(replay_hash), why, decisions FROM matches WHERE number NOT IN "
                      "(SELECT number FROM seats WHERE bot = ?) ORDER BY number", (alice,)):
    print(*row)
PYTHON
}

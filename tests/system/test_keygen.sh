#!/usr/bin/env bash
# `solvent keygen`: two files, the secret one for its owner alone, and none is ever overwritten.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"
cd "$work"
umask 000

expect 0 "$solvent" keygen alice
[[ $(stat -c %a alice.key) == 600 ]] || die "alice.key: mode $(stat -c %a alice.key)"
[[ $(stat -c %a alice.pub) == 644 ]] || die "alice.pub: mode $(stat -c %a alice.pub)"
grep -q 'secret-key = "[^"]\{40\}"' alice.key || die "no secret key"
grep -q secret-key alice.pub && die "a secret in alice.pub"
[[ $(grep public-key alice.key) == "$(grep public-key alice.pub)" ]] || die "two public keys"
says "$(sed -n 's/.*public-key = "\(.*\)"/\1/p' alice.pub | sed 's/[][\.*^$]/\\&/g')"
secret=$(sed -n 's/.*secret-key = "\(.*\)"/\1/p' alice.key)
! grep -qF -- "$secret" out || die "the secret is shown"

cp alice.key before.key
expect 1 "$solvent" keygen alice
one_line
tells 'solvent keygen: alice.key: is there already, and keys are never overwritten'
rm alice.key
expect 1 "$solvent" keygen alice
tells 'alice.pub: is there already'
[[ ! -e alice.key ]] || die "half a pair is left"
mkdir keys
expect 0 "$solvent" keygen keys/bob
[[ -e keys/bob.key && -e keys/bob.pub ]]
! cmp -s keys/bob.key before.key || die "the same key twice"
expect 3 "$solvent" keygen nowhere/bob
tells 'nowhere/bob.key: cannot be written: No such file or directory'
expect 2 "$solvent" keygen
one_line
expect 2 "$solvent" keygen keys/
one_line
expect 2 "$solvent" keygen a b
one_line

needs_python zmq
"$python" -c '
import zmq, zmq.auth
public, secret = zmq.auth.load_certificate("before.key")
assert zmq.curve_public(secret) == public
assert zmq.auth.load_certificate("keys/bob.pub")[1] is None' || die "pyzmq does not read them"

"""Recomputes the luck of a game from its seed, without Solvent, as docs/DETERMINISM.md tells.

python3 dice.py SEED SEATS [SIZE...] [SALT]
SEED is text or 64 hex digits, SIZE the cards of each deck (16 16 16), SALT the 32 hex digits of a league's game.
Prints the commitment, the first throw of the roll-off, the decks as card numbers, top first, and the first two throws of
every seat in five rounds.
"""
import hashlib, string, sys
M = 2**64 - 1

def value(purpose, seat, index):  # SipHash-2-4; the message as two words, then its length
    keys = 2 * [int.from_bytes(key[i:i + 8], "little") for i in (0, 8)]
    v = [k ^ c for k, c in zip(keys, (0x736f6d6570736575, 0x646f72616e646f6d, 0x6c7967656e657261, 0x7465646279746573))]
    for word, last in ((purpose | seat << 8, 0), (index, 0), (16 << 56, 0), (0, 1)):
        v[3] ^= word
        v[2] ^= 255 * last
        for a, b, left, half in ((0, 1, 13, 1), (2, 3, 16, 0), (0, 3, 21, 0), (2, 1, 17, 1)) * (2 + 2 * last):
            v[a] = v[a] + v[b] & M
            v[b] = (v[b] << left | v[b] >> 64 - left) & M ^ v[a]
            v[a] = (v[a] << 32 | v[a] >> 32) & M if half else v[a]
        v[0] ^= word
    return v[0] ^ v[1] ^ v[2] ^ v[3]

def dice(purpose, seat, index):
    return [1 + ((value(purpose, seat, index) * 6**n & M) * 6 >> 64) for n in range(3)]

def deck(number, size):
    cards = list(range(size))
    for i in range(size, 1, -1):
        j = value(4, number, i) % i
        cards[i - 1], cards[j] = cards[j], cards[i - 1]
    return cards

text, seats, rest = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
salt = bytes.fromhex(rest.pop()) if rest and len(rest[-1]) == 32 else None
sizes = [int(size) for size in rest] or [16, 16, 16]
is_seed = len(text) == 64 and all(c in string.hexdigits for c in text)
seed = bytes.fromhex(text) if is_seed else hashlib.blake2b(b"solvent seed text\0" + text.encode(), digest_size=32).digest()
key = hashlib.blake2b(b"game\0" + bytes(16), key=seed, digest_size=16).digest()
salt = salt or hashlib.blake2b(b"salt\0" + bytes(16), key=seed, digest_size=16).digest()
print("commitment", hashlib.blake2b(b"solvent seed" + seed + salt, digest_size=32).hexdigest())
for seat in range(seats):
    print("order", seat, *dice(2, seat, 0)[:2])
for number, size in enumerate(sizes):
    print(("chance", "chest", "bus")[number], *deck(number, size))
for turn, seat in ((turn, seat) for turn in range(1, 6) for seat in range(seats)):
    print("round", turn, "seat", seat, *dice(1, seat, turn << 8), "then", *dice(1, seat, turn << 8 | 1))

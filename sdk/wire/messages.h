/* The messages of the protocol as rows: the third part of the manifest, beside <solvent/manifest.h>
 * and <solvent/fields.h>. Numbers, names, keys of maps, the tables of docs/PROTOCOL.md and `solvent
 * manifest` follow from here. Everything is constant. wire.c reads and writes the messages and
 * checks their contents beyond the types; sessions name them in errors; tests/wire/test_messages.c
 * compares the bytes with the rows. */
#ifndef SVI_WIRE_MESSAGES_H
#define SVI_WIRE_MESSAGES_H

#define SVI_PROTOCOL 2u /* version of the protocol */

/* X(TYPE, name, description of a value) */
#define SVI_VALUE_TYPES(X)                                                                         \
    X(BOOL, bool, "bool")                                                                          \
    X(TRUE, true, "true, or left out")                                                             \
    X(U32, u32, "unsigned 32 bits")                                                                \
    X(U64, u64, "unsigned 64 bits")                                                                \
    X(I64, i64, "signed 64 bits")                                                                  \
    X(TEXT, text, "text")                                                                          \
    X(NAME, name, "text, 1 to 39 bytes")                                                           \
    X(MATCHES, matches, "1 to 65535")                                                              \
    X(SEAT, seat, "0-7")                                                                           \
    X(DECISION, decision, "kind of decision, section 5")                                           \
    X(WHY, why, "reason, section 6")                                                               \
    X(BIN, bin, "bin")                                                                             \
    X(BIN16, bin16, "bin of 16")                                                                   \
    X(BIN32, bin32, "bin of 32")                                                                   \
    X(WHENS, whens, "bin of one byte a kind of decision")                                          \
    X(TEXTS, texts, "array of 2 to 8 texts")                                                       \
    X(PLACES, places, "bin of one byte a seat")                                                    \
    X(MONEYS, moneys, "array of signed 32 bits, by seat")                                          \
    X(QUESTION, question_fields, "the fields that `present` names")                                \
    X(ANSWER, answer_parts, "the values of the answer, or none")                                   \
    X(EVENTS, events, "array of events, below")                                                    \
    X(SAYS, says, "array of `[seat, text]`")

/* K(TYPE, NAME, key, needed, description): the keys of the maps in a hello and a welcome; needed 1:
 * the key is required. Each is a member of the same name of struct svi_hello, struct
 * svi_welcome. */
#define SVI_HELLO_KEYS(K)                                                                          \
    K(U32, PROTOCOL, protocol, 1,                                                                  \
      "2. Put it first, so that an arbiter of another version can say so")                         \
    K(NAME, NAME, name, 1, "the bot's name")                                                       \
    K(TEXT, VERSION, version, 0, "the bot's version; may be left out")                             \
    K(U32, ANSWERS, answers, 1,                                                                    \
      "the kinds of decision that the bot answers: bit k for kind k (section 5). For others the "  \
      "arbiter takes the default without asking")                                                  \
    K(MATCHES, MATCHES, matches, 0,                                                                \
      "how many matches it can play at once; 1 if left out. A bot with several seats in one game " \
      "plays that many matches in any case")                                                       \
    K(BOOL, MODEL, model, 0, "whether it wants the course (section 4); false if left out")         \
    K(WHENS, WHEN, when, 0,                                                                        \
      "byte k: under which conditions to ask kind k, a set of bits ([below](#when-it-is-asked)). " \
      "0, or left out: always")                                                                    \
    K(BOOL, EVENTS, events, 0, "whether it wants *events* messages; false if left out")            \
    K(TRUE, FALLBACK, fallback, 0, "its notes `fallback` mark answers ([below](#log-note-bot))")   \
    K(TRUE, TALK, talk, 0,                                                                         \
      "whether it talks, and wants *said* messages ([below](#say-bot-said-arbiter))")

#define SVI_WELCOME_KEYS(K)                                                                        \
    K(U32, PROTOCOL, protocol, 1, "2")                                                             \
    K(TEXT, ARBITER, arbiter, 0, "its version")                                                    \
    K(U32, DECISION_MS, decision_ms, 0, "milliseconds for a decision (section 7)")                 \
    K(U32, BANK_MS, bank_ms, 0, "milliseconds in the time bank of a seat at the start of a match") \
    K(U32, STRIKES, strikes, 0, "the strike that forfeits a seat")                                 \
    K(TRUE, TALK, talk, 0, "bots may talk here; only for a bot with `talk`")

/* X(NAME, name, sender, fields, meaning): every message, the fields each an F(TYPE, name,
 * description), or the keys of its map. So X(REFUSED, refused, "arbiter", F(TEXT, reason, "..."),
 * "...") with
 *
 *     #define F(TYPE, name, text) {#name, SVI_VALUE_##TYPE, text},
 *     #define X(NAME, name, sender, fields, text) {#name, {fields}},
 *
 * expands to
 *
 *     {"refused", {{"reason", SVI_VALUE_TEXT, "..."},}},
 *
 * The order of rows is the number on the wire, so add rows at the end only. */
/* clang-format off */
#define SVI_MESSAGES(X, F, K)                                                                       \
    X(HELLO, hello, "bot",                                                                          \
      SVI_HELLO_KEYS(K),                                                                            \
      "who the bot is and what it can do")                                                          \
    X(WELCOME, welcome, "arbiter",                                                                  \
      SVI_WELCOME_KEYS(K),                                                                          \
      "the bot is accepted")                                                                        \
    X(REFUSED, refused, "arbiter",                                                                  \
      F(TEXT, reason, "why not"),                                                                   \
      "the bot is not accepted; the connection is over")                                            \
    X(EDITION, edition, "arbiter",                                                                  \
      F(BIN32, hash, "BLAKE2b-256 of `bytes`")                                                      \
      F(BIN, bytes, "the canonical encoding, at most 65536 bytes"),                                 \
      "a board and its rules, before its first match")                                              \
    X(START, start, "arbiter",                                                                      \
      F(U64, match, "names the match in all later messages; unique among running matches")          \
      F(SEAT, seat, "the bot's own. A bot with two seats at a table gets two matches")               \
      F(TEXTS, names, "who sits where")                                                             \
      F(BIN32, edition, "hash of an edition sent before")                                           \
      F(BIN32, commitment, "BLAKE2b-256 of the 12 bytes `solvent seed`, the seed and a salt; "      \
        "proves later that nobody chose the dice")                                                  \
      F(BIN16, key, "for the bot's own random numbers; different in each seat. A bot that "         \
        "takes all randomness from it plays a game again in the same way"),                         \
      "a match begins")                                                                             \
    X(ASK, ask, "arbiter",                                                                          \
      F(U64, match, "the match")                                                                    \
      F(U32, question, "its number in the match")                                                   \
      F(DECISION, kind, "what is asked")                                                            \
      F(BIN, patch, "what has changed on the table since the match's last *ask* (section 4)")       \
      F(U32, present, "bit i: field i of the table below follows; in the order of the bits")        \
      F(QUESTION, ..., "see the next table"),                                                       \
      "a decision is wanted")                                                                       \
    X(REPLY, reply, "bot",                                                                          \
      F(U64, match, "the match")                                                                    \
      F(U32, question, "the number of the ask")                                                     \
      F(ANSWER, ..., "see below"),                                                                  \
      "the answer to an ask")                                                                       \
    X(END, end, "arbiter",                                                                          \
      F(U64, match, "the match")                                                                    \
      F(WHY, why, "`last_solvent`, `max_rounds` or `forfeit`")                                      \
      F(PLACES, places, "1 for the winner, equal places for equals")                                \
      F(MONEYS, worth, "what each seat is worth (3.5)"),                                            \
      "a match is over")                                                                            \
    X(GOODBYE, goodbye, "arbiter",                                                                  \
      /* nothing */,                                                                                \
      "no more matches: the bot exits")                                                             \
    X(LOG, log, "bot",                                                                              \
      F(U64, match, "the match")                                                                    \
      F(U32, question, "the open question it belongs to; 0: the match's next answer")               \
      F(TEXT, text, "up to 500 bytes; line feeds and tabs are allowed"),                            \
      "a text beside an answer, for the record")                                                    \
    X(NOTE, note, "bot",                                                                            \
      F(U64, match, "the match")                                                                    \
      F(U32, question, "as in a log")                                                               \
      F(TEXT, key, "1 to 31 bytes")                                                                 \
      F(I64, value, "the figure"),                                                                  \
      "a figure beside an answer, for the record")                                                  \
    X(CLOCK, clock, "arbiter",                                                                      \
      F(U64, match, "the match")                                                                    \
      F(U32, bank_ms, "milliseconds left in the seat's bank, rounded down")                         \
      F(U32, strikes, "strikes left until the seat forfeits"),                                      \
      "what the seat has left of its bank and strikes, when that has changed")                      \
    X(EVENTS, events, "arbiter",                                                                    \
      F(U64, match, "the match")                                                                    \
      F(U32, count, "events of the match so far, these included")                                     \
      F(EVENTS, events, "the latest of them, in order"),                                            \
      "what has happened at the table, for a bot that wants events")                                \
    X(SAY, say, "bot",                                                                              \
      F(U64, match, "the match")                                                                    \
      F(U32, question, "the open question")                                                         \
      F(TEXT, text, "up to 240 bytes are kept"),                                                   \
      "a text to all at the table, beside an answer")                                               \
    X(SAID, said, "arbiter",                                                                        \
      F(U64, match, "the match")                                                                    \
      F(U32, count, "texts of the match so far, these included")                                    \
      F(SAYS, said, "the latest of them, in order"),                                                \
      "what was said at the table, for a bot with `talk`")
/* clang-format on */

enum svi_value_type {
#define X(TYPE, name, text) SVI_VALUE_##TYPE,
    SVI_VALUE_TYPES(X)
#undef X
        SVI_VALUE_TYPE_COUNT
};

enum svi_message {
#define X(NAME, ...) SVI_MESSAGE_##NAME,
    SVI_MESSAGES(X, , )
#undef X
        SVI_MESSAGE_COUNT
};

/* The rows as tables. Static. */
struct svi_message_field {
    const char *name; /* NULL after the last field */
    enum svi_value_type type;
    /* Key of a map: 1 if required, 0 if optional. -1: a field by its place. */
    int key;
    const char *text;
};
struct svi_message_row {
    const char *name, *sender, *text;
    struct svi_message_field field[12];
};
extern const struct svi_message_row svi_messages[SVI_MESSAGE_COUNT];

/* Returns the name of a message, or NULL for an unknown number. Static. */
const char *svi_message_name(unsigned type);

/* Return the name of a type of value, and its description in words. Static. */
const char *svi_value_name(enum svi_value_type type);
const char *svi_value_text(enum svi_value_type type);

#endif

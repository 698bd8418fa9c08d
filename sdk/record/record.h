/* One game in progress: the same calls carry live play (arbiter/runner, arbiter/session,
 * tools/play, tools/check), resume, replay and verify, games played on (arbiter/probe) and rows for
 * learners (sdk/env). A game has one owner and belongs to one thread at a time.
 *
 *     struct svi_game g = {0};
 *     svi_game_init(&g);
 *     svi_game_start(&g, &setup);
 *     while ((seat = svi_game_next(&g)) != SV_NONE) {
 *         svi_game_question(&g, seat, &q);   ... any pending seat may be asked, at any time ...
 *         svi_game_answer(&g, seat, SV_VERDICT_OK, &answer);
 *     }
 *     svi_game_result(&g, &result);          g.record is now the whole .svr file
 *     svi_game_finish(&g);                   or svi_game_start() again: buffers are kept
 *
 * Questions to several seats may be asked and answered in any order outside, but answers are
 * *given* to the game in the canonical order of svi_game_next(): clockwise from
 * position.turn_seat. So a record does not depend on timing. docs/REPLAY_FORMAT.md describes the
 * bytes. */
#ifndef SVI_RECORD_RECORD_H
#define SVI_RECORD_RECORD_H

#include "base/buf.h"
#include "record/header.h"
#include "wire/cursor.h"

#include <solvent/bot.h>
#include <solvent/event.h>
#include <solvent/game.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes kept of one answer; any readable answer has fewer. */
#define SVI_REJECTED_BYTES 512u

/* Bytes that hold a refused answer and the byte before it. */
#define SVI_REJECTED_ROOM (SVI_REJECTED_BYTES + 32u)

struct svi_rejected {
    /* ILLEGAL, MALFORMED: verdict of the next answer. LATE: this was an earlier answer of its
     * seat. */
    uint8_t verdict;
    /* ILLEGAL: enum sv_breach_kind; MALFORMED: enum sv_status; LATE: enum sv_decision, the
     * question's kind. */
    uint8_t reason;
    /* LATE: the distance in decisions, at least 1, from its own decision to the next one; else
     * 0. */
    uint32_t back;
    /* Bytes received; 0 for the default's short form. */
    uint32_t whole;
    uint32_t size; /* bytes kept, the first ones */
    const uint8_t *bytes;
};

/* Reads a refused answer; the result points to the bytes. The verdict is LATE, or ILLEGAL because
 * the bytes do not tell MALFORMED from it. Returns the cursor's status, SV_E_LENGTH if more bytes
 * are kept than were received; do not use the result then. */
enum sv_status svi_get_rejected(struct svi_cursor *c, struct svi_rejected *rejected);

/* Reads the bytes as the answer to `q` in position `p`. Returns false unless they are exactly one
 * answer. No bytes are the default. */
bool svi_rejected_answer(const struct svi_rejected *rejected, const struct sv_edition *e,
                         const struct sv_position *p, const struct sv_question *q,
                         struct sv_answer *answer);

#define SVI_RECORD_HASH_EVERY 256u /* decisions between two full state hashes */

/* Key of the header's note that marks a what-if game (replay --drive --what-if): from some decision
 * on, other bots answered in some seats. Its value names the decision and the bots. */
#define SVI_META_WHAT_IF "what_if"

/* A note in the header for people and tools (league, match, deal, seating, ...), which is not part
 * of the game. Bytes that are not text (sdk/wire/cursor.h) become '?'; too long a text is cut
 * before a character. */
struct svi_meta {
    const char *key;   /* up to SVI_MAX_META_KEY - 1 bytes */
    const char *value; /* up to SVI_MAX_META_VALUE - 1 bytes */
};

/* The setup of a game. Pointers need only be valid during svi_game_start(), except the edition and
 * the sink's user, which must outlive the game. */
struct svi_game_setup {
    const struct sv_edition *edition;
    struct sv_setup setup; /* seed, seats, kinds of decision each seat answers */
    /* setup.seats names of up to SV_MAX_NAME - 1 bytes, cleaned like a note's text; NULL is "". */
    const char *const *names;
    const struct svi_meta *meta; /* n_meta pairs, or NULL */
    unsigned n_meta;             /* 0-SVI_MAX_META */
    /* Salt of the commitment to the seed, SV_SALT_BYTES. NULL: the salt of the seed itself, match 0
     * (sv_luck_salt()). */
    const uint8_t *salt;
    /* Other games of its deal are still to be played, so output about the game leaves out seed and
     * salt. */
    bool sealed;
    bool record; /* writes the .svr file to game->record */
    /* The edition's encoding (svi_edition_encode()) and its 32-byte hash (svi_edition_hash()), for
     * callers with many games under one edition. NULL computes them here. */
    const uint8_t *edition_bytes;
    size_t edition_size;
    const uint8_t *edition_hash;
    /* Version of Solvent in the header. NULL: this version. A re-simulation sets it, because it
     * must give the same bytes. */
    const char *program;
    /* Format of the record, SVI_RECORD_OLDEST to SVI_RECORD_VERSION; 0: SVI_RECORD_PLAIN, which has
     * no fallbacks and no talk. */
    uint32_t format;
    /* Receives the engine's events, `question` and `answer`. `fn` may be NULL. It may read the game
     * but must not change it. */
    struct sv_sink sink;
};

/* A game. Read any member; change none. */
struct svi_game {
    const struct sv_edition *edition;
    struct sv_state state;
    /* The .svr bytes so far, and the whole file once svi_game_over(). Its last 32 bytes are the
     * BLAKE2b-256 of all bytes before, and name the game. */
    struct svi_buf record;
    struct sv_setup setup;
    uint8_t salt[SV_SALT_BYTES];
    char name[SV_MAX_SEATS][SV_MAX_NAME];
    /* Value of the what-if note, or "". */
    char what_if[SVI_MAX_META_VALUE];
    struct sv_sink sink;
    uint64_t chain; /* digest of all events so far (record/chain.h); 0 if not recording */
    /* Answers and forfeits, including the current one. */
    uint32_t decisions;
    uint32_t format; /* format of `record` */
    bool recording;
    bool sealed;
    size_t first; /* start of the decisions in `record` */
    /* Start of the trailer; 0 before the end. */
    size_t trailer;
    /* Seats whose question has been announced but not answered. */
    uint8_t open;
    bool redrawn; /* svi_game_redraw() drew new chance after `redrawn_after` decisions */
    uint32_t redrawn_after;
    uint8_t redrawn_key[SV_KEY_BYTES];
};

/* Makes an empty game; the struct's bytes before the call do not matter. */
void svi_game_init(struct svi_game *g);

/* Frees the memory of a game, also after svi_game_start() has failed. May be called again. */
void svi_game_finish(struct svi_game *g);

/* Starts a game and runs it to the first question. The struct is fresh from svi_game_init() or has
 * played before; its buffers are used again. Returns SV_E_ARGUMENT for seats not 2-8, too many
 * notes or an unknown bit of `when`, SV_E_SYSTEM without memory. After an error the game serves
 * only to be started again or finished. */
enum sv_status svi_game_start(struct svi_game *g, const struct svi_game_setup *setup);

/* Returns whether the game has ended. */
bool svi_game_over(const struct svi_game *g);

/* Returns the set of seats that have to answer, as sv_pending(). */
unsigned svi_game_pending(const struct svi_game *g);

/* Returns the seat that must answer next: the first pending seat clockwise from position.turn_seat,
 * including that one; SV_NONE when the game is over. */
unsigned svi_game_next(const struct svi_game *g);

/* Returns the number that a pending seat's answer will have in the record if the seat and all
 * pending seats before it in the order of svi_game_next() answer next. */
uint32_t svi_game_decision(const struct svi_game *g, unsigned seat);

/* Writes the question for any pending seat, as sv_ask(). Returns SV_E_NOT_ASKED for another
 * seat. */
enum sv_status svi_game_question(const struct svi_game *g, unsigned seat, struct sv_question *q);

/* Gives the answer of the seat svi_game_next().
 *
 * With SV_VERDICT_OK `answer` is judged first. If the rules forbid it, the function returns their
 * reason and changes nothing, so the caller may call again with SV_VERDICT_ILLEGAL. NULL is the
 * documented default, as the seat's own choice. SV_VERDICT_FALLBACK is likewise, for an answer that
 * the seat did not choose; it needs format 5. With any other verdict `answer` is ignored, may be
 * NULL, and the documented default is applied. Returns SV_E_NOT_ASKED if the seat is not asked, and
 * SV_E_SYSTEM if the record ran out of memory; the game is unchanged then. */
enum sv_status svi_game_answer(struct svi_game *g, unsigned seat, enum sv_verdict verdict,
                               const struct sv_answer *answer);

/* Returns whether the bot's own answer was played, not the default in its place. */
static inline bool svi_verdict_accepts(unsigned verdict)
{
    return verdict == SV_VERDICT_OK || verdict == SV_VERDICT_FALLBACK;
}

/* Adds a remark of the seat svi_game_next() beside its next answer. The remark is reported as an
 * event `log`, `note` or `say` and recorded, but is no part of the game: chain, hashes and result
 * do not depend on it. Call it right before svi_game_answer(), which must follow. The remark must
 * satisfy struct sv_log_entry; one said aloud needs format 5. The game must not be over. Returns
 * SV_E_SYSTEM without memory, and adds nothing then. */
enum sv_status svi_game_log(struct svi_game *g, const struct sv_log_entry *log_entry);

/* Adds a refused answer of the seat svi_game_next() before its next answer. Like a remark, it is
 * reported (as an event `refused`) and recorded, but is no part of the game. Call it after the
 * seat's remarks and right before svi_game_answer(), which must have the verdict of `rejected`
 * unless that is LATE.
 *
 * Returns SV_E_RANGE for numbers without a meaning, SV_E_HASH for an illegal answer that the rules
 * do not refuse for that reason, and SV_E_SYSTEM without memory. Nothing is added then. The game
 * must not be over. */
enum sv_status svi_game_refuse(struct svi_game *g, const struct svi_rejected *rejected);

/* Returns whether an event is beside the game: remarks and refused answers, on which the game does
 * not depend. */
static inline bool svi_event_is_aside(const struct sv_event *ev)
{
    return ev->type == SV_EVENT_LOG || ev->type == SV_EVENT_NOTE || ev->type == SV_EVENT_REFUSED ||
           ev->type == SV_EVENT_SAY;
}

/* Forfeits a seat and records it: the seat plays defaults from now on and ranks last
 * (sv_forfeit()). If it has a pending question, an `answer` event with the verdict `dead` and the
 * default comes first. Returns SV_E_ARGUMENT if the game is over, or the seat is bankrupt or has
 * forfeited already, and SV_E_SYSTEM without memory. The game is unchanged then. */
enum sv_status svi_game_forfeit(struct svi_game *g, unsigned seat);

/* Draws new chance for the rest of a game by `key`: the order of unseen cards, and all dice. The
 * rest of the state is unchanged, including answers that wait for those of other seats. Returns the
 * status of sv_determinise_for(), and changes nothing unless that is SV_OK. */
enum sv_status svi_state_redraw(const struct sv_edition *e, struct sv_state *st,
                                const uint8_t key[SV_KEY_BYTES]);

/* As svi_state_redraw(), for a game. Call it between two decisions, once a game. svi_replay_run()
 * does not accept the record afterwards; svi_partial_replay_step() plays it. */
enum sv_status svi_game_redraw(struct svi_game *g, const uint8_t key[SV_KEY_BYTES]);

/* Writes the result; the game must be over. */
void svi_game_result(const struct svi_game *g, struct sv_result *result);

/* A place between two decisions of a game, for svi_game_rewind(). */
struct svi_game_mark {
    struct sv_state state;
    size_t record_size, trailer;
    uint64_t chain;
    uint32_t decisions;
    uint8_t open;
};

/* Marks the current place in a game. */
void svi_game_mark(const struct svi_game *g, struct svi_game_mark *mark);

/* Goes to a mark of the same game, back or forth. Going forth restores the record's bytes at the
 * time of the mark, which requires that all answers since have been equal. */
void svi_game_rewind(struct svi_game *g, const struct svi_game_mark *mark);

/* Makes `view` a read-only copy of the game's current state, without its record and sink. It owns
 * nothing, is not to be finished, and needs the game's edition. */
void svi_game_view(const struct svi_game *g, struct svi_game *view);

/* ---- chain ----------------------------------------------------------------------------------- */

/* The chain: a running 64-bit digest of all events of a game, at a few nanoseconds an event. It
 * shows at which decision two games part. It is no protection against forgery; the BLAKE2b at a
 * file's end identifies a file. Every step is a bijection of the digest, so a difference of one
 * word is never lost. */

/* Returns the digest after one more word. The multiplier is the golden ratio's, as in Knuth's
 * multiplicative hashing. */
static inline uint64_t svi_chain_word(uint64_t chain, uint64_t word)
{
    chain = (chain ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return chain ^ chain >> 32;
}

/* Returns the digest after one more event of the engine. Every member but the pointers counts:
 * offers and answers are in the bytes of the answer that brought them. */
static inline uint64_t svi_chain_event(uint64_t chain, const struct sv_event *ev)
{
    const uint64_t who = (uint64_t)ev->type | (uint64_t)ev->why << 8 | (uint64_t)ev->seat << 16 |
                         (uint64_t)ev->from << 24 | (uint64_t)ev->to << 32 |
                         (uint64_t)ev->space << 40 | (uint64_t)ev->on << 48 |
                         (uint64_t)ev->deck << 56;
    const uint64_t what = (uint64_t)ev->card | (uint64_t)ev->unit << 8 |
                          (uint64_t)ev->dice[0] << 16 | (uint64_t)ev->dice[1] << 24 |
                          (uint64_t)ev->dice[2] << 32 | (uint64_t)(uint32_t)ev->round << 40;
    const uint64_t much = (uint64_t)(uint32_t)ev->amount | (uint64_t)ev->turn << 32;
    chain = svi_chain_word(chain, who);
    chain = svi_chain_word(chain, what);
    return svi_chain_word(chain, much);
}

/* Returns the digest after a string of bytes and its length. */
uint64_t svi_chain_bytes(uint64_t chain, const uint8_t *bytes, size_t size);

#endif

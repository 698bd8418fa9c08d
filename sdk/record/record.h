/* One game in progress: the same calls carry live play, resume, replay and verify.
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
 * *given* to the game in one canonical order, clockwise from position.turn_seat: that of
 * svi_game_next(). So a record does not depend on timing. docs/REPLAY_FORMAT.md tells the bytes. */
#ifndef SVI_RECORD_RECORD_H
#define SVI_RECORD_RECORD_H

#include "base/buf.h"
#include "record/header.h"
#include "record/rejected.h"

#include <solvent/bot.h>
#include <solvent/event.h>
#include <solvent/game.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SVI_RECORD_HASH_EVERY 256u /* decisions between two full state hashes */

/* The key of the note in the header of a game that was not played so: from a decision on others
 * answered in some seats (replay --drive --what-if). Its value says from which, and who. */
#define SVI_META_WHAT_IF "what_if"

/* A note in the header for people and tools (league, match, deal, seating, ...); no part of the
 * game. Text as sdk/wire/cursor.h defines it: what is none becomes '?', what is too long is cut at
 * a character. */
struct svi_meta {
    const char *key;   /* up to SVI_MAX_META_KEY - 1 bytes */
    const char *value; /* up to SVI_MAX_META_VALUE - 1 bytes */
};

/* How a game begins. All that is pointed to is copied or used during svi_game_start() only, except
 * the edition and the sink's user, which must outlive the game. */
struct svi_game_setup {
    const struct sv_edition *edition;
    struct sv_setup setup;        /* seed, seats, kinds of decision each seat answers */
    const char *const *names;     /* setup.seats names of up to SV_MAX_NAME - 1 bytes, made text in
                                            the same way; a missing one (NULL) is "" */
    const struct svi_meta *meta;  /* n_meta pairs, or NULL */
    unsigned n_meta;              /* 0-SVI_MAX_META */
    const uint8_t *salt;          /* SV_SALT_BYTES of the commitment to the seed; NULL: that of the
                                            seed itself, match 0 (sv_luck_salt()) */
    bool sealed;                  /* other games of its deal are still to be played: what is shown
                                            of the game leaves out seed and salt */
    bool record;                  /* write the .svr file into game->record */
    const uint8_t *edition_bytes; /* svi_edition_encode() of the edition, edition_size bytes, and */
    size_t edition_size; /*   edition_hash, its 32 bytes of svi_edition_hash(): for callers */
    const uint8_t *edition_hash; /*   with many games under one edition. NULL: made here */
    const char *program;         /* version of Solvent in the header; NULL: this one's (for a
                                            re-simulation, which must give the same bytes) */
    uint32_t format;     /* likewise: SVI_RECORD_OLDEST to SVI_RECORD_VERSION; 0: this one's */
    struct sv_sink sink; /* where events go, those of the engine and `question`, `answer`;
                                 fn may be NULL. It may read the game, and must not change it */
};

/* A game. Read what you like; change nothing. */
struct svi_game {
    const struct sv_edition *edition;
    struct sv_state state;
    struct svi_buf record; /* .svr bytes so far; the whole file once svi_game_over(). Its last
                                  32 bytes are the BLAKE2b-256 of all before, and name the game */
    struct sv_setup setup;
    uint8_t salt[SV_SALT_BYTES];
    char name[SV_MAX_SEATS][SV_MAX_NAME];
    char what_if[SVI_MAX_META_VALUE]; /* "": it was played so */
    struct sv_sink sink;
    uint64_t chain;     /* digest of all events so far (record/chain.h); 0 if not recording */
    uint32_t decisions; /* answers and forfeits so far, with the one being carried out */
    uint32_t format;    /* of `record` */
    bool recording;
    bool sealed;
    size_t first;   /* where in `record` the decisions begin, */
    size_t trailer; /*   and the trailer; 0 before the end */
    uint8_t open;   /* seats whose question has been announced, not yet answered */
    bool redrawn;   /* svi_game_redraw() drew new chance after `redrawn_after` decisions */
    uint32_t redrawn_after;
    uint8_t redrawn_key[SV_KEY_BYTES];
};

/* Makes an empty game; the struct's bytes before the call do not matter. */
void svi_game_init(struct svi_game *g);

/* Frees what the game holds. */
void svi_game_finish(struct svi_game *g);

/* Starts a game, in a struct that is fresh from init or has played before (its buffers are used
 * again). Runs to the first question. SV_E_ARGUMENT: seats not 2-8, or too many meta. SV_E_SYSTEM:
 * no memory. */
enum sv_status svi_game_start(struct svi_game *g, const struct svi_game_setup *setup);

/* True once the game has ended. */
bool svi_game_over(const struct svi_game *g);

/* The set of seats whose answer is awaited: sv_pending(). */
unsigned svi_game_pending(const struct svi_game *g);

/* The seat whose answer must be given next: the first pending one clockwise from
 * position.turn_seat, that one included; SV_NONE when the game is over. */
unsigned svi_game_next(const struct svi_game *g);

/* Number that the answer of a seat has in the record, if it and all seats before it in the order of
 * svi_game_next() answer next. */
uint32_t svi_game_decision(const struct svi_game *g, unsigned seat);

/* The question for any pending seat: sv_ask(). SV_E_NOT_ASKED for another. */
enum sv_status svi_game_question(const struct svi_game *g, unsigned seat, struct sv_question *q);

/* Gives the answer of svi_game_next(). With SV_VERDICT_OK `answer` is judged first: when the rules
 * forbid it, their reason is returned and nothing has changed or been recorded, so the caller may
 * come again with SV_VERDICT_ILLEGAL; NULL is the documented default, which the seat has chosen.
 * With any other verdict `answer` is ignored (may be NULL) and the documented default is applied.
 * SV_E_SYSTEM: the record ran out of memory; the game is as before. */
enum sv_status svi_game_answer(struct svi_game *g, unsigned seat, enum sv_verdict verdict,
                               const struct sv_answer *answer);

/* Puts what svi_game_next() says beside the answer that is given next: reported as an event `log`
 * or `note`, recorded, but no part of the game, whose chain, hashes and result are the same without
 * it. To be called right before svi_game_answer(), which must follow. `remark` must be as struct
 * sv_log_entry demands. SV_E_SYSTEM: no memory. */
enum sv_status svi_game_log(struct svi_game *g, const struct sv_log_entry *log_entry);

/* Puts an answer that was not taken before the one that svi_game_next() gives next: reported as an
 * event `refused`, recorded, but no part of the game, as a remark. After what its seat says, right
 * before svi_game_answer(): that must have the verdict of `rejected`, unless it is LATE.
 * SV_E_RANGE: numbers that stand for nothing. SV_E_HASH: an illegal answer that the rules do not
 * refuse for that reason. SV_E_SYSTEM: no memory. */
enum sv_status svi_game_refuse(struct svi_game *g, const struct svi_rejected *rejected);

/* What bots say and what was not taken stands beside the game: it is the same without. */
static inline bool svi_event_is_aside(const struct sv_event *ev)
{
    return ev->type == SV_EVENT_LOG || ev->type == SV_EVENT_NOTE || ev->type == SV_EVENT_REFUSED;
}

/* sv_forfeit(), recorded: the seat plays defaults from now on and ranks last. If it has a pending
 * question, an `answer` event with the verdict `dead` and the default comes first. At any point
 * where the game is not over, for a living seat that has not forfeited; else SV_E_ARGUMENT. */
enum sv_status svi_game_forfeit(struct svi_game *g, unsigned seat);

/* Draws new chance for the rest of a game by `key`: the order of unseen cards, and all dice. All else
 * stays, also answers that wait for those of other seats. To be called between two decisions, once
 * a game. The record is then no file that svi_replay_run() takes; svi_partial_replay_step() plays
 * it. Returns what sv_determinise_for() does, and changes nothing unless that is SV_OK. */
enum sv_status svi_game_redraw(struct svi_game *g, const uint8_t key[SV_KEY_BYTES]);

/* The result; the game must be over. */
void svi_game_result(const struct svi_game *g, struct sv_result *result);

/* A game between two decisions, to come back to. */
struct svi_game_mark {
    struct sv_state state;
    size_t record_size, trailer;
    uint64_t chain;
    uint32_t decisions;
    uint8_t open;
};

/* Marks where a game stands. */
void svi_game_mark(const struct svi_game *g, struct svi_game_mark *mark);

/* Goes to a mark of the same game, back or forth: the record's bytes up to a later mark are those
 * of when it was set, provided that all answers since have been the same. */
void svi_game_rewind(struct svi_game *g, const struct svi_game_mark *mark);

/* Makes `view` the game as it stands now, without its record: to be read, not to be played. It owns
 * nothing, and needs the game's edition. */
void svi_game_view(const struct svi_game *g, struct svi_game *view);

/* ---- chain ----------------------------------------------------------------------------------- */

/* The chain: a running 64-bit digest of all that happens in a game, a few nanoseconds an event. It
 * tells at which decision two games part; it is no protection against forgery (the BLAKE2b at a
 * file's end is what names a file). Every step is a bijection of the digest, so a difference of one
 * word stays one. */

/* Digest after one more word. The multiplier is the golden ratio's, as in Knuth's multiplicative
 * hashing. */
static inline uint64_t svi_chain_word(uint64_t chain, uint64_t word)
{
    chain = (chain ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return chain ^ chain >> 32;
}

/* Digest after one more event of the engine. Every member but the pointers counts: offers and
 * answers are in the bytes of the answer that brought them. */
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

/* Digest after a string of bytes; its length counts. */
uint64_t svi_chain_bytes(uint64_t chain, const uint8_t *bytes, size_t size);

#endif

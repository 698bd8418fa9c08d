/* The game as an environment for agents that learn: a fixed number of actions, an observation of
 * fixed size, and many games that step together. docs/PYTHON.md shows it from Python.
 *
 * An agent answers a question by one action or several. A choice, a bid or a space is a whole
 * answer. A plan for the seat's deeds is built from BUILD, SELL, MORTGAGE, LIFT and ASK, one a
 * step, until DONE. */
#ifndef SOLVENT_ENV_H
#define SOLVENT_ENV_H

#include <solvent/actions.h>
#include <solvent/bot.h>
#include <solvent/observation.h>

#ifdef __cplusplus
extern "C" {
#endif

/* X(NAME, how many, what action NAME + i does): the actions, one after the other. */
#define SV_ENV_MOVES(X)                                                                            \
    X(DONE, 1, "the answer as it has been put together; the default where that is not legal")      \
    X(CHOICE, 3, "choice i")                                                                       \
    X(BID, 8, "0: none; 1: the lowest; 2-7: up to 1/2, 3/4, 1, 5/4, 3/2, 2 times the price")       \
    X(SPACE, SV_MAX_SPACES, "space i")                                                             \
    X(BUILD, SV_MAX_SPACES, "one level more on space i")                                           \
    X(SELL, SV_MAX_SPACES, "one level less on space i")                                            \
    X(MORTGAGE, SV_MAX_SPACES, "mortgage space i")                                                 \
    X(LIFT, SV_MAX_SPACES, "lift the mortgage of space i")                                         \
    X(ASK, SV_MAX_SPACES,                                                                          \
      "offer its owner twice its price for space i, or all cash if that is less")

enum {
#define X(NAME, count, text) SV_ENV_##NAME, SV_ENV_##NAME##_LAST = SV_ENV_##NAME + (count)-1,
    SV_ENV_MOVES(X)
#undef X
        SV_ENV_ACTIONS
};

/* What an observation holds, seats counted from the one that is asked: of each seat its cash, worth
 * (both in starting cash), place on the board (0-1), whether it is in the game, in jail; of each
 * space whether it is ours, another's, the bank's, mortgaged, its level (0-1.2, as planned),
 * whether it is asked about; the kind of question, one of all; its amount and limit; cash left by
 * the plan; of an offer what would come in and go out, cash and deeds. */
#define SV_ENV_SEAT_FEATURES 5u
#define SV_ENV_SPACE_FEATURES 6u
#define SV_ENV_OTHER_FEATURES 7u
#define SV_ENV_FEATURES                                                                            \
    (SV_ENV_SEAT_FEATURES * SV_MAX_SEATS + SV_ENV_SPACE_FEATURES * SV_MAX_SPACES +                 \
     (unsigned)SV_DECISION_COUNT + SV_ENV_OTHER_FEATURES)

/* Fills `a` with the answer from which the actions start: sv_answer_clear(), with choices and
 * spaces by sv_answer_default(). */
void sv_env_begin(const struct sv_edition *e, const struct sv_position *p,
                  const struct sv_question *q, struct sv_answer *a);

/* The observation of a question while its answer is `a`. */
void sv_env_observe(const struct sv_edition *e, const struct sv_position *p,
                    const struct sv_question *q, const struct sv_answer *a,
                    float out[SV_ENV_FEATURES]);

/* Fills `mask` with 1 for each legal action and 0 for the others. At least one action is legal, and
 * every sequence of legal actions ends. */
void sv_env_mask(const struct sv_edition *e, const struct sv_position *p,
                 const struct sv_question *q, const struct sv_answer *a,
                 uint8_t mask[SV_ENV_ACTIONS]);

/* Takes an action, from 0 to SV_ENV_ACTIONS - 1; an illegal one counts as DONE. Returns true when
 * `a` is complete, and legal. */
bool sv_env_act(const struct sv_edition *e, const struct sv_position *p,
                const struct sv_question *q, struct sv_answer *a, unsigned action);

/* Returns the next action on the way from `a` to the legal answer `wanted`; SV_ENV_ACTIONS when no
 * action of this set leads there. */
unsigned sv_env_toward(const struct sv_edition *e, const struct sv_position *p,
                       const struct sv_question *q, const struct sv_answer *a,
                       const struct sv_answer *wanted);

/* Games that step together. Each asks one of the caller's seats at a time and begins again by
 * itself when it ends, with luck that follows from the seed, its number and how many it has played.
 * One thread at a time may use a batch; it may have threads of its own. */
struct sv_batch;

#define SV_BATCH_PLAYERS 64u /* players of a batch, at most */

/* How a batch plays. All members but `games` and `seats` may be 0: then the caller plays every
 * seat, with one thread, the small set of actions and plain rewards. */
struct sv_batch_how {
    uint32_t games;   /* that step together, 1-16777216 */
    uint32_t seats;   /* of each, 2-8 */
    uint32_t threads; /* that share the games, the caller's own included; 0: one */
    bool full;        /* actions of <solvent/actions.h>, not of this header */
    bool turned;      /* game g begins with its seats turned by g, and turns on game by game */
    bool luck;        /* sv_batch_luck() has figures; costs about 30 evaluations of the value
                         function for each throw */
    float shaping;    /* weight of the potential in rewards; 0: none */
    float discount;   /* of a seat's next potential, 0-1 */
    uint32_t players; /* how many of `player` there are; 0: one, the caller */
    /* who may sit at a table: a bot, which must outlive the batch, or NULL: the caller answers */
    const struct sv_bot *player[SV_BATCH_PLAYERS];
    /* which players may sit at each seat: bit i for player i; 0: the first. A game draws one of
     * them for each seat when it begins, and keeps it to its end */
    uint64_t may[SV_MAX_SEATS];
};

/* What sv_batch_look() fills, each a row for every game, or NULL. */
struct sv_batch_out {
    uint8_t *seat;               /* the seat that is asked */
    uint8_t *player;             /* and the player who sits there */
    float *features;             /* SV_ENV_FEATURES each */
    struct sv_observation *seen; /* the full observation */
    uint8_t *mask;               /* SV_ENV_ACTIONS each, or SV_ACTION_COUNT with `full` */
};

/* Starts the games that `how` describes. `e` must outlive the batch, which sv_batch_destroy()
 * frees. NULL without memory or threads, for numbers out of range, or when the caller might have no
 * seat at a table.
 *
 *     const struct sv_batch_how how = {.games = 1024, .seats = 4};
 *     struct sv_batch *b = sv_batch_open(sv_edition_builtin("classic"), &how, seed); */
struct sv_batch *sv_batch_open(const struct sv_edition *e, const struct sv_batch_how *how,
                               const uint8_t seed[SV_SEED_BYTES]);

/* `games` of `seats` players, all the caller's; NULL as sv_batch_open(). */
struct sv_batch *sv_batch_create(const struct sv_edition *e, unsigned games, unsigned seats,
                                 const uint8_t seed[SV_SEED_BYTES]);
void sv_batch_destroy(struct sv_batch *b); /* may be NULL */

/* Starts every game again from its first, as created with that seed. */
void sv_batch_reset(struct sv_batch *b, const uint8_t seed[SV_SEED_BYTES]);

/* Fills `out` for the seat that each game asks. */
void sv_batch_look(const struct sv_batch *b, const struct sv_batch_out *out);

/* Of each game: the seat that is asked, its observation and mask of the small set, in arrays of
 * games rows; each may be NULL. */
void sv_batch_observe(const struct sv_batch *b, uint8_t *seat, float *features, uint8_t *mask);

/* One action in each game. A game that ends has done[game] = 1 and has begun again. In reward[game
 * * seats + seat] it pays 1 for the first to -1 for the last, evenly by place. With `shaping` a
 * caller's seat also has, each time it is asked another question, `discount` times its potential
 * now less that of its question before; the end has potential 0. The potential is `shaping` times
 * the seat's expected reward by the value function (<solvent/value.h>). All else is 0. */
void sv_batch_step(struct sv_batch *b, const int32_t *action, float *reward, uint8_t *done);

/* What luck has given each seat of the games that ended in the last step, in rewards, in an array
 * of games * seats; 0 elsewhere, and everywhere without `luck`. Its mean is 0 for any play, so a
 * reward minus its luck has the mean of the reward and less variance. */
void sv_batch_luck(const struct sv_batch *b, float *luck);

/* Sets who may sit at a seat, in games that begin from now on. Returns false and changes nothing
 * when a player does not exist, or when the caller might have no seat. */
bool sv_batch_may(struct sv_batch *b, unsigned seat, uint64_t players);

/* The player at each seat of a game. */
void sv_batch_lineup(const struct sv_batch *b, unsigned game, uint8_t player[SV_MAX_SEATS]);

/* Saves the games as the seed, who sits where and the actions taken, from which they follow:
 * some KiB each. Returns the bytes written, or the bytes needed when `room` is smaller; 0 without
 * memory. */
size_t sv_batch_save(const struct sv_batch *b, void *out, size_t room);

/* Plays saved games again to where they were, what bots remember included. The batch must be of the
 * same edition, games, seats, players, `full` and `turned`, and its bots must play as those did.
 * SV_E_ARGUMENT for other or damaged bytes, SV_E_SYSTEM without memory; the batch is as before
 * then. Takes as long as playing them did. */
enum sv_status sv_batch_restore(struct sv_batch *b, const void *bytes, size_t size);

/* Writes a random legal action for each game, uniformly drawn from `rng`. */
void sv_batch_random(const struct sv_batch *b, struct sv_rng *rng, int32_t *action);

/* The table of a game, its question and the answer so far; valid until the next step. */
const struct sv_position *sv_batch_position(const struct sv_batch *b, unsigned game);
const struct sv_question *sv_batch_question(const struct sv_batch *b, unsigned game);

/* The canonical encoding of an edition (docs/PROTOCOL.md, section 3), as other languages get it
 * from an arbiter: read, checked and finished. On failure `out` is all zero. */
enum sv_status sv_edition_decode(const uint8_t *bytes, size_t size, struct sv_edition *out);

/* Writes the encoding of a finished edition into `room` bytes, or the part that fits; 65536 bytes
 * hold any edition. Returns the length of the whole encoding; 0 without memory. */
size_t sv_edition_encode(const struct sv_edition *e, uint8_t *out, size_t room);

/* The rules of an edition, for sv_rule_set() and then sv_edition_finish(). */
struct sv_rules *sv_edition_rules(struct sv_edition *e);

/* Bytes of structs that other languages hold: 0 edition, 1 state, 2 question, 3 answer, 4 setup, 5
 * course, 6 breach, 7 scene, 8 observation, 9 recorded; 0 for others. */
size_t sv_struct_bytes(unsigned which);

/* Writes the course of a state as it travels, if it fits into `room` bytes. Returns its length in
 * bytes (course_bytes of the manifest). */
size_t sv_course_pack(const struct sv_state *st, uint8_t *out, size_t room);

/* A course from the `size` bytes as which it travels; SV_E_LENGTH for another size, SV_E_RANGE for
 * one in which no game can stand with that position that asks these seats. */
enum sv_status sv_course_unpack(const struct sv_edition *e, const struct sv_position *p,
                                unsigned asked, const uint8_t *bytes, size_t size,
                                struct sv_course *out);

/* What has happened in a game that is played in process, for bots of other languages that are told
 * (SV_TOLD_EVENTS): the messages `events` of docs/PROTOCOL.md, as the arbiter would send them, with
 * the same limits. */
struct sv_event_log;

/* An empty log of one game, for sv_event_log_destroy(); NULL without memory. */
struct sv_event_log *sv_event_log_create(void);
void sv_event_log_destroy(struct sv_event_log *log); /* may be NULL */

/* The sink that fills it, the log's own: for sv_game_start() and every sv_apply() of its game. */
const struct sv_sink *sv_event_log_sink(struct sv_event_log *log);

/* Writes the message for `seat`, in the match of that number, with the events since the last
 * message. Returns its length; SV_EVENT_LOG_ROOM bytes hold any message. Returns 0 when nothing has
 * happened, without memory, and when `room` is too small: then the events come the next time. */
size_t sv_event_log_tell(struct sv_event_log *log, unsigned seat, uint64_t match, uint8_t *out,
                         size_t room);

#define SV_EVENT_LOG_ROOM 16448u /* bytes of a message of events, at most */

#ifdef __cplusplus
}
#endif

#endif

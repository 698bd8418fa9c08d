/* The one header a bot includes. A bot is a struct of decision callbacks and one line of main:
 *
 *     static void buy(struct sv_match *m, const struct sv_question *q, struct sv_answer *a) { ... }
 *     int main(int argc, char **argv)
 *     {
 *         static const struct sv_bot bot = {.name = "mine", .buy = buy};
 *         return sv_bot_main(argc, argv, &bot);
 *     }
 */
#ifndef SOLVENT_BOT_H
#define SOLVENT_BOT_H

#include <solvent/event.h>
#include <solvent/luck.h>
#include <solvent/question.h>

#ifdef __cplusplus
extern "C" {
#endif

struct sv_course; /* <solvent/course.h> */

/* A match as a bot sees it. Everything but `user` and `rng` is read-only and belongs to the SDK. */
struct sv_match {
    /* Pointer of the bot's own, set in match_start and freed in match_end. */
    void *user;
    /* Random generator of this match and seat. Take all randomness from here. */
    struct sv_rng rng;
    const struct sv_edition *edition; /* board, cards, rules */
    /* Everything on the table; valid during a callback. */
    const struct sv_position *position;
    /* The state of the rules, for sv_determinise(). NULL unless sv_bot.model is set. */
    const struct sv_course *course;
    /* Number of the match on this connection. */
    uint64_t id;
    uint8_t seat;  /* the bot's own seat */
    uint8_t seats; /* players in the match */
    /* Milliseconds for a decision before the bank is used; 0 if the arbiter did not say. */
    uint32_t decision_ms;
    /* Milliseconds left in the seat's bank when the question was sent, rounded down. */
    uint32_t bank_ms;
    /* Incidents left until the seat is forfeited; 0 if the arbiter did not say. */
    uint32_t strikes;
    /* Events of the match that were not delivered, see sv_bot.event. */
    uint32_t missed;
    /* Name of the player at each seat. */
    char name[SV_MAX_SEATS][SV_MAX_NAME];
    void *sdk; /* private to the SDK */
};

/* How a match ended, for match_end. */
struct sv_result {
    uint8_t why;                 /* enum sv_why: last_solvent, max_rounds, forfeit */
    uint8_t place[SV_MAX_SEATS]; /* 1 is best; equal worth, equal place */
    int32_t worth[SV_MAX_SEATS]; /* sv_worth() of each seat at the end */
};

/* Decides one question. `a` holds the documented default: change the parts you want otherwise.
 * Return within the decision's clock (league file: clock.decision_ms). An illegal answer is
 * replaced by the default and costs a strike; sv_check(m->edition, m->position, q, a) tells
 * beforehand. */
typedef void sv_decide_fn(struct sv_match *m, const struct sv_question *q, struct sv_answer *a);

/* The conditions under which a bot wants to be asked each kind of decision: a set of SV_WHEN_ bits
 * (SV_WHENS in <solvent/manifest.h> explains them). The bot is asked if any of them holds;
 * otherwise the default is taken at once, as if there were no callback. 0 means always.
 *
 * A bot that builds when it can, and otherwise does nothing between turns, is asked an eighth as
 * often with
 *
 *     .when = {.manage = SV_WHEN_CAN_BUILD},
 *
 * and plays the same games. sv_when() tells which conditions hold. */
struct sv_bot_when {
#define X(NAME, name, ...) uint8_t name;
    SV_DECISIONS(X)
#undef X
};

/* A bot. Zero or NULL members have sensible meanings: a decision left NULL is announced to the
 * arbiter, which then takes the default without asking. */
struct sv_bot {
    /* sizeof this struct, if you set members that came after Solvent 0.2; else 0 will do. */
    size_t size;
    const char *name;    /* up to SV_MAX_NAME - 1 bytes of UTF-8; NULL: the program's file name */
    const char *version; /* as long; NULL: "" */
    /* Matches that the bot can play at once; 0 for as many as the SDK can (1024). */
    unsigned matches;
    /* Sends the course too, so that sv_determinise() works. */
    bool model;
    /* For development: prints each illegal answer to stderr, with its match, seat, turn and reason,
     * and aborts right after the callback that gave it, so that a debugger or a core dump shows the
     * callback. SOLVENT_CHECK=1 in the environment has this effect too. */
    bool check;
    /* Asks the bot for its reasons (sv_explaining()); --explain does the same. */
    bool explain;
    /* Conditions under which the bot is asked; zero means always. */
    struct sv_bot_when when;
    void *user; /* initial sv_match.user of every match */
    /* Key files for an arbiter on another machine, written by `solvent keygen`: the arbiter's
     * public key, and the bot's own key pair, whose public key the arbiter knows. --server-key and
     * --secret-key override them. NULL leaves the connection unencrypted, which suits a bot that an
     * arbiter starts. */
    const char *server_key, *secret_key;
    /* Called before the first question. May be NULL, like all callbacks. */
    void (*match_start)(struct sv_match *m);
    /* Called with each event since the seat was last asked (before its first question: since the
     * match began), in order. Events are the public ones (SV_TOLD_EVENTS in <solvent/manifest.h>),
     * including the seat's own part. The calls come right before the callback of the question,
     * whose position is the result of the events, and before match_end. `ev` and the objects that
     * it points to are valid during the call; its seats, spaces and cards exist in the match. In
     * this callback m->position is all zero, and sv_log() has no effect.
     *
     * A bot that is asked rarely gets the last 16 KiB of events (on the wire: a thousand events and
     * more), and 4 MiB in a match. m->missed counts the events left out; it is set before the first
     * event of a question. It stays 0 for a bot that answers `manage`.
     *
     * The games are the same with and without this callback. If it is NULL, no events are sent. */
    void (*event)(struct sv_match *m, const struct sv_event *ev);
    /* Called after the last question; `result` is NULL if the connection was lost. */
    void (*match_end)(struct sv_match *m, const struct sv_result *result);
#define X(NAME, name, ...) sv_decide_fn *name;
    SV_DECISIONS(X)
#undef X
    /* The bot marks an answer that stands in for one that it could not get, by the note SV_FALLBACK
     * beside it: sv_note(m, SV_FALLBACK, why), where `why` is a figure of its own. The answer is
     * played, and counts as a fallback (SV_VERDICT_FALLBACK), not as the bot's choice. */
    bool fallback;
    /* Called with each text that another seat has said to the table (sv_say()) since the seat was
     * last asked, in order, after the events and before the question's callback or match_end. It is
     * one line of up to SV_MAX_SAY - 1 bytes, whose author may be anybody: never obey it. A bot
     * with this callback may talk itself, in a league with `talk: on`. */
    void (*said)(struct sv_match *m, unsigned seat, const char *text);
};

/* Runs the bot until the arbiter says goodbye: connects, shakes hands, answers. The endpoint comes
 * from the environment (SOLVENT_ENDPOINT, set by the arbiter that starts the bot) or from the
 * command line:
 *
 *     --connect ENDPOINT   the endpoint
 *     --name NAME          replaces sv_bot.name
 *     --always             as if `when` were zero
 *     --explain            as sv_bot.explain
 *     --server-key FILE, --secret-key FILE
 *                          keys for an arbiter on another machine
 *     --again              connects again after each connection, with these keys
 *
 * It also answers --help and --version. `bot` and what it points to must stay valid meanwhile.
 * Returns main's exit status: 0 after a goodbye, SIGTERM or SIGINT; 2 for wrong usage, a bad key or
 * members that this library does not know; 3 without memory, or if the arbiter cannot be reached or
 * is lost. */
int sv_bot_main(int argc, char **argv, const struct sv_bot *bot);

/* Adds a text (as printf), or a figure under a name, to the game's record. The entry stands beside
 * the answer of the current decision, or beside the seat's first answer if made in match_start. In
 * event and match_end, and outside a callback, the call has no effect. In a match played in process
 * it only has an effect if sv_play() has a sink, which gets an event `log` or `note`.
 *
 *     sv_log(m, "rent ahead: %d", rent);
 *     sv_note(m, "reserve", reserve);
 *
 * Entries are not part of the game: other players never see them, and they cost no strike. A text
 * is cut at SV_MAX_LOG - 1 bytes and a key at SV_MAX_KEY - 1. Line ends at the end of a text are
 * dropped. Bytes that are not clean UTF-8 become '?'; \n and \t are allowed in a text. The arbiter
 * keeps 64 KiB a seat in a match and drops the rest; the record notes that once. */
void sv_log(struct sv_match *m, const char *format, ...)
#if defined __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;
void sv_note(struct sv_match *m, const char *key, int64_t value);

/* Says a text (as printf) to the whole table, beside the answer of the current decision; one text
 * an answer. The bots with sv_bot.said hear it when all answers of the moment are in, in the order
 * of seats, and the record keeps it. A text is cut at SV_MAX_SAY - 1 bytes. Control characters and
 * those that change the direction of writing become '?', line feeds and tabs spaces.
 *
 * Returns false, without effect, if no bot would hear it: the league has no talk, the bot has no
 * sv_bot.said, or no decision callback runs. */
bool sv_say(struct sv_match *m, const char *format, ...)
#if defined __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* Returns whether the bot is asked for its reasons and the record keeps them. Only then are they
 * worth working out. Reasons are part of a game's record, and so of a league's digest, which is why
 * bots give them on request alone. The answers must not depend on the result.
 *
 *     if (sv_explaining(m)) {
 *         sv_log(m, "buys: worth %d to me", worth);
 *     } */
bool sv_explaining(const struct sv_match *m);

/* Returns the number of questions that wait for this bot, in all its matches, including the current
 * one: at least 1, and exactly 1 in a match played in process. Call it in a callback. The bot
 * answers them one after the other. The arbiter's clock runs for the oldest only, so each has its
 * own decision_ms; time from the bank delays the others. Frames that have not been read yet are not
 * counted. The call takes time proportional to the number. */
unsigned sv_open(const struct sv_match *m);

/* Returns the decisions that the bot answers, for sv_setup.answers: bit k for decision k. */
uint32_t sv_bot_answers(const struct sv_bot *bot);

/* Writes the bot's conditions for each kind of decision, for sv_setup.when of its seat. */
void sv_bot_whens(const struct sv_bot *bot, uint8_t when[SV_DECISION_COUNT]);

/* Asks the bot one question in process: fills `a` with the default, then calls the callback if
 * there is one. The caller sets edition, position, seat and seats of `m`, and has called
 * match_start. The answer is not judged (sv_check()). No events are passed: a caller with a game of
 * its own calls bot->event itself. */
void sv_bot_decide(const struct sv_bot *bot, struct sv_match *m, const struct sv_question *q,
                   struct sv_answer *a);

/* Plays a whole match in process, without sockets or clocks: `bots[s]`, never NULL, sits at seat s
 * of 2-8. The arbiter would play the same game with these bots, and deliver the same events.
 * Arguments stay the caller's, and are used during the call only. Illegal answers become the
 * default and are counted in illegal[s]. `illegal`, `result` and `sink` may be NULL.
 *
 * Returns SV_E_ARGUMENT if there are not 2-8 seats or a bot uses members that this library does not
 * know (sv_bot.size), and SV_E_SYSTEM without memory for the events;
 * in that case every match_end is called without a result. */
enum sv_status sv_play(const struct sv_edition *e, const uint8_t seed[SV_SEED_BYTES],
                       unsigned seats, const struct sv_bot *const bots[],
                       const struct sv_sink *sink, struct sv_result *result, unsigned illegal[]);

#ifdef __cplusplus
}
#endif

#endif

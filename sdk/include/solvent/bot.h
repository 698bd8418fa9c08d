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

#include <solvent/answers.h>
#include <solvent/scene.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A match as a bot sees it. Everything but `user` and `rng` is read-only and belongs to the SDK. */
struct sv_match {
    void *user;        /* the bot's own, set in match_start, freed in match_end */
    struct sv_rng rng; /* generator of this match and seat: take all randomness from it */
    const struct sv_edition *edition;   /* board, cards, rules */
    const struct sv_position *position; /* everything on the table; valid during a callback */
    const struct sv_course *course;     /* where in its rules the game stands, for sv_determinise();
                                           NULL when the bot did not ask for it (sv_bot.model) */
    uint64_t id;                        /* the match's number on this connection */
    uint8_t seat;                       /* the bot's own seat */
    uint8_t seats;                      /* players in the match */
    uint32_t decision_ms; /* milliseconds for a decision before it draws on the bank; 0: not told */
    uint32_t bank_ms;     /* left of the seat's bank when the question was sent, rounded down */
    uint32_t strikes;     /* incidents left until the seat is forfeited; 0: not told */
    uint32_t missed; /* events of the match that happened and were not told, see sv_bot.event */
    char name[SV_MAX_SEATS][SV_MAX_NAME]; /* who sits where */
    void *sdk;                            /* the SDK's own */
};

/* How a match ended, for match_end. */
struct sv_result {
    uint8_t why;                 /* enum sv_why: last_solvent, max_rounds, forfeit */
    uint8_t place[SV_MAX_SEATS]; /* 1 is best; equal worth, equal place */
    int32_t worth[SV_MAX_SEATS]; /* sv_worth() of each seat at the end */
};

/* Decides one question. `a` comes filled with the documented default: change what you want
 * otherwise. It should return within the decision's clock (league file: clock.decision_ms). An
 * illegal answer is replaced by the default and costs a strike; sv_check(m->edition,
 * m->position, q, a) tells beforehand. */
typedef void sv_decide_fn(struct sv_match *m, const struct sv_question *q, struct sv_answer *a);

/* When a bot wants to be asked a kind of decision that it has a callback for: SV_WHEN_ bits for
 * each, any of which must hold (SV_WHENS in <solvent/manifest.h> says what they mean). Otherwise
 * the default is taken at once, as if there were no callback. 0 is always. A bot that builds when
 * it can, and else does nothing in a window, is asked an eighth as often with
 *
 *     .when = {.manage = SV_WHEN_CAN_BUILD},
 *
 * and plays the same games. sv_when() tells what holds. */
struct sv_bot_when {
#define X(NAME, name, ...) uint8_t name;
    SV_DECISIONS(X)
#undef X
};

/* A bot. Zero or NULL members have sensible meanings: a decision left NULL is announced to the
 * arbiter, which then takes the default without asking. */
struct sv_bot {
    const char *name;    /* up to SV_MAX_NAME - 1 bytes of UTF-8; NULL: the program's file name */
    const char *version; /* likewise; NULL: "" */
    unsigned matches; /* how many matches it can hold at once; 0: as many as the SDK can (1024) */
    bool model;       /* true: course is sent too, so that sv_determinise() works */
    /* true: an answer that is not legal is told on stderr, with its match, seat, turn and the
     * reason, and the program aborts right behind the callback that gave it, in a debugger or into
     * a core; for developing. So does SOLVENT_CHECK=1 in the environment */
    bool check;
    /* true: the bot is asked to say its reasons (sv_explaining()); --explain does the same */
    bool explain;
    struct sv_bot_when when; /* conditions under which it is asked; zero: always */
    void *user;              /* initial sv_match.user of every match */
    /* For an arbiter on another machine, files that `solvent keygen` has written: its public key
     * and the bot's own pair, of which it knows the public key. --server-key and --secret-key go
     * before them; a bot that an arbiter starts needs none. NULL: the connection is not encrypted.
     */
    const char *server_key, *secret_key;
    /* before the first question */
    void (*match_start)(struct sv_match *m);
    /* Called with each event since the seat was asked last (before its first question: since the
     * match began), in order. Events are what all players see (SV_TOLD_EVENTS in
     * <solvent/manifest.h>), including the seat's own part. The calls come right before the
     * callback of the question, whose position is the result of the events, and before match_end.
     * `ev` and what it points to are valid during the call; its seats, spaces and cards are ones of
     * the match. Here m->position is all zero, and sv_log() has no effect.
     *
     * A bot that is asked rarely gets the last 16 KiB of events (on the wire: a thousand events and
     * more), and 4 MiB in a match. m->missed counts the events left out; it is set before the first
     * event of a question. It stays 0 for a bot that answers windows.
     *
     * The games are the same with and without this callback. NULL: no events are sent, at no cost.
     */
    void (*event)(struct sv_match *m, const struct sv_event *ev);
    /* after the last question; `result` is NULL when the connection was lost */
    void (*match_end)(struct sv_match *m, const struct sv_result *result);
#define X(NAME, name, ...) sv_decide_fn *name;
    SV_DECISIONS(X)
#undef X
};

/* Runs the bot until the arbiter says goodbye: connects, shakes hands, answers. The endpoint comes
 * from the environment (SOLVENT_ENDPOINT: set by the arbiter that starts the bot) or from the
 * command line: --connect ENDPOINT, --name NAME, --always (as if `when` were zero), --explain
 * (sv_bot.explain), and to another machine --server-key FILE and --secret-key FILE, with --again
 * for another connection after each;
 * --help and --version are answered. Returns main's exit status: 0 after a goodbye, 2 for wrong
 * usage or a bad key, 3 when the arbiter cannot be reached or is lost. */
int sv_bot_main(int argc, char **argv, const struct sv_bot *bot);

/* Adds a text (as printf), or a figure under a name, to the game's record. It stands beside the
 * answer of the current decision; in match_start, beside the seat's first answer of the match. In
 * event and match_end, and outside a callback, the call has no effect. In a match played in process
 * it has an effect only if sv_play() has a sink, which gets an event `log` or `note`.
 *
 *     sv_log(m, "rent ahead: %d", rent);
 *     sv_note(m, "reserve", reserve);
 *
 * It is not part of the game: other players never see it, nothing depends on it, and it costs no
 * strike. A text is cut at SV_MAX_LOG - 1 bytes and a key at SV_MAX_KEY - 1. Line ends at the end
 * of a text are dropped. Bytes that are not clean UTF-8 become '?'; \n and \t are allowed in a
 * text. The arbiter keeps 64 KiB a seat in a match and drops the rest; the record says so once. */
void sv_log(struct sv_match *m, const char *format, ...)
#if defined __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;
void sv_note(struct sv_match *m, const char *key, int64_t value);

/* Whether a bot is asked to say its reasons, and what it says is kept: only then are they worth
 * working out. Reasons are part of a game's record, and so of a league's digest, which is why bots
 * give them on request alone. The answers must be the same with and without.
 *
 *     if (sv_explaining(m)) {
 *         sv_log(m, "buys: worth %d to me", worth);
 *     }
 */
bool sv_explaining(const struct sv_match *m);

/* In a callback: the number of questions that wait for this bot, in all its matches, including the
 * current one. It is at least 1, and 1 in a match played in process. The bot answers them one after
 * the other. The arbiter's clock runs for the oldest only, so each has its own decision_ms; time
 * from the bank delays the others. Frames that have not been read yet are not counted. The call
 * looks at each question once. */
unsigned sv_open(const struct sv_match *m);

/* Bit k set for every decision k the bot answers: sv_setup.answers. */
uint32_t sv_bot_answers(const struct sv_bot *bot);

/* When it wants to be asked, kind by kind: sv_setup.when of its seat. */
void sv_bot_whens(const struct sv_bot *bot, uint8_t when[SV_DECISION_COUNT]);

/* Asks the bot one question in process: fills `a` with the default, then calls the callback if
 * there is one. It passes no events: a caller with a game of its own calls bot->event itself. */
void sv_bot_decide(const struct sv_bot *bot, struct sv_match *m, const struct sv_question *q,
                   struct sv_answer *a);

/* Plays a whole match in process, without sockets or clocks: `bots[s]` sits at seat s, 2-8 seats.
 * Illegal answers become the default and are counted in illegal[s] (may be NULL). Fills `result`
 * (may be NULL). The same game the arbiter would play with these bots, who are told the same
 * events. `sink` may be NULL. SV_E_ARGUMENT: not 2-8 seats. SV_E_SYSTEM: no memory for the events;
 * every match_end is called without a result then. */
enum sv_status sv_play(const struct sv_edition *e, const uint8_t seed[SV_SEED_BYTES],
                       unsigned seats, const struct sv_bot *const bots[],
                       const struct sv_sink *sink, struct sv_result *result, unsigned illegal[]);

#ifdef __cplusplus
}
#endif

#endif

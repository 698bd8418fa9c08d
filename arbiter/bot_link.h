/* A bot as one worker has it: its process, its connection, the matches it sits in, its outbox.
 *
 *     IDLE --start--> STARTING --hello--> UP --lost--> IDLE ... or OUT
 *
 * A bot is started when a match first needs it. When it is lost (it has exited, does not say hello, hangs,
 * breaks the protocol, stops reading) every match it sits in forfeits its seat, and it is started again for
 * a later one. After SVI_LINK_TRIES losses without a match played to its end in between, it is out: every
 * further match begins with its seat forfeited.
 * A bot that connects by itself is waited for, the first time without limit, and may come back when
 * it is out. */
#ifndef SVI_ARBITER_BOT_LINK_H
#define SVI_ARBITER_BOT_LINK_H

#include "arbiter/capture.h"
#include "arbiter/clock.h"
#include "arbiter/process.h"
#include "arbiter/referee.h"

#include "base/buf.h"

#include <stdbool.h>
#include <stdint.h>

#define SVI_LINK_TRIES 3u
#define SVI_LINK_MATCHES 1024u /* a bot sits in at most so many seats at once */
#define SVI_LINK_STRAYS                                                                            \
    1000u /* replies to nothing that was asked, more than which a connection may not
                                  bring: it is a flood */

enum svi_link_state { SVI_LINK_IDLE, SVI_LINK_STARTING, SVI_LINK_UP, SVI_LINK_OUT };

#define SVI_LINK_UNHEARD                                                                           \
    10000u /* logs and notes dropped between two answers, more than which are a flood */

/* What a line about a bot on stderr is about. Of each sort only the first few are printed. */
enum svi_notice { SVI_NOTICE_STRIKE, SVI_NOTICE_FORFEIT, SVI_NOTICE_LOSS, SVI_NOTICE_COUNT };

struct svi_seat;

/* What all links of a worker share. */
struct svi_link_place {
    const struct svi_referee_config *config;
    struct svi_clock_limits limits;
    const char *endpoint; /* of the worker's post, for processes */
    const char *folder;   /* that of its socket */
    unsigned worker;
    bool sandboxed;
};

struct svi_link {
    const struct svi_bot_spec *spec;
    const struct svi_link_place *place;
    enum svi_link_state state;
    struct svi_process process;
    struct svi_capture capture; /* what it prints */
    char token[33];    /* that its hello must bring; "" for a bot that connects by itself */
    int64_t until_us;  /* STARTING: when patience ends */
    unsigned failures; /* losses since a match was played to its end */
    unsigned notices[SVI_NOTICE_COUNT]; /* lines about it on stderr so far */
    bool seen;                          /* has said hello before */

    /* The connection: valid while UP. */
    uint8_t identity[255];
    uint8_t identity_size;
    uint32_t answers;  /* decision kinds it answers, sv_setup.answers */
    unsigned capacity; /* matches at once, 1-SVI_LINK_MATCHES */
    bool model;        /* wants the course too */
    uint64_t editions; /* editions it has been sent, by their number in the worker */
    uint32_t owed;     /* replies that may still come to questions that are closed */
    uint32_t strays;   /* replies to nothing */
    uint32_t unheard;  /* logs and notes dropped since its last answer or new match */
    uint64_t spoke;    /* the match that it printed in last; 0: none */
    int64_t heard_us;  /* the turn in which svi_link_read_output() listened last */
    struct svi_clock_queue clocks;
    struct svi_buf out; /* pending for the next frame */

    /* Its seats. A match's number on the wire is a running number and, in its lowest bits, the slot. */
    struct svi_seat *slot[SVI_LINK_MATCHES];
    uint16_t free_slot[SVI_LINK_MATCHES];
    unsigned n_seats;
    uint32_t serial;
};

void svi_link_init(struct svi_link *link, const struct svi_bot_spec *spec,
                   const struct svi_link_place *place);

/* Kills the process, if there is one, and frees. */
void svi_link_finish(struct svi_link *link);

/* Starts an IDLE bot's process, or opens the place of one that connects by itself. A process that cannot
 * be started is a loss. */
void svi_link_start(struct svi_link *link, int64_t now_us);

/* The bot has said hello: UP. `answers`, `matches` and `model` are its own words, not yet bounded. */
void svi_link_up(struct svi_link *link, const void *identity, size_t identity_size,
                 uint32_t answers, uint64_t matches, bool model);

/* The bot is lost, for a reason that fits into "NAME <why>": one line on stderr, the process is killed, and
 * the state becomes IDLE or OUT. The caller has taken the bot's seats away before or does so next. */
void svi_link_lose(struct svi_link *link, const char *why);

/* A match was played to its end without a forfeit of this bot. */
void svi_link_proved(struct svi_link *link);

/* True when `seats` more seats fit; always when it has none at all, since a match must be able to start. */
bool svi_link_has_room(const struct svi_link *link, unsigned seats);

/* Gives a seat a slot: its match's number on the wire. There must be one free. */
uint64_t svi_link_seat(struct svi_link *link, struct svi_seat *seat);

/* The seat of a match number; NULL when that is no match in flight. `match` is the number found there. */
struct svi_seat *svi_link_find(const struct svi_link *link, uint64_t match);

void svi_link_unseat(struct svi_link *link, uint64_t match);

/* What the bot has printed before its last answers is given to its matches. Costs something once a turn. */
void svi_link_read_output(struct svi_link *link, int64_t now_us);

/* One line on stderr about a bot's misdeed, "solvent: bot 'NAME' ...", unless there were enough of its sort. */
void svi_link_notice(struct svi_link *link, enum svi_notice sort, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif

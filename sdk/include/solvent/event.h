/* Events: every change of a game's state, in order. Money, deeds and buildings can be added up from
 * the events alone. The game makes them; bots get them by sv_bot.event, and records, pages and
 * searches by a struct sv_sink. An event and all that it points to are valid during the call. */
#ifndef SOLVENT_EVENT_H
#define SOLVENT_EVENT_H

#include <solvent/question.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A text or figure that a bot added to a decision. It is not part of the game and changes
 * nothing. */
struct sv_log_entry {
    /* Log: UTF-8, up to SV_MAX_LOG - 1 bytes, without control characters but line feeds and tabs.
     * Note: NULL. */
    const char *text;
    /* Note: UTF-8 without control characters, 1 to SV_MAX_KEY - 1 bytes. Log: NULL. */
    const char *key;
    int64_t value; /* the figure of a note */
    /* A text that the other bots hear (sv_say()): up to SV_MAX_SAY - 1 bytes on one line. */
    bool aloud;
};

/* Key of the note that marks an answer as a fallback (sv_bot.fallback). */
#define SV_FALLBACK "fallback"

/* A refused answer, in whose place the default was played. */
struct sv_refusal {
    uint32_t decision; /* number of the decision, from 1 */
    uint8_t verdict;   /* SV_VERDICT_ILLEGAL, SV_VERDICT_MALFORMED, SV_VERDICT_LATE */
    /* Illegal: enum sv_breach_kind; malformed: enum sv_status; late: 0. */
    uint8_t reason;
    const char *text; /* reason in words */
    /* NULL if the answer cannot be read or was not kept. */
    const struct sv_answer *answer;
    /* The answer's bytes as received: the first `size` of `whole`. */
    const uint8_t *bytes;
    uint32_t size, whole; /* bytes kept, bytes received */
};

/* One event. Its row of SV_EVENTS says which members a type uses; the others are 0, and `space` may
 * be SV_NONE. `seat`, `from`, `to` are seats or SV_BANK, but in `move` from/to are spaces and in
 * `level` levels. For `jail_card` and `ticket`, SV_BANK as `from` or `to` is the deck and SV_NONE
 * is out of play ("gone"). */
struct sv_event {
    uint8_t type;     /* enum sv_event_type */
    uint8_t why;      /* enum sv_why */
    uint8_t seat;     /* the seat concerned */
    uint8_t from, to; /* origin and target of a transfer */
    uint8_t space;    /* SV_NONE if no space is concerned */
    uint8_t on;       /* jail: in; depot, mortgage: on; bankrupt: place */
    uint8_t deck;     /* card, jail_card: enum sv_deck */
    uint8_t card;     /* card: number in its deck; jail_card: number among all */
    uint8_t unit;     /* auction of a building: enum sv_unit, else SV_NONE */
    uint8_t dice[3];  /* roll: 0 for a die not rolled; [2] as sv_position.dice[2] */
    uint8_t kind;     /* question, answer: enum sv_decision */
    uint8_t verdict;  /* answer: enum sv_verdict */
    uint8_t pad;      /* 0 */
    int32_t amount;   /* cash, bid, auction (lowest bid) */
    uint32_t turn;    /* turn */
    uint32_t round;   /* turn */
    /* Roll: index of the luck that threw it: sv_luck(key, purpose, seat, luck). The purpose is DICE
     * for `move` and `jail`, else ORDER or UTILITY, according to `why`. */
    uint32_t luck;
    const struct sv_offer *offer;   /* offer: valid during the call only; else NULL */
    const struct sv_answer *answer; /* answer: valid during the call only; else NULL */
    /* Depends on the type. */
    union {
        const struct sv_log_entry
            *log_entry; /* log, note, say: valid during the call only; else NULL */
        /* Refused: valid during the call only; else NULL. */
        const struct sv_refusal *refusal;
    };
};

/* Receives events. If `fn` is NULL, events are dropped. The function must not change the game.
 *
 *     static void count(void *user, const struct sv_event *ev)
 *     {
 *         *(unsigned *)user += ev->type == SV_EVENT_TURN;
 *     }
 *     const struct sv_sink sink = {count, &turns}; */
struct sv_sink {
    /* Called with each event, which is valid during the call. */
    void (*fn)(void *user, const struct sv_event *event);
    void *user; /* first argument of `fn` */
};

#ifdef __cplusplus
}
#endif

#endif

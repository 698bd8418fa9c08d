/* Events: every change of a game's state, in order. Money, deeds and buildings can be added up from
 * the events alone. */
#ifndef SOLVENT_EVENT_H
#define SOLVENT_EVENT_H

#include <solvent/question.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A text or figure that a bot added to a decision. It is not part of the game: nothing depends on
 * it. */
struct sv_log_entry {
    const char *text; /* log: UTF-8, up to SV_MAX_LOG - 1 bytes, without control characters but
                         line feeds and tabs; note: NULL */
    /* Note: UTF-8 without control characters, 1 to SV_MAX_KEY - 1 bytes. Log: NULL. */
    const char *key;
    int64_t value; /* note */
};

/* An answer that was refused, so that the default was played: the answer, and why it was refused.
 */
struct sv_refusal {
    uint32_t decision; /* that it was the answer to, from 1 */
    uint8_t verdict;   /* SV_VERDICT_ILLEGAL, SV_VERDICT_MALFORMED, SV_VERDICT_LATE */
    uint8_t reason;    /* illegal: enum sv_breach_kind; malformed: enum sv_status; late: 0 */
    const char *text;  /* the reason in words */
    const struct sv_answer *answer; /* NULL: it cannot be read, or has not been kept */
    const uint8_t *bytes;           /* its values as they came, `size` bytes of `whole` */
    uint32_t size, whole;           /* how many are kept, and how many there were */
};

/* One event. Which members a type uses says its row of SV_EVENTS; the others are 0, and `space` may
 * be SV_NONE. `seat`, `from`, `to` are seats or SV_BANK, but in `move` from/to are spaces and in
 * `level` levels. For `jail_card` and `ticket`, SV_BANK as `from` or `to` is the deck and SV_NONE
 * is out of play ("gone"). */
struct sv_event {
    uint8_t type;     /* enum sv_event_type */
    uint8_t why;      /* enum sv_why */
    uint8_t seat;     /* whose it is */
    uint8_t from, to; /* what moves, from where to where */
    uint8_t space;    /* SV_NONE where no space is concerned */
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
    /* roll: index of the luck it was thrown by: sv_luck(key, purpose, seat, luck), of the purpose
     * DICE for `move` and `jail`, else ORDER or UTILITY, as `why` says */
    uint32_t luck;
    const struct sv_offer *offer;   /* offer: valid during the call only; else NULL */
    const struct sv_answer *answer; /* answer: valid during the call only; else NULL */
    /* by the type */
    union {
        const struct sv_log_entry *log_entry; /* log, note: valid during the call only; else NULL */
        const struct sv_refusal *refusal;     /* refused: likewise */
    };
};

/* Where events go. `fn` may be NULL: then nothing is reported. It must not change the game.
 *
 *     static void count(void *user, const struct sv_event *ev)
 *     {
 *         *(unsigned *)user += ev->type == SV_EVENT_TURN;
 *     }
 *     const struct sv_sink sink = {count, &turns}; */
struct sv_sink {
    void (*fn)(void *user, const struct sv_event *event); /* is given each, valid during the call */
    void *user;                                           /* what it is called with */
};

#ifdef __cplusplus
}
#endif

#endif

/* The bots of a finished league are started again, in their sandboxes, and asked what they were
 * asked in its games. The record goes on as it is, whatever they answer, so every recorded answer
 * of a seat is compared, whoever's fault the first difference was. What differs is asked once more:
 * a bot that answers twice alike, and not as recorded, is not the program that played; one that
 * answers in two ways cannot be held against a record. */
#ifndef SVI_ARBITER_LEAGUE_ASK_H
#define SVI_ARBITER_LEAGUE_ASK_H

#include "config/league.h"
#include "store/store.h"

#include <solvent/status.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define SVI_ASK_TWICE 200u /* answers of a bot, at most, that are asked a second time */
#define SVI_ASK_TEXT 160u  /* bytes of an answer in words, with its zero */

/* The first answer of a bot that is not as recorded. */
struct svi_ask_difference {
    uint64_t match; /* 0: there is none */
    uint32_t decision;
    unsigned seat;
    uint8_t kind; /* enum sv_decision */
    char recorded[SVI_ASK_TEXT], now[SVI_ASK_TEXT];
};

/* A bot of the league. */
struct svi_ask_bot {
    char why_not[200]; /* nobody asked it: why; "": it was asked */
    bool versioned;    /* its files are those that played, by their hash; else the store has none */
    uint64_t same;     /* answers as recorded */
    uint64_t late;     /* none in time, which says nothing */
    uint64_t other;    /* twice the same, and not as recorded: not this program */
    uint64_t unsteady; /* two different ones: not reproducible */
    uint64_t more;     /* not as recorded either, but not asked twice, as there were many */
    struct svi_ask_difference first_other, first_unsteady;
};

struct svi_ask {
    const struct svi_league *league; /* its secrets are loaded, its versions known */
    struct svi_store *store;
    const char *store_path;                     /* which is hidden from bots */
    bool (*wants)(void *user, uint64_t number); /* which games; NULL: all */
    void *user;
    unsigned workers;
    void (*note)(const char *format, ...) __attribute__((format(printf, 1, 2)));
    const atomic_bool *stop;

    /* Filled: */
    struct svi_ask_bot *bot; /* of each of the league's, in its order */
    uint64_t games;          /* that were asked */
    uint64_t unsound;        /* left out, as they cannot be played again: verify names them */
};

/* Asks. `ask` is all 0 but for its first part. SV_E_SYSTEM: bots cannot be started here, no memory,
 * or the store cannot be read; a line says so. To be finished even then. */
enum sv_status svi_ask_run(struct svi_ask *ask, struct svi_error *error);
void svi_ask_finish(struct svi_ask *ask);

#endif

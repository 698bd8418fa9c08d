/* A recorded game, analysed: what each decision cost by a model. `solvent analyse`, `what-if`, the
 * TUI and the page of a game (tools/game_data/) make an analysis of one game, games.h those of a
 * store. */
#ifndef SVI_TOOLS_ANALYSIS_ANALYSIS_H
#define SVI_TOOLS_ANALYSIS_ANALYSIS_H

#include "tools/analysis/evaluation.h"

/* The analysis of one game. Owns all that it points to. */
struct svi_analysis {
    struct svi_decisions decisions;
    struct svi_evaluated *evaluated; /* of each decision, in the same order */
    uint32_t room;                   /* private */
};

/* The working memory of one thread's analyses, prepared once for an edition. All 0 at first; it
 * must not move while it is in use, as `evaluation` points to `edition`. */
struct svi_analyst {
    struct svi_evaluation *evaluation; /* NULL before the first game */
    struct sv_edition edition;         /* the edition it is prepared for */
    uint8_t hash[32];                  /* the edition's hash */
    unsigned seats;                    /* seats at a table */
};

/* Prepares an analyst for the game's edition and seats. Returns false if there is no memory; the
 * analyst is then as before its first game. Finishing one makes it all 0. */
bool svi_analyst_ready(struct svi_analyst *analyst, const struct svi_decisions *d);
void svi_analyst_finish(struct svi_analyst *analyst);

/* Analyses the game of a .svr file. `a` must be all 0, or have been used before. `bytes` may go
 * after the call. Returns SV_E_SYSTEM if there is no memory or a decision cannot be evaluated, else
 * the errors of svi_decisions_read(). `error` then has a line. Finish `a` even then, but do not
 * read it. */
enum sv_status svi_analysis_make(struct svi_analysis *a, struct svi_analyst *analyst,
                                 const uint8_t *bytes, size_t size, struct svi_error *error);
void svi_analysis_finish(struct svi_analysis *a);

/* Decisions of at least this cost are pointed out. */
#define SVI_COSTLY_ESTIMATE 0.05

/* Fills `order` with the places of the `most` most costly decisions of a set of seats that had a
 * choice, most costly first. Those that cost less than `least` are left out. Returns how many
 * decisions there are, which may be more than `most`. */
unsigned svi_analysis_worst(const struct svi_analysis *a, unsigned seats, double least,
                            uint32_t order[], unsigned most);

#endif

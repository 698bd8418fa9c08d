/* The league of `solvent try`: the bot under test at tables of three with two reference bots. */
#ifndef SVI_TOOLS_CLI_TRY_LEAGUE_H
#define SVI_TOOLS_CLI_TRY_LEAGUE_H

#include "tools/console/bot_argument.h"
#include "tools/console/exit.h"

#include <stdint.h>

#define SVI_TRY_SEATS 3u
#define SVI_TRY_OTHERS (SVI_TRY_SEATS - 1)
extern const char *const svi_try_others[SVI_TRY_OTHERS]; /* whom it meets: careful, trader */

struct svi_try {
    const struct svi_bot_argument *bot; /* its name differs from those of the reference bots */
    const char *edition, *seed;
    unsigned games;   /* rounded up to whole deals, in which each bot has every seat once */
    unsigned workers; /* 0: as many as fit */
    /* Files in the current folder, from svi_try_name() until svi_try_forget(): */
    char *file, *store, *page, *logs; /* "try-NAME.yaml", ".db", ".html", ".logs" */
};

/* Names the files. */
void svi_try_name(struct svi_try *t);
void svi_try_forget(struct svi_try *t);

/* Writes the league file in the place of an older one, and plays it into a new store. DONE, or a
 * line says why not. */
enum svi_exit svi_try_play(struct svi_try *t);

#endif

/* What a run of a league has come to: games, rates, and what bots did wrong. */
#ifndef SVI_TOOLS_CLI_LEAGUE_SUMMARY_H
#define SVI_TOOLS_CLI_LEAGUE_SUMMARY_H

#include "league/league_run.h"
#include "store/store.h"
#include "tools/console/exit.h"

#include <stdbool.h>
#include <stdint.h>

/* The verdicts that are a bot's fault, in the order in which they are told. */
#define SVI_LEAGUE_WRONG 5u
extern const enum sv_verdict svi_league_wrong[SVI_LEAGUE_WRONG];

/* Prints the summary of a run that took so long, with `path` as the store is to be called in
 * commands. */
enum svi_exit svi_league_summary(struct svi_store *store, const char *path, bool json,
                                 const struct svi_league_progress *total, int64_t elapsed_us);

/* Prints how a bot crashed first: what happened, what it printed last, and how to see it. Nothing
 * if it didn't. */
void svi_league_print_crash(struct svi_store *store, unsigned bot, const char *path);

/* The path of the program that runs, "" when it isn't known: gates are others of it. */
void svi_find_program(char *path, size_t size);

#endif

/* Reads results that other programs made, for `solvent rank`: a file of comma-separated values (RFC
 * 4180) with a line of titles and a line for every seat. The path stays the caller's. */
#ifndef SVI_TOOLS_CLI_GAMES_CSV_H
#define SVI_TOOLS_CLI_GAMES_CSV_H

#include "base/error.h"
#include "stats/games.h"

/* Reads and orders the games of a file, and initialises `games`. Titles: game, deal, seat, bot,
 * place, and optionally points and luck, in any order. A file has up to 64 columns. Other titles
 * are ignored, unless one nearly equals a title that is missing. Games and deals are any texts. If
 * all are whole numbers, the numbers give their order; else their characters do, with runs of
 * digits by value. Returns SV_E_UNKNOWN, with the fault and its place in `error`, or SV_E_SYSTEM,
 * with the system's reason. After an error there is nothing to finish. */
enum sv_status svi_games_csv_read(const char *path, struct svi_games *games,
                                  struct svi_error *error);

#endif

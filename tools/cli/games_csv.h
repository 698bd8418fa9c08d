/* Results from elsewhere: a file of comma-separated values (RFC 4180) with a line of titles and a
 * line for every seat. */
#ifndef SVI_TOOLS_CLI_GAMES_CSV_H
#define SVI_TOOLS_CLI_GAMES_CSV_H

#include "base/error.h"
#include "stats/games.h"

#include <stddef.h>

/* Reads and orders them; `games` is initialised by it. Titles: game, deal, seat, bot, place, and
 * points and luck if wanted, in any order; up to 64 in all, of which others are passed over, unless
 * one is nearly one of these that is not there. Games and deals are any texts, in the order of
 * their numbers where all are whole numbers, else of their characters, runs of digits by their
 * value. SV_E_UNKNOWN: `error` is the one line that says what is wrong with the file, and where.
 * SV_E_SYSTEM: it says what the system refuses. There is nothing to finish then. */
enum sv_status svi_games_csv_read(const char *path, struct svi_games *games,
                                  struct svi_error *error);

#endif

/* Sequential tests applied to results that are there: after which deal they would have stopped, and
 * with what decision. */
#ifndef SVI_TOOLS_CLI_RANK_STOP_H
#define SVI_TOOLS_CLI_RANK_STOP_H

#include "keys/league_keys.h"
#include "stats/games.h"
#include "tools/console/words.h"

#include "base/buf.h"
#include "base/error.h"

/* TERMS are keys of `sprt:` or `stop_when:` with the ranges and defaults of a league file
 * (keys/league_keys.h): "candidate=a,baseline=b,elo0=0,elo1=20". */
struct svi_stop_sprt {
    char candidate[SVI_STATS_NAME], baseline[SVI_STATS_NAME];
    struct svi_group terms;
};

/* Read the value of the option at hand; what is wrong with it ends the process. */
void svi_stop_sprt_read(const struct svi_words *words, struct svi_stop_sprt *sprt);
void svi_stop_top_read(const struct svi_words *words, struct svi_group *terms);

enum svi_stop_format { SVI_STOP_TABLE, SVI_STOP_CSV, SVI_STOP_JSON };

/* Go through the deals in their order and print what comes of it. SV_E_RANGE: these games are not
 * fit for it, as `error` says; SV_E_SYSTEM: no memory. */
enum sv_status svi_stop_sprt_print(const struct svi_stop_sprt *sprt, const struct svi_games *games,
                                   enum svi_stop_format format, struct svi_buf *out,
                                   struct svi_error *error);
enum sv_status svi_stop_top_print(const struct svi_group *terms, const struct svi_games *games,
                                  enum svi_stop_format format, struct svi_buf *out,
                                  struct svi_error *error);

#endif

/* solvent match --deal GAME --seat S BOT, and solvent play --deal GAME: plays with the luck of a
 * recorded game, with another bot or a person in one seat. */
#ifndef SVI_TOOLS_CLI_MATCH_DEAL_H
#define SVI_TOOLS_CLI_MATCH_DEAL_H

#include "config/league.h"
#include "job/outcome.h"
#include "runner/runner.h"
#include "tools/console/bot_argument.h"
#include "tools/console/exit.h"
#include "tools/replay/recorded.h"

struct svi_match_deal {
    const char *game;   /* FILE.svr or STORE.db#N; NULL: no --deal option */
    const char *league; /* league file; NULL: the file with the store's name beside it */
    unsigned seat;      /* SV_NONE: not given, so the first seat in the last place */
    bool sandbox_given; /* The command line sets the bots' sandbox; otherwise the league sets it. */
    /* svi_match_deal_open() fills the members from here on: */
    struct svi_recorded *recorded;
    struct sv_result result; /* result of the recorded game */
    struct svi_league file;
    char *beside; /* path of the league file, if none was named */
    bool opened;  /* `file` is open */
};

/* Reads the game. The first of `n` bots and specs moves to the deal's seat. The other bots fill the
 * other seats in their order. If only one bot is given, the bots of the game's league sit where
 * they sat in the game. `job` gets edition, seed, salt and seats. Returns DONE, or another status
 * after an error message. Call svi_match_deal_finish() in either case. */
enum svi_exit svi_match_deal_open(struct svi_match_deal *deal, struct svi_run_config *config,
                                  struct svi_bot_argument bots[SV_MAX_SEATS],
                                  struct svi_bot_spec specs[SV_MAX_SEATS], unsigned n,
                                  struct svi_job *job);
void svi_match_deal_finish(struct svi_match_deal *deal);

/* Appends a line that compares the results of the seat in the recorded game and now. */
void svi_match_deal_text(const struct svi_match_deal *deal, const struct svi_outcome *done,
                         const char *name, struct svi_buf *out);

#endif

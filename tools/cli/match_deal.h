/* solvent match --deal GAME --seat S BOT, and solvent play --deal GAME: a recorded game's luck,
 * with another bot or a person in one seat. */
#ifndef SVI_TOOLS_CLI_MATCH_DEAL_H
#define SVI_TOOLS_CLI_MATCH_DEAL_H

#include "config/league.h"
#include "job/outcome.h"
#include "runner/runner.h"
#include "tools/console/bot_argument.h"
#include "tools/console/exit.h"
#include "tools/replay/recorded.h"

struct svi_match_deal {
    const char *game;   /* FILE.svr or STORE.db#N; NULL: no deal was named */
    const char *league; /* its file; NULL: the one beside the store, named alike */
    unsigned seat; /* SV_NONE: none was named, so that of the first of those in the last place */
    bool sandbox_given; /* the command line says how bots are confined; else the league does */
    /* Filled: */
    struct svi_recorded *recorded;
    struct sv_result result; /* of the recorded game */
    struct svi_league file;
    char *beside; /* path of the league file, if none was named */
    bool opened;  /* `file` is open */
};

/* Reads the game. The first of `n` bots and specs moves to the deal's seat. The others fill the
 * other seats in their order; where there are none, the bots of the game's league sit where they
 * sat. `job` gets edition, seed, salt and seats. DONE, or after a line that says what is wrong
 * another status; to be finished even then. */
enum svi_exit svi_match_deal_open(struct svi_match_deal *deal, struct svi_run_config *config,
                                  struct svi_bot_argument bots[SV_MAX_SEATS],
                                  struct svi_bot_spec specs[SV_MAX_SEATS], unsigned n,
                                  struct svi_job *job);
void svi_match_deal_finish(struct svi_match_deal *deal);

/* Appends a line of what the seat's bot has made of the deal then and now. */
void svi_match_deal_text(const struct svi_match_deal *deal, const struct svi_outcome *done,
                         const char *name, struct svi_buf *out);

#endif

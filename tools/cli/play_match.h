/* solvent play: a match with people in it, who play in browsers. The runner has a thread of its
 * own, the server another; this one waits. */
#ifndef SVI_TOOLS_CLI_PLAY_MATCH_H
#define SVI_TOOLS_CLI_PLAY_MATCH_H

#include "runner/local_seat.h"
#include "runner/runner.h"
#include "tools/cli/match_deal.h"
#include "tools/console/exit.h"
#include "tools/play/server.h"
#include "tools/play/table.h"

struct svi_play_match {
    const char *output; /* where the replay goes; NULL: nowhere */
    bool open;          /* to open the first address in a browser */
    struct svi_play_server_config server;
    struct svi_run_config config; /* `bots` and what they may do; the rest is filled here */
    struct svi_job job;
    struct svi_play_guest guest[SV_MAX_SEATS]; /* n_guests people; their specs get no argv */
    unsigned n_guests;
    struct svi_match_deal deal;      /* the recorded game whose luck it is, if one is named */
    struct svi_play_journal journal; /* how the table was set, and what has been answered */
};

/* Prints the addresses, plays, and prints the result; then it serves the game until the program is
 * interrupted. `specs` are those of config.bots. FAILED: it was interrupted before the match was
 * over. */
enum svi_exit svi_play_match_run(struct svi_play_match *match, struct svi_bot_spec *specs);

#endif

/* The roster: the bots of a league as the runner is given them, with what is kept of each from one
 * run of it to the next. */
#ifndef SVI_ARBITER_LEAGUE_ROSTER_H
#define SVI_ARBITER_LEAGUE_ROSTER_H

#include "config/league.h"
#include "process/bot_spec.h"
#include "runner/bot_past.h"

#include <solvent/status.h>

struct svi_gate_command;

/* Points into the league, which must outlive it. */
struct svi_roster {
    struct svi_bot_spec *spec; /* one for each bot of the league, in its order */
    unsigned n;
    unsigned workers;
    struct svi_bot_past *past; /* of bot i and worker w: past[i * workers + w] */
    struct svi_gate_command *gate;
    struct svi_output_cap *printed;
};

/* `program` is `solvent`, which is run as the gate of each remote bot; NULL when there are none.
 * SV_E_SYSTEM: no memory, and nothing to finish. */
enum sv_status svi_roster_init(struct svi_roster *roster, const struct svi_league *league,
                               unsigned workers, const char *program);
void svi_roster_finish(struct svi_roster *roster);

#endif

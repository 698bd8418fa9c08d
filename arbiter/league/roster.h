/* The roster: the bots of a league in the form that the runner takes, with the state of each that
 * lasts from one call of svi_run() to the next. Everything that starts the bots of a league file
 * makes one: runs, trials, `panel`, `verify --ask` and games played on. `league check` and `league
 * plan` do so in their trials. */
#ifndef SVI_ARBITER_LEAGUE_ROSTER_H
#define SVI_ARBITER_LEAGUE_ROSTER_H

#include "config/league.h"
#include "process/bot_spec.h"
#include "runner/bot_past.h"

#include <solvent/status.h>

struct svi_gate_command;

/* Points into the league, which must outlive it. svi_roster_finish() frees it. */
struct svi_roster {
    struct svi_bot_spec *spec;         /* one for each bot of the league, in its order */
    struct svi_conditions *conditions; /* likewise; the specs point to them */
    unsigned n;
    unsigned workers;
    struct svi_bot_past *past; /* state of bot i in worker w: past[i * workers + w] */
    struct svi_gate_command *gate;
    char *gate_program;
    struct svi_output_cap *printed;
};

/* Makes the roster of a league whose secrets are loaded and whose local seats are set, for at least
 * one worker. The process of a remote bot is its gate (solvent-gate). Returns SV_E_SYSTEM, without
 * a line, if memory runs out; nothing is left to finish then. */
enum sv_status svi_roster_init(struct svi_roster *roster, const struct svi_league *league,
                               unsigned workers);
void svi_roster_finish(struct svi_roster *roster);

/* Returns the longest time that one of the bots may take to say hello. */
int64_t svi_roster_start_us(const struct svi_roster *roster);

#endif

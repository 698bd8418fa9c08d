/* Turns the bots of a match's command line into the bots of its job. */
#ifndef SVI_TOOLS_CLI_MATCH_BOTS_H
#define SVI_TOOLS_CLI_MATCH_BOTS_H

#include "job/job.h"
#include "job/outcome.h"
#include "process/bot_spec.h"
#include "tools/console/bot_argument.h"
#include "tools/console/exit.h"
#include "tools/console/say.h"

/* Checks that a bot's program can run. Otherwise prints the reason and returns USAGE if the file is
 * no program but, say, a recorded game, else ENVIRONMENT. */
enum svi_exit svi_match_program(const char *program);

/* Checks the programs of `n` bots with svi_match_program(), and fills `spec` and the seats of
 * `job`. `spec` points into `bot`. */
enum svi_exit svi_match_bots(const struct svi_bot_argument *bot, unsigned n,
                             struct svi_bot_spec *spec, struct svi_job *job);

/* ---- match files ----------------------------------------------------------------------------- */

/* The files that solvent match writes after its match. */

/* Writes the match's replay to `output` and its page to `html`; NULL leaves a file out. Returns
 * DONE, or ENVIRONMENT after an error message. */
enum svi_exit svi_match_write_files(const char *output, const char *html,
                                    const struct svi_outcome *done);

#endif

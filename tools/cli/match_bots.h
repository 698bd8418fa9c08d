/* The bots of a match's command line as its job takes them. */
#ifndef SVI_TOOLS_CLI_MATCH_BOTS_H
#define SVI_TOOLS_CLI_MATCH_BOTS_H

#include "job/job.h"
#include "job/outcome.h"
#include "process/bot_spec.h"
#include "tools/console/bot_argument.h"
#include "tools/console/exit.h"
#include "tools/console/say.h"

/* Looks a bot's program up. Says in one line why it cannot be run, and returns USAGE if it is no
 * program but a recorded game, for example, else ENVIRONMENT. */
enum svi_exit svi_match_program(const char *program);

/* Looks the programs of `n` bots up by svi_match_program(), and fills `spec` and the seats of `job`
 * from them; `spec` points into `bot`. */
enum svi_exit svi_match_bots(const struct svi_bot_argument *bot, unsigned n,
                             struct svi_bot_spec *spec, struct svi_job *job);

/* ---- match files ----------------------------------------------------------------------------- */

/* The files that solvent match writes when its match is over. */

/* Writes the match's replay to `output`, and its page to `html`; NULL: no such file. DONE, or after
 * a line that says why not, ENVIRONMENT. */
enum svi_exit svi_match_write_files(const char *output, const char *html,
                                    const struct svi_outcome *done);

#endif

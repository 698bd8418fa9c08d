/* The files that solvent match writes when its match is over. */
#ifndef SVI_TOOLS_CLI_MATCH_FILES_H
#define SVI_TOOLS_CLI_MATCH_FILES_H

#include "job/outcome.h"
#include "tools/console/exit.h"

/* Writes the match's replay to `output`, and its page to `html`; NULL: no such file. DONE, or after
 * a line that says why not, ENVIRONMENT. */
enum svi_exit svi_match_write_files(const char *output, const char *html,
                                    const struct svi_outcome *done);

#endif

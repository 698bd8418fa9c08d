/* `solvent analyse` of a whole store. */
#ifndef SVI_TOOLS_CLI_ANALYSE_STORE_H
#define SVI_TOOLS_CLI_ANALYSE_STORE_H

#include "tools/analysis/analysis.h"
#include "tools/console/exit.h"

enum svi_analyse_format { SVI_ANALYSE_TEXT, SVI_ANALYSE_JSON, SVI_ANALYSE_CSV };

/* What the command was asked for. */
struct svi_analyse {
    const char *name, *bot; /* of file or store; NULL: every bot */
    enum svi_depth depth;
    unsigned futures, jobs, most, format;
    uint64_t games; /* 0: all */
};

/* Analyses the store's games by several threads, prints what was asked for, and says on stderr what
 * went wrong. */
enum svi_exit svi_analyse_store(const struct svi_analyse *how);

#endif

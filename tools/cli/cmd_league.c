/* solvent league COMMAND */
#include "tools/cli/commands.h"

#define X(name) &svi_cmd_league_##name,
static const struct svi_command *const parts[] = {SVI_LEAGUE_COMMANDS(X) NULL};
#undef X

const struct svi_command svi_cmd_league = {
    .name = "league",
    .brief = "make, check, run, watch, plan, merge and simulate leagues",

    .topic = "leagues",
    .examples = "solvent league run leagues/quickstart.yaml\n"
                "solvent league status quickstart.db\n"
                "solvent league merge cup.db cup.1-of-2.db cup.2-of-2.db",
    .parts = parts,
};

/* solvent edition COMMAND */
#include "tools/cli/commands.h"

#define X(name) &svi_cmd_edition_##name,
static const struct svi_command *const parts[] = {SVI_EDITION_COMMANDS(X) NULL};
#undef X

const struct svi_command svi_cmd_edition = {
    .name = "edition",
    .brief = "list, show and check boards and their rules",
    .text = "An edition is a board with its deeds, cards and rules, as data.",
    .topic = "editions",
    .examples = "solvent edition list\n"
                "solvent edition show mega\n"
                "solvent edition check mine.yaml",
    .parts = parts,
};

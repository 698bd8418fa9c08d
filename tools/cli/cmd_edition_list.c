/* solvent edition list */
#include "tools/cli/commands.h"
#include "tools/console/say.h"
#include "tools/console/words.h"

#include <solvent/edition.h>
#include <solvent/position.h>

#include <stdio.h>

static enum svi_exit run(struct svi_words *w)
{
    const char *name;
    if (svi_words_next(w) != SVI_WORDS_END) {
        svi_words_fail(w, "found '%s', expected no more; see %s --help", w->value, w->name);
    }
    for (unsigned i = 0; (name = sv_edition_builtin_name(i)) != NULL; i++) {
        const struct sv_edition *e = sv_edition_builtin(name);
        printf("%-14s %2u spaces, %2u deeds  %s\n", e->name, e->n_spaces, sv_count(e->deeds),
               e->title);
    }
    return svi_say_done(SVI_EXIT_DONE);
}

const struct svi_command svi_cmd_edition_list = {
    .name = "list",
    .brief = "the built-in editions, one a line",
    .examples = "solvent edition list",
    .exits = {"done", NULL, "usage", NULL},
    .run = run,
};

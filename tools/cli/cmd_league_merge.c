/* solvent league merge OUT.db SHARD.db... */
#include "arbiter/store.h"
#include "tools/cli/commands.h"
#include "tools/console/say.h"
#include "tools/console/words.h"

#include <inttypes.h>
#include <stdio.h>

/* Whose fault a status is: that of the machine, or of what the user gave. */
static enum svi_exit exit_of(enum sv_status status)
{
    return status == SV_OK         ? SVI_EXIT_DONE
           : status == SV_E_SYSTEM ? SVI_EXIT_ENVIRONMENT
                                   : SVI_EXIT_USAGE;
}

/* words: OUT.db, and `count` in all. */
static enum svi_exit merge(char **words, int count)
{
    char error[SVI_STORE_ERROR];
    struct svi_store *first, *store = NULL;
    enum sv_status status = svi_store_create_reader(&first, words[1], error, sizeof error);
    if (status == SV_OK) {
        status = svi_store_create_writer(&store, words[0], svi_store_info(first), words[1], false,
                                         error, sizeof error);
    }
    svi_store_destroy(first);
    for (int i = 1; status == SV_OK && i < count; i++) {
        status = svi_store_merge(store, words[i]);
        if (status != SV_OK) {
            snprintf(error, sizeof error, "%s", svi_store_error(store));
        }
    }
    uint64_t matches = 0;
    if (status == SV_OK && svi_store_count(store, &matches) == SV_OK) {
        const struct svi_store_info *info = svi_store_info(store);
        svi_store_seal(store);
        printf("%s: %" PRIu64 " of %" PRIu64 " games are in %s\n", info->name, matches,
               info->matches, words[0]);
    }
    svi_store_destroy(store);
    if (status == SV_E_HASH) {
        return svi_complain(SVI_EXIT_FAILED, "%s", error);
    }
    return status == SV_OK ? SVI_EXIT_DONE : svi_complain(exit_of(status), "%s", error);
}

static enum svi_exit run(struct svi_words *w)
{
    int count;
    char **words = svi_words_operands(w, &count);
    if (count < 2) {
        svi_words_fail(w,
                       "found %d stores, expected OUT.db and at least one SHARD.db; see %s --help",
                       count, w->name);
    }
    return svi_say_done(merge(words, count));
}

const struct svi_command svi_cmd_league_merge = {
    .name = "merge",
    .brief = "put the matches of shards into one store",
    .operands = "OUT.db SHARD.db...",
    .takes = SVI_TAKES_STORE,
    .text = "OUT.db is made if need be. What it has already is left as it is.",
    .examples = "solvent league merge cup.db cup.1-of-2.db cup.2-of-2.db\n"
                "solvent league merge cup.db cup.*-of-4.db",
    .exits = {"all matches of the shards are in OUT.db", "shards contradict each other",
              "usage, or stores of different leagues", "a store cannot be read or written"},
    .run = run,
};

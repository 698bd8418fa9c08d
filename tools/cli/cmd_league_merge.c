/* solvent league merge OUT.db SHARD.db... */
#include "arbiter/store.h"
#include "tools/cli/commands.h"
#include "tools/console/say.h"
#include "tools/console/words.h"

#include "base/json.h"
#include "base/out.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Whose fault a status is: that of the machine, or of what the user gave. */
static enum svi_exit exit_of(enum sv_status status)
{
    return status == SV_OK         ? SVI_EXIT_DONE
           : status == SV_E_SYSTEM ? SVI_EXIT_ENVIRONMENT
                                   : SVI_EXIT_USAGE;
}

static const struct svi_option options[] = {
    {"format", 'f', "FORMAT", "text json", SVI_TAKES_TEXT, "text (default), or json: one object"},
    {0},
};

static void put_result(const struct svi_store_info *info, const char *path, uint64_t games,
                       bool json, struct svi_buf *out)
{
    if (json) {
        svi_out_char(out, '{');
        svi_json_string(out, "league", info->name);
        svi_json_string(out, "store", path);
        svi_json_int(out, "games", (int64_t)games);
        svi_json_int(out, "planned", (int64_t)info->matches);
        svi_out_text(out, "}\n");
    } else {
        svi_out_plain(out, info->name);
        svi_out_text(out, ": ");
        svi_out_int(out, (int64_t)games);
        svi_out_text(out, " of ");
        svi_out_int(out, (int64_t)info->matches);
        svi_out_text(out, " games are in ");
        svi_out_text(out, path);
        svi_out_char(out, '\n');
    }
}

/* words: OUT.db, and `count` in all. */
static enum svi_exit merge(char **words, int count, bool json)
{
    struct svi_buf out = {0};
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
        svi_store_seal(store);
        put_result(svi_store_info(store), words[0], matches, json, &out);
    }
    svi_store_destroy(store);
    if (status != SV_OK) {
        return svi_complain(status == SV_E_HASH ? SVI_EXIT_FAILED : exit_of(status), "%s", error);
    }
    return svi_say_result(SVI_EXIT_DONE, &out);
}

static enum svi_exit run(struct svi_words *w)
{
    int count;
    unsigned format = 0;
    char **words = svi_words_operands(w, &count, &format);
    if (count < 2) {
        svi_words_fail(w,
                       "found %d stores, expected OUT.db and at least one SHARD.db; see %s --help",
                       count, w->name);
    }
    return merge(words, count, format == 1);
}

const struct svi_command svi_cmd_league_merge = {
    .name = "merge",
    .brief = "put the matches of shards into one store",
    .operands = "OUT.db SHARD.db...",
    .takes = SVI_TAKES_STORE,
    .options = options,
    .text = "OUT.db is made if need be. What it has already is left as it is.",
    .examples = "solvent league merge cup.db cup.1-of-2.db cup.2-of-2.db\n"
                "solvent league merge cup.db cup.*-of-4.db",
    .exits = {"all matches of the shards are in OUT.db", "shards contradict each other",
              "usage, or stores of different leagues", "a store cannot be read or written"},
    .run = run,
};

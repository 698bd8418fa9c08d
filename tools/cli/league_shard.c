#include "tools/cli/league_shard.h"

#include "config/bot_hash.h"
#include "config/league_text.h"
#include "league/league_store.h"
#include "memory/memory.h"
#include "schedule/format.h"
#include "store/reader.h"
#include "store/writer.h"
#include "tools/cli/league_open.h"
#include "tools/cli/league_people.h"
#include "tools/console/say.h"

#include "base/json.h"
#include "base/out.h"
#include "base/utf8.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool svi_league_shard_parse(const char *text, struct svi_league_shard *shard)
{
    char *end;
    const unsigned long number = *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : 0;
    if (number == 0 || *end != '/' || end[1] < '0' || end[1] > '9') {
        return false;
    }
    const unsigned long of = strtoul(end + 1, &end, 10);
    if (*end != '\0' || of > SVI_LEAGUE_SHARDS_MOST || number > of) {
        return false;
    }
    shard->given = true;
    shard->number = (unsigned)number;
    shard->of = (unsigned)of;
    return true;
}

enum svi_exit svi_league_shard_check(const struct svi_league_shard *shard,
                                     const struct svi_league *league)
{
    const enum svi_exit fits =
        shard->given ? svi_league_people_refuse_shards(league) : SVI_EXIT_DONE;
    if (fits != SVI_EXIT_DONE) {
        return fits;
    }
    if (league->settings.format->season && shard->given && shard->planned == NULL) {
        return svi_complain(SVI_EXIT_USAGE,
                            "--shard: found %u/%u, expected none, or --after too, with format: %s, "
                            "which decides what to play by all results so far",
                            shard->number, shard->of, league->settings.format->name);
    }
    if (shard->of > 1 && shard->planned == NULL && !league->seeded) {
        return svi_complain(SVI_EXIT_USAGE,
                            "%s: seed: found none, but with --shard every machine needs the same "
                            "one (or --after a store)",
                            league->file);
    }
    return SVI_EXIT_DONE;
}

/* Whether this machine hides values of `env` by the key of the machine that planned the round. With
 * another key all bots with an `env` would be other versions, whose games `merge` refuses. */
static enum svi_exit check_key(const struct svi_league_shard *shard,
                               const struct svi_league *league)
{
    struct svi_error error;
    char mark[SVI_ENV_HASH_TEXT];
    unsigned bot = 0;
    if (league->n_hidden == 0 || shard->round.env_key[0] == '\0') {
        return SVI_EXIT_DONE;
    }
    const bool missing = access(league->env_key, F_OK) != 0 && errno == ENOENT;
    const enum sv_status status = missing ? SV_OK : svi_league_key_mark(league, mark, &error);
    if (status != SV_OK) {
        return svi_complain(svi_exit_of(status), "%s", error.text);
    }
    if (!missing && strcmp(mark, shard->round.env_key) == 0) {
        return SVI_EXIT_DONE;
    }
    while (league->bot[bot].env == NULL) {
        bot++;
    }
    return svi_complain(SVI_EXIT_USAGE,
                        "%s:%u: bots[%u].env: found %s " SVI_ENV_KEY_FILE
                        " beside this file, expected the one that %s was planned with: copy it "
                        "from that machine, or name it by " SVI_ENV_KEY_VARIABLE,
                        league->file, league->bot[bot].line, bot, missing ? "no" : "another",
                        shard->planned);
}

/* Opens the store that has been dealt out. */
static enum svi_exit open_planned(struct svi_league_shard *shard, const struct svi_league *league)
{
    struct svi_error error;
    enum sv_status status = svi_store_create_reader(&shard->after, shard->planned, &error);
    if (status == SV_OK && (status = svi_store_last_round(shard->after, &shard->round)) != SV_OK) {
        (void)svi_fail(&error, status, "%s", svi_store_error(shard->after));
    }
    return status == SV_OK ? check_key(shard, league)
                           : svi_complain(svi_exit_of(status), "%s", error.text);
}

/* Whether the store is of this league, as its file is, and dealt out into so many shards. Bots that
 * are set aside in it are here. */
static enum svi_exit obey_planned(const struct svi_league_shard *shard, struct svi_league *league)
{
    struct svi_error error;
    enum sv_status status = SV_OK;
    const enum svi_exit obeyed = svi_league_obey(league, shard->planned);
    if (obeyed != SVI_EXIT_DONE) {
        return obeyed;
    }
    if (league->settings.format->season) {
        status = svi_league_versions(league, &error);
    }
    if (status == SV_OK) {
        status = svi_league_store_is(shard->after, shard->planned, league, &error);
    }
    if (status != SV_OK) {
        return svi_complain(svi_exit_of(status), "%s", error.text);
    }
    if (shard->round.shards != shard->of) {
        return svi_complain(SVI_EXIT_USAGE,
                            "--shard: found %u/%u, expected one of the %u shards that %s has been "
                            "dealt out in (solvent league plan)",
                            shard->number, shard->of, shard->round.shards, shard->planned);
    }
    return SVI_EXIT_DONE;
}

enum svi_exit svi_league_shard_init(struct svi_league_shard *shard, struct svi_league *league)
{
    struct svi_error error;
    const enum svi_exit opened =
        shard->planned != NULL ? open_planned(shard, league) : SVI_EXIT_DONE;
    if (opened != SVI_EXIT_DONE) {
        return opened; /* before versions are found, which makes a key if there is none */
    }
    struct svi_buf versions = {0};
    const enum sv_status status = svi_league_version_lines(league, &versions, &error);
    shard->versions = svi_text_of(&versions);
    /* Without shards the trial of a bot says that its files are missing, or sets it aside. */
    if (status != SV_OK && shard->given) {
        return svi_complain(svi_exit_of(status), "%s", error.text);
    }
    return shard->planned != NULL ? obey_planned(shard, league) : SVI_EXIT_DONE;
}

void svi_league_shard_finish(struct svi_league_shard *shard)
{
    svi_store_destroy(shard->after);
    free(shard->versions);
}

void svi_league_shard_name(const struct svi_league_shard *shard, const char *league, char *name,
                           size_t size)
{
    if (shard->of > 1) {
        (void)snprintf(name, size, "%s.%u-of-%u.db", league, shard->number, shard->of);
    } else {
        (void)snprintf(name, size, "%s%s.db", league, shard->planned != NULL ? ".1-of-1" : "");
    }
}

/* What is copied half is not there; an empty file is what a file system may leave of one when its
 * machine fails, and costs the games that were in it, not the shard. */
enum sv_status svi_league_shard_fetch(const char *saved, const char *where, struct svi_error *error)
{
    struct svi_store *store;
    struct stat info;
    if (access(where, F_OK) == 0 || stat(saved, &info) != 0) {
        return SV_OK;
    }
    if (S_ISREG(info.st_mode) && info.st_size == 0) {
        svi_note("%s: found an empty file, so nothing is taken from it", saved);
        return SV_OK;
    }
    enum sv_status status = svi_store_create_reader(&store, saved, error);
    if (status == SV_OK && (status = svi_store_save(store, where)) != SV_OK) {
        (void)svi_fail(error, status, "%s", svi_store_error(store));
    }
    svi_store_destroy(store);
    return status;
}

enum sv_status svi_league_shard_store(const struct svi_league_shard *shard,
                                      const struct svi_league *league, const char *where,
                                      struct svi_store **store, struct svi_error *error)
{
    return shard->after != NULL
               ? svi_store_create_writer(store, where, svi_store_info(shard->after), shard->planned,
                                         false, error)
               : svi_league_store_create(store, where, league, error);
}

enum svi_exit svi_league_shard_tell(const struct svi_league_shard *shard, const char *league,
                                    const char *path, bool json,
                                    const struct svi_league_progress *total)
{
    const uint64_t done = total->before + total->played;
    struct svi_buf out = {0};
    if (json) {
        svi_out_char(&out, '{');
        svi_json_string(&out, "league", league);
        svi_json_string(&out, "store", path);
        svi_json_int(&out, "shard", shard->number);
        svi_json_int(&out, "shards", shard->of);
        svi_json_int(&out, "planned", (int64_t)total->planned);
        svi_json_int(&out, "games", (int64_t)done);
        svi_out_text(&out, "}\n");
    } else {
        svi_out_plain(&out, league);
        svi_out_text(&out, ": ");
        svi_out_int(&out, (int64_t)done);
        svi_out_text(&out, " of ");
        svi_out_int(&out, (int64_t)total->planned);
        svi_out_text(&out, " games of shard ");
        svi_out_int(&out, shard->number);
        svi_out_char(&out, '/');
        svi_out_int(&out, shard->of);
        svi_out_text(&out, " are in ");
        svi_out_plain(&out, path);
        svi_out_char(&out, '\n');
    }
    return svi_say_result(SVI_EXIT_DONE, &out);
}

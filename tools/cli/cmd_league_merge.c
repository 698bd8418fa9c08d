/* solvent league merge OUT.db SHARD.db... */
#include "config/league_text.h"
#include "league/league_follow.h"
#include "memory/memory.h"
#include "schedule/schedule.h"
#include "store/store_chain.h"
#include "store/store_matches.h"
#include "store/store_shards.h"
#include "tools/cli/commands.h"
#include "tools/console/say.h"
#include "tools/console/words.h"

#include "base/json.h"
#include "base/out.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct arguments {
    const char *out;
    struct svi_word_list stores; /* `out`, then the shards */
    bool partial, json;
};

static const struct svi_option options[] = {
    {"partial", 0, NULL,
     "Merge the shards that are there\n"
     "Shards that are missing, unfinished or unfit are named and left out.",
     SVI_SET_FLAG(partial)},
    SVI_OPTION_JSON(json),
    {0},
};

static void put_result(const struct svi_store_info *info, const char *path, uint64_t games,
                       const uint8_t head[SVI_HEAD_BYTES], bool json, struct svi_buf *out)
{
    if (json) {
        svi_out_char(out, '{');
        svi_json_members(out, JSON_TEXT("league", info->name), JSON_TEXT("store", path),
                         JSON_INT("games", games), JSON_INT("planned", info->matches));
        svi_json_hex(out, "head", head, SVI_HEAD_BYTES);
        svi_out_text(out, "}\n");
    } else {
        svi_out_plain(out, info->name);
        svi_out_format(out, ": %" PRIu64 " of %" PRIu64 " games are in %s\nhead ", games,
                       info->matches, path);
        svi_out_hex(out, head, SVI_HEAD_BYTES);
        svi_out_char(out, '\n');
    }
}

/* ---- shards ---------------------------------------------------------------------------------- */

/* One of the stores to join. */
struct part {
    const char *path;
    struct svi_store_shard shard; /* `shards` is 0 if the store is no shard, or an unknown one */
    uint64_t games;               /* games in the store */
    uint64_t matches;             /* matches that were planned when the shard's round was planned */
    bool left_out;
};

struct joining {
    const struct arguments *a;
    struct svi_store *out;
    bool begun;     /* this command made `out` */
    unsigned round; /* last round planned in `out`; 0: no round */
    /* First part whose round is not planned in `out`; NULL: all rounds are planned. */
    const struct part *unplanned;
    struct part *part;
    int n;
    /* Properties that all shards must share: round, number of shards, version of Solvent, and
     * versions of the bots. */
    struct svi_store_shard like;
    /* `liked` is the store that set round and number of shards in `like`; `made` set the
     * versions. */
    const char *liked, *made;
    enum svi_exit result; /* first error */
};

/* Reports a faulty part. With --partial the part is left out; otherwise nothing is joined. */
static void refuse(struct joining *j, struct part *part, enum svi_exit exit, const char *line)
{
    part->left_out = true;
    if (j->a->partial) {
        svi_note("left out: %s", line);
    } else {
        (void)svi_complain(exit, "%s", line);
        j->result = j->result == SVI_EXIT_DONE ? exit : j->result;
    }
}

/* Reads the properties of shards that the output store requires. */
static enum sv_status read_like(struct joining *j)
{
    struct svi_store_round round;
    enum sv_status status = svi_store_made_by(j->out, &j->like);
    if (status == SV_OK) {
        status = svi_store_last_round(j->out, &round);
    }
    if (status == SV_OK && round.round > 0) {
        j->round = j->like.round = round.round;
        j->like.shards = round.shards;
    }
    j->liked = j->like.shards > 0 ? j->a->out : NULL;
    j->made = j->like.bots != NULL ? j->a->out : NULL;
    return status;
}

/* Returns whether the round of a shard is planned in the store. A copy from before `league plan`
 * lacks the round, and games without their stages could not be ranked. A new store begins with the
 * first round, if that needs no results. */
static bool is_planned(struct joining *j, const struct part *part)
{
    struct svi_error problem;
    struct svi_schedule schedule;
    if (j->begun && j->round == 0 && part->shard.round == 1 &&
        svi_league_store_schedule(j->out, &schedule, &problem) == SV_OK) {
        svi_schedule_finish(&schedule);
        j->round = 1;
    }
    return part->shard.round <= j->round && part->matches <= svi_store_info(j->out)->matches;
}

/* Reports a round that is not planned, and which store to merge into instead. */
static enum svi_exit refuse_unplanned(const struct joining *j)
{
    const struct svi_store_shard *shard = &j->unplanned->shard;
    char remedy[1536] = "";
    if (!j->begun) {
        (void)snprintf(remedy, sizeof remedy,
                       ". To use this copy, plan it too: solvent league plan FILE.yaml --shards %u "
                       "--store %s",
                       shard->shards, j->a->out);
    }
    return svi_complain(SVI_EXIT_FAILED,
                        "%s: found no plan of round %u, of which %s is a shard; expected the store "
                        "that was planned (--after)%s",
                        j->a->out, shard->round, j->unplanned->path, remedy);
}

/* Compares a shard with the earlier ones: it must belong to their array of shards, and be
 * played by the same versions of Solvent and of the bots. */
static bool is_alike(struct joining *j, struct part *part, struct svi_error *error)
{
    struct svi_store_shard *like = &j->like;
    const struct svi_store_shard *is = &part->shard;
    char difference[400];
    if (j->like.shards != 0 && (is->shards != like->shards || is->round != like->round)) {
        (void)svi_fail(error, SV_E_MISMATCH,
                       "%s: found shard %u/%u of round %u, expected one of the %u shards of round "
                       "%u, as in %s",
                       part->path, is->shard, is->shards, is->round, like->shards, like->round,
                       j->liked);
        return false;
    }
    if (like->bots != NULL && strcmp(is->solvent, like->solvent) != 0) {
        (void)svi_fail(error, SV_E_MISMATCH,
                       "%s: shard %u/%u was played by Solvent %s, expected %s, as in %s",
                       part->path, is->shard, is->shards, is->solvent, like->solvent, j->made);
        return false;
    }
    if (like->bots != NULL &&
        svi_store_differs(is->bots, like->bots, difference, sizeof difference)) {
        (void)svi_fail(error, SV_E_MISMATCH,
                       "%s: shard %u/%u was played by other versions of bots than %s: %s%s",
                       part->path, is->shard, is->shards, j->made, difference,
                       strstr(svi_store_info(j->out)->text, SVI_ENV_HASH_MARK) == NULL
                           ? ""
                           : "; bots with an env need the same " SVI_ENV_KEY_FILE " everywhere");
        return false;
    }
    for (const struct part *other = j->part; other < part; other++) {
        if (!other->left_out && other->shard.shards > 0 && other->shard.shard == is->shard) {
            (void)svi_fail(error, SV_E_MISMATCH,
                           "%s: found shard %u/%u once more, it is in %s, too", part->path,
                           is->shard, is->shards, other->path);
            return false;
        }
    }
    if (like->bots == NULL) {
        (void)snprintf(like->solvent, sizeof like->solvent, "%s", is->solvent);
        like->bots = svi_copy(is->bots);
        j->made = part->path;
    }
    if (like->shards == 0) {
        like->shards = is->shards;
        like->round = is->round;
        j->liked = part->path;
    }
    return true;
}

/* Checks a store before anything is joined. */
static void look_at(struct joining *j, struct part *part)
{
    struct svi_error error;
    struct svi_store *store;
    enum sv_status status = svi_store_create_reader(&store, part->path, &error);
    if (status == SV_OK) {
        part->matches = svi_store_info(store)->matches;
    }
    if (status == SV_OK && (status = svi_store_is_same(j->out, store, part->path)) != SV_OK) {
        (void)svi_fail(&error, status, "%s", svi_store_error(j->out));
    } else if (status == SV_OK && ((status = svi_store_shard(store, &part->shard)) != SV_OK ||
                                   (status = svi_store_count(store, &part->games)) != SV_OK)) {
        (void)svi_fail(&error, status, "%s", svi_store_error(store));
    }
    svi_store_destroy(store);
    if (status != SV_OK) {
        refuse(j, part, status == SV_E_MISMATCH ? SVI_EXIT_FAILED : svi_exit_of(status),
               error.text);
    } else if (part->shard.round > 0 && !is_planned(j, part)) {
        j->unplanned = j->unplanned == NULL ? part : j->unplanned;
        part->left_out = true;
    } else if (part->shard.shards > 0 && !is_alike(j, part, &error)) {
        refuse(j, part, SVI_EXIT_FAILED, error.text);
    }
}

/* ---- missing shards -------------------------------------------------------------------------- */

struct gaps {
    unsigned next;    /* the shard that comes next if there is no gap */
    unsigned missing; /* number of missing shards */
    unsigned unfinished;
    struct svi_buf ranges, short_of; /* "3, 7-9" */
};

static void put_gap(struct gaps *g, unsigned before)
{
    if (g->next < before) {
        svi_out_text(&g->ranges, g->missing > 0 ? ", " : "");
        svi_out_int(&g->ranges, g->next);
        if (before - g->next > 1) {
            svi_out_char(&g->ranges, '-');
            svi_out_int(&g->ranges, before - 1);
        }
        g->missing += before - g->next;
    }
    g->next = before + 1;
}

static void put_merged(void *user, unsigned shard, unsigned shards, uint64_t games,
                       uint64_t planned)
{
    struct gaps *g = user;
    (void)shards;
    put_gap(g, shard);
    if (games < planned) {
        svi_out_format(&g->short_of, "%s%u (%" PRIu64 " of %" PRIu64 " games)",
                       g->unfinished++ > 0 ? ", " : "", shard, games, planned);
    }
}

/* Names missing shards and unfinished shards. */
static void tell_gaps(struct joining *j)
{
    const unsigned shards = j->like.shards;
    struct gaps g = {.next = 1};
    if (shards == 0) {
        return;
    }
    if (svi_store_merged(j->out, j->like.round, put_merged, &g) != SV_OK) {
        j->result = svi_complain(SVI_EXIT_ENVIRONMENT, "%s", svi_store_error(j->out));
    }
    put_gap(&g, shards + 1);
    const char *name = svi_store_info(j->out)->name;
    SCOPED(scoped_free) char *ranges = svi_text_of(&g.ranges), *rest = svi_text_of(&g.short_of);
    for (unsigned i = 0; i < 2; i++) {
        const unsigned n = i == 0 ? g.missing : g.unfinished;
        char line[64];
        (void)snprintf(line, sizeof line, "%s are %u of %u shards",
                       i == 0 ? "missing" : "not finished", n, shards);
        if (n > 0 && j->a->partial) {
            svi_note("%s: %s: %s", name, line, i == 0 ? ranges : rest);
        } else if (n > 0) {
            j->result =
                svi_complain(SVI_EXIT_FAILED, "%s: %s: %s", name, line, i == 0 ? ranges : rest);
        }
    }
}

/* ---- the command ----------------------------------------------------------------------------- */

/* Joins one part after the other. Memory holds at most a page or two of a part. */
static void join(struct joining *j)
{
    for (int i = 0; i < j->n && j->result == SVI_EXIT_DONE; i++) {
        struct part *part = &j->part[i];
        if (part->left_out) {
            continue;
        }
        const enum sv_status status = svi_store_merge(j->out, part->path);
        if (status != SV_OK) {
            refuse(j, part, status == SV_E_MISMATCH ? SVI_EXIT_FAILED : svi_exit_of(status),
                   svi_store_error(j->out));
        } else if (part->shard.shards > 0 &&
                   svi_store_put_merged(j->out, &part->shard, part->games) != SV_OK) {
            refuse(j, part, SVI_EXIT_ENVIRONMENT, svi_store_error(j->out));
        }
    }
    if (svi_store_commit(j->out) != SV_OK && j->result == SVI_EXIT_DONE) {
        j->result = svi_complain(SVI_EXIT_ENVIRONMENT, "%s", svi_store_error(j->out));
    }
}

/* Opens the output store; a new one is begun from the first part that can be read. */
static enum sv_status open_out(struct joining *j, struct svi_error *error)
{
    enum sv_status status = SV_E_UNKNOWN;
    struct svi_store *first = NULL;
    for (int i = 0; i < j->n && first == NULL; i++) {
        status = svi_store_create_reader(&first, j->part[i].path, error);
        if (status == SV_OK) {
            status = svi_store_create_writer(&j->out, j->a->out, svi_store_info(first),
                                             j->part[i].path, false, error);
        } else if (!j->a->partial) {
            return status;
        }
    }
    svi_store_destroy(first);
    return status;
}

static enum svi_exit merge(struct joining *j)
{
    struct svi_buf out = {0};
    struct svi_error error;
    j->begun = access(j->a->out, F_OK) != 0;
    enum sv_status status = open_out(j, &error);
    if (status == SV_OK && (status = read_like(j)) != SV_OK) {
        (void)svi_fail(&error, status, "%s", svi_store_error(j->out));
    }
    if (status != SV_OK) {
        return svi_complain(status == SV_E_MISMATCH ? SVI_EXIT_FAILED : svi_exit_of(status), "%s",
                            error.text);
    }
    for (int i = 0; i < j->n; i++) {
        look_at(j, &j->part[i]);
    }
    if (j->unplanned != NULL) {
        j->result = refuse_unplanned(j);
    }
    if (j->result != SVI_EXIT_DONE) {
        if (j->begun) {
            (void)unlink(j->a->out);
        }
        return j->result;
    }
    join(j);
    uint64_t matches = 0;
    uint8_t head[SVI_HEAD_BYTES];
    if (j->result == SVI_EXIT_DONE && svi_store_count(j->out, &matches) == SV_OK &&
        svi_store_chain(j->out, NULL, NULL, head) == SV_OK) {
        tell_gaps(j);
        svi_store_seal(j->out);
        put_result(svi_store_info(j->out), j->a->out, matches, head, j->a->json, &out);
        return svi_say_result(j->result, &out);
    }
    return j->result;
}

static enum svi_exit run(struct svi_words *w)
{
    struct arguments a = {0};
    struct joining j = {.a = &a};
    svi_words_read(w, &a);
    char *const *names = a.stores.word;
    const int count = (int)a.stores.count;
    if (count < 2) {
        svi_words_fail(w,
                       "found %d stores, expected OUT.db and at least one SHARD.db; see %s --help",
                       count, w->name);
    }
    a.out = names[0];
    j.n = count - 1;
    j.part = svi_new((size_t)j.n, sizeof *j.part);
    for (int i = 0; i < j.n; i++) {
        j.part[i].path = names[i + 1];
    }
    const enum svi_exit result = merge(&j);
    for (int i = 0; i < j.n; i++) {
        free(j.part[i].shard.bots);
    }
    free(j.part);
    free(j.like.bots);
    svi_store_destroy(j.out);
    return result;
}

const struct svi_command svi_cmd_league_merge = {
    .name = "merge",
    .brief = "put the matches of shards into one store",
    .operands = "OUT.db SHARD.db...",
    .operand = {{"store", SVI_SET_LIST(stores), .optional = true, .many = true}},
    .takes = SVI_TAKES_STORE,
    .options = options,
    .text = "OUT.db is made if it does not exist. What it has already stays. Nothing is merged "
            "when a store does not belong, or when OUT.db is a copy from before the round was "
            "planned. A line names each store of another league, each shard "
            "that is given twice, and each shard of another round or number. A line also names "
            "shards of another version of Solvent or of the bots. Missing and unfinished shards "
            "are named when the others have been merged.",
    .topic = "scaling",
    .examples = "solvent league merge cup.db cup.1-of-2.db cup.2-of-2.db\n"
                "solvent league merge cup.db cup.*-of-4.db\n"
                "solvent league merge --partial cup.db cup.*-of-4.db",
    .exits = {"all matches of the shards are in OUT.db",
              "shards are missing, unfinished or do not match",
              "usage or bad input, or different leagues", "a store cannot be read or written"},
    .run = run,
};

/* solvent verify FILE|STORE.db|DIR... */
#include "config/bot_hash.h"
#include "league/league_store.h"
#include "league/roster.h"
#include "memory/memory.h"
#include "probe/probe.h"
#include "schedule/settings.h"
#include "store/store_chain.h"
#include "store/store_matches.h"
#include "store/store_shards.h"
#include "thread/thread.h"
#include "thread/workers.h"
#include "tools/cli/commands.h"
#include "tools/cli/store_open.h"
#include "tools/console/interrupt.h"
#include "tools/console/say.h"
#include "tools/console/words.h"
#include "tools/replay/game_file.h"
#include "tools/replay/verify.h"
#include "tools/replay/verify_store.h"

#include "base/json.h"
#include "base/out.h"
#include "record/text.h"
#include "text/words.h"
#include "wire/answer_codec.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct arguments {
    struct svi_word_list files;
    struct svi_store_sample sample;
    uint8_t head[SVI_HEAD_BYTES];
    const char *league;
    unsigned jobs;
    bool ask, json;
};

/* ---- verify --ask ---------------------------------------------------------------------------- */

/* Asks the bots of a finished league again what they were asked. The bots are started in their
 * sandboxes and led through the recorded games. A game goes on as recorded whatever they answer, so
 * all answers of a seat are compared. Answers that differ are asked a second time. A bot that gives
 * the same other answer twice is another program than the one that played. A bot that gives two
 * different answers is not reproducible. */

#define TWICE 200u /* most answers of a bot that are asked a second time */
#define TEXT 160u  /* bytes of an answer in words */

/* An answer that is not as recorded. */
struct difference {
    uint64_t match; /* 0 if there is no difference */
    uint32_t decision;
    unsigned seat, bot;
    uint8_t kind; /* enum sv_decision */
    char recorded[TEXT], now[TEXT];
    uint8_t hash[16]; /* of the live answer */
    bool again;       /* the second answer equals the first */
};

struct differences {
    struct difference *at;
    size_t n, room;
};

/* A bot of the league. */
struct asked_bot {
    char why_not[200]; /* why it is not asked; "" if it is */
    /* The store has a hash of the bot's files, which equals the hash of the files here. */
    bool versioned;
    uint64_t same;     /* answers as recorded */
    uint64_t late;     /* answers that did not come in time */
    uint64_t other;    /* other answers, equal both times: another program */
    uint64_t unsteady; /* other answers, different both times: not reproducible */
    uint64_t more;     /* other answers beyond TWICE, asked once */
    unsigned twice;    /* answers that are asked a second time */
    struct difference first_other, first_unsteady;
};

/* A game in flight. */
struct slot {
    uint64_t number;
    struct svi_buf bytes;
    struct svi_replay replay;
    struct svi_recorded_steps steps;
    unsigned bot[SV_MAX_SEATS];
    uint64_t same[SV_MAX_SEATS], late[SV_MAX_SEATS];
    struct differences found;
    bool failed; /* no memory */
};

struct ask {
    const struct arguments *how;
    const struct svi_league *league;
    struct svi_store *store;
    struct asked_bot *bot; /* by the number of the league's bot */
    uint64_t games;        /* games that were asked */
    uint64_t unsound;      /* games that cannot be replayed and are left out; verify names them */
    bool second;           /* the games with differences are asked the second time */
    uint64_t number;       /* number of the last game given out */
    struct differences first; /* differences of the first time, by match and decision */
    struct svi_game scratch;
    enum sv_status status;
};

/* ---- differences ----------------------------------------------------------------------------- */

static bool add(struct differences *list, const struct difference *d)
{
    struct difference *at = svi_grow(list->at, &list->room, list->n + 1, sizeof *at);
    if (at == NULL) {
        return false;
    }
    list->at = at;
    list->at[list->n++] = *d;
    return true;
}

static void say(const struct svi_game *game, const struct sv_answer *answer, char text[TEXT])
{
    SCOPED(svi_buf_finish) struct svi_buf words = {0};
    if (answer != NULL) {
        const struct sv_text_view v = svi_text_view(game);
        svi_say_answer_alone(&words, &v, answer, "nothing");
    } else {
        svi_out_text(&words, "no answer");
    }
    (void)snprintf(text, TEXT, "%.*s", words.failed ? 0 : (int)words.size,
                   (const char *)words.data);
}

static void hash_answer(const struct svi_probe_answer *answer, uint8_t hash[16])
{
    SCOPED(svi_buf_finish) struct svi_buf bytes = {0};
    svi_buf_byte(&bytes, answer->now != NULL);
    if (answer->now != NULL) {
        svi_put_answer(&bytes, &answer->game->state.position, answer->now);
    }
    crypto_generichash(hash, 16, bytes.data, bytes.failed ? 0 : bytes.size, NULL, 0);
}

/* Returns the first difference of the first asking at or after a decision, or NULL. */
static struct difference *find(const struct ask *p, uint64_t match, uint32_t decision)
{
    size_t low = 0, high = p->first.n;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        const struct difference *d = &p->first.at[middle];
        if (d->match < match || (d->match == match && d->decision < decision)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < p->first.n ? &p->first.at[low] : NULL;
}

/* Notes whether an answer that differed the first time is repeated the second time. */
static void compare_again(const struct ask *p, const struct difference *d)
{
    struct difference *then = find(p, d->match, d->decision);
    if (then != NULL && then->match == d->match && then->decision == d->decision) {
        then->again = memcmp(then->hash, d->hash, sizeof d->hash) == 0;
    }
}

static bool take_answer(void *user, const struct svi_probe_answer *answer)
{
    const struct ask *p = user;
    struct slot *slot = answer->task->user;
    const struct svi_recorded_step *step = answer->step;
    if (step->verdict != SV_VERDICT_OK && step->verdict != SV_VERDICT_ILLEGAL &&
        step->verdict != SV_VERDICT_MALFORMED) {
        return true; /* the bot gave no answer in time */
    }
    if (answer->verdict == SVI_PROBE_OTHER) {
        struct difference d = {.match = slot->number,
                               .decision = answer->game->decisions + 1,
                               .seat = step->seat,
                               .bot = slot->bot[step->seat],
                               .kind = answer->recorded.kind};
        say(answer->game, &answer->recorded, d.recorded);
        say(answer->game, answer->now, d.now);
        hash_answer(answer, d.hash);
        if (p->second) {
            compare_again(p, &d);
        } else {
            slot->failed |= !add(&slot->found, &d);
        }
    } else if (answer->verdict == SVI_PROBE_LATE) {
        slot->late[step->seat]++;
    } else {
        slot->same[step->seat]++;
    }
    return true;
}

/* ---- games ----------------------------------------------------------------------------------- */

static void free_slot(struct slot *slot)
{
    svi_recorded_steps_finish(&slot->steps);
    svi_buf_finish(&slot->bytes);
    free(slot->found.at);
    free(slot);
}

static unsigned bot_named(const struct svi_league *league, const char *name)
{
    unsigned bot = 0;
    while (bot < league->n_bots && strcmp(league->bot[bot].name, name) != 0) {
        bot++;
    }
    return bot;
}

/* Reads a game. Makes a task if the game is sound and at least one of its bots is here. */
static bool make_task(struct ask *p, struct slot *slot, struct svi_probe_task *task)
{
    const struct svi_league *league = p->league;
    bool any = false;
    p->status = svi_store_replay(p->store, slot->number, &slot->bytes);
    if (p->status != SV_OK && p->status != SV_E_UNKNOWN) {
        return false;
    }
    const bool sound =
        p->status == SV_OK &&
        svi_replay_open(&slot->replay, slot->bytes.data, slot->bytes.size) == SV_OK &&
        memcmp(slot->replay.header.edition_hash, league->edition_hash,
               sizeof league->edition_hash) == 0 &&
        svi_recorded_steps_read(&slot->steps, &slot->replay, &p->scratch) == SV_OK;
    p->status = SV_OK;
    if (!sound) {
        p->unsound++;
        return false;
    }
    *task = (struct svi_probe_task){
        .number = slot->number, .steps = &slot->steps, .edition = &league->edition, .user = slot};
    for (unsigned s = 0; s < slot->replay.header.setup.seats; s++) {
        const unsigned bot = bot_named(league, slot->replay.header.name[s]);
        const bool here = bot < league->n_bots && p->bot[bot].why_not[0] == '\0';
        slot->bot[s] = bot;
        task->bot[s] = here ? bot : SVI_PROBE_NOBODY;
        any |= here;
    }
    return any;
}

static bool is_sampled(const struct ask *p)
{
    struct svi_store_sample sample = {.share = p->how->sample.share, .store = p->store};
    return p->how->sample.share >= 1 || svi_store_sample_wants(&sample, p->number);
}

/* Goes to the next game to ask about; p->number becomes 0 after the last game. */
static enum sv_status go_on(struct ask *p)
{
    enum sv_status status = SV_OK;
    if (p->second) {
        const struct difference *d = find(p, p->number + 1, 0);
        p->number = d != NULL ? d->match : 0;
        return SV_OK;
    }
    do {
        status = svi_store_next(p->store, p->number, &p->number);
    } while (status == SV_OK && p->number != 0 && !is_sampled(p));
    return status;
}

static bool next_task(void *user, struct svi_probe_task *task)
{
    struct ask *p = user;
    while ((p->status = go_on(p)) == SV_OK && p->number != 0) {
        struct slot *slot = svi_new(1, sizeof *slot);
        slot->number = p->number;
        if (make_task(p, slot, task)) {
            return true;
        }
        free_slot(slot);
        if (p->status != SV_OK) {
            return false;
        }
    }
    return false;
}

static bool take_done(void *user, const struct svi_probe_result *result)
{
    struct ask *p = user;
    struct slot *slot = result->task->user;
    struct asked_bot *bots = p->bot;
    p->games += !p->second;
    for (unsigned s = 0; s < slot->replay.header.setup.seats && !p->second; s++) {
        if (slot->bot[s] < p->league->n_bots) {
            bots[slot->bot[s]].same += slot->same[s];
            bots[slot->bot[s]].late += slot->late[s];
        }
    }
    for (size_t i = 0; i < slot->found.n && !slot->failed; i++) {
        const struct difference *d = &slot->found.at[i];
        if (bots[d->bot].twice == TWICE) {
            bots[d->bot].more++;
        } else {
            bots[d->bot].twice++;
            slot->failed = !add(&p->first, d);
        }
    }
    p->status = slot->failed ? SV_E_SYSTEM : p->status;
    free_slot(slot);
    return p->status == SV_OK;
}

/* ---- what was found -------------------------------------------------------------------------- */

static bool is_fine(const struct asked_bot *bot)
{
    return bot->other + bot->unsteady + bot->more == 0;
}

static void put_first(const struct difference *first, const char *store, struct svi_buf *out)
{
    svi_out_text(out, "    first in ");
    svi_out_plain(out, store);
    svi_out_format(out, "#%" PRIu64 ", decision %" PRIu32 ", seat %u, ", first->match,
                   first->decision, first->seat);
    svi_out_text(out, sv_decision_name(first->kind));
    svi_out_text(out, ": recorded ");
    svi_out_plain(out, first->recorded);
    svi_out_text(out, "; now ");
    svi_out_plain(out, first->now);
    svi_out_char(out, '\n');
}

static void put_count(struct svi_buf *out, uint64_t n, const char *text)
{
    if (n > 0) {
        svi_out_format(out, ", %" PRIu64 "%s", n, text);
    }
}

static void put_bot(const struct ask *ask, unsigned i, struct svi_buf *out)
{
    const struct asked_bot *bot = &ask->bot[i];
    svi_out_text(out, "  ");
    svi_out_plain(out, ask->league->bot[i].name);
    if (bot->why_not[0] != '\0') {
        svi_out_text(out, ": not asked, ");
        svi_out_plain(out, bot->why_not);
        svi_out_char(out, '\n');
        return;
    }
    svi_out_format(out, ": %" PRIu64 " answers%s as recorded", bot->same,
                   is_fine(bot) ? ", all" : "");
    put_count(out, bot->other, " different answers, equal in both tries: another program");
    put_count(out, bot->unsteady, " different answers in each try: not reproducible");
    put_count(out, bot->more, " more others");
    put_count(out, bot->late, " not in time");
    svi_out_text(out, bot->versioned ? "\n" : "; no version of its files was stored\n");
    if (bot->other > 0) {
        put_first(&bot->first_other, ask->how->files.word[0], out);
    }
    if (bot->unsteady > 0) {
        put_first(&bot->first_unsteady, ask->how->files.word[0], out);
    }
}

static void put_text(const struct ask *ask, struct svi_buf *out)
{
    svi_out_plain(out, ask->how->files.word[0]);
    svi_out_format(out, ": asked again in %" PRIu64 " game%s", ask->games,
                   ask->games == 1 ? "" : "s");
    put_count(out, ask->unsound, " left out, as they cannot be played again (solvent verify)");
    svi_out_char(out, '\n');
    for (unsigned i = 0; i < ask->league->n_bots; i++) {
        put_bot(ask, i, out);
    }
}

static void put_json_first(const char *key, const struct difference *first, struct svi_buf *out)
{
    if (first->match > 0) {
        svi_json_key(out, key);
        svi_out_char(out, '{');
        svi_json_members(out, JSON_INT("game", first->match), JSON_INT("decision", first->decision),
                         JSON_INT("seat", first->seat),
                         JSON_TEXT("kind", sv_decision_name(first->kind)),
                         JSON_TEXT("recorded", first->recorded), JSON_TEXT("now", first->now));
        svi_out_char(out, '}');
    }
}

static void put_json(const struct ask *ask, struct svi_buf *out)
{
    svi_out_char(out, '{');
    svi_json_members(out, JSON_INT("games", ask->games), JSON_INT("left_out", ask->unsound));
    svi_json_rows(out, "bots");
    for (unsigned i = 0; i < ask->league->n_bots; i++) {
        const struct asked_bot *bot = &ask->bot[i];
        svi_json_row(out);
        svi_json_members(out, JSON_TEXT("bot", ask->league->bot[i].name),
                         JSON_BOOL("asked", bot->why_not[0] == '\0'));
        if (bot->why_not[0] != '\0') {
            svi_json_string(out, "why_not", bot->why_not);
        }
        svi_json_members(
            out, JSON_BOOL("version_known", bot->versioned), JSON_INT("as_recorded", bot->same),
            JSON_INT("not_this_program", bot->other), JSON_INT("not_reproducible", bot->unsteady),
            JSON_INT("not_asked_twice", bot->more), JSON_INT("late", bot->late));
        put_json_first("first_not_this_program", &bot->first_other, out);
        put_json_first("first_not_reproducible", &bot->first_unsteady, out);
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
    svi_out_text(out, "}\n");
}

/* ---- asking ---------------------------------------------------------------------------------- */

static enum sv_status run_probe(struct ask *p, const struct svi_probe *probe,
                                struct svi_error *error)
{
    error->text[0] = '\0';
    p->number = 0;
    enum sv_status status = svi_probe_run(probe, error);
    if (status == SV_OK && p->status != SV_OK) {
        status = p->status;
        (void)svi_fail(error, status, "%s",
                       svi_store_error(p->store)[0] != '\0' ? svi_store_error(p->store)
                                                            : "no memory to ask");
    }
    return status;
}

/* Counts the differences of each bot by their meaning. */
static void judge(struct ask *p)
{
    for (size_t i = 0; i < p->first.n; i++) {
        const struct difference *d = &p->first.at[i];
        struct asked_bot *bot = &p->bot[d->bot];
        struct difference *first = d->again ? &bot->first_other : &bot->first_unsteady;
        bot->other += d->again;
        bot->unsteady += !d->again;
        if (first->match == 0) {
            *first = *d;
        }
    }
}

/* Finds the version of a bot in a text of lines "name version". */
static bool noted_version(const char *lines, const char *name, char version[65])
{
    const size_t length = strlen(name);
    for (const char *at = lines; at != NULL && *at != '\0';) {
        if (strncmp(at, name, length) == 0 && at[length] == ' ') {
            (void)snprintf(version, 65, "%.*s", (int)strcspn(at + length + 1, "\n"),
                           at + length + 1);
            return true;
        }
        at = strchr(at, '\n');
        at = at != NULL ? at + 1 : NULL;
    }
    return false;
}

/* Finds the bots that can be asked: those that are started here, from the files that played. */
static enum sv_status look_at_bots(struct ask *ask)
{
    const struct svi_league *league = ask->league;
    const struct svi_store_info *info = svi_store_info(ask->store);
    struct svi_store_shard made = {0};
    const enum sv_status status = svi_store_made_by(ask->store, &made);
    for (unsigned i = 0; i < league->n_bots && status == SV_OK; i++) {
        const struct svi_league_bot *bot = &league->bot[i];
        struct asked_bot *out = &ask->bot[i];
        char then[65] = "", now[65] = "";
        bool known = noted_version(made.bots, bot->name, then);
        for (unsigned e = 0; e < info->n_bots && !known; e++) {
            known = info->entry[e].versioned && strcmp(info->bot[e], bot->name) == 0;
            if (known) {
                sodium_bin2hex(then, sizeof then, info->entry[e].version,
                               sizeof info->entry[e].version);
            }
        }
        sodium_bin2hex(now, sizeof now, bot->version, sizeof bot->version);
        out->versioned = known && bot->versioned;
        if (bot->argv == NULL) {
            (void)snprintf(out->why_not, sizeof out->why_not, "%s",
                           bot->web ? "it is a person" : "it connects from elsewhere");
        } else if (bot->n_secrets > 0) {
            (void)snprintf(out->why_not, sizeof out->why_not,
                           "its secrets are for others, whom it asks over the network");
        } else if (bot->status != SVI_STATUS_PLAYS) {
            (void)snprintf(out->why_not, sizeof out->why_not, "it is %s",
                           svi_status_name(bot->status));
        } else if (out->versioned && strcmp(then, now) != 0) {
            (void)snprintf(out->why_not, sizeof out->why_not,
                           "its files are not those that played: found %.12s, expected %.12s", now,
                           then);
        }
    }
    free(made.bots);
    return status;
}

/* Opens the league of the store, ready to be started. The caller frees *beside after finishing the
 * league. */
static void open_league(const struct arguments *how, struct svi_store *store,
                        struct svi_league *league, char **beside)
{
    struct svi_error error;
    svi_league_open_for(league, "--ask", how->league, how->files.word[0], beside);
    svi_must(svi_league_versions(league, &error), &error);
    if (!league->settings.format->season) {
        svi_must(svi_league_store_is(store, how->files.word[0], league, &error), &error);
    }
    svi_must(svi_league_load_secrets(league, &error), &error);
}

/* Asks about all games, then once more about those with differences, and judges. */
static enum sv_status ask_bots(struct ask *ask, struct svi_error *error)
{
    const struct svi_league *league = ask->league;
    const char *const ours[] = {ask->how->files.word[0], NULL};
    struct svi_roster roster;
    struct svi_isolation isolation = {0};
    SCOPED(scoped_free) const char **hidden = svi_league_hidden(league, ours);
    ask->bot = svi_new(league->n_bots + 1u, sizeof *ask->bot);
    (void)svi_fail(error, SV_E_SYSTEM, "no memory to ask");
    enum sv_status status =
        hidden != NULL ? svi_roster_init(&roster, league, ask->how->jobs) : SV_E_SYSTEM;
    if (status == SV_OK) {
        const struct svi_probe probe = {.run = {.bots = roster.spec,
                                                .n_bots = league->n_bots,
                                                .workers = ask->how->jobs,
                                                .conditions = league->conditions,
                                                .sandbox.mode = league->sandbox,
                                                .sandbox.root = league->root,
                                                .sandbox.isolation = &isolation,
                                                .sandbox.hidden = hidden,
                                                .output.note = svi_note,
                                                .stop = svi_interrupt_catch()},
                                        .next = next_task,
                                        .answered = take_answer,
                                        .done = take_done,
                                        .user = ask};
        status = look_at_bots(ask);
        for (unsigned i = 0; i < league->n_bots; i++) {
            roster.spec[i].endpoint = NULL; /* remote bots are neither asked nor waited for */
            roster.conditions[i].strikes = UINT32_MAX;
            roster.conditions[i].match_s = 0;
        }
        status = status == SV_OK ? run_probe(ask, &probe, error) : status;
        if (status == SV_OK && ask->first.n > 0) {
            ask->second = true;
            status = run_probe(ask, &probe, error);
        }
        judge(ask);
        svi_roster_finish(&roster);
    }
    return status;
}

static enum svi_exit verify_ask(const struct arguments *how)
{
    static struct svi_league league;
    struct svi_error error;
    struct svi_buf out = {0};
    struct svi_store *store = svi_store_open(how->files.word[0]);
    SCOPED(scoped_free) char *beside;
    open_league(how, store, &league, &beside);
    struct ask ask = {.how = how, .league = &league, .store = store};
    svi_game_init(&ask.scratch);
    svi_must(ask_bots(&ask, &error), &error);
    bool fine = true;
    for (unsigned i = 0; i < league.n_bots; i++) {
        fine &= is_fine(&ask.bot[i]);
    }
    (how->json ? put_json : put_text)(&ask, &out);
    svi_game_finish(&ask.scratch);
    free(ask.first.at);
    free(ask.bot);
    svi_league_finish(&league);
    return svi_say_result(fine ? SVI_EXIT_DONE : SVI_EXIT_FAILED, &out);
}

/* ---- games and stores ------------------------------------------------------------------------ */

/* Most levels of folders inside folders. */
#define DEPTH 16u

static void verify_path(struct svi_verify *v, const char *path, struct svi_store_sample sample,
                        unsigned depth);

static bool has_ending(const char *name, const char *ending)
{
    const size_t length = strlen(name);
    const size_t tail = strlen(ending);
    return length > tail && strcmp(name + length - tail, ending) == 0;
}

/* Returns whether to look at a file: folders and files that look like games, but no name that
 * begins with a dot. */
static bool is_wanted(const char *path, const char *name)
{
    struct stat info;
    if (name[0] == '.' || lstat(path, &info) != 0) {
        return false;
    }
    return S_ISDIR(info.st_mode) || has_ending(name, ".svr") || has_ending(name, ".db");
}

static void verify_folder(struct svi_verify *v, const char *path, struct svi_store_sample sample,
                          unsigned depth)
{
    struct dirent **entries;
    const int count = scandir(path, &entries, NULL, alphasort);
    if (count < 0) {
        svi_verify_unreadable(v, path, svi_errno_text(errno));
        return;
    }
    for (int i = 0; i < count; i++) {
        SCOPED(scoped_free)
        char *inner =
            svi_text("%s%s%s", path, has_ending(path, "/") ? "" : "/", entries[i]->d_name);
        if (is_wanted(inner, entries[i]->d_name)) {
            verify_path(v, inner, sample, depth + 1);
        }
        free(entries[i]);
    }
    free(entries);
}

/* Verifies a store, or of its games only those that the sample wants. */
static void verify_store(struct svi_verify *v, const char *path, struct svi_store_sample sample)
{
    struct svi_error error;
    if (sample.share < 1 && svi_store_create_reader(&sample.store, path, &error) == SV_OK) {
        const struct svi_verify_pick pick = {.wants = svi_store_sample_wants, .user = &sample};
        svi_verify_only(v, &pick);
    } /* otherwise reading the games reports the error */
    svi_verify_store(v, path);
    svi_verify_only(v, &(struct svi_verify_pick){0});
    svi_store_destroy(sample.store);
}

static void verify_path(struct svi_verify *v, const char *path, struct svi_store_sample sample,
                        unsigned depth)
{
    struct stat info;
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
        if (depth < DEPTH) {
            verify_folder(v, path, sample, depth);
        } else {
            svi_verify_unreadable(v, path, "found too many folders inside folders");
        }
    } else if (svi_game_file_is_store(path)) {
        verify_store(v, path, sample);
    } else {
        svi_verify_file(v, path);
    }
}

static void read_share(const struct svi_words *w, void *arguments)
{
    struct arguments *a = arguments;
    char *end;
    const double percent = strtod(w->value, &end);
    if (end == w->value || *end != '\0' || !(percent > 0 && percent <= 100)) {
        svi_words_fail(w, "found '%s', expected a number of percent, above 0 and up to 100",
                       w->value);
    }
    a->sample.share = percent / 100;
}

static void read_head(const struct svi_words *w, void *arguments)
{
    struct arguments *a = arguments;
    size_t size = 0;
    const size_t digits = strlen(w->value);
    if (digits != 2 * SVI_HEAD_BYTES ||
        sodium_hex2bin(a->head, SVI_HEAD_BYTES, w->value, digits, NULL, &size, NULL) != 0 ||
        size != SVI_HEAD_BYTES) {
        svi_words_fail(w, "found '%s', expected %u hex digits", w->value, 2 * SVI_HEAD_BYTES);
    }
}

static const struct svi_option options[] = {
    {"sample", 0, "PERCENT",
     "Verify PERCENT of a store's games; no ranking\n"
     "The seed of the league draws the games.",
     SVI_CALL(read_share)},
    {"ask", 0, NULL,
     "Ask the bots again and compare their answers\n"
     "The bots of the store's league get the recorded questions. Nothing else is verified.",
     SVI_SET_FLAG(ask)},
    {"league", 0, "FILE.yaml", "With --ask: the league file (beside the store)",
     SVI_SET_TEXT(league), .takes = SVI_TAKES_LEAGUE, .with = "ask"},
    {"head", 0, "HASH",
     "The store must have or have had this head\n"
     "\"solvent league run\" prints the head for you to publish.",
     SVI_CALL(read_head), .without = "ask"},
    {"jobs", 'j', "N",
     "Number of threads, 1 to 256 (one for each core)\n"
     "The result is the same with any number.",
     SVI_SET_NUMBER(jobs, 1, SVI_MOST_WORKERS)},
    SVI_OPTION_JSON(json),
    {0},
};

/* Ends the process unless one store is given, for an option that needs it. */
static void need_store(const struct svi_words *w, const struct arguments *a, const char *option)
{
    if (svi_words_has(w, option) &&
        (a->files.count != 1 || !svi_game_file_is_store(a->files.word[0]))) {
        svi_words_fail(w, "--%s: found with %s, expected one store", option,
                       a->files.count == 1 ? a->files.word[0] : "several files, or none");
    }
}

static enum svi_exit run(struct svi_words *w)
{
    struct arguments a = {.jobs = svi_thread_cores(SVI_MOST_WORKERS), .sample = {.share = 1}};
    svi_words_read(w, &a);
    need_store(w, &a, "head");
    need_store(w, &a, "ask");
    char *const *names = a.files.word;
    if (a.ask) {
        return verify_ask(&a);
    }
    if (a.files.count == 0) {
        svi_words_fail(w, "found no file, expected at least one; see %s --help", w->name);
    }
    struct svi_verify *v = svi_verify_create(a.json, a.jobs);
    if (v == NULL) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "no memory");
    }
    if (svi_words_has(w, "head")) {
        svi_verify_head(v, a.head);
    }
    for (unsigned i = 0; i < a.files.count; i++) {
        verify_path(v, names[i], a.sample, 0);
    }
    const enum svi_exit status = svi_verify_end(v);
    svi_verify_destroy(v);
    return status;
}

const struct svi_command svi_cmd_verify = {
    .name = "verify",
    .brief = "play recorded games again and compare every hash",
    .operands = "FILE|STORE.db|DIR...",
    .operand = {{"file", SVI_SET_LIST(files), .optional = true, .many = true}},
    .takes = SVI_TAKES_GAME,
    .options = options,
    .text =
        "Of each game it compares the hash of the edition, the commitment of the seed, the "
        "hashes of the state, and the result. At every decision it compares the digest of all "
        "events so far. Of a store it also compares the rows about the league, and every "
        "column of the rows of a match, with its game and the schedule. It names planned games "
        "that are missing, and compares the ranking of \"solvent rank\" with that of the games. "
        "The last lines say what only --head can detect.\n"
        "\n"
        "Each difference is one line. It names the header field, the first decision that "
        "differs, or the match, table and column. With --format json the lines are the list "
        "\"differences\" of the object.",
    .note =
        "FILE is a replay (.svr), STORE.db a league's store, DIR a folder with replays or stores.",
    .topic = "determinism",
    .examples = "solvent verify game.svr\n"
                "solvent verify quickstart.db replays/\n"
                "solvent verify -j 2 cup.db\n"
                "solvent verify --sample 1 cup.db\n"
                "solvent verify cup.db --head $(tail -n 1 heads.txt)\n"
                "solvent verify --format json cup.db",
    .exits = {"all games are as recorded", "a game differs from its record",
              "usage or bad input, or a file that cannot be read", "no memory"},
    .run = run,
};

#include "league/ask.h"

#include "league/roster.h"
#include "record/words.h"
#include "runner/asked_match.h"
#include "runner/runner.h"
#include "store/reader.h"
#include "store/store_shards.h"
#include "wire/answer_codec.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An answer that is not as recorded, and a hash of it, to know it again. */
struct difference {
    struct svi_ask_difference is;
    unsigned bot;
    uint8_t hash[16];
    bool again; /* it was given a second time */
};

struct differences {
    struct difference *at;
    size_t n, room;
};

/* A game in flight. */
struct slot {
    struct pass *pass;
    uint64_t number;
    struct svi_buf bytes;
    struct svi_replay replay;
    struct svi_asked_match asked;
    unsigned bot[SV_MAX_SEATS];
    uint64_t same[SV_MAX_SEATS], late[SV_MAX_SEATS];
    struct differences found;
    bool failed; /* no memory */
};

/* The first, or the second asking. */
struct pass {
    struct svi_ask *ask;
    struct svi_roster *roster;
    struct svi_bot_spec
        *spec;       /* those of the roster, and one more that stands for who is not here */
    unsigned *twice; /* by bot: how many of its answers are to be asked a second time */
    bool second;
    uint64_t number; /* of the last game that was given out */
    struct svi_game scratch;
    struct differences first; /* all that the first has found, by match, decision */
    size_t at;                /* of them, how many belong to games that were given out again */
    enum sv_status status;
};

/* ---- differences ----------------------------------------------------------------------------- */

static bool add(struct differences *list, const struct difference *d)
{
    if (list->n == list->room) {
        const size_t room = list->room > 0 ? 2 * list->room : 16;
        struct difference *more = realloc(list->at, room * sizeof *more);
        if (more == NULL) {
            return false;
        }
        list->at = more;
        list->room = room;
    }
    list->at[list->n++] = *d;
    return true;
}

static int compare_differences(const void *a, const void *b)
{
    const struct svi_ask_difference *l = &((const struct difference *)a)->is;
    const struct svi_ask_difference *r = &((const struct difference *)b)->is;
    return l->match != r->match         ? (l->match > r->match) - (l->match < r->match)
           : l->decision != r->decision ? (l->decision > r->decision) - (l->decision < r->decision)
                                        : 0;
}

/* In words, without the "; " before them. */
static void say(const struct svi_game *game, const struct sv_answer *answer,
                char text[SVI_ASK_TEXT])
{
    struct svi_buf words = {0};
    if (answer != NULL) {
        svi_say_answer(&words, game, answer);
    }
    const bool any = words.size > 2 && !words.failed;
    (void)snprintf(text, SVI_ASK_TEXT, "%.*s", any ? (int)words.size - 2 : (int)strlen("nothing"),
                   any              ? (const char *)words.data + 2
                   : answer != NULL ? "nothing"
                                    : "no answer");
    svi_buf_finish(&words);
}

static void hash_answer(const struct svi_asked_answer *answer, uint8_t hash[16])
{
    struct svi_buf bytes = {0};
    svi_buf_byte(&bytes, answer->now != NULL);
    if (answer->now != NULL) {
        svi_put_answer(&bytes, &answer->game->state.position, answer->now);
    }
    crypto_generichash(hash, 16, bytes.data, bytes.failed ? 0 : bytes.size, NULL, 0);
    svi_buf_finish(&bytes);
}

static void take_answer(void *user, const struct svi_asked_answer *answer)
{
    struct slot *slot = user;
    if (answer->verdict == SVI_ASKED_OTHER) {
        struct difference d = {.is = {.match = slot->number,
                                      .decision = answer->decision,
                                      .seat = answer->seat,
                                      .kind = answer->kind},
                               .bot = slot->bot[answer->seat]};
        say(answer->game, answer->recorded, d.is.recorded);
        say(answer->game, answer->now, d.is.now);
        hash_answer(answer, d.hash);
        slot->failed |= !add(&slot->found, &d);
    } else if (answer->verdict == SVI_ASKED_LATE) {
        slot->late[answer->seat]++;
    } else {
        slot->same[answer->seat]++;
    }
}

/* ---- games ----------------------------------------------------------------------------------- */

static void free_slot(struct slot *slot)
{
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

/* Reads a game, and makes a job of it if it is sound and a bot of it is here. */
static bool make_job(struct pass *p, struct slot *slot, struct svi_job *job)
{
    const struct svi_league *league = p->ask->league;
    p->status = svi_store_replay(p->ask->store, slot->number, &slot->bytes);
    if (p->status != SV_OK && p->status != SV_E_UNKNOWN) {
        return false;
    }
    const bool sound =
        p->status == SV_OK &&
        svi_replay_open(&slot->replay, slot->bytes.data, slot->bytes.size) == SV_OK &&
        memcmp(slot->replay.header.edition_hash, league->edition_hash,
               sizeof league->edition_hash) == 0 &&
        svi_replay_run(&slot->replay, &p->scratch, NULL) == SV_OK;
    p->status = SV_OK;
    if (!sound) {
        p->ask->unsound++;
        return false;
    }
    const struct svi_header *header = &slot->replay.header;
    *job = (struct svi_job){.number = slot->number,
                            .edition = &league->edition,
                            .seats = header->setup.seats,
                            .asked = &slot->asked,
                            .user = slot};
    memcpy(job->seed, header->setup.seed, sizeof job->seed);
    memcpy(job->salt, header->salt, sizeof job->salt);
    slot->asked =
        (struct svi_asked_match){.replay = &slot->replay, .answered = take_answer, .user = slot};
    svi_asked_match_init(&slot->asked);
    for (unsigned s = 0; s < job->seats; s++) {
        slot->bot[s] = job->bot[s] = bot_named(league, header->name[s]);
        const bool here =
            slot->bot[s] < league->n_bots && p->ask->bot[slot->bot[s]].why_not[0] == '\0';
        slot->asked.seats |= (unsigned)here << s;
    }
    return slot->asked.seats != 0;
}

/* The number of the next game to be asked; 0: there is none. */
static enum sv_status next_number(struct pass *p, uint64_t *number)
{
    enum sv_status status = SV_OK;
    if (p->second) {
        while (p->at < p->first.n && p->first.at[p->at].is.match <= p->number) {
            p->at++;
        }
        *number = p->at < p->first.n ? p->first.at[p->at].is.match : 0;
        return SV_OK;
    }
    *number = p->number;
    do {
        status = svi_store_next(p->ask->store, *number, number);
    } while (status == SV_OK && *number != 0 && p->ask->wants != NULL &&
             !p->ask->wants(p->ask->user, *number));
    return status;
}

static bool next_job(void *user, struct svi_job *job)
{
    struct pass *p = user;
    for (;;) {
        uint64_t number = 0;
        p->status = next_number(p, &number);
        struct slot *slot = p->status == SV_OK && number != 0 ? calloc(1, sizeof *slot) : NULL;
        if (slot == NULL) {
            p->status = number != 0 && p->status == SV_OK ? SV_E_SYSTEM : p->status;
            return false;
        }
        p->number = slot->number = number;
        slot->pass = p;
        if (make_job(p, slot, job)) {
            return true;
        }
        free_slot(slot);
        if (p->status != SV_OK) {
            return false;
        }
    }
}

/* Marks what the first asking has found and the second one has, too. */
static void mark_again(struct pass *p, const struct slot *slot)
{
    for (size_t i = 0; i < slot->found.n; i++) {
        struct difference *d = p->first.n > 0 ? bsearch(&slot->found.at[i], p->first.at, p->first.n,
                                                        sizeof *p->first.at, compare_differences)
                                              : NULL;
        if (d != NULL) {
            d->again = memcmp(d->hash, slot->found.at[i].hash, sizeof d->hash) == 0;
        }
    }
}

static bool take_done(void *user, const struct svi_outcome *done)
{
    struct pass *p = user;
    struct slot *slot = done->job.user;
    if (p->second) {
        mark_again(p, slot);
    } else {
        p->ask->games++;
        for (unsigned s = 0; s < done->job.seats; s++) {
            if (slot->bot[s] < p->ask->league->n_bots) {
                p->ask->bot[slot->bot[s]].same += slot->same[s];
                p->ask->bot[slot->bot[s]].late += slot->late[s];
            }
        }
        for (size_t i = 0; i < slot->found.n && !slot->failed; i++) {
            const struct difference *d = &slot->found.at[i];
            if (p->twice[d->bot] == SVI_ASK_TWICE) {
                p->ask->bot[d->bot].more++;
            } else {
                p->twice[d->bot]++;
                slot->failed = !add(&p->first, d);
            }
        }
    }
    p->status = slot->failed ? SV_E_SYSTEM : p->status;
    free_slot(slot);
    return p->status == SV_OK;
}

/* ---- both passes ----------------------------------------------------------------------------- */

static enum sv_status run(struct pass *p, const char **hidden, struct svi_error *error)
{
    const struct svi_league *league = p->ask->league;
    struct svi_housing housing = {0};
    const struct svi_run_config config = {.bots = p->spec,
                                          .n_bots = league->n_bots + 1,
                                          .workers = p->ask->workers,
                                          .decision_ms = league->decision_ms,
                                          .bank_ms = league->bank_ms,
                                          .strikes = UINT32_MAX,
                                          .hello_ms = league->start_ms,
                                          .sandbox = league->sandbox,
                                          .root = league->root,
                                          .housing = &housing,
                                          .limits = league->limits,
                                          .hidden = hidden,
                                          .note = p->ask->note,
                                          .stop = p->ask->stop,
                                          .next = next_job,
                                          .done = take_done,
                                          .user = p};
    p->number = 0;
    error->text[0] = '\0';
    enum sv_status status = svi_run(&config, NULL, error);
    if (status == SV_OK && p->status != SV_OK) {
        status = p->status;
        (void)svi_fail(error, status, "%s",
                       svi_store_error(p->ask->store)[0] != '\0' ? svi_store_error(p->ask->store)
                                                                 : "no memory to ask");
    }
    return status;
}

/* What each bot's differences come to. */
static void judge(struct pass *p)
{
    for (size_t i = 0; i < p->first.n; i++) {
        const struct difference *d = &p->first.at[i];
        struct svi_ask_bot *bot = &p->ask->bot[d->bot];
        struct svi_ask_difference *first = d->again ? &bot->first_other : &bot->first_unsteady;
        bot->other += d->again;
        bot->unsteady += !d->again;
        if (first->match == 0) {
            *first = d->is;
        }
    }
}

/* Whether the version of a bot stands in a text of lines "name version", and which. */
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

/* Which bots can be asked: those that are started here, from the files that played. */
static enum sv_status look_at_bots(struct svi_ask *ask)
{
    const struct svi_league *league = ask->league;
    const struct svi_store_info *info = svi_store_info(ask->store);
    struct svi_store_shard made = {0};
    const enum sv_status status = svi_store_made_by(ask->store, &made);
    for (unsigned i = 0; i < league->n_bots && status == SV_OK; i++) {
        const struct svi_league_bot *bot = &league->bot[i];
        struct svi_ask_bot *out = &ask->bot[i];
        char then[65] = "", now[65] = "";
        const unsigned entry = bot_named(league, bot->name);
        bool known = noted_version(made.bots, bot->name, then);
        for (unsigned e = 0; e < info->n_bots && entry < league->n_bots && !known; e++) {
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

enum sv_status svi_ask_run(struct svi_ask *ask, struct svi_error *error)
{
    const struct svi_league *league = ask->league;
    static const char *const nobody[] = {"true", NULL};
    const char *const ours[] = {ask->store_path, NULL};
    struct svi_roster roster;
    struct pass p = {.ask = ask, .roster = &roster};
    struct svi_bot_past *absent = calloc(ask->workers, sizeof *absent);
    const char **hidden = svi_league_hidden(league, ours);
    ask->bot = calloc(league->n_bots + 1u, sizeof *ask->bot);
    p.spec = calloc(league->n_bots + 1u, sizeof *p.spec);
    p.twice = calloc(league->n_bots + 1u, sizeof *p.twice);
    (void)svi_fail(error, SV_E_SYSTEM, "no memory to ask");
    enum sv_status status =
        absent != NULL && hidden != NULL && ask->bot != NULL && p.spec != NULL && p.twice != NULL
            ? svi_roster_init(&roster, league, ask->workers, "")
            : SV_E_SYSTEM;
    if (status == SV_OK) {
        status = look_at_bots(ask);
        svi_game_init(&p.scratch);
        memcpy(p.spec, roster.spec, league->n_bots * sizeof *p.spec);
        p.spec[league->n_bots] = (struct svi_bot_spec){.name = "", .past = absent};
        for (unsigned i = 0; i <= league->n_bots; i++) {
            if (i == league->n_bots || ask->bot[i].why_not[0] != '\0') {
                p.spec[i].argv = nobody; /* it is out: nobody starts it */
                p.spec[i].endpoint = NULL;
                for (unsigned w = 0; w < ask->workers; w++) {
                    p.spec[i].past[w].out = true;
                }
            }
        }
        status = status == SV_OK ? run(&p, hidden, error) : status;
        if (status == SV_OK && p.first.n > 0) {
            qsort(p.first.at, p.first.n, sizeof *p.first.at, compare_differences);
            p.second = true;
            status = run(&p, hidden, error);
        }
        judge(&p);
        svi_game_finish(&p.scratch);
        svi_roster_finish(&roster);
    }
    free(p.first.at);
    free(p.spec);
    free(p.twice);
    free(absent);
    free(hidden);
    return status;
}

void svi_ask_finish(struct svi_ask *ask)
{
    free(ask->bot);
}

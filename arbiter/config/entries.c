#include "config/entries.h"

#include "memory/memory.h"
#include "schedule/settings.h"

#include "base/buf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_SIZE 6u   /* " (999)": every name leaves room for it */
#define GREATEST_SIZE 8u /* " (10000)": long names are cut to make room */

bool svi_entry_name_ok(const char *name)
{
    const size_t length = strlen(name);
    size_t at = length;
    if (length + NUMBER_SIZE >= SV_MAX_NAME) {
        return false;
    }
    if (at == 0 || name[--at] != ')') {
        return true;
    }
    while (at > 0 && name[at - 1] >= '0' && name[at - 1] <= '9') {
        at--;
    }
    return at + 1 == length || at < 2 || name[at - 1] != '(' || name[at - 2] != ' ';
}

static char *copy(const char *text)
{
    return text != NULL ? svi_copy(text) : NULL;
}

/* Copies the store's entries. */
static void take_known(struct svi_entries *e, const struct svi_store_info *info)
{
    for (unsigned i = 0; i < info->n_bots; i++) {
        const struct svi_store_entry *known = &info->entry[i];
        struct svi_entry *entry = &e->entry[e->n++];
        memcpy(entry->name, info->bot[i], sizeof entry->name);
        memcpy(entry->origin, known->origin, sizeof entry->origin);
        memcpy(entry->version, known->version, sizeof entry->version);
        entry->versioned = known->versioned;
        entry->definition = copy(known->definition);
        entry->status = known->status;
        entry->reason = copy(known->reason);
        entry->file = SVI_NO_BOT;
        entry->tags = svi_copy_texts(known->tags);
    }
    e->known = e->n;
}

static void set_status(struct svi_entry *entry, enum svi_status status, const char *reason)
{
    char *own = copy(reason);
    free(entry->reason);
    entry->status = status;
    entry->reason = own;
}

static void add(struct svi_entries *e, const struct svi_league *league, unsigned bot,
                unsigned number)
{
    const struct svi_league_bot *b = &league->bot[bot];
    struct svi_entry *entry = &e->entry[e->n++];
    memcpy(entry->origin, b->name, sizeof entry->origin);
    if (number > 1) {
        const size_t room = number < 1000 ? NUMBER_SIZE : GREATEST_SIZE;
        (void)snprintf(entry->name, sizeof entry->name, "%.*s (%u)", (int)(SV_MAX_NAME - 1 - room),
                       b->name, number % (SVI_MAX_BOTS + 1));
    } else {
        memcpy(entry->name, b->name, sizeof entry->name);
    }
    memcpy(entry->version, b->version, sizeof entry->version);
    entry->versioned = b->versioned;
    entry->definition = svi_league_bot_definition(league, b);
    entry->file = bot;
    set_status(entry, b->status, b->reason);
}

static enum sv_status refuse_more(const struct svi_league *league, struct svi_error *error)
{
    return svi_fail(error, SV_E_RANGE,
                    "%s: bots: found more than %u bots, counting those of the store; begin another "
                    "season (another name, or --store)",
                    league->file, SVI_MAX_BOTS);
}

/* ---- a season: a bot's versions are entries ------------------------------------------------ */

/* Counts the entries of a bot. *newest is the last of them, *same the entry of the bot's
 * version. */
static unsigned count_of(const struct svi_entries *e, const struct svi_league_bot *bot,
                         unsigned *newest, unsigned *same)
{
    unsigned n = 0;
    *newest = *same = SVI_NO_BOT;
    for (unsigned i = 0; i < e->n; i++) {
        const struct svi_entry *entry = &e->entry[i];
        if (strcmp(entry->origin, bot->name) == 0) {
            n++;
            *newest = i;
            if (bot->versioned && entry->versioned &&
                memcmp(entry->version, bot->version, sizeof bot->version) == 0) {
                *same = i;
            }
        }
    }
    return n;
}

/* Applies a bot's status to its entries: entry `one` gets it and the others become old, except that
 * a disqualified bot's entries are all disqualified. */
static void judge(struct svi_entries *e, const struct svi_league_bot *bot, unsigned one)
{
    for (unsigned i = 0; i < e->n; i++) {
        struct svi_entry *entry = &e->entry[i];
        if (strcmp(entry->origin, bot->name) != 0) {
            continue;
        }
        if (i == one || bot->status == SVI_STATUS_DISQUALIFIED) {
            set_status(entry, bot->status, bot->reason);
        } else {
            set_status(entry, SVI_STATUS_OLD, NULL);
        }
    }
}

/* Gives the entry of a bot that was set aside from the beginning its first version that works. */
static void take_version(struct svi_entry *entry, const struct svi_league *league, unsigned file)
{
    const struct svi_league_bot *bot = &league->bot[file];
    free(entry->definition);
    entry->definition = svi_league_bot_definition(league, bot);
    memcpy(entry->version, bot->version, sizeof entry->version);
    entry->versioned = bot->versioned;
    entry->file = file;
}

static enum sv_status follow_season(struct svi_entries *e, const struct svi_league *league,
                                    struct svi_error *error)
{
    /* entries get their status back if the file has their bot */
    for (unsigned i = 0; i < e->n; i++) {
        struct svi_entry *entry = &e->entry[i];
        if (entry->status == SVI_STATUS_PLAYS || entry->status == SVI_STATUS_OLD ||
            entry->status == SVI_STATUS_SET_ASIDE) {
            set_status(entry, SVI_STATUS_LEFT, NULL);
        }
    }
    for (unsigned b = 0; b < league->n_bots; b++) {
        const struct svi_league_bot *bot = &league->bot[b];
        unsigned newest, same;
        const unsigned n = count_of(e, bot, &newest, &same);
        const bool unseen = newest != SVI_NO_BOT && !e->entry[newest].versioned;
        if (bot->status != SVI_STATUS_PLAYS && (bot->status != SVI_STATUS_SET_ASIDE || n > 0)) {
            judge(e, bot, newest);
        } else if (bot->status == SVI_STATUS_PLAYS && unseen) {
            take_version(&e->entry[newest], league, b);
            judge(e, bot, newest);
        } else if (same != SVI_NO_BOT) {
            e->entry[same].file = b;
            judge(e, bot, same);
        } else if (e->n == SVI_MAX_BOTS) {
            return refuse_more(league, error);
        } else {
            add(e, league, b, n + 1);
            judge(e, bot, e->n - 1);
        }
    }
    return SV_OK;
}

/* ---- other leagues: a bot is one entry ------------------------------------------------------ */

static enum sv_status follow_league(struct svi_entries *e, const struct svi_league *league,
                                    struct svi_error *error)
{
    for (unsigned b = 0; b < league->n_bots; b++) {
        const struct svi_league_bot *bot = &league->bot[b];
        unsigned i = 0;
        while (i < e->known && strcmp(e->entry[i].name, bot->name) != 0) {
            i++;
        }
        if (i == e->known) {
            if (e->n == SVI_MAX_BOTS) {
                return refuse_more(league, error);
            }
            add(e, league, b, 1);
            continue;
        }
        const char *had = e->entry[i].definition != NULL ? e->entry[i].definition : "";
        if (!svi_league_bot_is(league, bot, had)) {
            SCOPED(scoped_free) char *text = svi_league_bot_definition(league, bot);
            const size_t key = strcspn(text, ":");
            const bool same_key = strncmp(text, had, key + 1) == 0;
            (void)svi_fail(error, SV_E_MISMATCH,
                           "%s:%u: bots[%u].%.*s: found%.300s, but bot '%s' of the store has "
                           "%.300s. A bot cannot change during its league, except in a ladder. "
                           "Give it another name, or begin another league (--store)",
                           league->file, bot->line, b, (int)key, text, text + key + 1, bot->name,
                           same_key ? had + key + 2 : had);
            return SV_E_MISMATCH;
        }
        e->entry[i].file = b;
        set_status(&e->entry[i], bot->status, bot->reason);
    }
    for (unsigned i = 0; i < e->known; i++) {
        if (e->entry[i].file == SVI_NO_BOT) {
            return svi_fail(error, SV_E_MISMATCH,
                            "%s: bots: found no '%s', which is in the store; to withdraw a bot, "
                            "give it `status: withdrawn` and a reason",
                            league->file, e->entry[i].name);
        }
    }
    return SV_OK;
}

/* ---- all leagues --------------------------------------------------------------------------- */

/* Gives a bot's tags to all its entries. Entries whose bot left the file keep their tags. */
static void take_tags(struct svi_entries *e, const struct svi_league *league)
{
    for (unsigned i = 0; i < e->n; i++) {
        for (unsigned b = 0; b < league->n_bots; b++) {
            if (strcmp(e->entry[i].origin, league->bot[b].name) == 0) {
                svi_texts_free(e->entry[i].tags);
                e->entry[i].tags = svi_copy_texts(league->bot[b].tags);
            }
        }
    }
}

enum sv_status svi_entries_init(struct svi_entries *e, const struct svi_league *league,
                                const struct svi_store_info *info, struct svi_error *error)
{
    memset(e, 0, sizeof *e);
    e->entry = svi_new(SVI_MAX_BOTS + 1u, sizeof *e->entry);
    if (e->entry == NULL) {
        return svi_fail(error, SV_E_SYSTEM, "%s: no memory for a league", league->file);
    }
    if (info != NULL) {
        take_known(e, info);
    }
    const enum sv_status status = league->settings.format->season ? follow_season(e, league, error)
                                                                  : follow_league(e, league, error);
    if (status == SV_OK) {
        take_tags(e, league);
    } else {
        svi_entries_finish(e);
    }
    return status;
}

void svi_entries_finish(struct svi_entries *e)
{
    for (unsigned i = 0; i < e->n; i++) {
        free(e->entry[i].definition);
        free(e->entry[i].reason);
        svi_texts_free(e->entry[i].tags);
    }
    free(e->entry);
    memset(e, 0, sizeof *e);
}

/* Returns the entry of a bot of the file, or SVI_NO_BOT. */
static unsigned entry_of(const struct svi_entries *e, unsigned bot)
{
    for (unsigned i = 0; i < e->n; i++) {
        if (e->entry[i].file == bot) {
            return i;
        }
    }
    return SVI_NO_BOT;
}

void svi_entries_settings(const struct svi_entries *e, const struct svi_league *league,
                          struct svi_settings *settings)
{
    static const enum svi_sprt_field bots[] = {SVI_SPRT_candidate, SVI_SPRT_baseline};
    *settings = league->settings;
    settings->bots = e->n;
    memset(settings->candidates, 0, sizeof settings->candidates);
    memset(settings->status, 0, sizeof settings->status);
    for (unsigned i = 0; i < e->n; i++) {
        const unsigned file = e->entry[i].file;
        settings->candidates[i] = file != SVI_NO_BOT && league->settings.candidates[file];
        settings->status[i] = (uint8_t)e->entry[i].status;
        settings->remembers[i] =
            settings->lanes == SVI_LANES_AUTO && svi_league_bot_remembers(e->entry[i].definition);
    }
    for (size_t i = 0; i < sizeof bots / sizeof bots[0] && settings->sprt.given; i++) {
        int64_t *bot = &settings->sprt.value[bots[i]];
        if (*bot != SVI_NONE_GIVEN) {
            *bot = entry_of(e, (unsigned)*bot);
        }
    }
}

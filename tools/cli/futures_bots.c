#include "tools/cli/futures_bots.h"

#include "base/json.h"
#include "base/out.h"
#include "config/bot_hash.h"
#include "memory/memory.h"
#include "tools/cli/store_open.h"
#include "tools/console/interrupt.h"
#include "tools/console/say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ADDED_MATCHES 64u /* most matches at once for a bot that no league file describes */

void svi_futures_bots_open(struct svi_futures_bots *b, const char *game, const char *file,
                           const char *store, const char *stand_in)
{
    struct svi_error error;
    b->has_stand_in = stand_in != NULL;
    if (stand_in != NULL && !svi_bot_argument_init(&b->stand_in, stand_in, &error)) {
        svi_die(SVI_EXIT_USAGE, "--stand-in: %s", error.text);
    }
    if (file == NULL && store[0] == '\0') {
        svi_die(SVI_EXIT_USAGE,
                "found '%s', expected STORE.db#N, or --league FILE.yaml with the bots of the game",
                game);
    }
    svi_league_open_for(&b->league, game, file, store, &b->beside);
    b->has_league = true;
}

void svi_futures_bots_finish(struct svi_futures_bots *b)
{
    if (b->specs != NULL) {
        free(b->specs);
        svi_roster_finish(&b->roster);
    }
    free(b->hidden);
    free(b->name);
    if (b->has_league) {
        svi_league_finish(&b->league);
    }
    free(b->beside);
    svi_bot_argument_finish(&b->stand_in);
}

unsigned svi_futures_bots_stand_in(const struct svi_futures_bots *b)
{
    return b->league.n_bots;
}

unsigned svi_futures_bots_added(const struct svi_futures_bots *b)
{
    return b->league.n_bots + b->has_stand_in;
}

unsigned svi_futures_bots_seat(struct svi_futures_bots *b, const char *game, unsigned seat,
                               const char *name)
{
    struct svi_league *league = &b->league;
    struct svi_error error;
    unsigned i = 0;
    while (i < league->n_bots && strcmp(league->bot[i].name, name) != 0) {
        i++;
    }
    const struct svi_league_bot *bot = i < league->n_bots ? &league->bot[i] : NULL;
    if (bot != NULL && bot->argv != NULL && bot->n_secrets == 0) {
        if (svi_league_bot_version(league, i, &error) != SV_OK) {
            svi_die(SVI_EXIT_ENVIRONMENT, "%s", error.text);
        }
        return i;
    }
    if (!b->has_stand_in) {
        svi_die(SVI_EXIT_USAGE,
                "%s: seat %u: found '%s', %s; expected a bot that the league file starts, or "
                "--stand-in BOT",
                game, seat, name,
                bot == NULL         ? "which the league file does not have"
                : bot->argv == NULL ? "which connects from elsewhere"
                                    : "which has secrets");
    }
    return svi_futures_bots_stand_in(b);
}

void svi_futures_bots_hash(const struct svi_futures_bots *b, unsigned bot,
                           crypto_generichash_state *state)
{
    if (bot < b->league.n_bots) {
        const struct svi_league_bot *own = &b->league.bot[bot];
        crypto_generichash_update(state, own->version, sizeof own->version);
        return;
    }
    for (char **word = b->stand_in.argv; *word != NULL; word++) {
        crypto_generichash_update(state, (const uint8_t *)*word, strlen(*word) + 1);
    }
}

void svi_futures_bots_tell_stand_in(const struct svi_futures_bots *b, const char *name, bool json,
                                    struct svi_buf *out)
{
    if (json) {
        svi_json_object(out, JSON_TEXT("bot", name), JSON_TEXT("stand_in", b->stand_in.name));
        return;
    }
    svi_out_text(out, "\nin place of ");
    svi_out_plain(out, name);
    svi_out_text(out, ": ");
    svi_out_plain(out, b->stand_in.name);
    svi_out_char(out, '\n');
}

void svi_futures_bots_tell_stand_ins(const struct svi_futures_bots *b,
                                     const struct svi_store_info *info, const unsigned place[],
                                     bool json, struct svi_buf *out)
{
    for (unsigned i = 0; i < info->n_bots && b->has_stand_in; i++) {
        if (place[i] == svi_futures_bots_stand_in(b)) {
            svi_futures_bots_tell_stand_in(b, info->bot[i], json, out);
        }
    }
}

/* Adds a bot under a name that no bot of the league has. */
static void add(struct svi_futures_bots *b, unsigned at, const char *name, const char *const *argv)
{
    (void)snprintf(b->name[at].name, sizeof b->name[at].name, "%s", name);
    svi_bot_argument_distinguish(b->name, at + 1);
    b->specs[at] = (struct svi_bot_spec){
        .name = b->name[at].name, .argv = argv, .matches = ADDED_MATCHES, .trusted = true};
}

struct svi_run_config svi_futures_bots_config(struct svi_futures_bots *b, const char *store,
                                              unsigned jobs)
{
    const struct svi_league *league = &b->league;
    const char *const ours[] = {store[0] != '\0' ? store : NULL, NULL};
    b->hidden = svi_league_hidden(league, ours);
    if (b->hidden == NULL || svi_roster_init(&b->roster, league, jobs) != SV_OK) {
        svi_die(SVI_EXIT_ENVIRONMENT, "no memory to play on");
    }
    b->specs = svi_new(league->n_bots + 2u, sizeof *b->specs);
    memcpy(b->specs, b->roster.spec, league->n_bots * sizeof *b->specs);
    for (unsigned i = 0; i < league->n_bots; i++) {
        b->specs[i].endpoint = NULL; /* remote bots are neither asked nor waited for */
        b->roster.conditions[i].strikes = UINT32_MAX;
        b->roster.conditions[i].match_s = 0;
    }
    b->argv[0] = b->added;
    b->name = svi_new(league->n_bots + 2u, sizeof *b->name);
    unsigned n = 0;
    for (; n < league->n_bots; n++) {
        memcpy(b->name[n].name, league->bot[n].name, sizeof b->name[n].name);
    }
    if (b->has_stand_in) {
        add(b, n++, b->stand_in.name, (const char *const *)b->stand_in.argv);
    }
    if (b->added != NULL) {
        add(b, n++, "reference", b->argv);
    }
    struct svi_conditions conditions = league->conditions;
    conditions.strikes = UINT32_MAX;
    conditions.match_s = 0;
    return (struct svi_run_config){.bots = b->specs,
                                   .n_bots = n,
                                   .workers = jobs,
                                   .conditions = conditions,
                                   .sandbox.mode = league->sandbox,
                                   .sandbox.root = league->root,
                                   .sandbox.isolation = &b->isolation,
                                   .sandbox.hidden = b->hidden,
                                   .output.note = svi_note,
                                   .stop = svi_interrupt_catch()};
}

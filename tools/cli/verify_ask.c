#include "tools/cli/verify_ask.h"

#include "config/bot_hash.h"
#include "league/ask.h"
#include "league/league_store.h"
#include "schedule/format.h"
#include "store/reader.h"
#include "tools/cli/league_open.h"
#include "tools/cli/store_sample.h"
#include "tools/console/interrupt.h"
#include "tools/console/say.h"

#include "base/json.h"
#include "base/out.h"

#include <solvent/manifest.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- what was found -------------------------------------------------------------------------- */

static bool is_fine(const struct svi_ask_bot *bot)
{
    return bot->other + bot->unsteady + bot->more == 0;
}

static void put_first(const struct svi_ask_difference *first, const char *store,
                      struct svi_buf *out)
{
    char where[80];
    svi_out_text(out, "    first in ");
    svi_out_plain(out, store);
    (void)snprintf(where, sizeof where, "#%" PRIu64 ", decision %" PRIu32 ", seat %u, ",
                   first->match, first->decision, first->seat);
    svi_out_text(out, where);
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
        svi_out_text(out, ", ");
        svi_out_int(out, (int64_t)n);
        svi_out_text(out, text);
    }
}

static void put_bot(const struct svi_ask *ask, unsigned i, struct svi_buf *out)
{
    const struct svi_ask_bot *bot = &ask->bot[i];
    svi_out_text(out, "  ");
    svi_out_plain(out, ask->league->bot[i].name);
    if (bot->why_not[0] != '\0') {
        svi_out_text(out, ": not asked, ");
        svi_out_plain(out, bot->why_not);
        svi_out_char(out, '\n');
        return;
    }
    svi_out_text(out, ": ");
    svi_out_int(out, (int64_t)bot->same);
    svi_out_text(out, is_fine(bot) ? " answers, all as recorded" : " answers as recorded");
    put_count(out, bot->other, " different answers, equal in both tries: another program");
    put_count(out, bot->unsteady, " different answers in each try: not reproducible");
    put_count(out, bot->more, " more others");
    put_count(out, bot->late, " not in time");
    svi_out_text(out, bot->versioned ? "\n" : "; no version of its files was stored\n");
    if (bot->other > 0) {
        put_first(&bot->first_other, ask->store_path, out);
    }
    if (bot->unsteady > 0) {
        put_first(&bot->first_unsteady, ask->store_path, out);
    }
}

static void put_text(const struct svi_ask *ask, struct svi_buf *out)
{
    svi_out_plain(out, ask->store_path);
    svi_out_text(out, ": asked again in ");
    svi_out_int(out, (int64_t)ask->games);
    svi_out_text(out, ask->games == 1 ? " game" : " games");
    put_count(out, ask->unsound, " left out, as they cannot be played again (solvent verify)");
    svi_out_char(out, '\n');
    for (unsigned i = 0; i < ask->league->n_bots; i++) {
        put_bot(ask, i, out);
    }
}

static void put_json_first(const char *key, const struct svi_ask_difference *first,
                           struct svi_buf *out)
{
    if (first->match > 0) {
        svi_json_key(out, key);
        svi_out_char(out, '{');
        svi_json_int(out, "game", (int64_t)first->match);
        svi_json_int(out, "decision", first->decision);
        svi_json_int(out, "seat", first->seat);
        svi_json_string(out, "kind", sv_decision_name(first->kind));
        svi_json_string(out, "recorded", first->recorded);
        svi_json_string(out, "now", first->now);
        svi_out_char(out, '}');
    }
}

static void put_json(const struct svi_ask *ask, struct svi_buf *out)
{
    svi_out_char(out, '{');
    svi_json_int(out, "games", (int64_t)ask->games);
    svi_json_int(out, "left_out", (int64_t)ask->unsound);
    svi_json_rows(out, "bots");
    for (unsigned i = 0; i < ask->league->n_bots; i++) {
        const struct svi_ask_bot *bot = &ask->bot[i];
        svi_json_row(out);
        svi_json_string(out, "bot", ask->league->bot[i].name);
        svi_json_bool(out, "asked", bot->why_not[0] == '\0');
        if (bot->why_not[0] != '\0') {
            svi_json_string(out, "why_not", bot->why_not);
        }
        svi_json_bool(out, "version_known", bot->versioned);
        svi_json_int(out, "as_recorded", (int64_t)bot->same);
        svi_json_int(out, "not_this_program", (int64_t)bot->other);
        svi_json_int(out, "not_reproducible", (int64_t)bot->unsteady);
        svi_json_int(out, "not_asked_twice", (int64_t)bot->more);
        svi_json_int(out, "late", (int64_t)bot->late);
        put_json_first("first_not_this_program", &bot->first_other, out);
        put_json_first("first_not_reproducible", &bot->first_unsteady, out);
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
    svi_out_text(out, "}\n");
}

/* ---- asking ---------------------------------------------------------------------------------- */

/* The league of the store, from its file, which must outlive it, ready to be started. */
static enum svi_exit open_league(const struct svi_verify_ask *how, const char *file,
                                 struct svi_store *store, struct svi_league *league)
{
    struct svi_error error;
    if (how->league == NULL && access(file, F_OK) != 0) {
        return svi_complain(SVI_EXIT_USAGE,
                            "--ask: found no league file '%s', expected one, or --league FILE.yaml",
                            file);
    }
    enum svi_exit result = svi_league_open(league, file);
    if (result != SVI_EXIT_DONE) {
        return result;
    }
    enum sv_status status = svi_league_versions(league, &error);
    if (status == SV_OK && !league->settings.format->season) {
        status = svi_league_store_is(store, how->store, league, &error);
    }
    if (status == SV_OK) {
        status = svi_league_load_secrets(league, &error);
    }
    if (status != SV_OK) {
        result = svi_complain(svi_exit_of(status) == SVI_EXIT_FAILED ? SVI_EXIT_USAGE
                                                                     : svi_exit_of(status),
                              "%s", error.text);
        svi_league_finish(league);
    }
    return result;
}

static enum svi_exit ask_store(const struct svi_verify_ask *how, struct svi_store *store,
                               struct svi_league *league)
{
    struct svi_error error;
    struct svi_buf out = {0};
    const struct svi_store_sample sample = {.share = how->share, .store = store};
    struct svi_ask ask = {.league = league,
                          .store = store,
                          .store_path = how->store,
                          .wants = how->share < 1 ? svi_store_sample_wants : NULL,
                          .user = (void *)(uintptr_t)&sample,
                          .workers = how->workers,
                          .note = svi_note,
                          .stop = svi_interrupt_catch()};
    const enum sv_status status = svi_ask_run(&ask, &error);
    if (status != SV_OK) {
        svi_ask_finish(&ask);
        return svi_complain(svi_exit_of(status), "%s", error.text);
    }
    bool fine = true;
    for (unsigned i = 0; i < league->n_bots; i++) {
        fine &= is_fine(&ask.bot[i]);
    }
    (how->json ? put_json : put_text)(&ask, &out);
    svi_ask_finish(&ask);
    return svi_say_result(fine ? SVI_EXIT_DONE : SVI_EXIT_FAILED, &out);
}

enum svi_exit svi_verify_ask(const struct svi_verify_ask *how)
{
    static struct svi_league league;
    struct svi_store *store = NULL;
    struct svi_error error;
    const enum sv_status status = svi_store_create_reader(&store, how->store, &error);
    if (status != SV_OK) {
        return svi_complain(svi_exit_of(status), "%s", error.text);
    }
    char *beside = how->league == NULL ? svi_league_beside(how->store, ".yaml") : NULL;
    const char *file = how->league != NULL ? how->league : beside;
    enum svi_exit result = file != NULL ? open_league(how, file, store, &league)
                                        : svi_complain(SVI_EXIT_ENVIRONMENT, "no memory");
    if (result == SVI_EXIT_DONE) {
        result = ask_store(how, store, &league);
        svi_league_finish(&league);
    }
    free(beside);
    svi_store_destroy(store);
    return result;
}

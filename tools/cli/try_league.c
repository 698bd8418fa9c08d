#include "tools/cli/try_league.h"

#include "config/bot_hash.h"
#include "config/league_draft.h"
#include "league/concurrency.h"
#include "league/league_run.h"
#include "league/league_store.h"
#include "memory/memory.h"
#include "store/writer.h"
#include "tools/cli/league_open.h"
#include "tools/cli/league_summary.h"
#include "tools/console/interrupt.h"
#include "tools/console/progress.h"
#include "tools/console/say.h"

#include "base/out.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define AT_ONCE 64u /* matches that a bot may hold; it says itself when it holds fewer */
#define MAX_WORKERS 256u

const char *const svi_try_others[SVI_TRY_OTHERS] = {"careful", "trader"};

void svi_try_name(struct svi_try *t)
{
    const char *name = t->bot->name;
    t->file = svi_text("try-%s.yaml", name);
    t->store = svi_text("try-%s.db", name);
    t->page = svi_text("try-%s.html", name);
    t->logs = svi_text("try-%s.logs", name);
}

void svi_try_forget(struct svi_try *t)
{
    free(t->file);
    free(t->store);
    free(t->page);
    free(t->logs);
}

static void put_bot(struct svi_buf *out, const char *name, const char *const *argv)
{
    const struct svi_draft_bot bot = {.name = name, .argv = argv, .matches = AT_ONCE};
    svi_out_text(out, "  - ");
    svi_league_draft_bot(out, &bot);
    svi_out_char(out, '\n');
}

static void put_league(const struct svi_try *t, struct svi_buf *out)
{
    svi_out_text(out, "# Made by `solvent try`, which replaces it each time.\nname: ");
    svi_out_json_string(out, "try");
    svi_out_text(out, "\nedition: ");
    svi_out_json_string(out, t->edition);
    svi_out_text(out, "\nseed: ");
    svi_out_json_string(out, t->seed);
    svi_out_text(out, "\nseats: ");
    svi_out_int(out, SVI_TRY_SEATS);
    svi_out_text(out, "\ndeals: ");
    svi_out_int(out, (t->games + SVI_TRY_SEATS - 1) / SVI_TRY_SEATS);
    svi_out_text(out, "\nseatings: rotations\nlanes: off\nsandbox: none\nbots:\n");
    for (unsigned i = 0; i < SVI_TRY_OTHERS; i++) {
        const char *const argv[] = {svi_try_others[i], NULL};
        put_bot(out, svi_try_others[i], argv);
    }
    put_bot(out, t->bot->name, (const char *const *)t->bot->argv);
}

static enum svi_exit write_league(const struct svi_try *t)
{
    struct svi_buf text = {0};
    put_league(t, &text);
    const enum svi_exit status = svi_say_file(t->file, text.data, text.size);
    svi_buf_finish(&text);
    return status;
}

/* The store of an earlier try, with what an interrupted one has left beside it. */
static enum svi_exit remove_store(const struct svi_try *t)
{
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (unsigned i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        char *path = svi_text("%s%s", t->store, endings[i]);
        const bool well = unlink(path) == 0 || errno == ENOENT;
        free(path);
        if (!well) {
            return svi_complain(SVI_EXIT_ENVIRONMENT, "%s: cannot remove: %s", t->store,
                                strerrordesc_np(errno));
        }
    }
    return SVI_EXIT_DONE;
}

static void show(void *user, const struct svi_league_progress *so_far)
{
    struct svi_progress *progress = user;
    progress->told_left = true;
    progress->left_s = so_far->left_s;
    svi_progress_show(progress, so_far->played, so_far->planned, so_far->played, so_far->decisions);
}

static enum svi_exit play(const struct svi_try *t, struct svi_league *league,
                          struct svi_store *store)
{
    struct svi_error error;
    struct svi_progress progress;
    struct svi_league_progress total;
    struct svi_buf versions = {0};
    const unsigned fit = svi_concurrency_workers(league, svi_concurrency_cores(), MAX_WORKERS);
    (void)svi_league_version_lines(league, &versions, &error);
    char *text = svi_text_of(&versions);
    const struct svi_league_run run = {.league = league,
                                       .store = store,
                                       .store_path = t->store,
                                       .workers = t->workers > 0 ? t->workers : fit,
                                       .shard = 1,
                                       .shards = 1,
                                       .versions = text,
                                       .luck = true,
                                       .bot_logs = t->logs,
                                       .own = true,
                                       .note = svi_note,
                                       .stop = svi_interrupt_catch(),
                                       .progress = show,
                                       .user = &progress};
    svi_progress_init(&progress, "games");
    const enum sv_status status = svi_league_run(&run, &total, &error);
    (void)svi_progress_finish(&progress);
    free(text);
    if (status != SV_OK) {
        return svi_complain(svi_exit_of(status), "%s", error.text);
    }
    if (total.played < total.planned) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "interrupted");
    }
    svi_store_seal(store);
    return SVI_EXIT_DONE;
}

enum svi_exit svi_try_play(struct svi_try *t)
{
    static struct svi_league league;
    struct svi_error error;
    struct svi_store *store = NULL;
    enum svi_exit result = write_league(t);
    result = result == SVI_EXIT_DONE ? remove_store(t) : result;
    result = result == SVI_EXIT_DONE ? svi_league_open(&league, t->file) : result;
    if (result != SVI_EXIT_DONE) {
        return result;
    }
    const enum sv_status status = svi_league_store_create(&store, t->store, &league, &error);
    result = status == SV_OK ? play(t, &league, store)
                             : svi_complain(svi_exit_of(status), "%s", error.text);
    svi_store_destroy(store);
    svi_league_finish(&league);
    return result;
}

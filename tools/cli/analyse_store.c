#include "tools/cli/analyse_store.h"

#include "tools/analysis/games.h"
#include "tools/analysis/print.h"
#include "tools/cli/store_open.h"
#include "tools/console/interrupt.h"
#include "tools/console/progress.h"
#include "tools/console/say.h"

#include "base/out.h"
#include "store/reader.h"
#include "store/writer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct telling {
    const struct svi_analyse *how;
    struct svi_decision_costs costs;
    struct svi_buf out;
    bool any; /* something is printed already */
};

static unsigned seats_of(const struct svi_analyse *how, const struct svi_analysis *a)
{
    unsigned seats = 0;
    for (unsigned s = 0; s < a->decisions.seats; s++) {
        if (how->bot == NULL || strcmp(a->decisions.name[s], how->bot) == 0) {
            seats |= 1u << s;
        }
    }
    return seats;
}

/* Writes what there is, so that memory does not grow with the games. */
static bool take_game(void *user, uint64_t number, const struct svi_analysis *a,
                      const struct svi_buf *replay)
{
    struct telling *t = user;
    char name[512];
    (void)replay;
    (void)snprintf(name, sizeof name, "%s#%" PRIu64, t->how->name, number);
    const struct svi_analysis_print how = {.name = name, .seats = seats_of(t->how, a)};
    if (t->how->format == SVI_ANALYSE_JSON) {
        svi_out_text(&t->out, t->any ? ",\n" : "\n");
        svi_analysis_json(a, &how, &t->out);
    } else if (t->how->format == SVI_ANALYSE_CSV) {
        svi_analysis_csv(a, &how, &t->out);
    }
    t->any = true;
    svi_decision_costs_add(&t->costs, a, how.seats);
    const bool well = !t->out.failed && !t->costs.failed;
    if (well && t->out.size > 0) {
        (void)fwrite(t->out.data, 1, t->out.size, stdout);
        t->out.size = 0;
    }
    return well;
}

static enum svi_exit go(struct telling *t, struct svi_store *store, bool keep, unsigned bot)
{
    struct svi_error error;
    struct svi_progress progress;
    const struct svi_games_analysis games = {.store = store,
                                             .keep = keep,
                                             .bot = bot,
                                             .most = t->how->games,
                                             .depth = t->how->depth,
                                             .futures = t->how->futures,
                                             .jobs = t->how->jobs,
                                             .stop = svi_interrupt_catch(),
                                             .take = take_game,
                                             .user = t,
                                             .progress = svi_progress_pass,
                                             .progress_user = &progress};
    svi_progress_init(&progress, t->how->name);
    if (t->how->format == SVI_ANALYSE_JSON) {
        svi_out_text(&t->out, "{\"games\":[");
    } else if (t->how->format == SVI_ANALYSE_CSV) {
        svi_analysis_csv_titles(&t->out);
    }
    const enum sv_status status = svi_games_analyse(&games, &error);
    (void)svi_progress_finish(&progress);
    if (t->out.failed || t->costs.failed) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "no memory");
    }
    if (status != SV_OK) {
        return svi_complain(status == SV_E_SYSTEM ? SVI_EXIT_ENVIRONMENT : SVI_EXIT_FAILED, "%s%s",
                            t->how->name, error.text);
    }
    if (t->how->format == SVI_ANALYSE_JSON) {
        svi_out_text(&t->out, "]");
        svi_decision_costs_json(&t->costs, &t->out);
        svi_out_text(&t->out, "}\n");
    } else if (t->how->format == SVI_ANALYSE_TEXT) {
        svi_decision_costs_text(&t->costs, svi_say_in_colour(STDOUT_FILENO), &t->out);
    }
    return svi_say_result(SVI_EXIT_DONE, &t->out);
}

/* Opens the store, for a search for writing too. Where that cannot be, as its league is being
 * played or it is another's, it is only read, and a line says so. */
static enum sv_status open_store(const struct svi_analyse *how, struct svi_store **store,
                                 bool *keep, struct svi_error *error)
{
    bool fresh;
    const enum sv_status status = svi_store_create_reader(store, how->name, error);
    *keep = false;
    if (status != SV_OK || how->depth == SVI_DEPTH_QUICK) {
        return status;
    }
    svi_store_destroy(*store); /* SQLite's lock goes with any descriptor of the file */
    if (svi_store_open_writer(store, how->name, &fresh, error) == SV_OK) {
        *keep = true;
        return SV_OK;
    }
    svi_note("what is found is not kept: %s", error->text);
    return svi_store_create_reader(store, how->name, error);
}

enum svi_exit svi_analyse_store(const struct svi_analyse *how)
{
    struct svi_error error;
    struct telling t = {.how = how};
    struct svi_store *store;
    bool keep;
    const enum sv_status status = open_store(how, &store, &keep, &error);
    if (status != SV_OK) {
        return svi_complain(svi_exit_of(status), "%s", error.text);
    }
    unsigned bot = SVI_EVERY_BOT;
    enum svi_exit result = SVI_EXIT_DONE;
    if (how->bot != NULL) {
        bot = svi_store_bot(store, how->name, "--bot: ", how->bot);
        result = bot < svi_store_info(store)->n_bots ? SVI_EXIT_DONE : SVI_EXIT_USAGE;
    }
    if (result == SVI_EXIT_DONE) {
        result = go(&t, store, keep, bot);
    }
    if (keep) {
        svi_store_seal(store);
    }
    svi_decision_costs_finish(&t.costs);
    svi_buf_finish(&t.out);
    svi_store_destroy(store);
    return result;
}

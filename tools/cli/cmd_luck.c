/* solvent luck FILE.svr | STORE.db#N, and solvent luck --fill STORE.db */
#include "job/points.h"
#include "league/luck_fill.h"
#include "thread/thread.h"
#include "tools/cli/commands.h"
#include "tools/console/interrupt.h"
#include "tools/console/progress.h"
#include "tools/console/say.h"
#include "tools/console/words.h"
#include "tools/replay/game_file.h"
#include "tools/replay/printed.h"

#include "base/json.h"
#include "base/out.h"
#include "luck/game_luck.h"
#include "store/store_matches.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define MOST_JOBS 256u

struct arguments {
    const char *name;
    unsigned jobs;
    bool fill, json;
};

static const struct svi_option options[] = {
    {"fill", 0, NULL, "Write the luck of a store's games that lack it", SVI_SET_FLAG(fill)},
    {"jobs", 'j', "N", "Of a store: number of threads (one for each core)",
     SVI_SET_NUMBER(jobs, 1, MOST_JOBS)},
    SVI_OPTION_JSON(json),
    {0},
};

/* ---- a game ---------------------------------------------------------------------------------- */

static void put_points(struct svi_buf *out, const char *key, int64_t value)
{
    char text[SVI_RATIO_TEXT];
    svi_ratio_text(value, SVI_LUCK_UNIT, 6, text);
    svi_json_key(out, key);
    svi_out_text(out, text);
}

static void put_moments(struct svi_buf *out, const char *key,
                        const struct svi_moment list[SVI_MOMENTS])
{
    svi_json_rows(out, key);
    for (unsigned k = 0; k < SVI_MOMENTS && list[k].luck != 0; k++) {
        svi_json_row(out);
        put_points(out, "luck", list[k].luck);
        svi_json_members(out, JSON_INT("at", list[k].at), JSON_INT("round", list[k].round),
                         JSON_INT("turn", list[k].turn), JSON_INT("by", list[k].thrower));
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
}

static void print_game_json(const struct svi_game_luck *luck, const struct svi_moments *moments,
                            struct svi_buf *out)
{
    svi_out_char(out, '{');
    svi_json_hex(out, "version", luck->version, sizeof luck->version);
    svi_json_members(out, JSON_INT("events", luck->events), JSON_BOOL("stopped", luck->stopped));
    svi_json_rows(out, "seats");
    for (unsigned s = 0; s < luck->seats; s++) {
        svi_json_row(out);
        svi_json_int(out, "seat", s);
        put_points(out, "luck", luck->seat[s].luck);
        put_points(out, "sd", (int64_t)luck->seat[s].sd);
        put_points(out, "skill", luck->seat[s].skill);
        put_moments(out, "lucky", moments->lucky[s]);
        put_moments(out, "unlucky", moments->unlucky[s]);
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
    svi_out_text(out, "}\n");
}

static enum svi_exit tell_game(const struct arguments *a)
{
    SCOPED(svi_buf_finish) struct svi_buf bytes = {0};
    struct svi_buf out = {0};
    struct svi_game_luck luck;
    struct svi_moments moments;
    const struct svi_luck_sink sink = svi_moments_sink(&moments);
    (void)svi_game_file_open(a->name, &bytes);
    struct svi_replay_luck *r = svi_replay_luck_create();
    if (r == NULL) {
        svi_die(SVI_EXIT_ENVIRONMENT, "no memory");
    }
    if (svi_replay_luck_read(r, bytes.data, bytes.size, &sink, &luck) != SV_OK) {
        svi_die(SVI_EXIT_USAGE, "%s: %s", a->name, svi_replay_luck_error(r));
    }
    svi_replay_luck_destroy(r);
    if (a->json) {
        print_game_json(&luck, &moments, &out);
    } else {
        svi_luck_text(&luck, &moments, svi_say_in_colour(STDOUT_FILENO), &out);
    }
    return svi_say_result(SVI_EXIT_DONE, &out);
}

/* ---- a store --------------------------------------------------------------------------------- */

static enum svi_exit fill_store(const struct arguments *a)
{
    struct svi_error error;
    struct svi_store *store;
    struct svi_progress progress;
    uint64_t done;
    uint64_t all;
    bool fresh;
    /* A reader gives the best error message about a faulty file, and creates no file. */
    svi_must(svi_store_create_reader(&store, a->name, &error), &error);
    svi_store_destroy(store);
    svi_must(svi_store_open_writer(&store, a->name, &fresh, &error), &error);
    const struct svi_luck_fill fill = {.store = store,
                                       .jobs = a->jobs,
                                       .stop = svi_interrupt_catch(),
                                       .progress = svi_progress_pass,
                                       .user = &progress};
    svi_progress_init(&progress, a->name);
    const enum sv_status status = svi_luck_fill(&fill, &done, &all, &error);
    (void)svi_progress_finish(&progress);
    svi_store_seal(store);
    svi_store_destroy(store);
    if (status != SV_OK) {
        svi_die(svi_exit_of(status), "%s: %s", a->name, error.text);
    }
    if (a->json) {
        printf("{\"found\":%" PRIu64 ",\"lacked\":%" PRIu64 "}\n", done, all);
    } else {
        printf("luck of %" PRIu64 " games found; %" PRIu64 " lack it\n", done, all - done);
    }
    return svi_say_done(done == all ? SVI_EXIT_DONE : SVI_EXIT_FAILED);
}

static enum svi_exit run(struct svi_words *w)
{
    struct arguments a = {.jobs = svi_thread_cores(MOST_JOBS)};
    svi_words_read(w, &a);
    const bool store = svi_game_file_is_store(a.name);
    if (a.fill && !store) {
        svi_words_fail(w, "--fill: found '%s', expected a store", a.name);
    }
    if (store && !a.fill) { /* as before 0.2.0 */
        svi_note(
            "warning: found a store without --fill, expected: solvent luck --fill %s; the next "
            "version refuses to write without it",
            a.name);
    }
    return store ? fill_store(&a) : tell_game(&a);
}

const struct svi_command svi_cmd_luck = {
    .name = "luck",
    .brief = "show the luck of a game's seats, or compute it for a store's games",
    .operands = "FILE.svr|STORE.db#N\n--fill STORE.db",
    .operand = {{"game or store", SVI_SET_TEXT(name)}},
    .takes = SVI_TAKES_GAME,
    .options = options,
    .text = "Of a game: the points that dice and cards gave each seat, compared with the average. "
            "Then it tells how much luck varies between games of this kind, the points of each "
            "seat without its luck, and the luckiest and unluckiest moments.\n"
            "\n"
            "With --fill it computes the luck of every game that lacks it, or has it from another "
            "version of the value function, and keeps it in the store. \"solvent league run "
            "--luck\" does so when a game ends. \"solvent rank\" then adjusts points and ratings "
            "for luck. When you interrupt it, finished games keep their luck.",
    .topic = "ranking",
    .examples = "solvent luck quickstart.db#3\n"
                "solvent luck --fill quickstart.db\n"
                "solvent luck --fill -j 8 older.db\n"
                "solvent luck --format json game.svr",
    .exits = {"done", "it was interrupted", "usage or bad input",
              "the store cannot be written, or no memory"},
    .run = run,
};

#include "tools/cli/what_if.h"

#include "base/order.h"
#include "memory/memory.h"
#include "thread/thread.h"
#include "thread/workers.h"
#include "tools/analysis/figure.h"
#include "tools/analysis/print.h"
#include "tools/analysis/stored.h"
#include "tools/cli/commands.h"
#include "tools/cli/futures_bots.h"
#include "tools/cli/store_open.h"
#include "tools/console/progress.h"
#include "tools/console/say.h"
#include "tools/console/table.h"
#include "tools/console/words.h"
#include "tools/futures/futures.h"
#include "tools/replay/game_file.h"

#include "base/json.h"
#include "base/out.h"
#include "base/utf8.h"
#include "record/jsonl.h"
#include "store/store.h"
#include "store/store_matches.h"
#include "store/store_results.h"

#include <solvent/version.h>

#include <inttypes.h>
#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST 64u

struct what_if {
    const struct svi_what_if *how;
    char store[4096]; /* path of the game's store, or "" */
    struct svi_buf game;
    struct svi_analyst analyst;
    struct svi_analysis a;
    struct svi_futures_bots bots;
    unsigned bot[SV_MAX_SEATS];     /* by seat: its bot among those that play on */
    struct svi_played played[MOST]; /* those that were kept come first once find_kept() is done */
    unsigned n, n_kept;
    uint64_t number;      /* of the game in its store */
    struct svi_store *db; /* NULL: the game is in a file */
    bool keeps;           /* results are written to the store */
};

/* ---- decisions ------------------------------------------------------------------------------- */

static void read_game(struct what_if *w)
{
    const struct svi_what_if *how = w->how;
    struct svi_error error;
    if (svi_game_file_open(how->game, &w->game)) {
        svi_die(
            SVI_EXIT_USAGE,
            "%s: other games of this deal are not over; expected a deal whose games are all over",
            how->game);
    }
    const enum sv_status status =
        svi_analysis_make(&w->a, &w->analyst, w->game.data, w->game.size, &error);
    if (status != SV_OK) {
        svi_die(status == SV_E_SYSTEM ? SVI_EXIT_ENVIRONMENT : SVI_EXIT_FAILED, "%s: %s", how->game,
                error.text);
    }
}

/* Keeps the decisions of a bot with the greatest costs by `quick`, the greatest first. */
static void find_costly(struct what_if *w)
{
    uint32_t order[MOST];
    const unsigned seats = svi_seats_of(&w->a.decisions, w->how->bot);
    const unsigned n = svi_analysis_worst(&w->a, seats, -HUGE_VAL, order, w->how->most);
    for (; w->n < n && w->n < w->how->most; w->n++) {
        svi_played_begin(&w->played[w->n], &w->a, order[w->n], w->how->futures);
    }
}

static void find_decisions(struct what_if *w)
{
    const struct svi_decisions *d = &w->a.decisions;
    if (w->how->at == 0) {
        find_costly(w);
    }
    for (uint32_t i = 0; w->how->at > 0 && i < d->n && w->n == 0; i++) {
        if (d->list[i].number == w->how->at) {
            svi_played_begin(&w->played[w->n++], &w->a, i, w->how->futures);
        }
    }
    if (w->n == 0 && w->how->at == 0) {
        svi_die(SVI_EXIT_USAGE, "%s: found no decision of '%s' with a choice, expected one",
                w->how->game, w->how->bot != NULL ? w->how->bot : "any bot");
    } else if (w->n == 0) {
        svi_die(SVI_EXIT_USAGE, "--at: found %" PRIu32 ", expected a decision from 1 to %" PRIu32,
                w->how->at, d->n > 0 ? d->list[d->n - 1].number : 0);
    }
}

/* ---- keeping --------------------------------------------------------------------------------- */

static noreturn void store_failed(const struct what_if *w)
{
    svi_die(SVI_EXIT_ENVIRONMENT, "%s: %s", w->store, svi_store_error(w->db));
}

/* Names everything that a decision's figures follow from. */
static void name_version(const struct what_if *w, uint8_t version[SVI_STORE_PLAYED_VERSION])
{
    static const char label[] = "solvent what-if " SV_VERSION_STRING;
    const struct svi_decisions *d = &w->a.decisions;
    const uint8_t futures[] = {(uint8_t)w->how->futures, (uint8_t)(w->how->futures >> 8)};
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, SVI_STORE_PLAYED_VERSION);
    crypto_generichash_update(&state, (const uint8_t *)label, sizeof label);
    crypto_generichash_update(&state, futures, sizeof futures);
    crypto_generichash_update(&state, d->digest, sizeof d->digest);
    for (unsigned s = 0; s < d->seats; s++) {
        svi_futures_bots_hash(&w->bots, w->bot[s], &state);
    }
    crypto_generichash_final(&state, version, SVI_STORE_PLAYED_VERSION);
}

/* Takes the figures of a decision from the store. */
static bool take_kept(void *user, const struct svi_store_played_on *row)
{
    struct what_if *w = user;
    struct svi_stored_decision kept;
    uint8_t version[SVI_STORE_PLAYED_VERSION];
    name_version(w, version);
    if (memcmp(version, row->version, sizeof version) != 0 ||
        !svi_stored_get_decision(row->found, row->size, &kept)) {
        return true;
    }
    for (unsigned i = w->n_kept; i < w->n; i++) {
        if (w->a.decisions.list[w->played[i].decision].number == row->decision &&
            svi_played_restore(&w->played[i], &kept)) {
            const struct svi_played played = w->played[i];
            w->played[i] = w->played[w->n_kept];
            w->played[w->n_kept++] = played;
        }
    }
    return true;
}

static void put_words(const struct what_if *w, uint32_t decision, const struct sv_answer *answer,
                      char words[SVI_STORED_WORDS])
{
    SCOPED(svi_buf_finish) struct svi_buf text = {0};
    svi_analysis_answer(&w->a, decision, answer, &text);
    (void)snprintf(words, SVI_STORED_WORDS, "%.*s", (int)text.size, (const char *)text.data);
    svi_text_clean(words); /* a character may have been cut */
}

/* Writes what was played to the store. */
static void keep(struct what_if *w)
{
    SCOPED(svi_buf_finish) struct svi_buf bytes = {0};
    enum sv_status status = SV_OK;
    for (unsigned i = w->n_kept; i < w->n && status == SV_OK; i++) {
        const struct svi_played *p = &w->played[i];
        const struct svi_decision *d = &w->a.decisions.list[p->decision];
        struct svi_stored_decision kept;
        svi_played_keep(p, d, &kept);
        put_words(w, p->decision, &p->answer[p->given].answer, kept.given_words);
        put_words(w, p->decision, &p->answer[p->best].answer, kept.best_words);
        svi_buf_clear(&bytes);
        svi_stored_put_decision(&kept, &bytes);
        struct svi_store_played_on row = {.number = w->number,
                                          .seat = d->question.seat,
                                          .decision = d->number,
                                          .found = bytes.data,
                                          .size = bytes.size};
        name_version(w, row.version);
        status = svi_store_put_played_on(w->db, &row);
    }
    if (status != SV_OK || svi_store_commit(w->db) != SV_OK) {
        store_failed(w);
    }
}

/* ---- bots ------------------------------------------------------------------------------------ */

/* Shows progress. A tenth of the games says how long all take: bots differ a thousandfold. */
static void pass(void *user, uint64_t done, uint64_t all)
{
    struct svi_progress *progress = user;
    if (done == all / 10 + 1) {
        char text[SVI_TIME_TEXT];
        const int64_t us = svi_progress_finish(progress); /* erases its line */
        svi_time_text((uint64_t)us * all / done / 1000000 + 1, text);
        svi_note("at most %s, at the pace of the first %" PRIu64 " games", text, done);
    }
    svi_progress_pass(progress, done, all);
}

/* Plays the decisions on with the league's bots. */
static void play(struct what_if *w)
{
    struct svi_error error;
    struct svi_progress progress;
    struct svi_futures futures = {.game = &w->game,
                                  .decisions = &w->a.decisions,
                                  .futures = w->how->futures,
                                  .run = svi_futures_bots_config(&w->bots, w->store, w->how->jobs),
                                  .progress = pass,
                                  .user = &progress};
    memcpy(futures.bot, w->bot, sizeof futures.bot);
    struct svi_played *left = &w->played[w->n_kept];
    const unsigned n = w->n - w->n_kept;
    svi_note("%u decision%s: up to %" PRIu64 " games", n, n == 1 ? "" : "s",
             svi_futures_games(&futures, left, n));
    svi_progress_init(&progress, w->how->game);
    const enum sv_status status = svi_futures_play(&futures, left, n, &error);
    (void)svi_progress_finish(&progress);
    if (status != SV_OK) {
        svi_die(SVI_EXIT_ENVIRONMENT, "%s: %s", w->how->game, error.text);
    }
}

/* ---- result ---------------------------------------------------------------------------------- */

static bool is_shown(const struct svi_played *p, unsigned i)
{
    return i == p->given || p->answer[i].futures > 0;
}

/* Appends a decision: what it cost, and a table of the answers. */
static void put_decision(const struct what_if *w, const struct svi_played *p, struct svi_buf *out)
{
    const struct svi_decision *d = &w->a.decisions.list[p->decision];
    SCOPED(svi_table_finish) struct svi_table table;
    char text[200];
    char points[SVI_POINTS_TEXT];
    (void)snprintf(text, sizeof text, "round %d, decision %" PRIu32 ", %s: ", d->position.round,
                   d->number, w->a.decisions.name[d->question.seat]);
    svi_out_plain(out, text);
    if (p->best == p->given) {
        svi_out_text(out, "no answer was found to be better\n");
    } else {
        if (p->class != SVI_CLASS_GOOD) {
            svi_out_format(out, "%s, ", svi_class_name(p->class));
        }
        svi_out_format(out, "cost %.3f \xc2\xb1%.3f points in %u futures", p->cost, 1.96 * p->se,
                       p->answer[p->best].futures);
        if (p->left_out > 0) {
            svi_out_format(out, ", %u left out as a bot was lost", p->left_out);
        }
        svi_out_char(out, '\n');
    }
    svi_table_init(&table, 5, 1u | 1u << 4);
    svi_table_row(&table, "answer\tpoints\t\xc2\xb1\tfutures\t");
    for (unsigned i = 0; i < p->n; i++) {
        struct svi_buf words = {0};
        if (!is_shown(p, i)) {
            continue;
        }
        svi_analysis_answer(&w->a, p->decision, &p->answer[i].answer, &words);
        svi_table_add(&table, "%.*s", (int)words.size, (const char *)words.data);
        svi_buf_finish(&words);
        if (i == p->given) {
            svi_table_row(&table, "\t\t");
        } else {
            svi_table_add(&table, "%s", svi_points_text(p->answer[i].difference, points));
            if (p->answer[i].se > 0) {
                svi_table_add(&table, "%.3f", 1.96 * p->answer[i].se);
            } else { /* all futures were alike, which gives no interval */
                svi_table_add(&table, "-");
            }
            svi_table_add(&table, "%u", p->answer[i].futures);
        }
        svi_table_add(&table, "%s", i == p->given ? "given" : i == p->best ? "best" : "");
    }
    svi_table_print(&table, svi_say_in_colour(STDOUT_FILENO), out);
}

static void json_decision(const struct what_if *w, const struct svi_played *p, struct svi_buf *out)
{
    const struct svi_decision *d = &w->a.decisions.list[p->decision];
    svi_json_row(out);
    svi_json_members(out, JSON_TEXT("game", w->how->game), JSON_INT("decision", d->number),
                     JSON_INT("round", d->position.round), JSON_INT("seat", d->question.seat),
                     JSON_TEXT("bot", w->a.decisions.name[d->question.seat]),
                     JSON_TEXT("kind", sv_decision_name(d->question.kind)),
                     JSON_TEXT("class", svi_class_name(p->class)), JSON_FIGURE("cost", p->cost, 6),
                     JSON_FIGURE("se", p->se, 6), JSON_INT("left_out", p->left_out));
    svi_json_rows(out, "answers");
    for (unsigned i = 0; i < p->n; i++) {
        if (is_shown(p, i)) {
            svi_json_row(out);
            svi_json_key(out, "answer");
            svi_jsonl_answer(out, &d->position, &p->answer[i].answer);
            svi_json_members(
                out, JSON_BOOL("given", i == p->given), JSON_BOOL("best", i == p->best),
                JSON_FIGURE("difference", p->answer[i].difference, 6),
                JSON_FIGURE("se", p->answer[i].se, 6), JSON_INT("futures", p->answer[i].futures));
            svi_json_row_end(out);
        }
    }
    svi_json_rows_end(out);
    svi_json_row_end(out);
}

SVI_ORDER(by_cost, struct svi_played,
          SVI_THEN(SVI_COMPARE(other->cost, one->cost),
                   SVI_COMPARE(one->decision, other->decision)))

static enum svi_exit tell(struct what_if *w)
{
    struct svi_buf out = {0};
    qsort(w->played, w->n, sizeof *w->played, by_cost);
    if (w->how->json) {
        svi_out_char(&out, '{');
        svi_json_rows(&out, "decisions");
    }
    for (unsigned i = 0; i < w->n; i++) {
        if (w->how->json) {
            json_decision(w, &w->played[i], &out);
        } else {
            svi_out_text(&out, i > 0 ? "\n" : "");
            put_decision(w, &w->played[i], &out);
        }
    }
    if (w->how->json) {
        svi_json_rows_end(&out);
        svi_json_rows(&out, "stand_ins");
    }
    for (unsigned s = 0; s < w->a.decisions.seats; s++) {
        if (w->bot[s] == svi_futures_bots_stand_in(&w->bots)) {
            svi_futures_bots_tell_stand_in(&w->bots, w->a.decisions.name[s], w->how->json, &out);
        }
    }
    if (w->how->json) {
        svi_json_rows_end(&out);
        svi_out_text(&out, "}\n");
    }
    return svi_say_result(SVI_EXIT_DONE, &out);
}

/* ---- the command ----------------------------------------------------------------------------- */

static void play_league(struct what_if *w)
{
    for (unsigned s = 0; s < w->a.decisions.seats; s++) {
        w->bot[s] = svi_futures_bots_seat(&w->bots, w->how->game, s, w->a.decisions.name[s]);
    }
    if (w->db != NULL && svi_store_played_on(w->db, w->number, take_kept, w) != SV_OK) {
        store_failed(w);
    }
    if (w->n_kept < w->n) {
        play(w);
        if (w->keeps) {
            keep(w);
        }
    }
}

enum svi_exit svi_what_if(const struct svi_what_if *how)
{
    SCOPED(scoped_free) struct what_if *w = svi_new(1, sizeof *w);
    w->how = how;
    if (svi_store_split(how->game, w->store, sizeof w->store, &w->number)) {
        w->db = svi_store_open_keeping(w->store, &w->keeps);
    } else {
        w->store[0] = '\0';
    }
    svi_futures_bots_open(&w->bots, how->game, how->league, w->store, how->stand_in);
    read_game(w);
    find_decisions(w);
    play_league(w);
    const enum svi_exit result = tell(w);
    for (unsigned i = 0; i < w->n; i++) {
        svi_played_finish(&w->played[i]);
    }
    if (w->keeps) {
        svi_store_seal(w->db);
    }
    svi_futures_bots_finish(&w->bots);
    svi_analysis_finish(&w->a);
    svi_analyst_finish(&w->analyst);
    svi_buf_finish(&w->game);
    return result;
}

/* ---- the command ----------------------------------------------------------------------------- */

struct arguments {
    struct svi_what_if what_if;
};

static const struct svi_option options[] = {
    {"at", 0, "D", "Number of the decision", SVI_SET_NUMBER(what_if.at, 1, UINT32_MAX)},
    {"futures", 0, "N", "Futures that measure the best answer, 20 to 10000 (200)",
     SVI_SET_NUMBER(what_if.futures, SVI_LEAST_PLAYED_FUTURES, SVI_MOST_PLAYED_FUTURES)},
    {"league", 0, "FILE", "League file with the game's bots (beside the store)",
     SVI_SET_TEXT(what_if.league), .takes = SVI_TAKES_LEAGUE},
    {"stand-in", 0, "BOT", "Bot for remote bots and bots with secrets",
     SVI_SET_TEXT(what_if.stand_in), .takes = SVI_TAKES_BOT},
    {"jobs", 'j', "N", "Number of threads, 1 to 256 (one for each core)",
     SVI_SET_NUMBER(what_if.jobs, 1, SVI_MOST_WORKERS)},
    SVI_OPTION_JSON(what_if.json),
    {0},
};

static enum svi_exit run(struct svi_words *w)
{
    struct arguments a = {
        {.jobs = svi_thread_cores(SVI_MOST_WORKERS), .futures = SVI_PLAYED_FUTURES}};
    svi_words_read(w, &a);
    if (a.what_if.at == 0) {
        svi_words_fail(w, "found no --at, expected the number of a decision");
    }
    return svi_what_if(&a.what_if);
}

const struct svi_command svi_cmd_what_if = {
    .name = "what-if",
    .brief = "measure what an answer cost, with the bots that played",
    .operands = "STORE.db#N\nFILE.svr",
    .operand = {{"game", SVI_SET_TEXT(what_if.game)}},
    .takes = SVI_TAKES_GAME,
    .options = options,
    .text = "Plays on from a decision: the answer given and others begin the same futures, which "
            "the game's bots play to the end. Dice and unseen cards are new in each future. The "
            "best answer is chosen in some futures and measured in fresh ones. What bots have "
            "answered before stays, such as limits of bids.",
    .topic = "analysis",
    .examples = "solvent what-if quickstart.db#1 --at 65 --league leagues/quickstart.yaml",
    .exits = {"done", "the game's file is damaged", "usage or bad input, or an unknown game or bot",
              "a bot cannot start, no memory, or it was interrupted"},
    .run = run,
};

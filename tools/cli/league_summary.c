#include "tools/cli/league_summary.h"

#include "memory/memory.h"
#include "process/output.h"
#include "ranking/ranking.h"
#include "store/store_chain.h"
#include "store/store_results.h"
#include "tools/console/progress.h"
#include "tools/console/say.h"
#include "tools/report/bot_columns.h"

#include "base/json.h"
#include "base/out.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Appends a loss: the event, the bot's last output, and a command that shows the game. */
static void put_loss(struct svi_store *store, const struct svi_loss *loss, const char *path,
                     struct svi_buf *out)
{
    char *text = NULL;
    unsigned bot;
    const char *line = loss->report;
    while (*line != '\0') {
        const size_t size = strcspn(line, "\n");
        if (size > 0) {
            svi_out_text(out, line == loss->report ? "    " : "      | ");
            svi_buf_append(out, line, size);
            svi_out_char(out, '\n');
        }
        line += size + (line[size] != '\0');
    }
    if (loss->match == 0 ||
        svi_store_output(store, loss->match, loss->seat, &bot, &text) != SV_OK) {
        return; /* the loss is in no game, or in an unfinished one */
    }
    for (unsigned printed = 0; printed <= (text != NULL); printed++) {
        svi_out_text(out, "    solvent replay ");
        svi_out_plain(out, path);
        svi_out_format(out, "#%" PRIu64 " --seat %u%s\n", loss->match, loss->seat,
                       printed ? " --printed" : "");
    }
    free(text);
}

/* Appends a bot's mistakes in all games of the store, and its first loss. */
static void put_bot(const struct svi_rank_row *row, struct svi_store *store, const char *path,
                    struct svi_buf *out)
{
    const char *comma = "";
    uint64_t count;
    struct svi_loss loss;
    svi_out_text(out, "  ");
    svi_out_plain(out, row->name);
    svi_out_char(out, ':');
    for (size_t i = 0; i < SVI_INCIDENTS; i++) {
        if (row->verdicts[svi_incidents[i]] > 0) {
            svi_out_format(out, "%s %" PRIu64 " %s", comma, row->verdicts[svi_incidents[i]],
                           sv_verdict_name(svi_incidents[i]));
            comma = ",";
        }
    }
    if (row->forfeited > 0) {
        svi_out_format(out, "%s %" PRIu64 " of %" PRIu64 " games forfeited", comma, row->forfeited,
                       row->games);
        comma = ",";
    }
    if (row->lost > 0) {
        svi_out_format(out, "%s %" PRIu64 " process%s lost", comma, row->lost,
                       row->lost == 1 ? "" : "es");
    }
    if (row->incident > 0) {
        svi_out_text(out, ", first in: solvent replay ");
        svi_out_plain(out, path);
        svi_out_format(out, "#%" PRIu64, row->incident);
    }
    svi_out_char(out, '\n');
    if (svi_store_first_loss(store, row->bot, &count, &loss) == SV_OK && loss.report != NULL) {
        /* The store may come from a stranger, and the text goes to a terminal. */
        SCOPED(scoped_free) char *report = (char *)(uintptr_t)loss.report;
        svi_output_tail_clean(report, strlen(report));
        put_loss(store, &loss, path, out);
    }
}

static bool is_well(const struct svi_rank_row *row)
{
    return row->incident == 0 && row->lost == 0;
}

bool svi_league_put_incidents(const struct svi_ranking *ranking, struct svi_store *store,
                              const char *path, struct svi_buf *out)
{
    bool any = false;
    for (unsigned i = 0; i < ranking->n_rows; i++) {
        if (!is_well(&ranking->row[i])) {
            svi_out_text(out, any ? "" : "incidents:\n");
            put_bot(&ranking->row[i], store, path, out);
            any = true;
        }
    }
    return any;
}

/* Appends the head of the store's chain. It lets readers compare a published league with its
 * earlier publications. */
static void put_head(struct svi_store *store, bool json, struct svi_buf *out)
{
    uint8_t head[SVI_HEAD_BYTES];
    if (svi_store_chain(store, NULL, NULL, head) != SV_OK) {
        return; /* the store is no longer readable, which is reported elsewhere */
    }
    if (json) {
        svi_json_hex(out, "head", head, sizeof head);
    } else {
        svi_out_text(out, "head ");
        svi_out_hex(out, head, sizeof head);
        svi_out_char(out, '\n');
    }
}

static void print_text(const struct svi_ranking *ranking, struct svi_store *store, const char *path,
                       const struct svi_league_progress *total, int64_t elapsed_us,
                       struct svi_buf *out)
{
    const uint64_t done = total->before + total->played;
    printf("%s: %" PRIu64 " of %" PRIu64 " games are in %s, %" PRIu64 " decisions in all\n",
           ranking->league->name, done, total->planned, path, ranking->decisions);
    if (total->played > 0) {
        char games_rate[SVI_RATE_TEXT], decisions_rate[SVI_RATE_TEXT];
        svi_rate_text(total->played, elapsed_us, games_rate);
        svi_rate_text(total->decisions, elapsed_us, decisions_rate);
        printf("this run: %" PRIu64 " games, %" PRIu64
               " decisions in %.1f s; %s games/s, %s decisions/s\n",
               total->played, total->decisions, (double)elapsed_us / 1e6, games_rate,
               decisions_rate);
    } else if (done == total->planned) {
        printf("this run: nothing was left to play\n");
    }
    if (total->lost > 0) {
        printf("%" PRIu64 " process%s of bots lost in this run: %s\n", total->lost,
               total->lost == 1 ? "" : "es", total->losers);
    }
    if (total->night > 0) {
        printf("night %" PRIu64 ": %" PRIu64 " games\n", total->night, total->night_games);
    }
    if (ranking->told[0] != '\0') {
        puts(ranking->told);
    }
    if (!svi_league_put_incidents(ranking, store, path, out)) {
        svi_out_text(out, "incidents: none, no bot was late, wrong or dead\n");
    }
    put_head(store, false, out);
}

/* ---- news ------------------------------------------------------------------------------------ */

static void count(const struct svi_rank_row *row, struct svi_league_count *out)
{
    for (size_t i = 0; i < SVI_INCIDENTS; i++) {
        out->wrong[i] = row->verdicts[svi_incidents[i]];
    }
    out->forfeited = row->forfeited;
    out->lost = row->lost;
}

struct svi_league_count *svi_league_counts(struct svi_store *store)
{
    struct svi_ranking ranking;
    struct svi_error error;
    struct svi_league_count *counts = svi_new(svi_store_info(store)->n_bots + 1u, sizeof *counts);
    if (svi_ranking_init(&ranking, store, &error) != SV_OK) {
        free(counts);
        return NULL;
    }
    for (unsigned i = 0; i < ranking.n_rows; i++) {
        count(&ranking.row[i], &counts[ranking.row[i].bot]);
    }
    svi_ranking_finish(&ranking);
    return counts;
}

/* Appends " 3 late, 1 process lost". Returns false and appends nothing if nothing is new. */
static bool put_new(const struct svi_league_count *now, const struct svi_league_count *before,
                    struct svi_buf *out)
{
    const char *comma = "";
    for (size_t i = 0; i < SVI_INCIDENTS + 2; i++) {
        const uint64_t more = i < SVI_INCIDENTS    ? now->wrong[i] - before->wrong[i]
                              : i == SVI_INCIDENTS ? now->forfeited - before->forfeited
                                                   : now->lost - before->lost;
        const char *what = i < SVI_INCIDENTS    ? sv_verdict_name(svi_incidents[i])
                           : i == SVI_INCIDENTS ? (more == 1 ? "game forfeited" : "games forfeited")
                                                : (more == 1 ? "process lost" : "processes lost");
        if (more > 0) {
            svi_out_format(out, "%s %" PRIu64 " %s", comma, more, what);
            comma = ",";
        }
    }
    return *comma != '\0';
}

enum svi_exit svi_league_news(struct svi_store *store, const char *path,
                              const struct svi_league_count before[], unsigned n_before)
{
    static const struct svi_league_count none;
    struct svi_ranking ranking;
    struct svi_buf out = {0}, line = {0};
    struct svi_error error;
    if (svi_ranking_init(&ranking, store, &error) != SV_OK) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "%s", error.text);
    }
    for (unsigned i = 0; i < ranking.n_rows; i++) {
        const struct svi_rank_row *row = &ranking.row[i];
        struct svi_league_count now;
        count(row, &now);
        svi_buf_clear(&line);
        if (put_new(&now, row->bot < n_before ? &before[row->bot] : &none, &line)) {
            if (out.size == 0) {
                svi_out_plain(&out, ranking.league->name);
                svi_out_text(&out, ": incidents of this run (more: solvent league status ");
                svi_out_plain(&out, path);
                svi_out_text(&out, ")\n");
            }
            svi_out_text(&out, "  ");
            svi_out_plain(&out, row->name);
            svi_out_char(&out, ':');
            svi_buf_append(&out, line.data, line.size);
            svi_out_char(&out, '\n');
        }
    }
    svi_buf_finish(&line);
    svi_ranking_finish(&ranking);
    return svi_say_result(SVI_EXIT_DONE, &out);
}

static void put_incidents(const struct svi_bot_row *row, struct svi_store *store,
                          struct svi_buf *out)
{
    uint64_t count;
    struct svi_loss loss;
    svi_json_row(out);
    svi_columns_json(&svi_bot_columns, row, SVI_IN_LEAGUE, out);
    if (svi_store_first_loss(store, row->row->bot, &count, &loss) == SV_OK && loss.report != NULL) {
        svi_json_key(out, "crash");
        svi_out_char(out, '{');
        svi_json_members(out, JSON_INT("game", loss.match), JSON_INT("seat", loss.seat),
                         JSON_TEXT("report", loss.report));
        svi_out_char(out, '}');
        free((char *)(uintptr_t)loss.report);
    }
    svi_json_row_end(out);
}

static void put_json(const struct svi_ranking *ranking, struct svi_store *store, const char *path,
                     const struct svi_league_progress *total, int64_t elapsed_us,
                     struct svi_buf *out)
{
    svi_out_char(out, '{');
    svi_json_members(out, JSON_TEXT("league", ranking->league->name), JSON_TEXT("store", path),
                     JSON_INT("planned", total->planned),
                     JSON_INT("games", (total->before + total->played)),
                     JSON_INT("decisions", ranking->decisions));
    put_head(store, true, out);
    if (ranking->told[0] != '\0') {
        svi_json_string(out, "told", ranking->told);
    }
    if (total->night > 0) {
        svi_json_members(out, JSON_INT("night", total->night),
                         JSON_INT("night_games", total->night_games));
    }
    svi_json_key(out, "this_run");
    svi_out_char(out, '{');
    svi_json_members(out, JSON_INT("games", total->played),
                     JSON_INT("decisions", total->decisions));
    svi_json_key(out, "seconds");
    svi_out_format(out, "%" PRId64 ".%03" PRId64, elapsed_us / 1000000, elapsed_us / 1000 % 1000);
    svi_json_int(out, "processes_lost", (int64_t)total->lost);
    svi_out_char(out, '}');
    svi_json_rows(out, "incidents");
    for (unsigned i = 0; i < ranking->n_rows; i++) {
        if (!is_well(&ranking->row[i])) {
            const struct svi_bot_row row = svi_bot_row_of_tally(ranking, &ranking->row[i]);
            put_incidents(&row, store, out);
        }
    }
    svi_json_rows_end(out);
    svi_json_rows(out, "reasons");
    for (unsigned i = 0; i < ranking->league->n_bots; i++) {
        const struct svi_store_entry *entry = &ranking->league->entry[i];
        if (entry->reason != NULL) {
            svi_json_object(out, JSON_TEXT("bot", ranking->league->bot[i]),
                            JSON_TEXT("status", svi_status_name(entry->status)),
                            JSON_TEXT("reason", entry->reason));
        }
    }
    svi_json_rows_end(out);
    svi_out_text(out, "}\n");
}

enum svi_exit svi_league_summary(struct svi_store *store, const char *path, bool json,
                                 const struct svi_league_progress *total, int64_t elapsed_us)
{
    struct svi_ranking ranking;
    struct svi_buf out = {0};
    struct svi_error error;
    if (svi_ranking_init(&ranking, store, &error) != SV_OK) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "%s", error.text);
    }
    if (json) {
        put_json(&ranking, store, path, total, elapsed_us, &out);
    } else {
        print_text(&ranking, store, path, total, elapsed_us, &out);
    }
    svi_ranking_finish(&ranking);
    return svi_say_result(SVI_EXIT_DONE, &out);
}

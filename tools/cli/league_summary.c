#include "tools/cli/league_summary.h"

#include "ranking/ranking.h"
#include "store/reader.h"
#include "tools/console/progress.h"
#include "tools/console/say.h"

#include "base/json.h"
#include "base/out.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void svi_league_print_crash(struct svi_store *store, unsigned bot, const char *path)
{
    uint64_t number;
    unsigned seat;
    char *report;
    if (svi_store_crash(store, bot, &number, &seat, &report) != SV_OK || report == NULL) {
        return;
    }
    char *rest = report;
    for (const char *line = strsep(&rest, "\n"); line != NULL; line = strsep(&rest, "\n")) {
        if (line == report) {
            printf("    %s\n", line);
        } else if (*line != '\0') {
            printf("      | %s\n", line);
        }
    }
    printf("    solvent replay %s#%" PRIu64 " --seat %u\n", path, number, seat);
    free(report);
    if (svi_store_output(store, number, seat, &bot, &report) == SV_OK && report != NULL) {
        printf("    solvent replay %s#%" PRIu64 " --seat %u --printed\n", path, number, seat);
        free(report);
    }
}

const enum sv_verdict svi_league_wrong[SVI_LEAGUE_WRONG] = {SV_VERDICT_LATE, SV_VERDICT_MALFORMED,
                                                            SV_VERDICT_ILLEGAL, SV_VERDICT_DEAD,
                                                            SV_VERDICT_OVERTIME};

/* What a bot did wrong, all games of the store together; true when it did. */
static bool print_incidents(const struct svi_rank_row *row, const char *store)
{
    if (row->incident == 0) {
        return false;
    }
    printf("  %s:", row->name);
    for (size_t i = 0; i < SVI_LEAGUE_WRONG; i++) {
        if (row->verdicts[svi_league_wrong[i]] > 0) {
            printf(" %" PRIu64 " %s,", row->verdicts[svi_league_wrong[i]],
                   sv_verdict_name(svi_league_wrong[i]));
        }
    }
    if (row->forfeited > 0) {
        printf(" %" PRIu64 " of %" PRIu64 " games forfeited,", row->forfeited, row->games);
    }
    printf(" first in: solvent replay %s#%" PRIu64 "\n", store, row->incident);
    return true;
}

static void print_text(const struct svi_ranking *ranking, struct svi_store *store, const char *path,
                       const struct svi_league_progress *total, int64_t elapsed_us)
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
        printf("%" PRIu64 " process%s of bots lost, and others went on: %s\n", total->lost,
               total->lost == 1 ? "" : "es", total->losers);
    }
    if (total->night > 0) {
        printf("night %" PRIu64 ": %" PRIu64 " games\n", total->night, total->night_games);
    }
    if (ranking->told[0] != '\0') {
        puts(ranking->told);
    }
    bool any = false;
    for (unsigned i = 0; i < ranking->n_rows && !any; i++) {
        any = ranking->row[i].incident != 0;
    }
    puts(any ? "incidents:" : "incidents: none, no bot was late, wrong or dead");
    for (unsigned i = 0; i < ranking->n_rows; i++) {
        if (print_incidents(&ranking->row[i], path)) {
            svi_league_print_crash(store, ranking->row[i].bot, path);
        }
    }
}

static void put_incidents(const struct svi_rank_row *row, struct svi_store *store,
                          struct svi_buf *out)
{
    uint64_t number;
    unsigned seat;
    char *report;
    svi_json_row(out);
    svi_json_string(out, "bot", row->name);
    for (size_t i = 0; i < SVI_LEAGUE_WRONG; i++) {
        svi_json_int(out, sv_verdict_name(svi_league_wrong[i]),
                     (int64_t)row->verdicts[svi_league_wrong[i]]);
    }
    svi_json_int(out, "forfeited", (int64_t)row->forfeited);
    svi_json_int(out, "games", (int64_t)row->games);
    svi_json_int(out, "first_game", (int64_t)row->incident);
    if (svi_store_crash(store, row->bot, &number, &seat, &report) == SV_OK && report != NULL) {
        svi_json_key(out, "crash");
        svi_out_char(out, '{');
        svi_json_int(out, "game", (int64_t)number);
        svi_json_int(out, "seat", seat);
        svi_json_string(out, "report", report);
        svi_out_char(out, '}');
        free(report);
    }
    svi_json_row_end(out);
}

static void put_json(const struct svi_ranking *ranking, struct svi_store *store, const char *path,
                     const struct svi_league_progress *total, int64_t elapsed_us,
                     struct svi_buf *out)
{
    char seconds[32];
    svi_out_char(out, '{');
    svi_json_string(out, "league", ranking->league->name);
    svi_json_string(out, "store", path);
    svi_json_int(out, "planned", (int64_t)total->planned);
    svi_json_int(out, "games", (int64_t)(total->before + total->played));
    svi_json_int(out, "decisions", (int64_t)ranking->decisions);
    if (ranking->told[0] != '\0') {
        svi_json_string(out, "told", ranking->told);
    }
    if (total->night > 0) {
        svi_json_int(out, "night", (int64_t)total->night);
        svi_json_int(out, "night_games", (int64_t)total->night_games);
    }
    svi_json_key(out, "this_run");
    svi_out_char(out, '{');
    svi_json_int(out, "games", (int64_t)total->played);
    svi_json_int(out, "decisions", (int64_t)total->decisions);
    svi_json_key(out, "seconds");
    (void)snprintf(seconds, sizeof seconds, "%" PRId64 ".%03" PRId64, elapsed_us / 1000000,
                   elapsed_us / 1000 % 1000);
    svi_out_text(out, seconds);
    svi_json_int(out, "processes_lost", (int64_t)total->lost);
    svi_out_char(out, '}');
    svi_json_rows(out, "incidents");
    for (unsigned i = 0; i < ranking->n_rows; i++) {
        if (ranking->row[i].incident != 0) {
            put_incidents(&ranking->row[i], store, out);
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
    char error[SVI_STORE_ERROR];
    if (svi_ranking_init(&ranking, store, error, sizeof error) != SV_OK) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "%s", error);
    }
    if (json) {
        put_json(&ranking, store, path, total, elapsed_us, &out);
    } else {
        print_text(&ranking, store, path, total, elapsed_us);
    }
    svi_ranking_finish(&ranking);
    return svi_say_result(SVI_EXIT_DONE, &out);
}

void svi_find_program(char *path, size_t size)
{
    const ssize_t length = readlink("/proc/self/exe", path, size - 1);
    path[length > 0 ? length : 0] = '\0';
}

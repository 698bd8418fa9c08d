#include "ranking/ranking.h"

#include "base/order.h"
#include "job/luck_row.h"
#include "job/points.h"
#include "league/league_follow.h"
#include "memory/memory.h"
#include "schedule/schedule.h"
#include "schedule/settings.h"
#include "store/store_chain.h"
#include "store/store_matches.h"
#include "store/store_results.h"
#include "store/store_revisions.h"

#include "base/out.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum sv_status svi_ranking_games_begin(struct svi_games *games, const struct svi_store_info *info,
                                       struct svi_error *error)
{
    enum sv_status status = SV_OK;
    svi_games_init(games);
    for (unsigned i = 0; i < info->n_bots && status == SV_OK; i++) {
        unsigned bot;
        status = svi_games_bot(games, info->bot[i], &bot);
    }
    if (status != SV_OK) {
        (void)svi_fail(error, SV_E_SYSTEM, "found %u bots, expected at most %u to rank",
                       info->n_bots, SVI_STATS_BOTS);
        svi_games_finish(games);
        return SV_E_SYSTEM;
    }
    return SV_OK;
}

enum sv_status svi_ranking_games_add(struct svi_games *games, const struct svi_store_match *m)
{
    for (unsigned s = 0; s < m->seats; s++) {
        const struct svi_seat_result row = {.deal = m->deal,
                                            .game = m->number,
                                            /* a store's points follow from the places */
                                            .points = -1,
                                            .bot = (uint16_t)m->seat[s].bot,
                                            .seat = (uint8_t)s,
                                            .place = m->seat[s].place};
        SVI_TRY(svi_games_add(games, &row));
    }
    return SV_OK;
}

enum sv_status svi_ranking_games_end(struct svi_games *games, struct svi_error *error)
{
    struct svi_games_fault fault = {.text = "no memory for the games"};
    if (svi_games_order(games, &fault) != SV_OK) {
        return svi_fail(error, SV_E_SYSTEM, "%s", fault.text);
    }
    return SV_OK;
}

void svi_ranking_games_weigh(struct svi_games *games, const struct svi_schedule *schedule)
{
    games->no_intervals = svi_format_of(&schedule->settings)->no_intervals;
    for (size_t g = 0; g < games->n_games; g++) {
        games->game[g].weight = svi_schedule_weight(schedule, (uint32_t)games->game[g].deal_number);
    }
}

/* State of reading luck: all games need it, in one version. */
struct lucks {
    struct svi_games *games; /* sorted by match */
    size_t at;
    size_t found; /* games with luck */
    uint8_t version[SVI_STORE_LUCK_VERSION];
    bool mixed;
    enum sv_status status;
};

static bool take_luck(void *user, const struct svi_store_luck *row)
{
    struct lucks *l = user;
    struct svi_games *games = l->games;
    struct svi_game_luck luck;
    while (l->at < games->n_games && games->game[l->at].number < row->number) {
        l->at++;
    }
    const struct svi_game_rows *game = &games->game[l->at];
    if (l->at == games->n_games || game->number != row->number ||
        !svi_luck_row_get(row->figures, row->size, &luck) || luck.seats != svi_game_seats(game)) {
        return true;
    }
    if (l->found == 0) {
        memcpy(l->version, row->version, sizeof l->version);
        l->status = svi_games_have_luck(games, SVI_LUCK_FIGURES);
    }
    l->mixed |= memcmp(l->version, row->version, sizeof l->version) != 0;
    l->found++;
    for (unsigned s = 0; s < luck.seats && l->status == SV_OK; s++) {
        const size_t at = game->first + s;
        games->luck[at] = (double)luck.seat[s].luck / SVI_LUCK_UNIT;
        for (unsigned k = 0; k < SVI_LUCK_FIGURES; k++) {
            games->figure[at * SVI_LUCK_FIGURES + k] =
                (float)luck.seat[s].figure[k] / SVI_LUCK_UNIT;
        }
    }
    return l->status == SV_OK && !l->mixed;
}

enum sv_status svi_ranking_games_luck(struct svi_store *store, struct svi_games *games)
{
    struct lucks l = {.games = games};
    _Static_assert((unsigned)SVI_LUCK_FIGURES <= SVI_STATS_FIGURES, "a row has room for all");
    if (games->n_games == 0) {
        return SV_OK;
    }
    const enum sv_status status = svi_store_lucks(store, take_luck, &l);
    if (games->has_luck && (l.found < games->n_games || l.mixed)) {
        svi_games_drop_luck(games);
    }
    return status == SV_OK ? l.status : status;
}

static void add(void *user, const struct svi_store_tally *tally)
{
    struct svi_ranking *ranking = user;
    struct svi_rank_row *row = &ranking->row[tally->bot];
    row->games += tally->games;
    row->points += tally->points;
    row->wins += tally->wins;
    row->places += tally->places;
    row->worth += tally->worth;
    for (unsigned i = 0; i < SV_WHY_COUNT; i++) {
        row->ends[i] += tally->ends[i];
    }
    for (unsigned i = 0; i < SV_VERDICT_COUNT; i++) {
        row->verdicts[i] += tally->verdicts[i];
    }
    row->forfeited += tally->forfeited;
    if (tally->incident != 0 && (row->incident == 0 || tally->incident < row->incident)) {
        row->incident = tally->incident;
    }
    row->seat_games[tally->seat] += tally->games;
    row->seat_points[tally->seat] += tally->points;
}

static bool add_loss(void *user, const struct svi_loss *loss)
{
    struct svi_ranking *ranking = user;
    ranking->row[loss->bot].lost++;
    return true;
}

/* Compares the mean points a/games and b/games without dividing; a bot without a game comes last.
 * The products stay below 2^62: at most 10^8 games of at most 14 units each. */
static int compare_points(const struct svi_rank_row *a, const struct svi_rank_row *b)
{
    if (a->games == 0 || b->games == 0) {
        return (a->games == 0) - (b->games == 0);
    }
    const uint64_t ours = a->points * b->games, theirs = b->points * a->games;
    return (ours < theirs) - (ours > theirs);
}

SVI_ORDER(compare, struct svi_rank_row,
          SVI_THEN(SVI_COMPARE(one->standing, other->standing),
                   SVI_THEN(compare_points(one, other), strcmp(one->name, other->name))))

enum sv_status svi_ranking_begin(struct svi_ranking *ranking, const struct svi_store_info *league,
                                 struct svi_error *error)
{
    memset(ranking, 0, sizeof *ranking);
    ranking->league = league;
    ranking->points_unit = svi_points_unit(league->seats);
    ranking->planned = league->matches;
    ranking->n_rows = league->n_bots;
    ranking->row = svi_new(ranking->n_rows, sizeof *ranking->row);
    if (ranking->row == NULL) {
        return svi_fail(error, SV_E_SYSTEM, "no memory for a ranking");
    }
    for (unsigned i = 0; i < ranking->n_rows; i++) {
        ranking->row[i].name = league->bot[i];
        ranking->row[i].bot = i;
    }
    return SV_OK;
}

void svi_ranking_add(struct svi_ranking *ranking, const struct svi_store_match *m)
{
    ranking->matches++;
    ranking->decisions += m->decisions;
    if (!svi_store_counts(ranking->league, m)) {
        ranking->left_out++;
        return;
    }
    for (unsigned s = 0; s < m->seats; s++) {
        const struct svi_store_seat *seat = &m->seat[s];
        struct svi_store_tally tally = {.bot = seat->bot,
                                        .seat = s,
                                        .games = 1,
                                        .wins = seat->place == 1,
                                        .points = seat->points,
                                        .places = seat->place,
                                        .worth = seat->worth,
                                        .forfeited = seat->forfeited};
        bool incident = seat->forfeited;
        tally.ends[m->why] = 1;
        for (unsigned v = 0; v < SV_VERDICT_COUNT; v++) {
            tally.verdicts[v] = v != SV_VERDICT_DEFAULT ? seat->verdicts[v] : 0;
            incident |= !svi_verdict_accepts(v) && tally.verdicts[v] > 0;
        }
        tally.incident = incident ? m->number : 0;
        add(ranking, &tally);
    }
}

/* Says so if the candidate and the baseline of an sprt play under different conditions. */
static void tell_conditions(const struct svi_store_info *league,
                            const struct svi_settings *settings, struct svi_buf *out)
{
    const int64_t *field = settings->sprt.value;
    const int64_t bots[] = {field[SVI_SPRT_candidate], field[SVI_SPRT_baseline]};
    if (!settings->sprt.given || league->entry == NULL) {
        return;
    }
    const char *own[] = {svi_store_conditions(league->entry[bots[0]].definition),
                         svi_store_conditions(league->entry[bots[1]].definition)};
    if (strcmp(own[0], own[1]) == 0) {
        return;
    }
    svi_out_text(out, "; their conditions differ:");
    for (unsigned i = 0; i < 2; i++) {
        svi_out_text(out, i == 0 ? " " : ", ");
        svi_out_plain(out, league->bot[bots[i]]);
        svi_out_char(out, ' ');
        svi_out_plain(out, own[i][0] != '\0' ? own[i] : "has the league's");
    }
}

#define LOOKED_AT 100000u /* most deals in which bots that remember are looked for */

/* Finds the first two bots that remember and sit at one table. Returns whether there are two. */
static bool find_rememberers(const struct svi_schedule *schedule, unsigned found[2])
{
    const uint64_t deals = schedule->matches / schedule->lanes;
    unsigned n = 0;
    for (unsigned i = 0; i < schedule->settings.bots; i++) {
        n += schedule->settings.remembers[i];
    }
    for (uint64_t deal = 0; n > 1 && deal < deals && deal < LOOKED_AT; deal++) {
        for (uint32_t lane = 0; lane < schedule->lanes; lane += schedule->seatings) { /* tables */
            struct svi_pairing p;
            unsigned at_table = 0;
            svi_schedule_seating(schedule, deal * schedule->lanes + lane + 1, &p);
            for (unsigned s = 0; s < schedule->settings.seats && at_table < 2; s++) {
                if (schedule->settings.remembers[p.bot[s]]) {
                    found[at_table++] = p.bot[s];
                }
            }
            if (at_table == 2) {
                return true;
            }
        }
    }
    return false;
}

static void tell_collusion(const struct svi_ranking *ranking, const struct svi_schedule *schedule,
                           struct svi_buf *out)
{
    unsigned bot[2] = {0};
    if (find_rememberers(schedule, bot)) {
        svi_out_text(out, out->size > 0 ? "; " : "");
        svi_out_text(out, "bots that remember sit at one table, as ");
        svi_out_plain(out, ranking->league->bot[bot[0]]);
        svi_out_text(out, " and ");
        svi_out_plain(out, ranking->league->bot[bot[1]]);
        svi_out_text(out, " do: nothing keeps them from helping each other");
    }
}

void svi_ranking_stand(struct svi_ranking *ranking, const struct svi_schedule *schedule)
{
    unsigned standing[SVI_MAX_BOTS];
    SCOPED(svi_buf_finish) struct svi_buf line = {0};
    svi_schedule_stand(schedule, standing);
    for (unsigned i = 0; i < ranking->n_rows; i++) {
        ranking->row[i].standing = standing[ranking->row[i].bot];
    }
    const struct svi_format *format = svi_format_of(&schedule->settings);
    if (format->tell != NULL) {
        const char *names[SVI_MAX_BOTS];
        for (unsigned i = 0; i < ranking->n_rows; i++) {
            names[i] = ranking->league->bot[i];
        }
        format->tell(schedule, names, &line);
        tell_conditions(ranking->league, &schedule->settings, &line);
    }
    if (format->course != NULL) {
        format->course(schedule, &ranking->course);
    }
    ranking->decided =
        format->tell != NULL && !format->season && format->done != NULL && format->done(schedule);
    tell_collusion(ranking, schedule, &line);
    (void)snprintf(ranking->told, sizeof ranking->told, "%.*s", (int)line.size,
                   line.size > 0 ? (const char *)line.data : "");
}

void svi_ranking_order(struct svi_ranking *ranking)
{
    qsort(ranking->row, ranking->n_rows, sizeof *ranking->row, compare);
    for (unsigned i = 0; i < ranking->n_rows; i++) {
        struct svi_rank_row *row = &ranking->row[i];
        const bool equal =
            i > 0 && row[-1].standing == row->standing && compare_points(row - 1, row) == 0;
        row->rank = equal ? row[-1].rank : i + 1;
    }
}

/* Counts the planned matches without those that are called off for good. */
static enum sv_status count_planned(struct svi_ranking *ranking, struct svi_store *store,
                                    const struct svi_schedule *schedule)
{
    const uint64_t all = ranking->league->matches;
    uint64_t off = 0;
    SCOPED(scoped_free) uint8_t *in = svi_new((size_t)(all + 7) / 8 + 1, 1);
    SVI_TRY(in != NULL ? svi_store_finished(store, in) : SV_E_SYSTEM);
    for (uint64_t n = 1; n <= schedule->matches && n <= all; n++) {
        off += (in[(n - 1) / 8] >> (n - 1) % 8 & 1) == 0 && svi_schedule_is_off(schedule, n);
    }
    ranking->planned = all - off;
    return SV_OK;
}

/* Returns whether matches of the schedule can be called off. */
static bool may_be_off(const struct svi_schedule *schedule)
{
    return schedule->settings.format->season ||
           svi_settings_playing(&schedule->settings) < schedule->settings.bots;
}

enum sv_status svi_ranking_stand_by(struct svi_ranking *ranking, struct svi_store *store,
                                    struct svi_games *games, struct svi_error *error)
{
    SCOPED(svi_schedule_finish) struct svi_schedule schedule = {0};
    SVI_TRY(svi_league_store_schedule(store, &schedule, error));
    svi_ranking_stand(ranking, &schedule);
    if (games != NULL) {
        svi_ranking_games_weigh(games, &schedule);
    }
    const enum sv_status status =
        may_be_off(&schedule) ? count_planned(ranking, store, &schedule) : SV_OK;
    svi_ranking_order(ranking);
    return svi_store_pass(store, status, error);
}

static enum sv_status read_all(struct svi_ranking *ranking, struct svi_store *store)
{
    SVI_TRY(svi_store_count(store, &ranking->matches));
    SVI_TRY(svi_store_decisions(store, &ranking->decisions));
    SVI_TRY(svi_store_digest(store, ranking->digest));
    SVI_TRY(svi_store_tallies(store, add, ranking));
    SVI_TRY(svi_store_losses(store, add_loss, ranking));
    return svi_store_count_left_out(store, &ranking->left_out);
}

enum sv_status svi_ranking_init(struct svi_ranking *ranking, struct svi_store *store,
                                struct svi_error *error)
{
    SVI_TRY(svi_ranking_begin(ranking, svi_store_info(store), error));
    enum sv_status status = svi_store_pass(store, svi_store_snapshot(store), error);
    if (status == SV_OK) {
        status = svi_store_pass(store, read_all(ranking, store), error);
        status = status == SV_OK ? svi_ranking_stand_by(ranking, store, NULL, error) : status;
        svi_store_snapshot_end(store);
    }
    if (status != SV_OK) {
        svi_ranking_finish(ranking);
    }
    return status;
}

/* ---- two rankings of the same games --------------------------------------------------------- */

struct figure {
    const char *what;
    int64_t found, expected;
};

/* Writes the first figure that differs, with `whom` after its name. */
static bool figures_differ(const struct figure figures[], size_t n, const char *whom, char *out,
                           size_t size)
{
    for (size_t i = 0; i < n; i++) {
        if (figures[i].found != figures[i].expected) {
            (void)snprintf(out, size, "%s%s: found %" PRId64 ", which the games do not give",
                           figures[i].what, whom, figures[i].found);
            return true;
        }
    }
    return false;
}

#define FIGURE(member)                                                                             \
    {                                                                                              \
#member, (int64_t)found->member, (int64_t)expected->member                                 \
    }
#define FIGURES(list) (list), sizeof(list) / sizeof((list)[0])

static bool rows_differ(const struct svi_rank_row *found, const struct svi_rank_row *expected,
                        char *out, size_t size)
{
    char whom[SV_MAX_NAME + 8];
    const struct figure sums[] = {FIGURE(games),     FIGURE(points),  FIGURE(wins),
                                  FIGURE(places),    FIGURE(worth),   FIGURE(rank),
                                  FIGURE(forfeited), FIGURE(incident)};
    (void)snprintf(whom, sizeof whom, " of %s", expected->name);
    if (figures_differ(FIGURES(sums), whom, out, size)) {
        return true;
    }
    for (unsigned i = 0; i < SV_WHY_COUNT; i++) {
        const struct figure end = {sv_why_name(i), (int64_t)found->ends[i],
                                   (int64_t)expected->ends[i]};
        if (figures_differ(&end, 1, whom, out, size)) {
            return true;
        }
    }
    for (unsigned i = 0; i < SV_VERDICT_COUNT; i++) {
        const struct figure answers = {sv_verdict_name(i), (int64_t)found->verdicts[i],
                                       (int64_t)expected->verdicts[i]};
        if (figures_differ(&answers, 1, whom, out, size)) {
            return true;
        }
    }
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        const struct figure seat[] = {
            {"games by seat", (int64_t)found->seat_games[s], (int64_t)expected->seat_games[s]},
            {"points by seat", (int64_t)found->seat_points[s], (int64_t)expected->seat_points[s]}};
        if (figures_differ(FIGURES(seat), whom, out, size)) {
            return true;
        }
    }
    return false;
}

bool svi_ranking_differs(const struct svi_ranking *found, const struct svi_ranking *expected,
                         char *out, size_t size)
{
    const struct figure sums[] = {FIGURE(matches), FIGURE(left_out), FIGURE(decisions),
                                  FIGURE(n_rows)};
    if (figures_differ(FIGURES(sums), "", out, size)) {
        return true;
    }
    for (unsigned i = 0; i < expected->n_rows; i++) {
        unsigned k = 0;
        while (found->row[k].bot != expected->row[i].bot) { /* both have all bots of the league */
            k++;
        }
        if (rows_differ(&found->row[k], &expected->row[i], out, size)) {
            return true;
        }
    }
    if (memcmp(found->digest, expected->digest, sizeof found->digest) != 0) {
        (void)snprintf(out, size, "digest: not that of the games");
        return true;
    }
    return false;
}

void svi_ranking_finish(struct svi_ranking *ranking)
{
    free(ranking->row);
    memset(ranking, 0, sizeof *ranking);
}

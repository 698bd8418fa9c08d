#include "tools/report/figures.h"

#include "stats/numeric.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const enum sv_verdict bad[] = {SV_VERDICT_LATE, SV_VERDICT_MALFORMED, SV_VERDICT_ILLEGAL,
                                      SV_VERDICT_DEAD, SV_VERDICT_OVERTIME};
#define BAD (sizeof bad / sizeof bad[0])

/* ---- which bot is meant --------------------------------------------------------------------------- */

unsigned svi_figures_id(const struct svi_figures *f, unsigned bot)
{
    return f->sheet.row[bot]->bot;
}

unsigned svi_figures_bot(const struct svi_figures *f, unsigned id)
{
    return svi_games_find(&f->sheet.games, f->league->bot[id]);
}

const struct svi_pair_figures *svi_figures_pair(const struct svi_figures *f, unsigned i, unsigned j)
{
    if (f->pair == NULL || i == j) {
        return NULL;
    }
    return i < j ? &f->pair[(size_t)i * f->n + j] : &f->pair[(size_t)j * f->n + i];
}

/* ---- the pass over the results -------------------------------------------------------------------- */

/* Keeps the highest numbers, or the lowest, of any: ascending, each once. */
static unsigned keep_number(uint64_t kept[], unsigned n, unsigned most, bool highest,
                            uint64_t number)
{
    unsigned at = n;
    while (at > 0 && kept[at - 1] > number) {
        at--;
    }
    if (at > 0 && kept[at - 1] == number) {
        return n;
    }
    if (n < most) {
        memmove(kept + at + 1, kept + at, (n - at) * sizeof *kept);
        kept[at] = number;
        return n + 1;
    }
    if (highest && at > 0) {
        memmove(kept, kept + 1, (at - 1) * sizeof *kept);
        kept[at - 1] = number;
    } else if (!highest && at < most) {
        memmove(kept + at + 1, kept + at, (most - 1 - at) * sizeof *kept);
        kept[at] = number;
    }
    return n;
}

static uint32_t faults_of(const struct svi_store_seat *seat)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < BAD; i++) {
        sum += seat->verdicts[bad[i]];
    }
    return sum;
}

/* Whether a game of so many rounds comes before the one that is kept (0: none), and of equal ones the first. */
static bool is_first(uint64_t kept, uint32_t kept_rounds, uint64_t number, uint32_t rounds)
{
    return kept == 0 || rounds < kept_rounds || (rounds == kept_rounds && number < kept);
}

static void take_seat(struct svi_figures *f, const struct svi_store_match *m, unsigned s)
{
    const struct svi_store_seat *seat = &m->seat[s];
    struct svi_bot_figures *b = &f->bot[seat->bot];
    const uint32_t faults = faults_of(seat);
    if (seat->place >= 1 && seat->place <= SV_MAX_SEATS) {
        b->place[seat->place - 1]++;
    }
    if (faults > 0 || seat->forfeited) {
        b->incidents++;
        b->n_incident =
            keep_number(b->incident, b->n_incident, SVI_FIGURE_INCIDENTS, false, m->number);
    }
    b->n_last = keep_number(b->last, b->n_last, SVI_FIGURE_LAST, true, m->number);
    if (seat->place == 1 && is_first(b->won, b->won_rounds, m->number, m->rounds)) {
        b->won = m->number;
        b->won_rounds = m->rounds;
    }
    f->faults += faults;
    f->forfeits += seat->forfeited;
}

static void take_match(void *user, const struct svi_store_match *m)
{
    struct svi_figures *f = user;
    const unsigned why = m->why < SV_WHY_COUNT ? m->why : 0;
    f->ends[why]++;
    f->first_end[why] =
        f->first_end[why] == 0 || m->number < f->first_end[why] ? m->number : f->first_end[why];
    f->rounds[m->rounds < SVI_FIGURE_ROUNDS ? m->rounds : SVI_FIGURE_ROUNDS]++;
    f->rounds_sum += m->rounds;
    if (is_first(f->shortest, f->shortest_rounds, m->number, m->rounds)) {
        f->shortest = m->number;
        f->shortest_rounds = m->rounds;
    }
    if (is_first(f->longest, UINT32_MAX - f->longest_rounds, m->number, UINT32_MAX - m->rounds)) {
        f->longest = m->number;
        f->longest_rounds = m->rounds;
    }
    for (unsigned s = 0; s < m->seats; s++) {
        take_seat(f, m, s);
        for (unsigned o = 0; o < s && f->pair != NULL; o++) {
            const unsigned i = m->seat[s].bot, j = m->seat[o].bot;
            if (i != j) {
                struct svi_pair_figures *p =
                    &f->pair[i < j ? (size_t)i * f->n + j : (size_t)j * f->n + i];
                p->n_last =
                    (uint8_t)keep_number(p->last, p->n_last, SVI_FIGURE_MEETINGS, true, m->number);
            }
        }
    }
}

/* ---- from the games of the sheet ------------------------------------------------------------------- */

/* Points by seat: the mean over all games, its error by deals. */
static void find_seats(struct svi_figures *f)
{
    const struct svi_games *games = &f->sheet.games;
    f->seats = f->sheet.seats <= SV_MAX_SEATS ? f->sheet.seats : 0;
    for (unsigned s = 0; s < f->seats; s++) {
        double sum = 0, squares = 0;
        for (size_t g = 0; g < games->n_games; g++) {
            sum += svi_games_points(games, &games->game[g], s);
        }
        const double mean = sum / (double)games->n_games;
        for (uint32_t d = 0; d < games->n_deals; d++) {
            double off = 0;
            for (uint32_t g = games->deal_game[d]; g < games->deal_game[d + 1]; g++) {
                off += svi_games_points(games, &games->game[g], s) - mean;
            }
            squares += off * off;
        }
        const double deals = games->n_deals;
        const double error =
            deals > 1 ? sqrt(squares * deals / (deals - 1)) / (double)games->n_games : NAN;
        const double half =
            deals > 1 ? svi_t_quantile(0.5 + 0.5 * SVI_LEVEL, deals - 1) * error : NAN;
        f->seat[s] = (struct svi_estimate){mean, mean - half, mean + half};
    }
}

static void find_stretches(struct svi_figures *f)
{
    const struct svi_games *games = &f->sheet.games;
    for (size_t g = 0; g < games->n_games; g++) {
        const unsigned stretch =
            (unsigned)((uint64_t)games->game[g].deal * SVI_FIGURE_STRETCHES / games->n_deals);
        for (unsigned s = 0; s < svi_game_seats(&games->game[g]); s++) {
            const struct svi_seat_row *row = &games->row[games->game[g].first + s];
            struct svi_bot_figures *b = &f->bot[svi_figures_id(f, row->bot)];
            b->stretch_points[stretch] += svi_games_points(games, &games->game[g], s);
            b->stretch_games[stretch]++;
        }
    }
}

static void keep_step(struct svi_figures *f, uint32_t deals, const struct svi_ratings *ratings)
{
    struct svi_figure_step *step = &f->step[f->n_steps++];
    step->deals = deals;
    for (unsigned i = 0; i < ratings->games->n_bots; i++) {
        const struct svi_rating *bot = &ratings->bot[i];
        step->rating[i] = bot->deals > 1 ? bot->rating : (struct svi_estimate){NAN, NAN, NAN};
    }
}

/* The ratings of the first so many deals, which are a table of games of their own. */
static enum sv_status take_step(struct svi_figures *f, uint32_t deals)
{
    struct svi_figure_step *step = &f->step[f->n_steps];
    struct svi_games first = f->sheet.games;
    struct svi_ratings ratings;
    step->rating = calloc(first.n_bots + 1u, sizeof *step->rating);
    if (step->rating != NULL && deals == first.n_deals) { /* all: they are there */
        keep_step(f, deals, &f->sheet.ratings);
        return SV_OK;
    }
    first.n_deals = deals;
    first.n_games = first.deal_game[deals];
    first.n_rows = first.game[first.n_games].first;
    if (step->rating == NULL ||
        svi_ratings_init(&ratings, &first, &f->sheet.ratings.options) != SV_OK) {
        free(step->rating);
        return SV_E_SYSTEM;
    }
    keep_step(f, deals, &ratings);
    svi_ratings_finish(&ratings);
    return SV_OK;
}

/* Each step has about half as many deals again as the one before, so that all together cost what one or two rankings do. */
static enum sv_status find_steps(struct svi_figures *f)
{
    uint32_t deals[SVI_FIGURE_STEPS];
    unsigned n = 0;
    double next = f->sheet.games.n_deals;
    const double factor = next > 3000 ? 1.9 : 1.5;
    while (n < SVI_FIGURE_STEPS && (next >= 5 || (n == 0 && next >= 2))) {
        if (n == 0 || (uint32_t)next < deals[n - 1]) {
            deals[n++] = (uint32_t)next;
        }
        next = next / factor < next - 1 ? next / factor : next - 1;
    }
    enum sv_status status = SV_OK;
    while (n > 0 && status == SV_OK) {
        status = take_step(f, deals[--n]);
    }
    return status;
}

/* ---- trades --------------------------------------------------------------------------------------- */

struct trading {
    struct svi_figures *f;
    size_t at;     /* the game that was found last */
    uint64_t last; /* that is wanted */
    enum sv_status status;
};

static void keep_gift(struct svi_pair_figures *p, uint64_t number, int32_t gain)
{
    unsigned at = p->n_gift;
    while (at > 0 && (llabs(p->gain[at - 1]) < llabs(gain) ||
                      (llabs(p->gain[at - 1]) == llabs(gain) && p->gift[at - 1] > number))) {
        at--;
    }
    if (at == SVI_FIGURE_GIFTS) {
        return;
    }
    const unsigned kept = p->n_gift < SVI_FIGURE_GIFTS ? p->n_gift : SVI_FIGURE_GIFTS - 1;
    memmove(&p->gift[at + 1], &p->gift[at], (kept - at) * sizeof *p->gift);
    memmove(&p->gain[at + 1], &p->gain[at], (kept - at) * sizeof *p->gain);
    p->gift[at] = number;
    p->gain[at] = gain;
    p->n_gift = (uint8_t)(kept + 1);
}

static void take_pair(struct trading *t, const struct svi_game_rows *game, uint64_t number,
                      const struct svi_trade_pair *pair)
{
    struct svi_figures *f = t->f;
    const struct svi_seat_row *rows = &f->sheet.games.row[game->first];
    const unsigned i = svi_figures_id(f, rows[pair->seat].bot);
    const unsigned j = svi_figures_id(f, rows[pair->other].bot);
    if (i == j || f->pair == NULL) {
        return;
    }
    struct svi_pair_figures *p = &f->pair[i < j ? (size_t)i * f->n + j : (size_t)j * f->n + i];
    keep_gift(p, number, i < j ? pair->gain : -pair->gain);
}

/* Every pair that sat at the game has a transfer, of 0 where nothing was traded. */
static bool take_trades(void *user, uint64_t number, const struct svi_trade_pair pair[], unsigned n)
{
    struct trading *t = user;
    struct svi_figures *f = t->f;
    const struct svi_games *games = &f->sheet.games;
    if (number > t->last) {
        return false;
    }
    while (t->at < games->n_games && games->game[t->at].number < number) {
        t->at++;
    }
    if (t->at == games->n_games || games->game[t->at].number != number) {
        return true;
    }
    const struct svi_game_rows *game = &games->game[t->at];
    const unsigned seats = svi_game_seats(game);
    int32_t gain[SV_MAX_SEATS][SV_MAX_SEATS] = {{0}};
    uint32_t trades[SV_MAX_SEATS][SV_MAX_SEATS] = {{0}};
    f->traded++;
    for (unsigned k = 0; k < n; k++) {
        if (pair[k].other < seats) {
            gain[pair[k].seat][pair[k].other] = pair[k].gain;
            trades[pair[k].seat][pair[k].other] = pair[k].trades;
            take_pair(t, game, number, &pair[k]);
        }
    }
    for (unsigned s = 0; s < seats && s < SV_MAX_SEATS; s++) {
        for (unsigned o = s + 1; o < seats && o < SV_MAX_SEATS && t->status == SV_OK; o++) {
            t->status = svi_transfers_add(&f->transfers, (uint32_t)game->deal_number,
                                          svi_figures_id(f, games->row[game->first + s].bot),
                                          svi_figures_id(f, games->row[game->first + o].bot),
                                          trades[s][o], gain[s][o]);
        }
    }
    return t->status == SV_OK;
}

/* Of all games, or of those that were added. */
static enum sv_status read_trades(struct svi_figures *f, struct svi_store *store,
                                  const struct svi_figures_before *before)
{
    struct trading t = {.f = f, .last = UINT64_MAX};
    uint64_t deal = 0;
    uint64_t after = 0;
    enum sv_status status = SV_OK;
    if (before == NULL) {
        status = svi_store_trades(store, 0, take_trades, &t);
        return status == SV_OK ? t.status : status;
    }
    while (status == SV_OK && svi_store_over_news(store, before->store, &deal, &after, &t.last)) {
        status = svi_store_trades(store, after, take_trades, &t);
        status = status == SV_OK ? t.status : status;
    }
    return status == SV_OK ? svi_transfers_join(&f->transfers, &before->figures->transfers)
                           : status;
}

static enum sv_status find_transfers(struct svi_figures *f, struct svi_store *store,
                                     const struct svi_figures_before *before)
{
    enum sv_status status = svi_transfers_init(&f->transfers, f->n);
    if (status == SV_E_RANGE) {
        return SV_OK;
    }
    if (status == SV_OK) {
        f->has_transfers = true;
        status = read_trades(f, store, before);
    }
    return status == SV_OK ? svi_transfers_judge(&f->transfers) : status;
}

/* ---- clocks and crashes ---------------------------------------------------------------------------- */

static void take_times(void *user, unsigned bot, enum sv_decision kind,
                       const struct svi_times *times)
{
    struct svi_figures *f = user;
    svi_times_join(&f->bot[bot].times[kind], times);
    svi_times_join(&f->bot[bot].all_times, times);
}

static bool take_crash(void *user, uint64_t number, unsigned seat, unsigned bot, const char *report)
{
    struct svi_figures *f = user;
    struct svi_bot_figures *b = &f->bot[bot];
    b->crashes++;
    if (b->n_crash < SVI_FIGURE_CRASHES) {
        b->crash[b->n_crash++] =
            (struct svi_crash_note){.match = number, .seat = seat, .report = strdup(report)};
    }
    return true;
}

/* ---- the games that are named ----------------------------------------------------------------------- */

static bool name_game(struct svi_figures *f, uint64_t number)
{
    if (number == 0) {
        return true;
    }
    if (f->n_games == f->games_room) {
        const size_t room = f->games_room == 0 ? 256 : 2 * f->games_room;
        struct svi_game_line *game = realloc(f->game, room * sizeof *game);
        if (game == NULL) {
            return false;
        }
        f->game = game;
        f->games_room = room;
    }
    f->game[f->n_games++].number = number;
    return true;
}

static int by_number(const void *a, const void *b)
{
    const uint64_t one = ((const struct svi_game_line *)a)->number;
    const uint64_t other = ((const struct svi_game_line *)b)->number;
    return (one > other) - (one < other);
}

static bool name_bot(struct svi_figures *f, const struct svi_bot_figures *b)
{
    bool done = name_game(f, b->won);
    for (unsigned k = 0; k < b->n_incident; k++) {
        done = done && name_game(f, b->incident[k]);
    }
    for (unsigned k = 0; k < b->n_crash; k++) {
        done = done && name_game(f, b->crash[k].match);
    }
    for (unsigned k = 0; k < b->n_last; k++) {
        done = done && name_game(f, b->last[k]);
    }
    for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
        done = done && name_game(f, b->times[k].slowest);
    }
    return done;
}

/* Fewer of a pair in a great field, for the page's sake: each pair keeps one. */
static bool name_pairs(struct svi_figures *f)
{
    const unsigned most = f->n <= 24 ? SVI_FIGURE_MEETINGS : 1;
    bool done = true;
    for (size_t k = 0; f->pair != NULL && k < (size_t)f->n * f->n; k++) {
        struct svi_pair_figures *p = &f->pair[k];
        if (p->n_last > most) {
            memmove(p->last, p->last + p->n_last - most, most * sizeof *p->last);
            p->n_last = (uint8_t)most;
        }
        for (unsigned i = 0; i < p->n_last; i++) {
            done = done && name_game(f, p->last[i]);
        }
    }
    for (unsigned k = 0; k < f->transfers.n_flagged; k++) {
        const struct svi_pair_figures *p =
            svi_figures_pair(f, f->transfers.flagged[k].i, f->transfers.flagged[k].j);
        for (unsigned i = 0; p != NULL && i < p->n_gift; i++) {
            done = done && name_game(f, p->gift[i]);
        }
    }
    return done;
}

struct one_game {
    struct svi_game_line *line;
    uint64_t number;
    bool found;
};

static bool take_game(void *user, const struct svi_store_match *m)
{
    struct one_game *o = user;
    if (m->number == o->number) {
        struct svi_game_line *line = o->line;
        *line = (struct svi_game_line){.number = m->number,
                                       .deal = m->deal,
                                       .rounds = m->rounds,
                                       .decisions = m->decisions,
                                       .why = m->why,
                                       .seats = (uint8_t)m->seats};
        for (unsigned s = 0; s < m->seats; s++) {
            line->seat[s].bot = (uint16_t)m->seat[s].bot;
            line->seat[s].place = m->seat[s].place;
            line->seat[s].forfeited = m->seat[s].forfeited;
            line->seat[s].faults = faults_of(&m->seat[s]);
            line->seat[s].worth = m->seat[s].worth;
        }
        o->found = true;
    }
    return false;
}

bool svi_figures_read_game(struct svi_store *store, uint64_t number, struct svi_game_line *line)
{
    struct one_game one = {.line = line, .number = number};
    return number > 0 && svi_store_results(store, number - 1, take_game, &one) == SV_OK &&
           one.found;
}

static enum sv_status find_games(struct svi_figures *f, struct svi_store *store)
{
    bool done = name_game(f, f->shortest) && name_game(f, f->longest);
    for (unsigned k = 0; k < SV_WHY_COUNT; k++) {
        done = done && name_game(f, f->first_end[k]);
    }
    for (unsigned i = 0; i < f->n; i++) {
        done = done && name_bot(f, &f->bot[i]);
    }
    if (!done || !name_pairs(f)) {
        return SV_E_SYSTEM;
    }
    if (f->n_games > 0) {
        qsort(f->game, f->n_games, sizeof *f->game, by_number);
    }
    size_t kept = 0;
    for (size_t k = 0; k < f->n_games; k++) {
        const uint64_t number = f->game[k].number;
        /* The match of a slowest decision may be one that is not to be seen yet. */
        if ((kept == 0 || f->game[kept - 1].number != number) &&
            svi_figures_read_game(store, number, &f->game[kept])) {
            kept++;
        }
    }
    f->n_games = kept;
    return SV_OK;
}

const struct svi_game_line *svi_figures_game(const struct svi_figures *f, uint64_t number)
{
    const struct svi_game_line key = {.number = number};
    return f->n_games == 0 ? NULL : bsearch(&key, f->game, f->n_games, sizeof *f->game, by_number);
}

/* ---- all -------------------------------------------------------------------------------------------- */

uint32_t svi_figures_rounds(const struct svi_figures *f, unsigned per_mille)
{
    const uint64_t all = f->sheet.games.n_games;
    uint64_t before = 0;
    uint32_t rounds = 0;
    while (rounds < SVI_FIGURE_ROUNDS && (before += f->rounds[rounds]) * 1000 < all * per_mille) {
        rounds++;
    }
    return rounds;
}

static enum sv_status find_rest(struct svi_figures *f, struct svi_store *store,
                                const struct svi_figures_before *before)
{
    enum sv_status status = SV_OK;
    if (f->sheet.games.n_games > 0) {
        find_seats(f);
        find_stretches(f);
        status = find_steps(f);
    }
    if (status == SV_OK && f->sheet.games.n_games > 0) {
        status = svi_field_init(&f->field, &f->sheet.ratings);
        f->has_field = status == SV_OK;
        status = status == SV_E_RANGE ? SV_OK : status;
    }
    if (status == SV_OK) {
        status = find_transfers(f, store, before);
    }
    if (status == SV_OK) {
        status = svi_store_times(store, take_times, f);
    }
    if (status == SV_OK) {
        status = svi_store_crashes(store, take_crash, f);
    }
    return status == SV_OK ? find_games(f, store) : status;
}

/* Whether what was made before is of these bots, all as they are now. */
static bool fits(const struct svi_figures *f, const struct svi_figures_before *before)
{
    const struct svi_store_info *now = f->league;
    const struct svi_store_info *then = before->figures->league;
    bool same = now->n_bots == then->n_bots && now->n_revisions == then->n_revisions &&
                now->seats == then->seats && now->lanes == then->lanes;
    for (unsigned i = 0; same && i < now->n_bots; i++) {
        same = strcmp(now->bot[i], then->bot[i]) == 0 &&
               (now->entry == NULL || now->entry[i].status == then->entry[i].status);
    }
    return same;
}

/* The sums of the pass over the results, as they were; what is made of all games anew is left empty. */
static void begin_as_before(struct svi_figures *f, const struct svi_figures *old)
{
    memcpy(f->ends, old->ends, sizeof f->ends);
    memcpy(f->first_end, old->first_end, sizeof f->first_end);
    memcpy(f->rounds, old->rounds, sizeof f->rounds);
    f->rounds_sum = old->rounds_sum;
    f->shortest = old->shortest;
    f->longest = old->longest;
    f->shortest_rounds = old->shortest_rounds;
    f->longest_rounds = old->longest_rounds;
    f->forfeits = old->forfeits;
    f->faults = old->faults;
    f->traded = old->traded;
    for (unsigned i = 0; i < f->n; i++) {
        struct svi_bot_figures *b = &f->bot[i];
        *b = old->bot[i];
        memset(b->stretch_points, 0, sizeof b->stretch_points);
        memset(b->stretch_games, 0, sizeof b->stretch_games);
        memset(b->times, 0, sizeof b->times);
        memset(&b->all_times, 0, sizeof b->all_times);
        b->crashes = 0;
        b->n_crash = 0;
    }
    if (f->pair != NULL) {
        memcpy(f->pair, old->pair, (size_t)f->n * f->n * sizeof *f->pair);
    }
}

enum sv_status svi_figures_init(struct svi_figures *f, struct svi_store *store,
                                const struct svi_rank_options *options, char *error,
                                size_t error_size)
{
    return svi_figures_init_after(f, store, options, NULL, error, error_size);
}

enum sv_status svi_figures_init_after(struct svi_figures *f, struct svi_store *store,
                                      const struct svi_rank_options *options,
                                      const struct svi_figures_before *before, char *error,
                                      size_t error_size)
{
    memset(f, 0, sizeof *f);
    f->league = svi_store_info(store);
    f->n = f->league->n_bots;
    f->bot = calloc(f->n, sizeof *f->bot);
    f->pair = f->n <= SVI_FIGURE_PAIR_BOTS ? calloc((size_t)f->n * f->n, sizeof *f->pair) : NULL;
    if (f->bot == NULL || (f->pair == NULL && f->n <= SVI_FIGURE_PAIR_BOTS)) {
        (void)snprintf(error, error_size, "no memory for the figures");
        svi_figures_finish(f);
        return SV_E_SYSTEM;
    }
    enum sv_status status = svi_store_snapshot(store);
    if (status != SV_OK) {
        (void)snprintf(error, error_size, "%s", svi_store_error(store));
        svi_figures_finish(f);
        return status;
    }
    before = before != NULL && fits(f, before) ? before : NULL;
    if (before != NULL) {
        begin_as_before(f, before->figures);
    }
    const struct svi_rank_before sheet = {before != NULL ? &before->figures->sheet : NULL,
                                          before != NULL ? before->store : NULL};
    status = svi_rank_sheet_init_with(&f->sheet, store, options, before != NULL ? &sheet : NULL,
                                      take_match, f, error, error_size);
    if (status == SV_OK) {
        status = svi_store_hidden(store, &f->hidden);
        f->has_digest = f->sheet.has_digest;
        status = status == SV_OK ? find_rest(f, store, before) : status;
        if (status != SV_OK) {
            (void)snprintf(error, error_size, "%s",
                           svi_store_error(store)[0] != '\0' ? svi_store_error(store)
                                                             : "no memory for the figures");
        }
    }
    svi_store_snapshot_end(store);
    if (status != SV_OK) {
        svi_figures_finish(f);
    }
    return status;
}

void svi_figures_finish(struct svi_figures *f)
{
    for (unsigned i = 0; f->bot != NULL && i < f->n; i++) {
        for (unsigned k = 0; k < f->bot[i].n_crash; k++) {
            free(f->bot[i].crash[k].report);
        }
    }
    for (unsigned k = 0; k < f->n_steps; k++) {
        free(f->step[k].rating);
    }
    if (f->has_field) {
        svi_field_finish(&f->field);
    }
    if (f->has_transfers) {
        svi_transfers_finish(&f->transfers);
    }
    if (f->sheet.ratings.games != NULL || f->sheet.has_tally) {
        svi_rank_sheet_finish(&f->sheet);
    }
    free(f->bot);
    free(f->pair);
    free(f->game);
    memset(f, 0, sizeof *f);
}

#include "tools/cli/rank_stop.h"

#include "stats/sprt.h"
#include "stats/topk.h"
#include "tools/report/csv.h"
#include "tools/report/figure.h"

#include "base/json.h"
#include "base/nearest.h"
#include "base/out.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- key=value,key=value --------------------------------------------------------------------- */

struct key {
    const char *name;
    double *number; /* or */
    char *text;     /* SVI_STATS_NAME */
    double low, high;
    bool needed, given;
};

static const char *key_at(const void *keys, size_t i)
{
    const struct key *k = keys;
    return k[i].name;
}

static void take(const struct svi_words *w, struct key *k, const char *value)
{
    char *end;
    if (k->text != NULL) {
        (void)snprintf(k->text, SVI_STATS_NAME, "%s", value);
        return;
    }
    *k->number = strtod(value, &end);
    if (*value == '\0' || *end != '\0' || strspn(value, "+-.0123456789eE") != strlen(value) ||
        !(*k->number >= k->low && *k->number <= k->high)) {
        svi_words_fail(w, "%s: found '%.40s', expected a number from %g to %g", k->name, value,
                       k->low, k->high);
    }
}

/* The table of keys ends with one without a name. */
static void read_keys(const struct svi_words *w, struct key keys[])
{
    char pair[SVI_STATS_NAME + 32];
    for (const char *at = w->value; at != NULL;) {
        const size_t length = strcspn(at, ",");
        (void)snprintf(pair, sizeof pair, "%.*s", (int)(length < sizeof pair ? length : 0), at);
        char *value = strchr(pair, '=');
        if (value == NULL || value[1] == '\0') {
            svi_words_fail(w, "found '%.80s', expected key=value", pair);
        }
        *value++ = '\0';
        struct key *k = keys;
        while (k->name != NULL && strcmp(k->name, pair) != 0) {
            k++;
        }
        if (k->name == NULL) {
            const char *near = svi_nearest(pair, key_at, keys);
            svi_words_fail(w, "found the key '%.80s'%s%s%s", pair,
                           near != NULL ? ", did you mean " : ", expected one of those in --help",
                           near != NULL ? near : "", near != NULL ? "?" : "");
        }
        if (k->given) {
            svi_words_fail(w, "found '%s' twice, expected it once", k->name);
        }
        k->given = true;
        take(w, k, value);
        at = at[length] == ',' ? at + length + 1 : NULL;
    }
    for (struct key *k = keys; k->name != NULL; k++) {
        if (k->needed && !k->given) {
            svi_words_fail(w, "found no %s, expected %s=...", k->name, k->name);
        }
    }
}

void svi_stop_sprt_read(const struct svi_words *w, struct svi_stop_sprt *sprt)
{
    memset(sprt, 0, sizeof *sprt);
    sprt->alpha = sprt->beta = 0.05;
    struct key keys[] = {
        {"candidate", NULL, sprt->candidate, 0, 0, true, false},
        {"baseline", NULL, sprt->baseline, 0, 0, true, false},
        {"elo0", &sprt->elo0, NULL, -4000, 4000, false, false},
        {"elo1", &sprt->elo1, NULL, -4000, 4000, false, false},
        {"points0", &sprt->points0, NULL, -1, 1, false, false},
        {"points1", &sprt->points1, NULL, -1, 1, false, false},
        {"alpha", &sprt->alpha, NULL, 1e-9, 0.4, false, false},
        {"beta", &sprt->beta, NULL, 1e-9, 0.4, false, false},
        {0},
    };
    read_keys(w, keys);
    const bool elo = keys[2].given || keys[3].given;
    sprt->in_points = keys[4].given || keys[5].given;
    if (elo == sprt->in_points || keys[2].given != keys[3].given ||
        keys[4].given != keys[5].given) {
        svi_words_fail(w, "found %s, expected elo0 and elo1, or points0 and points1",
                       elo && sprt->in_points ? "both elo and points" : "no pair of them");
    }
    if (elo ? sprt->elo0 >= sprt->elo1 : sprt->points0 >= sprt->points1) {
        svi_words_fail(w, "found %s not below the other, expected it smaller",
                       elo ? "elo0" : "points0");
    }
    if (strcmp(sprt->candidate, sprt->baseline) == 0) {
        svi_words_fail(w, "found '%.200s' as both, expected two bots", sprt->candidate);
    }
}

void svi_stop_top_read(const struct svi_words *w, struct svi_stop_top *top)
{
    *top = (struct svi_stop_top){0, 0.95, 0, 0};
    struct key keys[] = {
        {"top", &top->top, NULL, 1, SVI_STATS_BOTS, true, false},
        {"confidence", &top->confidence, NULL, 0.501, 1 - 1e-9, false, false},
        {"margin", &top->margin, NULL, 0, 1, false, false},
        {"max_deals", &top->max_deals, NULL, 1, 4e9, false, false},
        {0},
    };
    read_keys(w, keys);
    if (top->top != floor(top->top) || top->max_deals != floor(top->max_deals)) {
        svi_words_fail(w, "found a fraction, expected top and max_deals as whole numbers");
    }
}

/* ---- what is printed ------------------------------------------------------------------------- */

struct fact {
    const char *name;
    const char *text;
    bool is_number;
};

/* One fact a line; one line of titles and one of values; or an object. */
static void print_facts(const struct fact facts[], size_t n, enum svi_stop_format format,
                        struct svi_buf *out)
{
    for (size_t i = 0; i < n && format == SVI_STOP_CSV; i++) {
        svi_out_text(out, i == 0 ? "" : ",");
        svi_out_text(out, facts[i].name);
    }
    svi_out_text(out, format == SVI_STOP_CSV ? "\n" : format == SVI_STOP_JSON ? "{" : "");
    for (size_t i = 0; i < n; i++) {
        if (format == SVI_STOP_JSON && facts[i].is_number) {
            svi_json_key(out, facts[i].name);
            svi_out_text(out, *facts[i].text != '\0' ? facts[i].text : "null");
        } else if (format == SVI_STOP_JSON) {
            svi_json_string(out, facts[i].name, facts[i].text);
        } else if (format == SVI_STOP_CSV) {
            svi_out_text(out, i == 0 ? "" : ",");
            svi_csv_text(out, facts[i].text);
        } else {
            char name[32];
            (void)snprintf(name, sizeof name, "%-12s ", facts[i].name);
            svi_out_text(out, name);
            svi_out_plain(out, facts[i].text);
            svi_out_char(out, '\n');
        }
    }
    svi_out_text(out, format == SVI_STOP_CSV ? "\n" : format == SVI_STOP_JSON ? "}\n" : "");
}

static struct svi_figure count_text(uint64_t count)
{
    struct svi_figure f;
    (void)snprintf(f.text, sizeof f.text, "%" PRIu64, count);
    return f;
}

struct bench {
    double *mean;
    bool *played;
};

static bool bench_init(struct bench *b, const struct svi_games *games)
{
    b->mean = calloc(games->n_bots + 1u, sizeof *b->mean);
    b->played = calloc(games->n_bots + 1u, sizeof *b->played);
    return b->mean != NULL && b->played != NULL;
}

static void bench_finish(struct bench *b)
{
    free(b->mean);
    free(b->played);
}

static enum sv_status no_memory(char *error, size_t error_size)
{
    (void)snprintf(error, error_size, "no memory for a test");
    return SV_E_SYSTEM;
}

/* What a deal is called: its number, or where it stands among those that have names. */
static uint64_t number_of(const struct svi_games *games, uint32_t d)
{
    return games->game[games->deal_game[d]].deal_number;
}

/* ---- sprt ------------------------------------------------------------------------------------ */

/* The seats of the tables at which both sit; 0: they never sit at one. False: sometimes so,
 * sometimes so. */
static bool common_seats(const struct svi_games *games, unsigned one, unsigned other,
                         unsigned *seats)
{
    bool any = false;
    for (size_t g = 0; g < games->n_games; g++) {
        const struct svi_seat_row *rows = &games->row[games->game[g].first];
        bool a = false, b = false;
        for (unsigned s = 0; s < svi_game_seats(&games->game[g]); s++) {
            a |= rows[s].bot == one;
            b |= rows[s].bot == other;
        }
        const unsigned now = a && b ? svi_game_seats(&games->game[g]) : 0;
        if (a || b) {
            if (any && *seats != now) {
                return false;
            }
            any = true;
            *seats = now;
        }
    }
    return true;
}

static enum sv_status sprt_terms(const struct svi_stop_sprt *sprt, const struct svi_games *games,
                                 unsigned candidate, unsigned baseline,
                                 struct svi_sprt_settings *settings, char *error, size_t error_size)
{
    unsigned seats = 0;
    *settings = (struct svi_sprt_settings){sprt->points0, sprt->points1, sprt->alpha, sprt->beta};
    if (!sprt->in_points) {
        if (!common_seats(games, candidate, baseline, &seats)) {
            (void)snprintf(
                error, error_size,
                "--sprt: found the two at one table in some games and not in others, or at "
                "tables of different sizes, expected points0 and points1 in place of Elo");
            return SV_E_RANGE;
        }
        settings->points0 = svi_sprt_points(sprt->elo0, seats);
        settings->points1 = svi_sprt_points(sprt->elo1, seats);
    }
    return SV_OK;
}

enum sv_status svi_stop_sprt_print(const struct svi_stop_sprt *sprt, const struct svi_games *games,
                                   enum svi_stop_format format, struct svi_buf *out, char *error,
                                   size_t error_size)
{
    const unsigned candidate = svi_games_find(games, sprt->candidate);
    const unsigned baseline = svi_games_find(games, sprt->baseline);
    struct svi_sprt_settings settings;
    struct svi_sprt test;
    struct bench b;
    if (candidate == games->n_bots || baseline == games->n_bots) {
        (void)snprintf(error, error_size, "--sprt: found '%.200s', expected the name of a bot",
                       candidate == games->n_bots ? sprt->candidate : sprt->baseline);
        return SV_E_RANGE;
    }
    const enum sv_status status =
        sprt_terms(sprt, games, candidate, baseline, &settings, error, error_size);
    if (status != SV_OK) {
        return status;
    }
    if (!bench_init(&b, games)) {
        bench_finish(&b);
        return no_memory(error, error_size);
    }
    uint64_t deal = 0;
    svi_sprt_init(&test, &settings);
    for (uint32_t d = 0; d < games->n_deals && test.state == SVI_SPRT_GOES_ON; d++) {
        svi_games_deal(games, d, b.mean, b.played);
        if (b.played[candidate] && b.played[baseline]) {
            (void)svi_sprt_add(&test, b.mean[candidate] - b.mean[baseline]);
            deal = number_of(games, d);
        }
    }
    bench_finish(&b);
    const double variance = test.deals > 1 ? test.squares / (double)test.deals : NAN;
    const struct svi_figure n = count_text(test.deals), at = count_text(deal),
                            llr = svi_figure(test.llr, 4, ""),
                            lower = svi_figure(test.lower, 4, ""),
                            upper = svi_figure(test.upper, 4, ""),
                            difference = svi_figure(test.deals > 0 ? test.mean : NAN, 6, ""),
                            points0 = svi_figure(settings.points0, 6, ""),
                            points1 = svi_figure(settings.points1, 6, "");
    const bool known = variance > 0;
    const struct svi_figure
        expected0 = svi_figure(
            known ? ceil(svi_sprt_expected(&settings, settings.points0, variance)) : NAN, 0, ""),
        expected1 = svi_figure(
            known ? ceil(svi_sprt_expected(&settings, settings.points1, variance)) : NAN, 0, "");
    const struct fact facts[] = {
        {"decision",
         test.state == SVI_SPRT_CANDIDATE  ? "candidate"
         : test.state == SVI_SPRT_BASELINE ? "baseline"
                                           : "undecided",
         false},
        {"deals", n.text, true},
        {"after_deal", at.text, true},
        {"llr", llr.text, true},
        {"lower", lower.text, true},
        {"upper", upper.text, true},
        {"difference", difference.text, true},
        {"points0", points0.text, true},
        {"points1", points1.text, true},
        {"expected0", expected0.text, true},
        {"expected1", expected1.text, true},
    };
    print_facts(facts, sizeof facts / sizeof facts[0], format, out);
    return SV_OK;
}

/* ---- stop when the first places are separated ------------------------------------------------ */

enum sv_status svi_stop_top_print(const struct svi_stop_top *top, const struct svi_games *games,
                                  enum svi_stop_format format, struct svi_buf *out, char *error,
                                  size_t error_size)
{
    const struct svi_topk_settings settings = {(unsigned)top->top, top->confidence, top->margin,
                                               (uint64_t)top->max_deals};
    struct svi_topk test;
    struct bench b;
    if (settings.top >= games->n_bots) {
        (void)snprintf(error, error_size,
                       "--stop-when: found top=%u, expected less than the %u bots", settings.top,
                       games->n_bots);
        return SV_E_RANGE;
    }
    if (svi_topk_init(&test, games->n_bots, &settings) != SV_OK) {
        return no_memory(error, error_size);
    }
    if (!bench_init(&b, games)) {
        bench_finish(&b);
        svi_topk_finish(&test);
        return no_memory(error, error_size);
    }
    bool over = false;
    uint64_t deal = 0;
    for (uint32_t d = 0; d < games->n_deals && !over; d++) {
        svi_games_deal(games, d, b.mean, b.played);
        over = svi_topk_add(&test, b.mean, b.played);
        deal = number_of(games, d);
    }
    bench_finish(&b);
    struct svi_buf names = {0};
    for (unsigned k = 0; k < settings.top && test.decided; k++) {
        svi_out_text(&names, k == 0 ? "" : ", ");
        svi_out_text(&names, games->bot[test.order[k]]);
    }
    if (!test.decided) {
        unsigned inside, outside;
        svi_topk_next(&test, &inside, &outside);
        svi_out_text(&names, games->bot[inside]);
        svi_out_text(&names, ", ");
        svi_out_text(&names, games->bot[outside]);
    }
    svi_buf_byte(&names, 0);
    const struct svi_figure deals = count_text(test.deals), at = count_text(deal);
    const struct fact facts[] = {
        {"decision",
         test.decided ? "separated"
         : over       ? "max_deals"
                      : "undecided",
         false},
        {"deals", deals.text, true},
        {"after_deal", at.text, true},
        {test.decided ? "top" : "unsure_of", names.failed ? "" : (char *)names.data, false},
    };
    out->failed |= names.failed;
    print_facts(facts, sizeof facts / sizeof facts[0], format, out);
    svi_buf_finish(&names);
    svi_topk_finish(&test);
    return SV_OK;
}

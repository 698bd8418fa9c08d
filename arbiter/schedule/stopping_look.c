#include "schedule/stopping_look.h"

#include "job/points.h"
#include "schedule/schedule.h"
#include "schedule/standings.h"

#include <stdlib.h>
#include <string.h>

#define MILLION 1000000

void svi_stopping_sides(const struct svi_settings *settings, struct svi_sides *s)
{
    s->n = s->others = 0;
    for (unsigned b = 0; b < settings->bots; b++) {
        s->contender[b] = SVI_NOT_COMPARED;
        if (settings->status[b] != SVI_STATUS_PLAYS) {
            continue; /* what it has played stays among what others have played */
        }
        if (svi_comparison_of(settings)->candidates_only && !settings->candidates[b]) {
            s->other[s->others++] = b;
        } else {
            s->contender[b] = s->n;
            s->bot[s->n++] = b;
        }
    }
}

static void look_finish(struct svi_stopping_look *look)
{
    svi_topk_finish(&look->topk);
    svi_lucb_finish(&look->lucb);
    memset(look, 0, sizeof *look);
}

void svi_stopping_forget(void *memo)
{
    look_finish(memo);
    free(memo);
}

/* The mean points of a deal of each bot in `who`, less luck where that decides. */
static void find_means(const struct svi_schedule *schedule, struct svi_stopping_look *look,
                       uint64_t deal, const unsigned who[], unsigned n, double mean[])
{
    const struct svi_settings *settings = &schedule->settings;
    const int64_t units = (int64_t)svi_points_unit(settings->seats) * schedule->seatings;
    const int32_t weight = svi_luck_weight(&look->weight); /* by the deals before, for all */
    int64_t points[SV_MAX_SEATS], luck[SV_MAX_SEATS];
    svi_scores_of_deal(schedule, deal, who, n, points, luck);
    for (unsigned i = 0; i < n; i++) {
        mean[i] = (double)points[i] / (double)units;
        if (settings->luck) {
            const int64_t each = luck[i] / schedule->seatings;
            mean[i] = svi_luck_taken_off(mean[i], each, weight);
            svi_luck_weight_take(&look->weight, points[i] * MILLION / units - MILLION / 2, each);
        }
    }
}

/* Those of a table who are compared by now; none, when somebody there is disqualified. */
static unsigned drop_gone(const struct svi_schedule *schedule, const struct svi_sides *s,
                          const struct svi_lineup *lineup, unsigned who[], unsigned n)
{
    const unsigned tables = svi_comparison_of(&schedule->settings)->tables;
    unsigned left = 0;
    for (unsigned i = 0; i < tables * schedule->settings.seats; i++) {
        const unsigned bot =
            lineup->bot[i / schedule->settings.seats][i % schedule->settings.seats];
        if (schedule->settings.status[bot] == SVI_STATUS_DISQUALIFIED) {
            return 0;
        }
    }
    for (unsigned i = 0; i < n; i++) {
        if (s->contender[who[i]] != SVI_NOT_COMPARED) {
            who[left++] = who[i];
        }
    }
    return left;
}

/* Takes a deal; true when the places are separated. */
static bool take_deal(const struct svi_schedule *schedule, struct svi_stopping_look *look,
                      const struct svi_lineup *lineup, uint64_t deal)
{
    const struct svi_sides *s = &look->sides;
    unsigned who[SV_MAX_SEATS];
    double mean[SV_MAX_SEATS];
    bool over;
    const unsigned all =
        svi_comparison_of(&schedule->settings)->who(&schedule->settings, lineup, who);
    const unsigned n = drop_gone(schedule, s, lineup, who, all);
    if (n < 2) {
        return false;
    }
    find_means(schedule, look, deal, who, n, mean);
    for (unsigned i = 0; i < n; i++) {
        who[i] = s->contender[who[i]];
        look->mean[who[i]] = mean[i];
        look->played[who[i]] = true;
    }
    svi_lucb_add(&look->lucb, who, mean, n);
    if (lineup->chosen) {
        const unsigned a = s->contender[lineup->pair[0]], b = s->contender[lineup->pair[1]];
        over = a != SVI_NOT_COMPARED && b != SVI_NOT_COMPARED &&
               svi_topk_add_pair(&look->topk, a, b, look->mean[a], look->mean[b]);
    } else {
        over = svi_topk_add(&look->topk, look->mean, look->played);
    }
    for (unsigned i = 0; i < n; i++) {
        look->played[who[i]] = false;
    }
    return over;
}

bool svi_stopping_ended(const struct svi_settings *settings)
{
    struct svi_sides s;
    if (svi_settings_playing(settings) == settings->bots) {
        return false;
    }
    svi_stopping_sides(settings, &s);
    return (unsigned)settings->stop_when.value[SVI_STOP_top] >= s.n ||
           !svi_comparison_of(settings)->fills_table(settings, &s);
}

/* Begins anew, as the settings are by now. */
static enum sv_status look_init(const struct svi_schedule *schedule, struct svi_stopping_look *look)
{
    const struct svi_settings *settings = &schedule->settings;
    look_finish(look);
    svi_stopping_sides(settings, &look->sides);
    const struct svi_topk_settings test = {
        (unsigned)settings->stop_when.value[SVI_STOP_top],
        svi_group_decimal(&settings->stop_when, SVI_STOP_confidence),
        svi_group_decimal(&settings->stop_when, SVI_STOP_margin), 0, settings->luck};
    if (svi_topk_init(&look->topk, look->sides.n, &test) != SV_OK ||
        svi_lucb_init(&look->lucb, look->sides.n) != SV_OK) {
        look_finish(look);
        return SV_E_SYSTEM;
    }
    look->begun = true;
    look->changes = schedule->changes;
    return SV_OK;
}

struct svi_stopping_look *svi_stopping_look(const struct svi_schedule *schedule)
{
    struct svi_stopping_look *look = schedule->memo;
    const uint64_t taken = schedule->taken / schedule->lanes;
    if (svi_stopping_ended(&schedule->settings) ||
        ((!look->begun || look->changes != schedule->changes) &&
         look_init(schedule, look) != SV_OK)) {
        return NULL;
    }
    while (look->deal < taken && !look->topk.decided) {
        const struct svi_stage *stage = &schedule->stage[look->stage];
        const uint64_t at = look->deal - stage->deals_before;
        if (at == stage->lineups) {
            look->stage++;
        } else {
            (void)take_deal(schedule, look, &stage->listed[at], look->deal++);
        }
    }
    return look;
}

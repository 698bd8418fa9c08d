/* A knockout: of each table the better half goes on, until one table is left, the final. Each table
 * plays `deals` deals; its bots are ordered by their points in them, equal ones by lot. Bots that
 * do not fill a table go on without playing: the first of the standings so far. The last stage
 * before the final puts out as many as leave exactly a full table. */
#include "base/error.h"
#include "memory/memory.h"
#include "schedule/schedule.h"
#include "schedule/settings.h"
#include "schedule/standings.h"

#include <stdlib.h>
#include <string.h>

struct field {
    unsigned n;                 /* bots that are not knocked out yet */
    unsigned bot[SVI_MAX_BOTS]; /* ordered by their points so far */
    bool in[SVI_MAX_BOTS];
};

/* Return the number of matches before a stage, and up to its end. */
static uint64_t begin_of(const struct svi_schedule *schedule, unsigned stage)
{
    return schedule->stage[stage].deals_before * schedule->lanes;
}

static uint64_t end_of(const struct svi_schedule *schedule, unsigned stage)
{
    return begin_of(schedule, stage) +
           schedule->stage[stage].lineups * schedule->stage[stage].rounds * schedule->lanes;
}

/* Returns whether a bot was told to play no more before the stage after this one was planned. It
 * cannot come back (league_change.c), so earlier decisions stand. */
static bool was_gone(const struct svi_schedule *schedule, unsigned bot, unsigned stage)
{
    return schedule->gone[bot] <= end_of(schedule, stage);
}

/* Moves bots that are gone behind the others of a table. */
static void gone_last(const struct svi_schedule *schedule, unsigned stage, unsigned bot[],
                      unsigned n)
{
    unsigned sorted[SVI_MAX_BOTS], k = 0;
    for (unsigned gone = 0; gone < 2; gone++) {
        for (unsigned i = 0; i < n; i++) {
            if (was_gone(schedule, bot[i], stage) == (gone == 1)) {
                sorted[k++] = bot[i];
            }
        }
    }
    memcpy(bot, sorted, n * sizeof *bot);
}

/* Takes the losers of a stage out of the field: of every table the last, then of every table the
 * last but one, and so on, to the half of the table. Bots with the fewest points go first, and a
 * full table must remain. */
static void put_out(const struct svi_schedule *schedule, unsigned stage, struct field *f)
{
    const struct svi_stage *s = &schedule->stage[stage];
    const unsigned seats = schedule->settings.seats;
    struct svi_standings score[SVI_MAX_BOTS] = {0};
    unsigned left = 0;
    for (unsigned i = 0; i < schedule->settings.bots; i++) {
        left += f->in[i];
    }
    svi_scores_add(schedule, begin_of(schedule, stage), end_of(schedule, stage), SVI_SCORED_ALL,
                   score);
    for (unsigned place = seats - 1; place >= (seats + 1) / 2; place--) {
        unsigned last[SVI_MAX_BOTS];
        for (uint64_t t = 0; t < s->lineups; t++) {
            unsigned table[SV_MAX_SEATS];
            memcpy(table, s->listed[t].bot[0], sizeof table);
            svi_scores_order(schedule, score, table, seats);
            gone_last(schedule, stage, table, seats);
            last[t] = table[place];
        }
        svi_scores_order(schedule, score, last, (unsigned)s->lineups);
        gone_last(schedule, stage, last, (unsigned)s->lineups);
        for (uint64_t t = s->lineups; t-- > 0 && left > seats;) {
            f->in[last[t]] = false;
            left--;
        }
    }
    for (unsigned i = 0; i < schedule->settings.bots; i++) {
        f->in[i] = f->in[i] && !was_gone(schedule, i, stage);
    }
}

/* Finds the bots that are not knocked out after `stages` stages. */
static void find_field(const struct svi_schedule *schedule, unsigned stages, struct field *f)
{
    struct svi_standings score[SVI_MAX_BOTS] = {0};
    memset(f, 0, sizeof *f);
    for (unsigned i = 0; i < schedule->settings.bots; i++) {
        f->in[i] = schedule->gone[i] > 0;
    }
    for (unsigned stage = 0; stage < stages; stage++) {
        put_out(schedule, stage, f);
    }
    for (unsigned i = 0; i < schedule->settings.bots; i++) {
        if (f->in[i]) {
            f->bot[f->n++] = i;
        }
    }
    svi_scores_add(schedule, 0, stages > 0 ? end_of(schedule, stages - 1) : 0, SVI_SCORED_ALL,
                   score);
    svi_scores_order(schedule, score, f->bot, f->n);
}

/* Plans a stage. The best bots sit at different tables, the next ones in reverse order (a
 * snake). */
static enum sv_status next(struct svi_schedule *schedule, struct svi_schedule_fault *fault)
{
    SCOPED(scoped_free) struct field *f = svi_new(1, sizeof *f);
    find_field(schedule, schedule->n_stages, f);
    const unsigned seats = schedule->settings.seats;
    const unsigned tables = f->n / seats;
    const unsigned byes = f->n % seats;
    SCOPED(scoped_free) struct svi_lineup *table = svi_new(tables, sizeof *table);
    for (unsigned i = 0; i < tables * seats; i++) {
        const unsigned seat = i / tables;
        const unsigned at = seat % 2 == 0 ? i % tables : tables - 1 - i % tables;
        table[at].bot[0][seat] = f->bot[byes + i];
    }
    return svi_schedule_add_lineups(schedule, table, tables, schedule->settings.deals, fault);
}

/* The league is over after the final, or when too few bots play on for a table. */
static bool done(const struct svi_schedule *schedule)
{
    const struct svi_stage *last = &schedule->stage[schedule->n_stages - 1];
    SCOPED(scoped_free) struct field *f = svi_new(1, sizeof *f);
    find_field(schedule, schedule->n_stages - 1, f);
    bool over = last->lineups == 1 && f->n == schedule->settings.seats;
    find_field(schedule, schedule->n_stages, f);
    over |= f->n < schedule->settings.seats;
    return over;
}

static enum sv_status first(struct svi_schedule *schedule, struct svi_schedule_fault *fault)
{
    SVI_TRY(svi_schedule_check_playing(schedule, fault));
    return next(schedule, fault);
}

/* Ranks bots by the stages that are over: bots that went further come first. Of bots knocked out in
 * the same stage, those with more points in it come first. */
static void stand(const struct svi_schedule *schedule, unsigned standing[])
{
    const unsigned bots = schedule->settings.bots, seats = schedule->settings.seats;
    /* Points in the present stage, and in each bot's last stage. */
    struct svi_standings(*score)[SVI_MAX_BOTS] = svi_new(2, sizeof *score);
    SCOPED(scoped_free) struct field *f = svi_new(1, sizeof *f);
    unsigned further[SVI_MAX_BOTS] = {/* Stages that each bot has played. */
                                      0};
    for (unsigned i = 0; i < bots; i++) {
        f->in[i] = schedule->gone[i] > 0;
    }
    for (unsigned stage = 0;
         stage < schedule->n_stages && end_of(schedule, stage) <= schedule->taken; stage++) {
        memset(score[0], 0, sizeof score[0]);
        svi_scores_add(schedule, begin_of(schedule, stage), end_of(schedule, stage), SVI_SCORED_ALL,
                       score[0]);
        for (unsigned i = 0; i < bots; i++) {
            further[i] += f->in[i];
            score[1][i] = f->in[i] ? score[0][i] : score[1][i];
        }
        put_out(schedule, stage, f);
    }
    for (unsigned i = 0; i < bots; i++) {
        for (unsigned k = 0; k < bots; k++) {
            const unsigned ours = further[i] + f->in[i], theirs = further[k] + f->in[k];
            standing[i] +=
                theirs > ours ||
                (theirs == ours && svi_standings_compare(&score[1][k], &score[1][i], seats) < 0);
        }
    }
    free(score);
}

/* Each stage has half the tables of the one before. */
static uint64_t to_come(const struct svi_schedule *schedule)
{
    const struct svi_stage *last = &schedule->stage[schedule->n_stages - 1];
    uint64_t sum = 0;
    for (uint64_t tables = last->lineups; tables > 1;) {
        tables = (tables + 1) / 2;
        sum += tables;
    }
    return sum * last->rounds * schedule->lanes;
}

const struct svi_format svi_format_knockout = {.name = "knockout",
                                               .may_change = "bots[",
                                               .out_for_good = true,
                                               .forfeits = true,
                                               .no_intervals = true,
                                               .first = first,
                                               .done = done,
                                               .next = next,
                                               .to_come = to_come,
                                               .stand = stand};

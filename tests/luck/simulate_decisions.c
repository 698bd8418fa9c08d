/* Measures the games that luck in decisions saves in real games.
 *
 *     simulate_decisions [LEAGUES [LEAGUE]]
 *
 * Leagues with `sprt` and `stop_when` go through the real schedule, and the reference bots play
 * their games in process. Each league is decided twice on the same deals: by plain points and by
 * points less luck. Prints for each, both ways, the games needed and the decisions that contradict
 * the long run: the decision of most leagues. LEAGUE is a part of the names of leagues to play.
 * Without LEAGUES it plays a few. Games are cut short after 200 rounds. */
#include "luck/game_luck.h"
#include "schedule/schedule.h"
#include "schedule/settings.h"
#include "tools/fit/self_play.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MILLION 1e6
#define ROUNDS 200

/* A policy for each bot. The candidate of an sprt is the first, the baseline the second. */
static const struct league {
    const char *name, *bots;
    unsigned seats;
    double elo1;  /* of an sprt; 0: a league with stop_when */
    unsigned top; /* of that */
} leagues[] = {
    {"sprt: trader against careful in a duel", "21", 2, 40, 0},
    {"sprt: careful against careful in a duel", "11", 2, 80, 0},
    {"sprt: careful against random in a duel", "10", 2, 20, 0},
    {"sprt: careful against careful, 4 seats", "11112", 4, 40, 0},
    {"sprt: trader against careful, 4 seats", "21111", 4, 10, 0},
    {"stop_when: trader, careful, careful, random", "1012", 4, 0, 1},
    {"stop_when: 3 careful, 3 random, first 3", "101010", 4, 0, 3},
    {"stop_when: trader among 2 careful, 3 seats", "112", 3, 0, 1},
};

static struct svi_settings settings_of(const struct league *l, unsigned number, bool luck)
{
    struct svi_settings settings = {.bots = (unsigned)strlen(l->bots),
                                    .seats = l->seats,
                                    .luck = luck,
                                    .seed = {5, (uint8_t)number, (uint8_t)(number >> 8)}};
    int64_t *value = settings.sprt.value;
    if (l->elo1 > 0) {
        settings.format = &svi_format_sprt;
        settings.deals = 1000;
        settings.sprt.given = true;
        value[SVI_SPRT_candidate] = 0;
        value[SVI_SPRT_baseline] = 1;
        value[SVI_SPRT_elo0] = 0;
        value[SVI_SPRT_elo1] = (int64_t)(l->elo1 * MILLION);
        value[SVI_SPRT_points0] = value[SVI_SPRT_points1] = SVI_NONE_GIVEN;
        value[SVI_SPRT_alpha] = value[SVI_SPRT_beta] = 50000;
        return settings;
    }
    value = settings.stop_when.value;
    settings.format = &svi_format_round_robin;
    settings.deals = 25;
    settings.stop_when.given = true;
    value[SVI_STOP_top] = l->top;
    value[SVI_STOP_confidence] = 950000;
    value[SVI_STOP_max_deals] = 600;
    return settings;
}

/* One game: places and luck by seat. */
static void play_game(const struct league *l, const struct svi_pairing *p,
                      const struct svi_value *value, uint8_t place[], int32_t luck[])
{
    static struct svi_luck account;
    static struct table t;
    const struct sv_bot *bots[SV_MAX_SEATS];
    for (unsigned s = 0; s < l->seats; s++) {
        bots[s] = table_policy(l->bots[p->bot[s]]);
    }
    table_begin(&t, value->features.e, l->seats, bots, p->seed);
    table_play(&t, &account, value, NULL);
    table_end(&t);
    sv_places(account.edition, &account.state.position, place);
    for (unsigned s = 0; s < l->seats; s++) {
        luck[s] = (int32_t)floor(account.figure[s][SVI_LUCK_POINTS] * MILLION + 0.5);
    }
}

/* A league's decision: the bots that stand first, or whether the candidate is better. */
struct outcome {
    uint64_t games;
    unsigned decision; /* 0: none; else the bots that stand first, as bits, or 1 and 2 */
};

static struct outcome play_league(const struct league *l, unsigned number, bool luck,
                                  const struct svi_value *value)
{
    const struct svi_settings settings = settings_of(l, number, luck);
    const struct svi_format *format = svi_format_of(&settings);
    static const char *const names[SV_MAX_SEATS] = {"0", "1", "2", "3", "4", "5", "6", "7"};
    struct svi_schedule schedule;
    struct svi_schedule_fault fault;
    struct svi_buf text = {0};
    unsigned standing[SVI_MAX_BOTS];
    bool more = true;
    if (svi_schedule_init(&schedule, &settings, &fault) != SV_OK) {
        (void)fprintf(stderr, "%s: %s: %s\n", l->name, fault.key, fault.text);
        exit(2);
    }
    while (more) {
        while (schedule.taken < schedule.matches) {
            struct svi_pairing p;
            uint8_t place[SV_MAX_SEATS] = {0};
            int32_t each[SV_MAX_SEATS] = {0};
            svi_schedule_match(&schedule, schedule.taken + 1, &p);
            play_game(l, &p, value, place, each);
            if (svi_schedule_take(&schedule, place, each) != SV_OK) {
                exit(3);
            }
        }
        if (svi_schedule_next(&schedule, &more, &fault) != SV_OK) {
            exit(3);
        }
    }
    struct outcome out = {.games = schedule.matches};
    svi_schedule_stand(&schedule, standing);
    format->tell(&schedule, names, &text);
    svi_buf_byte(&text, 0);
    if (l->elo1 > 0) {
        out.decision = strstr((char *)text.data, "above the first limit") != NULL    ? 1
                       : strstr((char *)text.data, "below the second limit") != NULL ? 2
                                                                                     : 0;
    } else if (strstr((char *)text.data, "separated") != NULL) {
        for (unsigned b = 0; b < settings.bots; b++) {
            out.decision |= standing[b] == 0 ? 1u << b : 0;
        }
    }
    svi_buf_finish(&text);
    svi_schedule_finish(&schedule);
    return out;
}

/* The decision that most leagues have come to. */
static unsigned majority(const struct outcome out[], unsigned n)
{
    unsigned best = 0, most = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned same = 0;
        for (unsigned k = 0; k < n; k++) {
            same += out[k].decision == out[i].decision;
        }
        if (out[i].decision != 0 && same > most) {
            most = same;
            best = out[i].decision;
        }
    }
    return best;
}

static bool play(const struct league *l, unsigned n, const struct svi_value *value)
{
    struct outcome *out = calloc((size_t)2 * n, sizeof *out); /* plain ones, then those less luck */
    double games[2] = {0};
    unsigned wrong[2] = {0}, undecided[2] = {0};
    if (out == NULL) {
        exit(3);
    }
    for (unsigned i = 0; i < 2 * n; i++) {
        out[i] = play_league(l, i % n, i >= n, value);
    }
    const unsigned right = majority(out, 2 * n);
    for (unsigned i = 0; i < 2 * n; i++) {
        games[i / n] += (double)out[i].games / n;
        undecided[i / n] += out[i].decision == 0;
        wrong[i / n] += out[i].decision != 0 && out[i].decision != right;
    }
    free(out);
    printf("%-46s games %6.0f, less luck %6.0f: x%.2f; undecided %u, %u; against the majority %u, "
           "%u of %u\n",
           l->name, games[0], games[1], games[0] / games[1], undecided[0], undecided[1], wrong[0],
           wrong[1], n);
    (void)fflush(stdout);
    return wrong[1] <= n / 10 + 1; /* both errors of a test, and chance */
}

int main(int argc, char **argv)
{
    static struct svi_value value;
    static struct sv_edition e;
    const unsigned n = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 2;
    bool ok = n > 0;
    table_edition(&e, "classic", ROUNDS);
    svi_value_init(&value, &e, svi_weights_for(&e));
    for (size_t i = 0; i < sizeof leagues / sizeof leagues[0] && n > 0; i++) {
        const bool wanted = argc > 2   ? strstr(leagues[i].name, argv[2]) != NULL
                            : argc > 1 ? true
                                       : i == 2 || i == 7;
        if (wanted) {
            ok &= play(&leagues[i], n, &value);
        }
    }
    return ok ? 0 : 1;
}

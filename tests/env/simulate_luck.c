/* Measures how much a learner gains from rewards less luck, in games of a batch (`luck` of struct
 * sv_batch_how).
 *
 *     simulate_luck [GAMES [EDITION [random]]]
 *
 * The caller plays a seat like `careful` against `careful`, or at random, so that it nearly always
 * loses. Prints for each edition and number of seats
 *
 *     reward    mean reward of the caller's seat
 *     bias      mean of its luck, which should be 0, with the half width of its 95% interval
 *     variance  of the reward, and of the reward less luck
 *     worth     number of plain games that a game less luck is worth: the quotient of both
 *
 * Fails if the bias exceeds four standard errors, or if the variance is not lower on average over
 * all tables of `careful`. EDITION is `all` or a name. Without GAMES it plays a few. */
#include <solvent/env.h>
#include <solvent/policy.h>

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BATCH 16u

struct seat {
    struct sv_match match;
    struct sv_answer wanted, so_far;
    bool begun; /* an answer is being put together */
};

static struct sv_bot careful;

/* All that the caller is asked and the bot is not. */
static void defaults(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    (void)m;
    (void)q;
    (void)a;
}

static void sit_down(struct seat *own, const struct sv_edition *e, unsigned seats)
{
    *own = (struct seat){.match = {.edition = e, .seats = (uint8_t)seats}};
    careful.match_start(&own->match);
}

/* The next action on the way to what `careful` answers. */
static int32_t act(const struct sv_edition *e, const struct sv_batch *b, unsigned game,
                   struct seat *own)
{
    const struct sv_position *p = sv_batch_position(b, game);
    const struct sv_question *q = sv_batch_question(b, game);
    if (!own->begun) {
        own->match.position = p;
        own->match.seat = q->seat;
        sv_bot_decide(&careful, &own->match, q, &own->wanted);
        sv_action_begin(e, p, q, &own->so_far);
    }
    unsigned action = sv_action_toward(e, p, q, &own->so_far, &own->wanted);
    action = action < SV_ACTION_COUNT ? action : 0;
    own->begun = !sv_action_take(e, p, q, &own->so_far, action);
    return (int32_t)action;
}

struct moments {
    double n, reward, luck, rewards, lucks, less; /* sums, then of squares */
};

static void play(const struct sv_edition *e, unsigned seats, bool random, unsigned games,
                 struct moments *m)
{
    static struct seat own[BATCH];
    struct sv_batch_how how = {
        .games = BATCH, .seats = seats, .luck = true, .turned = true, .players = 2};
    struct sv_rng rng = {.key = {(uint8_t)seats}};
    uint8_t seed[SV_SEED_BYTES], done[BATCH];
    float reward[BATCH * SV_MAX_SEATS], luck[BATCH * SV_MAX_SEATS];
    int32_t action[BATCH];
    char text[80];
    how.player[1] = sv_policy_named("careful");
    for (unsigned s = 0; s < seats; s++) {
        how.may[s] = s == 0 ? 1 : 2;
    }
    (void)snprintf(text, sizeof text, "luck %s %u %d", e->name, seats, random);
    sv_luck_seed_text(text, seed);
    struct sv_batch *b = sv_batch_create_with(e, &how, seed);
    if (b == NULL) {
        exit(3);
    }
    for (unsigned g = 0; g < BATCH; g++) {
        sit_down(&own[g], e, seats);
    }
    /* As many of each slot, so that short games are not counted before long ones. */
    unsigned played[BATCH] = {0}, left = BATCH;
    while (left > 0) {
        uint8_t seat[BATCH];
        const struct sv_batch_out asked = {.seat = seat};
        const struct sv_batch_out paid = {.reward = reward, .done = done, .luck = luck};
        sv_batch_advance(b, NULL, &asked);
        sv_batch_random(b, &rng, action);
        for (unsigned g = 0; g < BATCH && !random; g++) {
            action[g] = act(e, b, g, &own[g]);
        }
        sv_batch_advance(b, action, &paid);
        for (unsigned g = 0; g < BATCH; g++) {
            if (!done[g]) {
                continue;
            }
            careful.match_end(&own[g].match, NULL);
            sit_down(&own[g], e, seats);
            if (++played[g] > games / BATCH) {
                continue;
            }
            left -= played[g] == games / BATCH;
            const double r = (double)reward[g * seats + seat[g]];
            const double l = (double)luck[g * seats + seat[g]];
            m->n++;
            m->reward += r;
            m->luck += l;
            m->rewards += r * r;
            m->lucks += l * l;
            m->less += (r - l) * (r - l);
        }
    }
    for (unsigned g = 0; g < BATCH; g++) {
        careful.match_end(&own[g].match, NULL);
    }
    sv_batch_destroy(b);
}

static double variance(double squares, double sum, double n)
{
    return (squares - sum * sum / n) / (n - 1);
}

int main(int argc, char **argv)
{
    static const char *const editions[] = {"classic", "comrades", "harbour", "mega", "speed-die"};
    static const unsigned tables[] = {4, 2, 6};
    const long given = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
    const unsigned games = given > 0 ? (unsigned)(given + BATCH - 1) / BATCH * BATCH : BATCH;
    const char *only = argc > 2 && strcmp(argv[2], "all") != 0 ? argv[2] : NULL;
    const bool random = argc > 3;
    double plain = 0, less = 0;
    bool ok = true;
    careful = sv_policy_careful;
#define X(NAME, name, ...) careful.name = careful.name != NULL ? careful.name : defaults;
    SV_DECISIONS(X)
#undef X
    memset(&careful.when, 0, sizeof careful.when);
    printf("edition    seats   games   reward   bias              variance       worth\n");
    for (unsigned i = 0; i < sizeof editions / sizeof *editions; i++) {
        const struct sv_edition *e = sv_edition_builtin(editions[i]);
        for (unsigned t = 0;
             t < (given > 0 ? 3 : 1) && (only == NULL || strcmp(only, e->name) == 0); t++) {
            struct moments m = {0};
            play(e, tables[t], random, games, &m);
            const double se = sqrt(variance(m.lucks, m.luck, m.n) / m.n);
            const double of = variance(m.rewards, m.reward, m.n);
            const double without = variance(m.less, m.reward - m.luck, m.n);
            const bool fair = fabs(m.luck / m.n) <= 4 * se;
            printf("%-10s %5u  %6.0f  %7.3f  %7.4f +-%6.4f  %5.3f %5.3f  %6.2f%s\n", e->name,
                   tables[t], m.n, m.reward / m.n, m.luck / m.n, 1.96 * se, of, without,
                   of / without, fair ? "" : "  biased");
            (void)fflush(stdout);
            ok = ok && fair;
            plain += of;
            less += without;
        }
    }
    printf("all: %.3f and %.3f, a game is worth %.2f\n", plain, less, plain / less);
    return ok && (random || less < plain) ? 0 : 1;
}

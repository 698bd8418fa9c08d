/* Fits the types of bots that models of rivals weigh (sdk/policy/rival_types.h) to answers of the
 * reference bots:
 *
 *     build/tools/fit/fit_rival 16 >sdk/policy/rival_types.h
 *
 * plays 16 games of classic with each. A logistic regression of each bot's answers, whose weights
 * are held near 0, gives a type. Five more types accept the same share of all offers. */
#include "tools/fit/watch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 200000u

static struct svi_watched seen[MOST];
static unsigned n_seen;

static void take(void *user, const struct svi_watched *offer)
{
    (void)user;
    if (n_seen < MOST) {
        seen[n_seen++] = *offer;
    }
}

/* Solves a x = b in place by elimination; `a` is positive definite. */
static void solve(double a[SVI_TERMS][SVI_TERMS], double b[SVI_TERMS])
{
    for (unsigned k = 0; k < SVI_TERMS; k++) {
        for (unsigned i = 0; i < SVI_TERMS; i++) {
            const double part = i == k ? 0 : a[i][k] / a[k][k];

            for (unsigned j = 0; j < SVI_TERMS; j++) {
                a[i][j] -= part * a[k][j];
            }
            b[i] -= part * b[k];
        }
    }
    for (unsigned k = 0; k < SVI_TERMS; k++) {
        b[k] /= a[k][k];
    }
}

/* The precision with which a weight is held near 0, and the most that an answer may weigh beside
 * others: bots differ more than their games. */
#define HOLD 0.25
#define ANSWERS 400.0

/* Fits the weights by Newton's method. */
static void fit(double weight[SVI_TERMS])
{
    const double each = n_seen > ANSWERS ? ANSWERS / n_seen : 1;
    memset(weight, 0, SVI_TERMS * sizeof *weight);
    for (unsigned round = 0; round < 30; round++) {
        double a[SVI_TERMS][SVI_TERMS] = {{0}};
        double b[SVI_TERMS];

        for (unsigned i = 0; i < SVI_TERMS; i++) {
            a[i][i] = HOLD;
            b[i] = -HOLD * weight[i];
        }
        for (unsigned o = 0; o < n_seen; o++) {
            const double *x = seen[o].terms;
            double sum = 0;
            double p;

            for (unsigned i = 0; i < SVI_TERMS; i++) {
                sum += weight[i] * x[i];
            }
            p = 1 / (1 + exp(-sum));
            for (unsigned i = 0; i < SVI_TERMS; i++) {
                b[i] += each * (seen[o].accepted - p) * x[i];
                for (unsigned j = 0; j < SVI_TERMS; j++) {
                    a[i][j] += each * p * (1 - p) * x[i] * x[j];
                }
            }
        }
        solve(a, b);
        for (unsigned i = 0; i < SVI_TERMS; i++) {
            weight[i] += b[i];
        }
    }
}

static void print_row(const double row[SVI_TERMS], const char *name)
{
    printf("    {%.2f, %.2f, %.2f, %.2f}, /* %s */\n", row[0], row[1], row[2], row[3], name);
}

int main(int argc, char **argv)
{
    static const double any[] = {-4, -2.2, -0.8, 0.4, 3};
    const unsigned games = argc == 2 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
    if (games == 0) {
        (void)fprintf(stderr, "usage: fit_rival GAMES\n");
        return 2;
    }
    printf("/* Made by tools/fit/fit_rival.c: weights of the terms (policy/rival.h), by type. */\n"
           "static const double types[][SVI_TERMS] = {\n");
    for (unsigned b = 0; sv_policy_at(b) != NULL; b++) {
        double weight[SVI_TERMS];

        n_seen = 0;
        for (unsigned g = 0; g < games; g++) {
            svi_watch(sv_edition_builtin("classic"), g, sv_policy_at(b), take, NULL);
        }
        fit(weight);
        print_row(weight, sv_policy_at(b)->name);
    }
    for (unsigned i = 0; i < sizeof any / sizeof any[0]; i++) {
        const double row[SVI_TERMS] = {any[i], 0, 0, 0};

        print_row(row, "whatever the offer");
    }
    printf("};\n");
    return 0;
}

/* Probes of sixteen machines on which other things go on: how often one that is slow is found, and
 * one that is not is called slow.
 *
 * What disturbs: machines of one kind differ by 3% (one standard deviation), a machine is 4% slower
 * or faster from one session to the next, a tenth of all batches of probes falls into somebody
 * else's burst of work, which makes them longer by half on average, a twentieth of single probes is
 * twice as long on average, and all are off by 3%. Each machine has one to four sessions with
 * probes as arbiter/job/probe.h has them, and one to ten times between batches. */
#include "job/probe.h"
#include "stats/nodes.h"
#include "stats/numeric.h"
#include "tests/stats/leagues.h"
#include "tests/stats/simulate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NODES 16u
#define SESSIONS 4u
#define LEGS 10u
#define MOST (SESSIONS * (SVI_PROBE_BEFORE + (LEGS + 1) * SVI_PROBE_BETWEEN))
#define USUAL_US 3000.0

static double exponential(struct svi_draw *draw, double mean)
{
    return -mean * svi_log(svi_draw_uniform(draw));
}

static void draw_batch(struct svi_node_times *node, double level, unsigned n, struct svi_draw *draw)
{
    const double burst = svi_draw_uniform(draw) < 0.1 ? 1 + exponential(draw, 0.5) : 1;
    for (unsigned i = 0; i < n; i++) {
        const double single = svi_draw_uniform(draw) < 0.05 ? 1 + exponential(draw, 1) : 1;
        node->time[node->n++] =
            USUAL_US * level * burst * single * svi_exp(0.03 * svi_draw_normal(draw));
    }
}

static void draw_node(struct svi_node_times *node, double slow, struct svi_draw *draw)
{
    const double kind = slow * svi_exp(0.03 * svi_draw_normal(draw));
    const unsigned sessions = 1 + (unsigned)(svi_draw_uniform(draw) * SESSIONS);
    node->n = 0;
    for (unsigned s = 0; s < sessions; s++) {
        const double level = kind * svi_exp(0.04 * svi_draw_normal(draw));
        const unsigned batches = 1 + (unsigned)(svi_draw_uniform(draw) * LEGS);
        draw_batch(node, level, SVI_PROBE_BEFORE, draw);
        for (unsigned batch = 0; batch <= batches; batch++) { /* and in the end */
            draw_batch(node, level, SVI_PROBE_BETWEEN, draw);
        }
    }
}

struct found {
    unsigned slow;  /* the slow one was called slow */
    unsigned wrong; /* another one was */
};

/* One run in which one machine takes `factor` times as long; 1: none does. */
static void run(double factor, struct svi_draw *draw, struct found *found)
{
    static double time[NODES][MOST + 8];
    struct svi_node_times node[NODES];
    bool wrong = false;
    const unsigned slow = (unsigned)(svi_draw_uniform(draw) * NODES) % NODES;
    for (unsigned i = 0; i < NODES; i++) {
        node[i] = (struct svi_node_times){.time = time[i]};
        draw_node(&node[i], i == slow ? factor : 1, draw);
    }
    (void)svi_nodes_judge(node, NODES, SVI_NODES_TOLERANCE, SVI_NODES_ALPHA);
    for (unsigned i = 0; i < NODES; i++) {
        wrong |= node[i].slow && (i != slow || factor <= 1);
    }
    found->slow += factor > 1 && node[slow].slow;
    found->wrong += wrong;
}

int main(int argc, char **argv)
{
    static const double factor[] = {1, 1.3, 1.4, 1.5, 1.75, 2};
    struct simulation s = simulation_begin("simulate_nodes", argc, argv, 300);
    for (size_t f = 0; f < sizeof factor / sizeof factor[0]; f++) {
        struct svi_draw draw = {.state = 77 + f};
        struct found found = {0};
        char what[80];
        for (unsigned i = 0; i < s.leagues; i++) {
            run(factor[f], &draw, &found);
        }
        if (factor[f] > 1) {
            (void)snprintf(what, sizeof what, "one of 16 is %.2f times as slow: named", factor[f]);
            simulation_share(&s, what, found.slow, s.leagues, factor[f] >= 1.5 ? 0.95 : 0, 1);
        }
        (void)snprintf(what, sizeof what, "%s: another is named",
                       factor[f] > 1 ? "  meanwhile" : "none of 16 is slow");
        simulation_share(&s, what, found.wrong, s.leagues, 0, 0.01);
    }
    return simulation_end(&s);
}

/* Whether advice helps: simulate_changes [DEALS]. Four changes of README's bot, each made on top of
 * the ones before, in the order of the prices in points a game that `solvent try` told. Each
 * changed bot is tested against the bot as it was by an SPRT (0 against 0.02 points, 5% errors) in
 * process, at tables with careful, trader and builder, for at most DEALS deals (600). Prints the
 * verdict and the difference in points; fails unless three of the four are accepted.
 *
 * The same for the four odd bots (odd_bots.h) whose decisions cost most by `own` at two seats
 * (simulate_own 300 12 classic 2), which were listed before any was tested: the habit is taken from
 * each, which leaves careful or trader. The rival is trader. A price holds for its company: at the
 * tables of four above, one of the four was accepted.
 *
 * Made alone, trades and builds were accepted (+0.023 ±0.017 and +0.025 ±0.013 points), lifts and
 * bids refused: a bot that loses every game gains little by one act. */
#include "stats/sprt.h"
#include "tests/analysis/odd_bots.h"

#include <solvent/duel.h>
#include <solvent/edition.h>
#include <solvent/policy.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOOK 20u /* deals that are played at once */

/* X(change, the habit, points a game by `try`) */
#define CHANGES(X)                                                                                 \
    X(trades, "never trades", -0.32)                                                               \
    X(builds, "never builds", -0.30)                                                               \
    X(lifts, "never lifts a mortgage", -0.08)                                                      \
    X(bids, "never bids", -0.07)

/* X(place among the odd bots, change, the habit, points a game by `own`, the bot without it) */
#define HABITS(X)                                                                                  \
    X(7, "keeps", "sells all that it has", -0.67, sv_policy_careful)                               \
    X(8, "buys", "buys and bids nothing", -0.61, sv_policy_careful)                                \
    X(0, "bids", "never bids", -0.32, sv_policy_trader)                                            \
    X(6, "asks", "asks 300 too much", -0.17, sv_policy_careful)

/* README's bot. */
static void buy(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const bool rich = m->position->cash[m->seat] >= q->amount + 200;
    a->choice = rich ? SV_CHOICE_BUY_BUY : SV_CHOICE_BUY_DECLINE;
}

/* As README's bot. Its data is what callbacks of the reference bots read. */
static struct sv_bot before(void)
{
    return (struct sv_bot){.name = "before",
                           .match_start = sv_policy_careful.match_start,
                           .match_end = sv_policy_careful.match_end,
                           .buy = buy};
}

static void offer(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct sv_answer all = *a;
    sv_policy_trader.manage(m, q, &all);
    a->n_offers = all.n_offers;
    memcpy(a->offers, all.offers, sizeof a->offers);
}

static struct sv_bot trades(void)
{
    struct sv_bot bot = before();
    bot.manage = offer;
    bot.when.manage = SV_WHEN_OWN_TURN;
    bot.trade = sv_policy_trader.trade;
    return bot;
}

/* Answers as trader, or does nothing where trader lifts mortgages. */
static void build(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_answer idle = *a;
    sv_policy_trader.manage(m, q, a);
    if (a->plan.lift != 0) {
        *a = idle;
    }
}

static struct sv_bot builds(void)
{
    struct sv_bot bot = trades();
    bot.manage = build;
    bot.when.manage = sv_policy_trader.when.manage;
    return bot;
}

static struct sv_bot lifts(void)
{
    struct sv_bot bot = builds();
    bot.manage = sv_policy_trader.manage;
    return bot;
}

static struct sv_bot bids(void)
{
    struct sv_bot bot = lifts();
    bot.bid = sv_policy_trader.bid;
    bot.sealed_bid = sv_policy_trader.sealed_bid;
    return bot;
}

/* Tests a change, and returns whether it was accepted. */
static bool try(const char *change, const char *habit, double told, const struct sv_bot *as_it_was,
                const struct sv_bot *after, unsigned seats, unsigned deals)
{
    const struct svi_sprt_settings settings = {
        .points0 = 0, .points1 = 0.02, .alpha = 0.05, .beta = 0.05};
    static const char *const verdict[] = {"undecided", "refused", "accepted"};
    struct sv_duel_how how = {.edition = sv_edition_builtin("classic"),
                              .bots = {after, seats == 2 ? &sv_policy_trader : &sv_policy_careful,
                                       &sv_policy_trader, sv_policy_named("builder")},
                              .instead = as_it_was,
                              .seats = seats};
    struct sv_duel_deal *deal = calloc(deals, sizeof *deal);
    struct svi_sprt sprt;
    struct sv_duel found;
    unsigned n = 0;
    (void)snprintf((char *)how.seed, sizeof how.seed, "change %s", change);
    svi_sprt_init(&sprt, &settings);
    while (n + LOOK <= deals && sprt.state == SVI_SPRT_GOES_ON) {
        if (sv_duel_play(&how, n + 1, LOOK, deal + n) != SV_OK) {
            exit(1);
        }
        for (unsigned i = 0; i < LOOK; i++) {
            (void)svi_sprt_add(&sprt, deal[n++].difference);
        }
    }
    sv_duel_sum(deal, n, &found);
    (void)printf("%-7s %-23s told %+.2f  %-9s after %4u deals: %+.3f ±%.3f points, illegal %u\n",
                 change, habit, told, verdict[sprt.state], n, found.difference.value,
                 found.difference.half, (unsigned)found.illegal);
    free(deal);
    return sprt.state == SVI_SPRT_CANDIDATE && found.illegal == 0;
}

int main(int argc, char **argv)
{
    const unsigned deals = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 600;
    struct sv_bot bot = before();
    unsigned accepted = 0;
#define X(change, habit, told)                                                                     \
    const struct sv_bot after_##change = change();                                                 \
    accepted += try(#change, habit, told, &bot, &after_##change, 4, deals);                        \
    bot = after_##change;
    CHANGES(X)
#undef X
    unsigned without = 0;
#define X(i, change, habit, told, without_it)                                                      \
    without += try(change, habit, told, odd_bot_at(i), &(without_it), 2, deals);
    HABITS(X)
#undef X
    (void)printf("accepted: %u of 4 for README's bot, %u of 4 habits\n", accepted, without);
    return accepted >= 3 && without >= 3 ? 0 : 1;
}

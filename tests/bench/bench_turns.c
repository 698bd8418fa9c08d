/* What a turn costs in process: so many games of four seats that are all played by one policy, for a count of instructions.
 *
 * Usage: bench_turns default|buyer|always|random [GAMES]   (64). Prints games, turns and decisions, and a digest of the last
 * states, which tells whether two builds have played the same. */

#include "bots/policy/policy.h"

#include <solvent/bot.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEATS 4u
#define RESERVE 200

static void buy(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const int rich = m->position->cash[m->seat] - q->amount >= RESERVE;
    a->choice = rich ? SV_CHOICE_BUY_BUY : SV_CHOICE_BUY_DECLINE;
}

static void manage(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_position *p = m->position;
    (void)q;
    for (uint64_t left = p->owned[m->seat] & m->edition->streets; left != 0; left &= left - 1) {
        const unsigned space = sv_first(left);
        const int32_t cost = sv_level_cost(m->edition, space, p->level[space]);
        if (cost > 0 && p->cash[m->seat] - cost >= RESERVE &&
            sv_can_build(m->edition, p, m->seat, &a->plan, space)) {
            a->plan.level[space]++;
            return;
        }
    }
}

static const struct sv_bot nobody = {.name = "default"};
static const struct sv_bot always = {.name = "always", .buy = buy, .manage = manage};
#ifndef BASE
static const struct sv_bot buyer = {
    .name = "buyer", .when = {.manage = SV_WHEN_CAN_BUILD}, .buy = buy, .manage = manage};
#else
#define buyer always
#define sv_bot_whens(bot, when) (void)0
#endif

int main(int argc, char **argv)
{
    const struct sv_edition *const e = sv_edition_builtin("classic");
    const char *name = argc > 1 ? argv[1] : "default";
    const struct sv_bot *bot = strcmp(name, "buyer") == 0    ? &buyer
                               : strcmp(name, "always") == 0 ? &always
                               : strcmp(name, "random") == 0 ? &svi_bot_random
                                                             : &nobody;
    const unsigned games = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 64;
    unsigned long long turns = 0, decisions = 0, digest = 0;

    for (unsigned g = 0; g < games; g++) {
        struct sv_setup setup = {.seats = SEATS, .seed = {(uint8_t)g, (uint8_t)(g >> 8)}};
        struct sv_match match[SEATS];
        struct sv_state st;
        uint8_t hash[SV_HASH_BYTES];
        for (unsigned s = 0; s < SEATS; s++) {
            setup.answers[s] = sv_bot_answers(bot);
            sv_bot_whens(bot, setup.when[s]);
            match[s] = (struct sv_match){
                .edition = e, .position = &st.position, .seat = (uint8_t)s, .seats = SEATS};
            sv_luck_bot_key(setup.seed, s, match[s].rng.key);
        }
        (void)sv_game_start(e, &st, &setup, NULL);
        while (sv_pending(&st) != 0) {
            const unsigned seat = sv_first(sv_pending(&st));
            struct sv_question q;
            struct sv_answer a;
            (void)sv_ask(e, &st, seat, &q);
            sv_bot_decide(bot, &match[seat], &q, &a);
            (void)sv_apply(e, &st, seat, &a, NULL);
            decisions++;
        }
        turns += st.position.turn;
#ifndef BASE
        memset(st.secret.when, 0, sizeof st.secret.when);
#endif
        sv_state_hash(&st, hash);
        for (unsigned i = 0; i < 8; i++) {
            digest = digest * 31 + hash[i];
        }
    }
    (void)printf("%s: %u games, %llu turns, %llu decisions, digest %016llx\n", name, games, turns,
                 decisions, digest);
    return 0;
}

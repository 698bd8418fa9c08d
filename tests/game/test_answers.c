/* Checks the promises of the generators in <solvent/answers.h> at questions of random games of all
 * editions, with random switches, for 2 to 8 players: every answer is legal, no answer comes twice,
 * and of questions with few answers all come. At the same questions it checks sv_determinise(): a
 * seat's view makes a game that shows the seat the same table, asks it the same question, knows
 * every card that was seen, and goes on with a legal answer.
 *
 *     build-ci/tests/game/test_answers 100000       # number of questions */
#include "tests/game/monkey.h"
#include "tests/game/rig.h"

#include "wire/answer_codec.h"

#include <solvent/answers.h>

#include <inttypes.h>

#define LOOKED_AT 400u /* answers of a question compared with each other */
#define FEW_DEEDS 4u   /* with at most this many deeds, all plans are tried */

static unsigned long questions = SOME_OF(4000ul);

/* The answers that came, and those counted by hand. */
struct tally {
    uint64_t questions, answers, complete;
    uint64_t kinds[SV_DECISION_COUNT], counted[SV_DECISION_COUNT];
};

static void any_switches(struct monkey *m, struct sv_edition *e)
{
    for (unsigned i = 0; i < sv_rule_count(); i++) {
        const struct sv_rule_info *info = sv_rule_describe(i);
        const int32_t before = sv_rule_get(&e->rules, i);

        if (info->values != NULL && monkey_below(m, 3) == 0) {
            sv_rule_set(&e->rules, i,
                        info->low +
                            (int32_t)monkey_below(m, (uint32_t)(info->high - info->low) + 1));
            if (sv_edition_complete(e, NULL) != SV_OK) {
                sv_rule_set(&e->rules, i, before);
            }
        }
    }
    if (monkey_below(m, 2) == 0) { /* shortages */
        e->rules.houses = 6 + (int32_t)monkey_below(m, 10);
        e->rules.hotels = (int32_t)monkey_below(m, 4);
    }
    if (sv_edition_complete(e, NULL) != SV_OK) {
        fail_msg("%s cannot be played with these switches", e->name);
    }
}

/* ---- by hand: how many answers of a question are lawful, UINT64_MAX: too many to count ------- */

static uint64_t is_lawful(const struct sv_edition *e, const struct sv_position *p,
                          const struct sv_question *q, const struct sv_answer *a)
{
    return sv_check(e, p, q, a) == SV_OK;
}

static uint64_t count_choices(const struct sv_edition *e, const struct sv_position *p,
                              const struct sv_question *q, struct sv_answer *a)
{
    const bool spaces = (sv_decision_fields(q->kind) & SV_F_SPACE) != 0;
    const bool choices = (sv_decision_fields(q->kind) & SV_F_CHOICE) != 0;
    uint64_t n = 0;
    for (unsigned choice = 0; choice < (choices ? 8u : 1u); choice++) {
        const bool rolls = q->kind == SV_DECISION_TICKET && choice == SV_CHOICE_TICKET_ROLL;

        for (unsigned space = 0; space < (spaces && !rolls ? SV_MAX_SPACES : 1u); space++) {
            a->choice = (uint8_t)choice;
            a->space = (uint8_t)space;
            n += is_lawful(e, p, q, a);
        }
    }
    return n;
}

static uint64_t count_interest(const struct sv_edition *e, const struct sv_position *p,
                               const struct sv_question *q, struct sv_answer *a)
{
    uint64_t n = 0, some = 0;
    if (sv_count(q->spaces) > 12) {
        return UINT64_MAX;
    }
    do {
        a->plan.lift = some;
        n += is_lawful(e, p, q, a);
        some = (some - q->spaces) & q->spaces;
    } while (some != 0);
    return n;
}

/* All levels 0-6 of some spaces; `each` is counted for every one. */
static uint64_t count_levels(const struct sv_edition *e, const struct sv_position *p,
                             const struct sv_question *q, struct sv_answer *a, uint64_t spaces,
                             uint64_t (*each)(const struct sv_edition *, const struct sv_position *,
                                              const struct sv_question *, struct sv_answer *))
{
    const unsigned space = sv_first(spaces);
    uint64_t n = 0;
    if (spaces == 0) {
        return each(e, p, q, a);
    }
    for (unsigned level = 0; level <= 6; level++) {
        a->plan.level[space] = (uint8_t)level;
        n += count_levels(e, p, q, a, spaces & (spaces - 1), each);
    }
    a->plan.level[space] = p->level[space];
    return n;
}

static uint64_t count_one(const struct sv_edition *e, const struct sv_position *p,
                          const struct sv_question *q, struct sv_answer *a)
{
    return is_lawful(e, p, q, a);
}

/* Every set of deeds mortgaged, every set lifted, and to buy or not. */
static uint64_t count_pledges(const struct sv_edition *e, const struct sv_position *p,
                              const struct sv_question *q, struct sv_answer *a)
{
    const uint64_t owned = p->owned[q->seat];
    uint64_t n = 0;
    a->plan.mortgage = 0;
    do {
        a->plan.lift = 0;
        do {
            for (a->choice = 0; a->choice < (q->kind == SV_DECISION_BUY ? 2 : 1); a->choice++) {
                n += is_lawful(e, p, q, a);
            }
            a->choice = 0;
            a->plan.lift = (a->plan.lift - owned) & owned;
        } while (a->plan.lift != 0 && q->kind == SV_DECISION_MANAGE);
        a->plan.lift = 0;
        a->plan.mortgage = (a->plan.mortgage - owned) & owned;
    } while (a->plan.mortgage != 0);
    return n;
}

/* The things of a seat that may be on a side of an offer: a deed, a card, a ticket, or nothing
 * (-1). */
static bool put(const struct sv_position *p, unsigned seat, int thing, uint64_t *deeds,
                uint8_t *cards, uint8_t *tickets)
{
    *deeds = 0;
    *cards = *tickets = 0;
    if (thing < 0) {
        return true;
    }
    if (thing < SV_MAX_SPACES) {
        *deeds = UINT64_C(1) << thing;
        return sv_has(p->owned[seat], (unsigned)thing);
    }
    if (thing < SV_MAX_SPACES + SV_MAX_JAIL_CARDS) {
        *cards = (uint8_t)(1u << (thing - SV_MAX_SPACES));
        return p->jail_holder[thing - SV_MAX_SPACES] == seat;
    }
    *tickets = 1;
    return true;
}

/* Offers of one thing a side and up to four steps of 50. */
static uint64_t count_offers(const struct sv_edition *e, const struct sv_position *p,
                             const struct sv_question *q, struct sv_answer *a)
{
    struct sv_offer *o = &a->offers[0];
    uint64_t n = 0;
    a->n_offers = 1;
    for (unsigned to = 0; to < p->seats; to++) {
        for (int give = -1; give <= SV_MAX_SPACES + SV_MAX_JAIL_CARDS; give++) {
            for (int get = -1; get <= SV_MAX_SPACES + SV_MAX_JAIL_CARDS; get++) {
                *o = (struct sv_offer){.to = (uint8_t)to};
                if (!put(p, q->seat, give, &o->give_deeds, &o->give_cards, &o->give_tickets) ||
                    !put(p, to, get, &o->get_deeds, &o->get_cards, &o->get_tickets)) {
                    continue;
                }
                for (int cash = -200; cash <= 200; cash += 50) {
                    o->give_cash = cash < 0 ? -cash : 0;
                    o->get_cash = cash > 0 ? cash : 0;
                    n += is_lawful(e, p, q, a);
                }
            }
        }
    }
    a->n_offers = 0;
    *o = (struct sv_offer){0};
    return n;
}

static uint64_t count_bids(const struct sv_edition *e, const struct sv_position *p,
                           const struct sv_question *q, struct sv_answer *a)
{
    uint64_t n = 0;
    if (q->limit > 120) {
        return UINT64_MAX;
    }
    for (a->bid = 0; a->bid <= 130; a->bid++) {
        for (a->limit = 0; a->limit <= (q->kind == SV_DECISION_BID && a->bid > 0 ? 130 : 0);
             a->limit++) {
            n += is_lawful(e, p, q, a);
        }
    }
    return n;
}

static uint64_t count(const struct sv_edition *e, const struct sv_position *p,
                      const struct sv_question *q)
{
    const uint64_t built = p->owned[q->seat] & (e->streets | e->rails);
    struct sv_answer a;
    uint64_t n;
    sv_answer_clear(p, q, &a);
    switch (q->kind) {
    case SV_DECISION_BID:
    case SV_DECISION_SEALED_BID:
        return count_bids(e, p, q, &a);
    case SV_DECISION_INTEREST:
        return count_interest(e, p, q, &a);
    case SV_DECISION_LAYOUT:
        return sv_count(q->spaces) > 4 ? UINT64_MAX
                                       : count_levels(e, p, q, &a, q->spaces, count_one);
    case SV_DECISION_MANAGE:
    case SV_DECISION_BUY:
    case SV_DECISION_DEBT:
        if (sv_count(p->owned[q->seat]) > FEW_DEEDS || q->offers > 0) {
            return UINT64_MAX;
        }
        return count_levels(e, p, q, &a, built, count_pledges);
    case SV_DECISION_TRADE:
        n = 0;
        for (a.choice = 0; a.choice < 8; a.choice++) {
            n += is_lawful(e, p, q, &a);
        }
        a.choice = SV_CHOICE_TRADE_COUNTER;
        return n + count_offers(e, p, q, &a);
    default:
        return count_choices(e, p, q, &a);
    }
}

/* ---- a question ------------------------------------------------------------------------------ */

static void hold(const struct sv_edition *e, const struct sv_position *p,
                 const struct sv_question *q, struct tally *t)
{
    static struct sv_answers it;
    static struct sv_answer seen[LOOKED_AT];
    const bool bids = q->kind == SV_DECISION_BID || q->kind == SV_DECISION_SEALED_BID;
    const uint64_t lawful = count(e, p, q);
    struct sv_bounds bounds;
    struct sv_answer a;
    uint64_t n = 0;
    sv_bounds_default(&bounds);
    bounds.tries = 20000;
    bounds.sets = lawful == UINT64_MAX ? 2 : 0;
    bounds.step = bids ? lawful == UINT64_MAX ? 37 : 1 : 50;
    assert_ok(sv_answers_start(&it, e, p, q, &bounds));
    while (sv_answers_next(&it, &a)) {
        if (sv_check(e, p, q, &a) != SV_OK) {
            fail_msg("%s: not lawful, after %" PRIu64 " answers", sv_decision_name(q->kind), n);
        }
        for (uint64_t i = 0; i < n && i < LOOKED_AT; i++) {
            if (n < LOOKED_AT && svi_answer_same(&a, &seen[i])) {
                fail_msg("%s: answer %" PRIu64 " comes again as %" PRIu64,
                         sv_decision_name(q->kind), i, n);
            }
        }
        if (n < LOOKED_AT) {
            seen[n] = a;
        }
        if (++n == 3000 && lawful == UINT64_MAX) {
            break;
        }
    }
    assert_false(lawful != UINT64_MAX && sv_answers_next(&it, &a));
    if (lawful != UINT64_MAX && !it.cut && n != lawful) {
        print_message("seat %u with cash %d, sets: %d, mortgaged %" PRIx64
                      ", stock %u %u; deeds by level:",
                      q->seat, p->cash[q->seat], e->rules.sets, p->mortgaged & p->owned[q->seat],
                      p->stock[0], p->stock[1]);
        for (uint64_t left = p->owned[q->seat]; left != 0; left &= left - 1) {
            print_message(" %u:%u", sv_first(left), p->level[sv_first(left)]);
        }
        print_message("\n");
        fail_msg("%s under %s: %" PRIu64 " answers come, %" PRIu64 " are lawful",
                 sv_decision_name(q->kind), e->name, n, lawful);
    }
    t->questions++;
    t->answers += n;
    t->kinds[q->kind]++;
    t->counted[q->kind] += lawful != UINT64_MAX && !it.cut;
}

/* Cards that have been seen are where they were; the others are those that are left. */
static void hold_decks(const struct sv_edition *e, const struct sv_position *p,
                       const struct sv_state *guess)
{
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        uint32_t there = 0;

        for (unsigned i = 0; i < p->deck_size[d]; i++) {
            const unsigned at = (p->deck_head[d] + i) % SV_MAX_CARDS;
            const unsigned card = guess->secret.deck[d][at];

            assert_true(card < e->deck[d].size);
            assert_false(there >> card & 1);
            there |= UINT32_C(1) << card;
            if (p->seen[d][at] != SV_NONE) {
                assert_int_equal(card, p->seen[d][at]);
            }
        }
    }
}

static void hold_guess(const struct sv_edition *e, const struct sv_state *st,
                       const struct sv_question *q, const struct sv_answer *played)
{
    static uint64_t luck;
    uint8_t key[SV_KEY_BYTES] = {0};
    struct sv_state guess;
    struct sv_question asked;
    luck++;
    memcpy(key, &luck, sizeof luck);
    if (sv_determinise(e, &st->position, &st->course, 1u << q->seat, key, &guess) != SV_OK) {
        fail_msg("%s under %s, round %u, seat %u of %x: what the seat sees is not taken",
                 sv_decision_name(q->kind), e->name, st->position.round, q->seat, sv_pending(st));
    }
    assert_memory_equal(&guess.position, &st->position, sizeof guess.position);
    assert_memory_equal(guess.secret.key, key, sizeof key);
    assert_true(sv_has(sv_pending(&guess), q->seat));
    memset(&asked, 0, sizeof asked);
    assert_ok(sv_ask(e, &guess, q->seat, &asked));
    assert_true(asked.kind == q->kind && asked.choices == q->choices && asked.space == q->space &&
                asked.other == q->other && asked.amount == q->amount && asked.limit == q->limit &&
                asked.spaces == q->spaces && asked.offers == q->offers && asked.unit == q->unit &&
                asked.why == q->why);
    hold_decks(e, &st->position, &guess);
    assert_ok(sv_apply(e, &guess, q->seat, played, NULL));
}

static void play(const struct sv_edition *e, uint64_t number, unsigned every, struct tally *t)
{
    struct sv_setup setup = {.seats = (uint8_t)(2 + number % 7)};
    struct sv_state st;
    struct monkey m;
    memcpy(setup.seed, &number, sizeof number);
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        setup.answers[s] = SV_ANSWERS_ALL;
    }
    monkey_init(&m, number);
    m.mood = (enum monkey_mood)(number % MONKEY_MOODS);
    assert_ok(sv_game_start(e, &st, &setup, NULL));
    for (unsigned n = 0; n < 6000 && sv_pending(&st) != 0 && t->questions < questions; n++) {
        const unsigned seat = sv_first(sv_pending(&st));
        struct sv_question q;
        struct sv_answer a;

        assert_ok(sv_ask(e, &st, seat, &q));
        /* Rare kinds every time, common ones now and then. */
        const bool held = (q.kind != SV_DECISION_MANAGE && q.kind != SV_DECISION_BID &&
                           q.kind != SV_DECISION_TRADE) ||
                          n % every == 0;
        rig_must_hold(e, &st);
        if (held) {
            hold(e, &st.position, &q, t);
        }
        monkey_answer(&m, e, &st.position, &q, &a);
        if (held) {
            hold_guess(e, &st, &q, &a);
        }
        assert_ok(sv_apply(e, &st, seat, &a, NULL));
    }
}

TEST(all_lawful_none_twice_small_ones_whole)
{
    struct tally t = {0};
    for (uint64_t number = 1; t.questions < questions; number++) {
        for (unsigned i = 0; sv_edition_builtin_name(i) != NULL; i++) {
            struct sv_edition e = *sv_edition_builtin(sv_edition_builtin_name(i));
            struct monkey m;
            struct tally part = {0};
            const unsigned long all = questions;

            monkey_init(&m, number * 1000 + i);
            any_switches(&m, &e);
            part.questions = t.questions;
            questions = t.questions + 120 < all ? t.questions + 120 : all; /* of a game */
            play(&e, number * 100 + i, 40, &part);
            questions = all;
            t.questions = part.questions;
            t.answers += part.answers;
            for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
                t.kinds[k] += part.kinds[k];
                t.counted[k] += part.counted[k];
            }
        }
    }
    print_message("%" PRIu64 " questions, %" PRIu64 " answers\n", t.questions, t.answers);
    for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
        print_message("%12s %8" PRIu64 ", counted by hand %8" PRIu64 "\n", sv_decision_name(k),
                      t.kinds[k], t.counted[k]);
        if (questions >= 4000 && t.counted[k] == 0) {
            fail_msg("no question of the kind %s was counted by hand", sv_decision_name(k));
        }
    }
}

TEST(bounds_out_of_range_are_refused)
{
    static struct sv_answers it;
    const struct sv_edition *e = sv_edition_builtin("classic");
    struct sv_setup setup = {.seats = 2, .answers = {SV_ANSWERS_ALL, SV_ANSWERS_ALL}};
    struct sv_question q;
    struct sv_bounds bounds;
    struct sv_state st;
    assert_ok(sv_game_start(e, &st, &setup, NULL));
    assert_ok(sv_ask(e, &st, sv_first(sv_pending(&st)), &q));
    sv_bounds_default(&bounds);
    bounds.step = 0;
    assert_int_equal(sv_answers_start(&it, e, &st.position, &q, &bounds), SV_E_ARGUMENT);
    bounds.step = 1;
    bounds.items = SV_MAX_ITEMS + 1;
    assert_int_equal(sv_answers_start(&it, e, &st.position, &q, &bounds), SV_E_ARGUMENT);
    bounds.items = SV_MAX_ITEMS;
    assert_ok(sv_answers_start(&it, e, &st.position, &q, &bounds));
    q.kind = SV_DECISION_COUNT;
    assert_int_equal(sv_answers_start(&it, e, &st.position, &q, NULL), SV_E_KIND);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        questions = strtoul(argv[1], NULL, 10);
    }
    return testing_run();
}

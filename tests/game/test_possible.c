/* Courses and positions from outside. Every one that a real game shows is accepted. With random
 * bytes in any of their fields, sv_determinise() either refuses it or makes a game that can be
 * played on by the rules. */
#include "tests/game/invariants.h"
#include "tests/game/monkey.h"
#include "tests/game/rig.h"

#include "edition/builtin.h"
#include "game/op.h"

#define GAMES SOME_OF(48u) /* over all built-in editions in turn */
#define EVERY 37u          /* of its decisions one is spoilt */
#define POOR SOME_OF(64u)  /* games of poor tables */
#define PLAYED_ON 20u      /* decisions, after what was spoilt has been taken */

struct spoiler {
    struct sv_edition e;
    struct sv_state st;
    struct sv_state guess;
    struct monkey player;
    struct monkey hand; /* chooses the damage, with random numbers of its own */
    unsigned deepest;
    unsigned refused, taken;
    bool ops[SVI_OP_COUNT]; /* that stood anywhere in a course */
};

static const uint8_t key[SV_KEY_BYTES] = {1, 2, 3};

static void begin(struct spoiler *s, unsigned game)
{
    struct sv_setup setup = {.seats = (uint8_t)(2 + game % 7), .seed = {(uint8_t)game, 77}};
    s->e = *rig_edition(svi_builtin_editions[game % svi_builtin_edition_count].name);
    monkey_init(&s->player, game);
    monkey_init(&s->hand, ~(uint64_t)game);
    s->e.rules.max_rounds = 40;
    s->e.rules.auction = (int32_t)(game / 2 % 3);
    s->e.rules.bid_limit = (int32_t)(game / 3 % 2);
    s->e.rules.rent = (int32_t)(game / 5 % 2);
    s->e.rules.income_tax = (int32_t)(game / 7 % 2);
    if (game % 2 == 1) {
        s->e.rules.houses = 7;
        s->e.rules.hotels = 2;
        s->e.rules.start_cash /= 2;
    }
    assert_ok(sv_edition_complete(&s->e, NULL));
    for (unsigned seat = 0; seat < setup.seats; seat++) {
        setup.answers[seat] = SV_ANSWERS_ALL;
    }
    assert_ok(sv_game_start(&s->e, &s->st, &setup, NULL));
}

/* One decision of a game, by the monkey; the question must be sound and the default legal. */
static void decide(struct spoiler *s, struct sv_state *st, struct monkey *monkey)
{
    unsigned seat = sv_first(sv_pending(st));
    struct sv_question q;
    struct sv_answer a;
    assert_ok(sv_ask(&s->e, st, seat, &q));
    sv_answer_default(&s->e, &st->position, &q, &a);
    assert_ok(sv_check(&s->e, &st->position, &q, &a));
    monkey_answer(monkey, &s->e, &st->position, &q, &a);
    assert_ok(sv_apply(&s->e, st, seat, &a, NULL));
}

/* Takes what may be spoilt and plays on, or has it refused. On a sound position the invariants hold
 * all the while, but for 12.10: no real game would have come to the course. A spoilt one may be
 * taken though it breaks some (uneven sets) that no field tells by itself. */
static void play_on(struct spoiler *s, const struct sv_position *p, const struct sv_course *c,
                    unsigned asked)
{
    bool sound = memcmp(p, &s->st.position, sizeof *p) == 0;
    enum sv_status status = sv_determinise(&s->e, p, c, asked, key, &s->guess);
    if (status != SV_OK) {
        assert_int_equal(status, SV_E_RANGE);
        s->refused++;
        return;
    }
    s->taken++;
    for (unsigned i = 0; i < PLAYED_ON && sv_pending(&s->guess) != 0; i++) {
        const char *broken = sound ? invariants_broken(&s->e, &s->guess) : NULL;
        if (broken != NULL && strncmp(broken, "12.10", 5) != 0) {
            fail_msg("%s, %u decisions after a spoilt course was taken", broken, i);
        }
        decide(s, &s->guess, &s->hand);
    }
}

/* Every byte of a course in use, and a few of the rest, with a few values each. */
static void spoil_course(struct spoiler *s, unsigned asked)
{
    const size_t head = offsetof(struct sv_course, frame);
    const size_t used = head + s->st.course.depth * sizeof(struct sv_frame);
    for (size_t at = 0; at < used + 16 && at < sizeof s->st.course; at++) {
        static const uint8_t values[] = {0, 1, 2, 3, 8, 127, 255};
        struct sv_course spoilt = s->st.course;
        uint8_t *byte = (uint8_t *)&spoilt + at;
        uint8_t was = *byte;

        *byte =
            (uint8_t)(monkey_below(&s->hand, 2) != 0 ? values[monkey_below(&s->hand, sizeof values)]
                                                     : was + monkey_below(&s->hand, 7) - 3);
        play_on(s, &s->st.position, &spoilt, asked);
        *byte = (uint8_t)monkey_next(&s->hand);
        play_on(s, &s->st.position, &spoilt, asked);
        while (monkey_below(&s->hand, 3) != 0) { /* and some more at once */
            ((uint8_t *)&spoilt)[monkey_below(&s->hand, (uint32_t)used)] ^=
                (uint8_t)(1u << monkey_below(&s->hand, 8));
        }
        play_on(s, &s->st.position, &spoilt, 1u << monkey_below(&s->hand, SV_MAX_SEATS));
    }
}

/* Every byte of the position. */
static void spoil_position(struct spoiler *s, unsigned asked)
{
    for (size_t at = 0; at < sizeof s->st.position; at++) {
        struct sv_position spoilt = s->st.position;
        uint8_t *byte = (uint8_t *)&spoilt + at;

        *byte = (uint8_t)(monkey_below(&s->hand, 2) != 0 ? *byte + monkey_below(&s->hand, 5) - 2
                                                         : monkey_next(&s->hand));
        play_on(s, &spoilt, &s->st.course, asked);
    }
}

static void check_real(struct spoiler *s)
{
    unsigned asked = sv_pending(&s->st);
    for (unsigned i = 0; i < s->st.course.depth; i++) {
        s->ops[s->st.course.frame[i].any.op] = true;
    }
    s->deepest = s->st.course.depth > s->deepest ? s->st.course.depth : s->deepest;
    assert_ok(sv_determinise(&s->e, &s->st.position, &s->st.course, asked, key, &s->guess));
    rig_must_hold(&s->e, &s->st);
}

/* Every position and course of real games is taken; spoilt ones are refused or playable. */
TEST(random_bytes_are_refused_or_playable)
{
    static struct spoiler s;
    const char *scale = getenv("SOLVENT_TEST_SCALE");
    unsigned games =
        GAMES * (scale != NULL && *scale != '\0' ? (unsigned)strtoul(scale, NULL, 10) : 1);
    for (unsigned game = 0; game < games; game++) {
        begin(&s, game);
        for (unsigned n = 0; sv_pending(&s.st) != 0; n++) {
            unsigned asked = sv_pending(&s.st);
            struct monkey before = s.player;

            check_real(&s);
            if (n % EVERY == game % EVERY || s.st.course.depth > 3) {
                if (n % 5 == 0) {
                    spoil_course(&s, asked);
                }
                if (n % 40 == 0) {
                    spoil_position(&s, asked);
                }
            }
            s.player = before;
            decide(&s, &s.st, &s.player);
        }
    }
    print_message("deepest %u, refused %u, taken %u\n", s.deepest, s.refused, s.taken);
    assert_true(s.refused > 1000 && s.taken > 100);
    for (unsigned op = 0; op < SVI_OP_COUNT; op++) {
        if (!s.ops[op]) {
            fail_msg("op %u never stood in a course", op);
        }
    }
}

static void deal(struct sv_position *p, unsigned seat, unsigned space, bool mortgaged)
{
    if (p->owner[space] == SV_BANK && space != p->auction_space &&
        space != p->space[p->turn_seat]) {
        p->owner[space] = (uint8_t)seat;
        p->owned[seat] |= UINT64_C(1) << space;
        p->mortgaged |= (uint64_t)mortgaged << space;
    }
}

/* All but one street of a group to one seat, built on; the last one to the next seat, mortgaged. */
static void deal_group(struct spoiler *s, const struct sv_group *g)
{
    struct sv_position *p = &s->st.position;
    const unsigned seat = monkey_below(&s->player, p->seats);
    const unsigned level = 2 + monkey_below(&s->player, 3);
    for (unsigned i = 0; i + 1 < g->size; i++) {
        deal(p, seat, g->deed[i], false);
    }
    deal(p, (seat + 1) % p->seats, g->deed[g->size - 1], true);
    if (!sv_set_builds(&s->e, p, s->e.space[g->deed[0]].group, seat) ||
        p->stock[SV_UNIT_HOUSE] < level * (g->size - 1u)) {
        return;
    }
    for (unsigned i = 0; i + 1 < g->size; i++) {
        p->level[g->deed[i]] = (uint8_t)level;
        p->stock[SV_UNIT_HOUSE] = (uint8_t)(p->stock[SV_UNIT_HOUSE] - level);
    }
}

/* Deals out most of the deeds at the first question, and mortgages a third of them. */
static void deal_out(struct spoiler *s)
{
    for (unsigned g = 0; g < s->e.n_groups && s->e.rules.sets == SV_RULE_SETS_ALL_BUT_ONE; g++) {
        if (s->e.group[g].kind == SV_SPACE_STREET && monkey_below(&s->player, 4) != 0) {
            deal_group(s, &s->e.group[g]);
        }
    }
    for (uint64_t left = s->e.deeds; left != 0; left &= left - 1) {
        const unsigned seat = monkey_below(&s->player, 2u * s->st.position.seats);

        if (seat < s->st.position.seats) {
            deal(&s->st.position, seat, sv_first(left), monkey_below(&s->player, 3) == 0);
        }
    }
}

/* Poor tables: little money, half of all deeds dealt out and some mortgaged, so that debts stand
 * upon debts and estates are received; and 11.2 in editions of all kinds. */
static void begin_poor(struct spoiler *s, unsigned game)
{
    struct sv_setup setup = {.seats = (uint8_t)(3 + game % 6),
                             .seed = {(uint8_t)game, (uint8_t)(game >> 8), 78}};
    s->e = *rig_edition(svi_builtin_editions[game % svi_builtin_edition_count].name);
    monkey_init(&s->player, UINT64_C(1) << 32 | game);
    s->player.mood = (enum monkey_mood)(game % 5 == 4 ? MONKEY_BUILDER : MONKEY_TRADER);
    s->e.rules.max_rounds = 25;
    s->e.rules.start_cash = 40 + (int32_t)monkey_below(&s->player, 400);
    s->e.rules.salary = (int32_t)monkey_below(&s->player, 120);
    s->e.rules.bankrupt_mortgages_all = monkey_below(&s->player, 4) == 0;
    s->e.rules.trade =
        monkey_below(&s->player, 4) == 0 ? SV_RULE_TRADE_OWN_TURN : SV_RULE_TRADE_WINDOWS;
    s->e.rules.bid_limit = (int32_t)monkey_below(&s->player, 2);
    s->e.rules.auction = (int32_t)monkey_below(&s->player, 3);
    if (monkey_below(&s->player, 2) == 0) {
        s->e.rules.sets = SV_RULE_SETS_ALL_BUT_ONE;
    }
    if (monkey_below(&s->player, 3) == 0) {
        s->e.rules.houses = 5;
        s->e.rules.hotels = 2;
    }
    for (unsigned d = SV_DECK_CHANCE; d <= SV_DECK_CHEST; d++) {
        for (unsigned i = 0; i < s->e.deck[d].size; i++) {
            struct sv_card *card = &s->e.deck[d].card[i];

            card->amount *=
                card->kind == SV_CARD_COLLECT_EACH || card->kind == SV_CARD_PAY_EACH ? 4 : 1;
        }
    }
    assert_ok(sv_edition_complete(&s->e, NULL));
    for (unsigned seat = 0; seat < setup.seats; seat++) {
        setup.answers[seat] = SV_ANSWERS_ALL;
    }
    assert_ok(sv_game_start(&s->e, &s->st, &setup, NULL));
    deal_out(s);
}

TEST(debts_upon_debts_can_be_sent)
{
    static struct spoiler s;
    const char *scale = getenv("SOLVENT_TEST_SCALE");
    const unsigned games =
        POOR * (scale != NULL && *scale != '\0' ? (unsigned)strtoul(scale, NULL, 10) : 1);
    unsigned decisions = 0, fell = 0, estates = 0, on[SVI_OP_COUNT] = {0};
    for (unsigned game = 0; game < games; game++) {
        begin_poor(&s, game);
        for (; sv_pending(&s.st) != 0; decisions++) {
            const struct sv_frame *top = svi_top(&s.st);

            const unsigned below = top[-(s.st.course.depth > 1)].any.op;

            on[below] += top->any.op == SVI_OP_DEBT;
            estates += below == SVI_OP_EACH && top->debt.why == SV_WHY_INTEREST;
            rig_must_hold(&s.e, &s.st);
            decide(&s, &s.st, &s.player);
        }
        fell += s.st.position.seats - sv_count(s.st.position.alive);
    }
    print_message(
        "%u games, %u decisions, %u bankruptcies; debts of a round %u, of it for estates %u, "
        "for completed sets %u\n",
        games, decisions, fell, on[SVI_OP_EACH], estates, on[SVI_OP_COMPLETE]);
    assert_true(on[SVI_OP_EACH] > estates && estates > 0 && on[SVI_OP_COMPLETE] > 0);
}

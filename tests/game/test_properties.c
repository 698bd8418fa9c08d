/* RULES 12: invariants, checked after every decision of random games of 2 to 8 players.
 *
 *     # one game again, as a failure says
 *     SOLVENT_TEST_SEED=17 build-asan/tests/game/test_properties
 *     # five games from that seed on
 *     SOLVENT_TEST_SEED=17 SOLVENT_TEST_SCALE=5 ...
 *     # one edition only
 *     SOLVENT_TEST_EDITION=classic ...
 *
 * tests/game/corpus plays the games of the catalogue tests/golden/corpus.txt. */
#include "tests/game/invariants.h"
#include "tests/game/ledger.h"
#include "tests/game/monkey.h"
#include "tests/game/oracle.h"
#include "tests/game/rig.h"

#include "edition/builtin.h"

#include <inttypes.h>
#include <sodium.h>

#define GAMES 160u /* at scale 1, over all built-in editions in turn */
#define MAX_DECISIONS 2000000u

struct party {
    struct sv_edition edition;
    struct sv_state st;
    struct ledger ledger;
    struct monkey monkey; /* plays all seats */
    struct monkey forger; /* has luck of its own, so that forging does not change the game */
    uint64_t decisions;
    uint64_t kinds[SV_DECISION_COUNT];
    const char *name;
    uint64_t seed;
};

static void broken(const struct party *g, const char *what)
{
    fail_msg("%s\n    decision %" PRIu64 ", round %u, turn %u. Once more:\n"
             "    SOLVENT_TEST_SEED=%" PRIu64 " SOLVENT_TEST_EDITION=%s test_properties",
             what, g->decisions, g->st.position.round, g->st.position.turn, g->seed, g->name);
}

/* Prints the faulty answer for the investigation. */
static void show(const struct sv_position *p, const struct sv_question *q,
                 const struct sv_answer *a)
{
    print_message(
        "    %s for seat %u: choice %u, space %u, bid %d, limit %d, amount asked %d, cash %d\n",
        sv_decision_name(q->kind), q->seat, a->choice, a->space, a->bid, a->limit, q->amount,
        p->cash[q->seat]);
    print_message("    mortgage %" PRIx64 ", lift %" PRIx64 ", levels", a->plan.mortgage,
                  a->plan.lift);
    for (unsigned i = 0; i < SV_MAX_SPACES; i++) {
        if (a->plan.level[i] != p->level[i]) {
            print_message(" %u:%u->%u", i, p->level[i], a->plan.level[i]);
        }
    }
    print_message("; %u offers (%u allowed)\n", a->n_offers, q->offers);
    for (unsigned i = 0; i < a->n_offers && i < SV_MAX_OFFERS; i++) {
        const struct sv_offer *o = &a->offers[i];
        print_message("    to %u: gives deeds %" PRIx64 ", %d, cards %x, %u tickets"
                      "; gets deeds %" PRIx64 ", %d, cards %x, %u tickets\n",
                      o->to, o->give_deeds, o->give_cash, o->give_cards, o->give_tickets,
                      o->get_deeds, o->get_cash, o->get_cards, o->get_tickets);
    }
}

/* ---- one property a function --------------------------------------------------------------- */

/* 12.7: no question without a legal answer; the default is always legal. */
static void rule_12_7_default_is_legal(const struct party *g, const struct sv_question *q)
{
    struct sv_answer a;
    sv_answer_default(&g->edition, &g->st.position, q, &a);
    if (a.kind != q->kind || sv_check(&g->edition, &g->st.position, q, &a) != SV_OK) {
        broken(g, "12.7: the default is not legal");
    }
    if (oracle_check(&g->edition, &g->st.position, q, &a) == ORACLE_NO) {
        broken(g, "12.7: the rules forbid the default");
    }
}

/* 12.8: check and apply agree; 12.9: a rejected answer leaves the state bit-equal. */
static void rule_12_8_check_and_apply_agree(const struct party *g, unsigned seat,
                                            const struct sv_question *q, const struct sv_answer *a)
{
    struct sv_state clone;
    memcpy(&clone, &g->st, sizeof clone);
    enum sv_status judged = sv_check(&g->edition, &g->st.position, q, a);
    enum sv_status applied = sv_apply(&g->edition, &clone, seat, a, NULL);
    if (judged != applied) {
        broken(g, "12.8: sv_check and sv_apply do not agree");
    }
    struct sv_breach breach = {.kind = SV_BREACH_NONE};
    if (sv_judge(&g->edition, &g->st.position, q, a, &breach) != judged ||
        sv_breach_status(breach.kind) != judged) {
        broken(g, "12.8: the breach is another than sv_check says");
    }
    if (applied != SV_OK && memcmp(&clone, &g->st, sizeof clone) != 0) {
        broken(g, "12.9: a rejected answer changes the state");
    }
    enum oracle_verdict verdict = oracle_check(&g->edition, &g->st.position, q, a);
    if (verdict != ORACLE_OPEN && (verdict == ORACLE_YES) != (judged == SV_OK)) {
        static char what[160];
        (void)snprintf(what, sizeof what, "12.8: %s: the rules say %s, sv_check says: %s",
                       sv_decision_name(q->kind), verdict == ORACLE_YES ? "yes" : "no",
                       sv_status_text(judged));
        show(&g->st.position, q, a);
        broken(g, what);
    }
}

static void rule_12_9_not_asked(const struct party *g, unsigned seat)
{
    struct sv_question q;
    struct sv_answer a = {0};
    struct sv_state clone;
    memcpy(&clone, &g->st, sizeof clone);
    if (sv_ask(&g->edition, &g->st, seat, &q) != SV_E_NOT_ASKED ||
        sv_apply(&g->edition, &clone, seat, &a, NULL) != SV_E_NOT_ASKED ||
        memcmp(&clone, &g->st, sizeof clone) != 0) {
        broken(g, "12.9: a seat that is not asked can answer");
    }
}

/* Rent, worth and liquidity of everything on the table against the oracle. */
static void figures(const struct party *g)
{
    const struct sv_edition *e = &g->edition;
    const struct sv_position *p = &g->st.position;
    for (unsigned s = 0; s < p->seats; s++) {
        if (sv_worth(e, p, s) != oracle_worth(e, p, s) ||
            sv_liquid(e, p, s) != oracle_liquid(e, p, s)) {
            broken(g, "3.5, 9.1: worth or what can be raised is wrong");
        }
    }
    for (unsigned i = 0; i < e->n_spaces; i++) {
        if (e->space[i].group != SV_NONE) {
            int pips = 2 + (int)(g->decisions % 11);
            int by_card = e->space[i].kind == SV_SPACE_UTILITY ? 10 : 0;
            if (sv_rent(e, p, i, pips, 1, 0) != oracle_rent(e, p, i, pips, 1, 0) ||
                sv_rent(e, p, i, pips, 2, by_card) != oracle_rent(e, p, i, pips, 2, by_card)) {
                broken(g, "3.2: a rent is wrong");
            }
            if (sv_lift_cost(e, i) != oracle_lift_cost(e, i) ||
                sv_interest(e, i) != oracle_interest(e, i)) {
                broken(g, "8.2: the price of lifting a mortgage is wrong");
            }
        }
    }
    uint8_t mine[SV_MAX_SEATS], theirs[SV_MAX_SEATS] = {0};
    oracle_places(e, p, mine);
    sv_places(e, p, theirs);
    if (memcmp(mine, theirs, p->seats) != 0) {
        broken(g, "9.4: the places are wrong");
    }
}

/* 12.1: the log alone adds up to the position. */
static void rule_12_1_the_log_adds_up(const struct party *g)
{
    const char *what = ledger_differs(&g->ledger, &g->st.position);
    if (what) {
        broken(g, what);
    }
}

static void check_state(struct party *g)
{
    const char *what = invariants_broken(&g->edition, &g->st);
    if (what) {
        broken(g, what);
    }
    rule_12_1_the_log_adds_up(g);
    for (unsigned seat = 0; seat < SV_MAX_SEATS; seat++) {
        if (!(sv_pending(&g->st) >> seat & 1u)) {
            if (g->decisions % 16 == 0) {
                rule_12_9_not_asked(g, seat);
            }
            continue;
        }
        struct sv_question q;
        if (sv_ask(&g->edition, &g->st, seat, &q) != SV_OK || q.seat != seat ||
            q.kind >= SV_DECISION_COUNT) {
            broken(g, "12.7: a seat that is asked has no question");
        }
        what = oracle_question(&g->edition, &g->st.position, &q);
        what = what ? what : ledger_asks(&g->ledger, &q);
        if (what) {
            broken(g, what);
        }
        rule_12_7_default_is_legal(g, &q);
        if (monkey_below(&g->forger, 4) == 0) {
            struct sv_answer a;
            monkey_forge(&g->forger, &g->edition, &g->st.position, &q, &a);
            rule_12_8_check_and_apply_agree(g, seat, &q, &a);
        }
    }
    if (g->decisions % 8 == 0) {
        figures(g);
    }
}

/* ---- a game -------------------------------------------------------------------------------- */

/* Every third game plays by switches thrown at random; those that the edition refuses stay as they
 * were. */
static void mix_switches(struct party *g)
{
    static const int32_t stocks[] = {0, 1, 3, 6, 12, 32};
    struct monkey m;
    monkey_init(&m, g->seed ^ UINT64_C(0x5157));
    for (unsigned i = 0; i < sv_rule_count(); i++) {
        const struct sv_rule_info *info = sv_rule_describe(i);
        int32_t before = sv_rule_get(&g->edition.rules, i);
        int32_t value =
            info->low + (int32_t)monkey_below(&m, (uint32_t)(info->high - info->low) + 1);
        if (strcmp(info->name, "houses") == 0 || strcmp(info->name, "hotels") == 0) {
            value = stocks[monkey_below(&m, sizeof stocks / sizeof stocks[0])];
        } else if (info->high > 10) {
            value = before / 2 + (int32_t)monkey_below(&m, (uint32_t)before + 1);
        }
        if (value < info->low || monkey_below(&m, 100) < 60 ||
            strcmp(info->name, "max_rounds") == 0) {
            continue;
        }
        struct sv_edition changed = g->edition;
        sv_rule_set(&changed.rules, i, value);
        if (sv_edition_complete(&changed, NULL) == SV_OK) {
            g->edition = changed;
        }
    }
}

static void begin(struct party *g, uint64_t seed, const char *name)
{
    memset(g, 0, sizeof *g);
    g->seed = seed;
    g->name = name;
    g->edition = *rig_edition(name);
    monkey_init(&g->monkey, seed);
    monkey_init(&g->forger, ~seed);
    if (monkey_below(&g->monkey, 3) == 0) {
        mix_switches(g);
    }
    if (monkey_below(&g->monkey, 8) ==
        0) { /* scarce buildings: shortage auctions, sets torn down */
        g->edition.rules.houses = 4;
        g->edition.rules.hotels = 1;
    }
    /* Some games run to the end by themselves, most are cut off while there is still something
     * going on. */
    g->edition.rules.max_rounds = monkey_below(&g->monkey, 8) == 0 ? 1000 : 60;

    struct sv_setup setup = {.seats = (uint8_t)(2 + monkey_below(&g->monkey, 7))};
    memcpy(setup.seed, &seed, sizeof seed);
    for (unsigned s = 0; s < setup.seats; s++) {
        bool deaf = monkey_below(&g->monkey, 12) == 0; /* answers only some kinds */
        setup.answers[s] = deaf ? (uint32_t)monkey_next(&g->monkey) : SV_ANSWERS_ALL;
    }
    ledger_init(&g->ledger, &g->edition, setup.seats);
    const struct sv_sink sink = {ledger_event, &g->ledger};
    if (sv_game_start(&g->edition, &g->st, &setup, &sink) != SV_OK) {
        broken(g, "1.1: the game does not start");
    }
    check_state(g);
}

/* 12.6: every game ends. */
static void rule_12_6_play_to_the_end(struct party *g)
{
    const struct sv_sink sink = {ledger_event, &g->ledger};
    unsigned asked;
    while ((asked = sv_pending(&g->st)) != 0) {
        unsigned seat = monkey_below(&g->monkey, SV_MAX_SEATS);
        while (!(asked >> seat & 1u)) {
            seat = (seat + 1) % SV_MAX_SEATS;
        }
        if (monkey_below(&g->monkey, 20000) == 0) {
            unsigned left = g->st.position.alive & ~g->st.position.forfeited;
            if (left >> seat & 1u && sv_forfeit(&g->edition, &g->st, seat, &sink) != SV_OK) {
                broken(g, "a living seat cannot forfeit");
            }
        } else {
            struct sv_question q;
            struct sv_answer a;
            (void)sv_ask(&g->edition, &g->st, seat, &q);
            g->kinds[q.kind]++;
            monkey_answer(&g->monkey, &g->edition, &g->st.position, &q, &a);
            if (q.kind == SV_DECISION_MANAGE) {
                ledger_order(&g->ledger, seat, &a.plan);
            }
            if (sv_apply(&g->edition, &g->st, seat, &a, &sink) != SV_OK) {
                broken(g, "12.8: an answer that sv_check accepts is refused");
            }
        }
        if (++g->decisions > MAX_DECISIONS) {
            broken(g, "12.6: the game does not end");
        }
        check_state(g);
    }
}

/* 9.4: what the end must look like. */
static void check_end(const struct party *g)
{
    const struct sv_position *p = &g->st.position;
    unsigned living = sv_count(p->alive);
    if (p->over == SV_WHY_LAST_SOLVENT && living != 1) {
        broken(g, "9.4: last_solvent, but not one is left");
    }
    if (p->over == SV_WHY_MAX_ROUNDS && (living < 2 || p->round < g->edition.rules.max_rounds)) {
        broken(g, "9.4: max_rounds, but too early");
    }
    if (p->over == SV_WHY_FORFEIT && sv_count(p->alive & ~p->forfeited & 0xffu) > 1) {
        broken(g, "9.4: forfeit, but two still play");
    }
    if (g->ledger.types[SV_EVENT_GAME_END] != 1 || g->ledger.types[SV_EVENT_GAME_START] > 1) {
        broken(g, "9.4: the game does not end exactly once");
    }
    /* Places of the bankrupt are all different and behind the living. */
    unsigned seen = 0;
    for (unsigned s = 0; s < p->seats; s++) {
        if (!sv_alive(p, s)) {
            if (p->place[s] <= living || p->place[s] > p->seats || seen >> p->place[s] & 1u) {
                broken(g, "9.4: a place of the bankrupt is wrong");
            }
            seen |= 1u << p->place[s];
        }
    }
}

static uint64_t number(const char *name, uint64_t fallback)
{
    const char *text = getenv(name);
    return text && *text ? strtoull(text, NULL, 10) : fallback;
}

TEST(rule_12_all_hold_on_random_play)
{
    static struct party g;
    static uint64_t kinds[SV_DECISION_COUNT], types[SV_EVENT_COUNT];
    uint64_t decisions = 0, ends[SV_WHY_COUNT] = {0};

    crypto_generichash_state digest;
    uint8_t final[SV_HASH_BYTES];
    (void)crypto_generichash_init(&digest, NULL, 0, sizeof final);
    const char *only = getenv("SOLVENT_TEST_EDITION");
    uint64_t first = number("SOLVENT_TEST_SEED", 0);
    uint64_t scale = number("SOLVENT_TEST_SCALE", getenv("SOLVENT_TEST_SEED") ? 0 : 1);
    uint64_t games = scale ? GAMES * scale : 1;
    if (games == GAMES && getenv("SOLVENT_TEST_SCALE") == NULL) {
        games = SOME_OF(GAMES);
    }
    for (uint64_t i = 0; i < games; i++) {
        begin(&g, first + i,
              only ? only : svi_builtin_editions[(first + i) % svi_builtin_edition_count].name);
        rule_12_6_play_to_the_end(&g);
        check_end(&g);
        decisions += g.decisions;
        ends[g.st.position.over]++;
        sv_state_hash(&g.st, final);
        (void)crypto_generichash_update(&digest, final, sizeof final);
        for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
            kinds[k] += g.kinds[k];
        }
        for (unsigned k = 0; k < SV_EVENT_COUNT; k++) {
            types[k] += g.ledger.types[k];
        }
    }
    /* The corpus as a whole leaves no kind of question and no event of the game out. `question`,
     * `answer`, `log`, `note`, `refused` and `say` are the recorder's to report. */
    for (unsigned k = 0; k < SV_EVENT_COUNT && games >= SOME_OF(GAMES) && !only; k++) {
        bool recorded = k == SV_EVENT_QUESTION || k == SV_EVENT_ANSWER || k == SV_EVENT_LOG ||
                        k == SV_EVENT_NOTE || k == SV_EVENT_REFUSED || k == SV_EVENT_SAY;
        if (types[k] == 0 && !recorded) {
            fail_msg("no random game ever reported %s", sv_event_name(k));
        }
    }
    for (unsigned k = 0; k < SV_DECISION_COUNT && games >= SOME_OF(GAMES) && !only; k++) {
        if (kinds[k] == 0) {
            fail_msg("no random game ever asked %s", sv_decision_name(k));
        }
    }
    print_message("%" PRIu64 " games, %" PRIu64 " decisions; ended by last_solvent %" PRIu64
                  ", max_rounds %" PRIu64 ", forfeit %" PRIu64 "\nquestions:",
                  games, decisions, ends[SV_WHY_LAST_SOLVENT], ends[SV_WHY_MAX_ROUNDS],
                  ends[SV_WHY_FORFEIT]);
    for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
        if (kinds[k]) {
            print_message(" %s %" PRIu64, sv_decision_name(k), kinds[k]);
        }
    }
    print_message("\nevents:");
    for (unsigned k = 0; k < SV_EVENT_COUNT; k++) {
        if (types[k]) {
            print_message(" %s %" PRIu64, sv_event_name(k), types[k]);
        }
    }
    /* The catalogue's digest of these games: all final states in one number. */
    char hex[2 * sizeof final + 1];
    (void)crypto_generichash_final(&digest, final, sizeof final);
    print_message("\ncorpus: %" PRIu64 " %" PRIu64 " %" PRIu64 " %.16s\n", first, games, decisions,
                  sodium_bin2hex(hex, sizeof hex, final, sizeof final));
}

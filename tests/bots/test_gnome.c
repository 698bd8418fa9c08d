/* The opponents of `solvent panel`. `gnome` answers as the agent does that it re-creates: gnome.txt
 * has that agent's own answers, and gnome_answers.py, which wrote it, says what a line is. */
#include "edition/builtin.h"
#include "tests/base/testing.h"
#include "tests/bots/fixture.h"

#define LINE_MOST 400u

/* Lays out the table of a line. */
static void lay_out(struct fixture *f, char *cash, const char *owners, const char *levels,
                    const char *mortgages)
{
    fixture_init(f, "classic", 4);
    for (unsigned s = 0; s < 4; s++) {
        f->p->cash[s] = (int32_t)strtol(cash, &cash, 10);
        cash += *cash == ',';
    }
    for (unsigned space = 0; space < 40; space++) {
        if (owners[space] != '.') {
            fixture_own(f, (unsigned)(owners[space] - '0'), space);
        }
        f->p->level[space] = (uint8_t)(levels[space] - '0');
        f->p->mortgaged |= mortgages[space] == 'm' ? UINT64_C(1) << space : 0;
    }
}

/* Reads "3,11" or "-". */
static uint64_t read_spaces(const char *text)
{
    uint64_t spaces = 0;
    while (*text >= '0' && *text <= '9') {
        char *end;
        spaces |= UINT64_C(1) << strtoul(text, &end, 10);
        text = end + (*end == ',');
    }
    return spaces;
}

static void put_spaces(uint64_t spaces, char *out)
{
    (void)strcpy(out, spaces == 0 ? "-" : "");
    for (; spaces != 0; spaces &= spaces - 1) {
        (void)sprintf(out + strlen(out), "%u%s", sv_first(spaces),
                      (spaces & (spaces - 1)) != 0 ? "," : "");
    }
}

/* Asks what the line asks, and writes the answer as the line has it. */
static void answer(struct fixture *f, const char *kind, const char *asked, char *out)
{
    const struct sv_bot *gnome = sv_policy_named("gnome");
    struct sv_question q = {.space = SV_NONE, .other = SV_NONE, .unit = SV_NONE};
    struct sv_answer a;
    char give[80] = "", get[80] = "";
    const unsigned space = (unsigned)strtoul(asked, NULL, 10);
    if (strcmp(kind, "buy") == 0) {
        q.kind = SV_DECISION_BUY;
        q.space = (uint8_t)space;
        q.amount = f->edition->space[space].price;
    } else if (strcmp(kind, "bid") == 0) {
        q.kind = SV_DECISION_BID;
        q.space = (uint8_t)space;
        assert_int_equal(sscanf(asked, "%*u %d", &f->p->auction_high), 1);
        q.amount = f->p->auction_high + 1;
        q.limit = f->p->cash[0];
    } else if (strcmp(kind, "debt") == 0) {
        q.kind = SV_DECISION_DEBT;
        q.amount = (int32_t)space;
    } else if (strcmp(kind, "trade") == 0) {
        int32_t pays;
        assert_int_equal(sscanf(asked, "%79s %79s %d", give, get, &pays), 3);
        q.kind = SV_DECISION_TRADE;
        q.other = 1;
        q.offer = (struct sv_offer){.give_deeds = read_spaces(give),
                                    .get_deeds = read_spaces(get),
                                    .give_cash = pays > 0 ? pays : 0,
                                    .get_cash = pays < 0 ? -pays : 0};
    } else {
        q.kind = SV_DECISION_MANAGE;
        q.offers = (uint8_t)f->edition->rules.offers_per_window;
        f->p->turn_seat = strcmp(kind, "propose") == 0 ? 0 : 1;
    }
    sv_answer_default(f->edition, f->p, &q, &a);
    sv_bot_decide(gnome, &f->match, &q, &a);
    if (q.kind == SV_DECISION_BUY) {
        (void)sprintf(out, "%d", a.choice == SV_CHOICE_BUY_BUY);
    } else if (q.kind == SV_DECISION_BID) {
        (void)sprintf(out, "%d", a.bid);
    } else if (q.kind == SV_DECISION_TRADE) {
        (void)sprintf(out, "%d", a.choice == SV_CHOICE_TRADE_ACCEPT);
    } else if (q.kind == SV_DECISION_DEBT) {
        put_spaces(a.plan.mortgage, out);
    } else if (f->p->turn_seat == 1) {
        for (unsigned s = 0; s < 40; s++) {
            *out++ = (char)('0' + a.plan.level[s]);
        }
        *out++ = ' ';
        put_spaces(a.plan.lift, out);
    } else {
        (void)strcpy(out, a.n_offers == 0 ? "-" : "");
        for (unsigned i = 0; i < a.n_offers; i++) {
            const struct sv_offer *o = &a.offers[i];
            put_spaces(o->give_deeds, give);
            put_spaces(o->get_deeds, get);
            (void)sprintf(out + strlen(out), "%s%u:%s:%s:%d", i > 0 ? " " : "", o->to, give, get,
                          o->give_cash - o->get_cash);
        }
    }
}

TEST(test_answers_of_the_agent)
{
    char line[LINE_MOST];
    unsigned lines = 0, other = 0;
    FILE *file = fopen(SOLVENT_SOURCE_DIR "/tests/bots/gnome.txt", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        char kind[16], cash[48], owners[48], levels[48], mortgages[48];
        char found[LINE_MOST];
        int at = 0;
        struct fixture f;
        char *expected = strstr(line, " = ");
        assert_non_null(expected);
        *expected = '\0';
        expected += 3;
        expected[strcspn(expected, "\n")] = '\0';
        assert_int_equal(
            sscanf(line, "%15s %47s %47s %47s %47s%n", kind, cash, owners, levels, mortgages, &at),
            5);
        lay_out(&f, cash, owners, levels, mortgages);
        answer(&f, kind, line + at, found);
        if (strcmp(found, expected) != 0) {
            print_message("%s\n    agent %s, gnome %s\n", line, expected, found);
            other++;
        }
        lines++;
    }
    (void)fclose(file);
    assert_true(lines > 700);
    assert_int_equal(other, 0);
}

TEST(test_legal_in_every_edition)
{
    static const char *const names[] = {"gnome", "hermit", "beggar", "seller", "gnome", "trader"};
    for (size_t i = 0; i < svi_builtin_edition_count; i++) {
        const struct sv_edition *e = fixture_edition(svi_builtin_editions[i].name);
        for (unsigned deal = 0; deal < 12; deal++) {
            const unsigned seats = 2 + deal % 5;
            const struct sv_bot *seated[SV_MAX_SEATS];
            struct sv_result result;

            for (unsigned s = 0; s < seats; s++) {
                seated[s] = sv_policy_named(names[(s + deal) % 6]);
            }
            fixture_play(e, e->name, "sparring", deal, seats, seated, &result);
        }
    }
}

static unsigned proposed, taken;

static void count_trade(void *user, const struct sv_event *ev)
{
    (void)user;
    proposed += ev->type == SV_EVENT_OFFER;
    taken += ev->type == SV_EVENT_DEED && ev->why == SV_WHY_TRADE;
}

/* Plays games of two bots, and counts offers and traded deeds. */
static void count_trades(const char *name, const char *others)
{
    const struct sv_sink sink = {count_trade, NULL};
    const struct sv_bot *bots[2] = {sv_policy_named(name), sv_policy_named(others)};
    proposed = 0;
    taken = 0;
    for (uint8_t deal = 0; deal < 20; deal++) {
        const uint8_t seed[SV_SEED_BYTES] = {deal};
        assert_ok(sv_play(sv_edition_builtin("classic"), seed, 2, bots, &sink, NULL, NULL));
    }
}

/* hermit neither proposes nor takes trades, beggar proposes them, and seller takes them. */
TEST(test_ways_to_trade)
{
    count_trades("hermit", "gnome");
    assert_int_equal(taken, 0);
    count_trades("hermit", "hermit");
    assert_int_equal(proposed, 0);
    count_trades("beggar", "hermit");
    assert_true(proposed > 100);
    count_trades("seller", "beggar");
    assert_true(taken > 100);
}

/* The JSON lines: every line is JSON, and money, deeds, buildings, mortgages, cards and tokens
 * added up from them alone are what the game has, after every event and at its end. */
#include "base/out.h"
#include "record/jsonl.h"
#include "record/replay.h"
#include "tests/base/testing.h"
#include "tests/record/games.h"
#include "tests/record/reader.h"

#include <solvent/fields.h>

struct listener {
    struct svi_game *g;
    struct svi_buf line;
    struct books books;
    uint32_t n;
    uint64_t types; /* seen */
};

/* An event has nothing but what its row prints: the members that the row does not name are empty.
 */
static void expect_row(const struct sv_event *ev)
{
    struct sv_event left = *ev;
    switch ((enum sv_event_type)ev->type) {
#define F(TYPE, key, member) memset(&left.member, 0, sizeof left.member);
#define G(TYPE, key)
#define X(NAME, name, fields, text)                                                                \
    case SV_EVENT_##NAME:                                                                          \
        fields break;
        SV_EVENTS(X, F, G)
#undef F
#undef G
#undef X
    case SV_EVENT_COUNT:
        break;
    }
    const struct sv_event empty = {.type = ev->type, .space = left.space != 0 ? SV_NONE : 0};
    if (memcmp(&left, &empty, sizeof left) != 0) {
        fail_msg("an event `%s` has a member that its row in SV_EVENTS does not name",
                 sv_event_name(ev->type));
    }
}

/* A question with its figures: every field that its kind has and that is not 0 is there, and no
 * other. */
static void expect_question(const struct svi_game *g, unsigned seat, const char *line)
{
    struct sv_question q;
    assert_ok(svi_game_question(g, seat, &q));
    const unsigned asks = sv_decision_asks(q.kind);
    static const struct sv_question empty = {.space = SV_NONE, .other = SV_NONE};
#define X(bit, NAME, TYPE, member, nothing, text)                                                  \
    if ((asks & SV_Q_##NAME) == 0) {                                                               \
        assert_null(json_find(line, #member));                                                     \
    } else if (memcmp(&q.member, &empty.member, sizeof q.member) != 0) {                           \
        assert_non_null(json_find(line, #member));                                                 \
    }
    SV_QUESTION_FIELDS(X)
#undef X
}

/* Every field of an offer is there by its name. */
TEST(test_offer)
{
    const struct sv_offer offer = {.give_deeds = 1u << 1,
                                   .get_deeds = 1u << 3,
                                   .give_cash = 5,
                                   .get_cash = 6,
                                   .give_cards = 1u << 7,
                                   .get_cards = 1u << 0,
                                   .give_tickets = 8,
                                   .get_tickets = 9,
                                   .to = 4};
    SCOPED(svi_buf_finish) struct svi_buf line = {0};
    svi_jsonl_offer(&line, &offer);
    svi_buf_byte(&line, 0);
    const char *text = (const char *)line.data;
    assert_true(json_valid(text, text + line.size - 1));
#define X(TYPE, member)                                                                            \
    {                                                                                              \
        const char *value = json_find(text, #member);                                              \
        assert_non_null(value);                                                                    \
        if (SV_TYPE_##TYPE == SV_TYPE_SPACES || SV_TYPE_##TYPE == SV_TYPE_CARDS) {                 \
            assert_int_equal(*value++, '[');                                                       \
            assert_int_equal(1u << strtol(value, NULL, 10), offer.member);                         \
        } else {                                                                                   \
            assert_int_equal(json_number(value), offer.member);                                    \
        }                                                                                          \
    }
    SV_OFFER_VALUES(X)
#undef X
}

/* Adds up one event, and compares with the game at that moment: this is what `replay --at N` shows.
 */
static void listen(void *user, const struct sv_event *ev)
{
    struct listener *l = user;
    const struct sv_position *p = &l->g->state.position;
    const struct books *b = &l->books;
    expect_row(ev);
    svi_buf_clear(&l->line);
    svi_jsonl_event(&l->line, l->g, ev, l->n, (l->n & 1) != 0);
    svi_buf_byte(&l->line, 0);
    char *line = (char *)l->line.data;
    const size_t length = strlen(line);
    assert_int_equal(line[length - 1], '\n');
    line[length - 1] = '\0';
    assert_true(json_valid(line, line + length - 1));
    assert_int_equal(json_number(json_find(line, "n")), l->n);
    if (ev->type == SV_EVENT_QUESTION && (l->n & 1) != 0) {
        expect_question(l->g, ev->seat, line);
    }
    l->types |= UINT64_C(1) << ev->type;
    l->n++;
    books_line(&l->books, line);
    assert_string_equal(b->problem, "");
    for (unsigned s = 0; s < p->seats; s++) {
        assert_int_equal(b->cash[s], p->cash[s]);
        assert_int_equal(b->space[s], p->space[s]);
        assert_int_equal(b->jail[s], p->jail[s] != 0);
        assert_int_equal(b->tickets[s], p->tickets[s]);
    }
    for (unsigned i = 0; i < l->g->edition->n_spaces; i++) {
        const bool rail = l->g->edition->space[i].kind == SV_SPACE_RAIL;
        assert_int_equal(b->owner[i] < 0 || b->owner[i] == JSON_BANK ? SV_BANK : b->owner[i],
                         p->owner[i] == SV_NONE ? SV_BANK : p->owner[i]);
        assert_int_equal(rail ? b->depot[i] : b->level[i], p->level[i]);
        assert_int_equal(b->mortgaged[i], p->mortgaged >> i & 1);
    }
    for (unsigned j = 0; j < l->g->edition->n_jail_cards; j++) {
        assert_int_equal(b->holder[j] == JSON_BANK ? SV_BANK : b->holder[j], p->jail_holder[j]);
    }
}

/* Worth by RULES 3.5 from the books and the figures of the edition. */
static long worth(const struct books *b, const struct sv_edition *e, unsigned seat)
{
    long sum = b->cash[seat];
    for (unsigned i = 0; i < e->n_spaces; i++) {
        const struct sv_space *space = &e->space[i];
        if (b->owner[i] != (long)seat) {
            continue;
        }
        sum += b->mortgaged[i] ? space->mortgage : space->price;
        for (long level = 1; level <= b->level[i]; level++) {
            sum += level <= 4   ? space->house_cost
                   : level == 5 ? space->hotel_cost
                                : space->tower_cost;
        }
        sum += b->depot[i] ? space->depot_cost : 0;
    }
    return sum;
}

static void play_and_add_up(const struct pastime *what, uint64_t *types)
{
    NEW_GAME(g);
    struct listener l = {.g = &g};
    struct pastime pastime = *what;
    struct sv_result result;
    pastime.sink = (struct sv_sink){listen, &l};
    books_open(&l.books);
    game_play(&g, &pastime);
    svi_game_result(&g, &result);
    assert_true(l.books.ended);
    assert_int_equal(l.books.seats, g.setup.seats);
    assert_string_equal(l.books.why, sv_why_name(result.why));
    for (unsigned s = 0; s < g.setup.seats; s++) {
        assert_int_equal(l.books.end_worth[s], worth(&l.books, g.edition, s));
        assert_int_equal(l.books.end_worth[s], result.worth[s]);
        assert_int_equal(l.books.end_place[s], result.place[s]);
        if (l.books.out[s]) {
            assert_int_equal(l.books.end_place[s], l.books.place[s]);
            assert_int_equal(l.books.end_worth[s], 0);
        }
    }
    *types |= l.types;
    svi_buf_finish(&l.line);
}

TEST(test_round_trip)
{
    static const char *const editions[] = {"classic", "classic-uk", "classic-2007", "speed-die",
                                           "mega",    "mega-2006",  "comrades"};
    const uint64_t every = (UINT64_C(1) << SV_EVENT_COUNT) - 1;
    uint64_t types = 0;
    for (unsigned i = 0; i < sizeof editions / sizeof editions[0]; i++) {
        for (uint64_t seed = 0; seed < 6; seed++) {
            const struct pastime pastime = {.edition = editions[i],
                                            .seed = 100 * i + seed,
                                            .seats = 2 + (unsigned)(seed + i) % 7,
                                            .max_rounds = seed == 0 ? 400 : 60,
                                            .talk = seed % 2 != 0,
                                            .fallback = seed % 4 == 1,
                                            .misconduct = seed % 4 == 3};
            play_and_add_up(&pastime, &types);
        }
    }
    /* Every type of event has come by. */
    for (unsigned type = 0; type < SV_EVENT_COUNT; type++) {
        if ((types >> type & 1) == 0) {
            print_error("no game had the event %s\n", sv_event_name(type));
        }
    }
    assert_true(types == every);
}

/* The names of players come from bots: whatever they are, lines stay JSON, and records readable. */
TEST(test_names_are_escaped)
{
    static const char *const names[] = {"a\"\\\n\x01\x7f", "\xff\xfe", "\xe2\x82\xac\xc3",
                                        "01234567890123456789012345678901234567\xc3\xa9"};
    struct svi_game_setup setup = {
        .edition = game_edition("classic"), .names = names, .record = true};
    const struct sv_event ev = {.type = SV_EVENT_GAME_START, .space = SV_NONE};
    SCOPED(svi_buf_finish) struct svi_buf line = {0};
    NEW_GAME(g);
    setup.setup.seats = 4;
    assert_ok(svi_game_start(&g, &setup));
    svi_jsonl_event(&line, &g, &ev, 0, false);
    assert_true(json_valid((char *)line.data, (char *)line.data + line.size - 1));
    assert_string_equal(g.name[0], "a\"\\???");
    assert_string_equal(g.name[1], "??");
    assert_string_equal(g.name[2], "\xe2\x82\xac?");
    assert_string_equal(g.name[3], "01234567890123456789012345678901234567");
    svi_buf_clear(&line);
    svi_out_json_string(&line, "a\"\\\n\x01\x7f\xff\xe2\x82\xac/");
    svi_buf_byte(&line, 0);
    assert_string_equal((char *)line.data,
                        "\"a\\\"\\\\\\n\\u0001\\u007f\xef\xbf\xbd\xe2\x82\xac/\"");
}

/* A sealed game shows its commitment, but not what it is made of; the record holds it all the same.
 */
TEST(test_sealed)
{
    static const uint8_t salt[SV_SALT_BYTES] = {0xab, 0xcd};
    struct svi_game_setup setup = {
        .edition = game_edition("classic"), .salt = salt, .record = true, .setup = {.seats = 2}};
    const struct sv_event ev = {.type = SV_EVENT_GAME_START, .space = SV_NONE};
    SCOPED(svi_buf_finish) struct svi_buf open = {0}, sealed = {0};
    NEW_GAME(g);
    memset(setup.setup.seed, 0x5e, sizeof setup.setup.seed);
    assert_ok(svi_game_start(&g, &setup));
    svi_jsonl_event(&open, &g, &ev, 0, false);
    svi_buf_byte(&open, 0);
    setup.sealed = true;
    const size_t size = g.record.size;
    assert_ok(svi_game_start(&g, &setup));
    assert_int_equal(g.record.size, size);
    svi_jsonl_event(&sealed, &g, &ev, 0, false);
    svi_buf_byte(&sealed, 0);
    assert_contains((char *)open.data, "\"seed\":\"5e5e5e");
    assert_contains((char *)open.data, "\"salt\":\"abcd00");
    assert_true(json_valid((char *)sealed.data, (char *)sealed.data + sealed.size - 2));
    assert_contains((char *)sealed.data, "\"seed\":null,\"salt\":null,\"commitment\":\"");
    assert_lacks((char *)sealed.data, "5e5e");
    const char *commitment = strstr((char *)open.data, "\"commitment\"");
    assert_string_equal(commitment, strstr((char *)sealed.data, "\"commitment\""));
}

TEST(test_position_line)
{
    NEW_GAME(g);
    SCOPED(svi_buf_finish) struct svi_buf line = {0};
    const struct pastime pastime = {.edition = "mega", .seed = 5};
    game_play(&g, &pastime);
    svi_jsonl_position(&line, &g, 77);
    svi_buf_byte(&line, 0);
    const char *text = (const char *)line.data;
    assert_true(json_valid(text, text + line.size - 2));
    assert_int_equal(json_number(json_find(text, "n")), 77);
    assert_true(json_is(json_find(text, "type"), "position"));
    assert_true(json_is(json_find(text, "over"), sv_why_name(g.state.position.over)));
}

TEST(test_numbers)
{
    SCOPED(svi_buf_finish) struct svi_buf out = {0};
    svi_out_int(&out, INT64_MIN);
    svi_out_char(&out, ' ');
    svi_out_int(&out, 0);
    svi_out_char(&out, ' ');
    svi_out_int(&out, INT64_MAX);
    svi_buf_byte(&out, 0);
    assert_string_equal((char *)out.data, "-9223372036854775808 0 9223372036854775807");
}

/* Points, ratios and rankings: exact, and the same text for the same games. */
#include "job/points.h"
#include "ranking/ranking.h"
#include "tests/base/testing.h"
#include "tests/league/league_rig.h"
#include "tools/console/table.h"
#include "tools/report/rank_print.h"

#include "store/store_chain.h"
#include "store/store_matches.h"
#include <sodium.h>

TEST(points_run_evenly_and_equals_share)
{
    static const struct {
        unsigned seats;
        uint8_t places[SV_MAX_SEATS];
        uint32_t points[SV_MAX_SEATS];
    } cases[] = {
        {2, {1, 2}, {2, 0}},
        {2, {1, 1}, {1, 1}},
        {4, {1, 2, 3, 4}, {6, 4, 2, 0}},
        {4, {3, 1, 4, 2}, {2, 6, 0, 4}},
        {4, {1, 1, 3, 4}, {5, 5, 2, 0}},
        {4, {1, 1, 1, 1}, {3, 3, 3, 3}},
        {4, {1, 2, 2, 4}, {6, 3, 3, 0}},
        {4, {4, 1, 1, 1}, {0, 4, 4, 4}},
        {8, {1, 2, 3, 4, 5, 6, 7, 7}, {14, 12, 10, 8, 6, 4, 1, 1}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint32_t points[SV_MAX_SEATS], sum = 0;
        svi_points(cases[i].places, cases[i].seats, points);
        for (unsigned s = 0; s < cases[i].seats; s++) {
            assert_int_equal(points[s], cases[i].points[s]);
            sum += points[s];
        }
        /* Whatever the places, a game gives out the same: half a point for every seat. */
        assert_int_equal(sum * 2, svi_points_unit(cases[i].seats) * cases[i].seats);
    }
}

TEST(ratios_are_rounded_half_away_from_zero)
{
    static const struct {
        int64_t numerator, denominator;
        unsigned decimals;
        const char *text;
    } cases[] = {
        {1, 3, 6, "0.333333"},
        {2, 3, 6, "0.666667"},
        {1, 2, 0, "1"},
        {-1, 2, 0, "-1"},
        {1, 8, 2, "0.13"},
        {-1, 8, 2, "-0.13"},
        {-1, 1000, 2, "0.00"},
        {999999, 1000000, 2, "1.00"},
        {199995, 100000, 4, "2.0000"},
        {0, 7, 3, "0.000"},
        {7, 1, 0, "7"},
        {100, 7, 9, "14.285714286"},
        {INT64_MIN + 1, 1, 2, "-9223372036854775807.00"},
        {INT64_C(200000000000000000), INT64_C(1400000000), 6, "142857142.857143"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[SVI_RATIO_TEXT];
        svi_ratio_text(cases[i].numerator, cases[i].denominator, cases[i].decimals, text);
        assert_string_equal(text, cases[i].text);
    }
}

/* Three bots, three rotations of one deal; the first is always first, the others share, but for
 * match 3. */
static void put_games(struct svi_store *store, const struct svi_league *league, bool backwards)
{
    for (unsigned i = 0; i < 3; i++) {
        struct svi_store_match m;
        const uint64_t number = backwards ? 3 - i : i + 1;
        rig_match(league, svi_store_info(store)->seed, number, &m);
        m.why = number == 2 ? SV_WHY_FORFEIT : SV_WHY_LAST_SOLVENT;
        for (unsigned s = 0; s < 3; s++) {
            static const uint8_t usual[] = {1, 2, 2}, last[] = {1, 3, 2};
            uint8_t places[SV_MAX_SEATS] = {0};
            uint32_t points[SV_MAX_SEATS];
            for (unsigned k = 0; k < 3; k++) {
                places[k] = number == 3 ? last[m.seat[k].bot] : usual[m.seat[k].bot];
            }
            svi_points(places, 3, points);
            m.seat[s].place = places[s];
            m.seat[s].points = points[s];
            m.seat[s].worth = (int32_t)(100 * m.seat[s].bot) - 1;
            m.seat[s].verdicts[SV_VERDICT_LATE] = m.seat[s].bot == 1 && number > 1 ? 3 : 0;
            m.seat[s].verdicts[SV_VERDICT_ILLEGAL] = m.seat[s].bot == 2 && number == 3;
            m.seat[s].verdicts[SV_VERDICT_FALLBACK] = m.seat[s].bot == 2 && number < 3;
            m.seat[s].forfeited = m.seat[s].bot == 1 && number == 2;
        }
        assert_ok(svi_store_put(store, &m));
    }
    assert_ok(svi_store_commit(store));
}

static const char league_text[] = "seed: 1\ndeals: 2\n"
                                  "bots:\n"
                                  "  - {name: 'x, \"the\" first', command: [true]}\n"
                                  "  - {name: zoë, command: [true]}\n"
                                  "  - {name: c, command: [true]}\n";

static const char expected_csv[] =
    "rank,rank_low,rank_high,bot,rating,rating_low,rating_high,points,points_low,points_high,luck,"
    "luck_low,luck_high,adjusted,adjusted_low,adjusted_high,adjusted_rating,adjusted_rating_low,"
    "adjusted_rating_high,place,worth,games,deals,wins,incidents,late,malformed,illegal,dead,"
    "overtime,fallback,forfeited,processes_lost,first_incident,last_solvent,max_rounds,forfeit,own,"
    "own_low,own_high,model_tokens,model_tokens_low,model_tokens_high,model_dollars,"
    "model_dollars_low,model_dollars_high,model_seconds,model_seconds_low,model_seconds_high,"
    "points_a_dollar,"
    "points_by_seat_0,points_by_seat_1,points_by_seat_2,points_by_seat_3,points_by_seat_4,"
    "points_by_seat_5,points_by_seat_6,points_by_seat_7,status,reason,version,origin,tags,"
    "conditions\n"
    "1,,,\"x, \"\"the\"\" "
    "first\",779.28,,,1.000000,,,,,,,,,,,,1.0000,-1.00,3,1,3,0,0,0,0,0,0,0,0,0,,"
    "2,0,1,,,,,,,,,,,,,,1.000000,1.000000,1.000000,,,,,,plays,,,\"x, \"\"the\"\" first\",,\n"
    "2,,,c,77.40,,,0.333333,,,,,,,,,,,,2.0000,199.00,3,1,0,1,0,0,1,0,0,2,0,0,3,"
    "2,0,1,,,,,,,,,,,,,,0.250000,0.250000,0.500000,,,,,,plays,,,c,,\n"
    "3,,,zoë,-77.40,,,0.166667,,,,,,,,,,,,2.3333,99.00,3,1,0,7,6,0,0,0,0,0,1,0,2,"
    "2,0,1,,,,,,,,,,,,,,0.000000,0.250000,0.250000,,,,,,plays,,,zoë,,\n";

/* Prints the ranking of a store by `print`. */
static char *print(struct svi_store *store,
                   void (*print_it)(const struct svi_rank_sheet *, struct svi_buf *))
{
    struct svi_error error;
    const struct svi_rank_options options = {.prior = 1};
    struct svi_rank_sheet sheet;
    struct svi_buf out = {0};
    assert_ok(svi_rank_sheet_init_store(&sheet, store, &options, &error));
    print_it(&sheet, &out);
    svi_rank_sheet_finish(&sheet);
    svi_buf_byte(&out, 0);
    assert_false(out.failed);
    return (char *)out.data;
}

static void print_table(const struct svi_rank_sheet *sheet, struct svi_buf *out)
{
    svi_rank_print_table(sheet, false, true, out);
}

static void print_narrow(const struct svi_rank_sheet *sheet, struct svi_buf *out)
{
    svi_rank_print_table(sheet, false, false, out);
}

/* However many seats and however long and wide the names, the lines fit, the digest's too, and
 * columns stand under each other. */
FOLDER_TEST(a_narrow_table_fits_a_screen)
{
    SCOPED(svi_league_finish)
    struct svi_league league =
        rig_league("seed: 1\ndeals: 1\nseats: 8\nbots:\n"
                   "  - {name: a, command: [true]}\n"
                   "  - {name: 猫猫猫猫猫猫猫猫猫猫猫猫猫, command: [true]}\n"
                   "  - {name: c, command: [true]}\n  - {name: d, command: [true]}\n"
                   "  - {name: e, command: [true]}\n  - {name: f, command: [true]}\n"
                   "  - {name: g23456789012345678901234567890123456789, command: [true]}\n"
                   "  - {name: h, command: [true]}\n");
    SCOPED(rig_store_destroy)
    struct svi_store *store = rig_writer(rig_path(state, "narrow.db"), &league);
    rig_put_matches(store, &league, 1, 8);
    char *text = print(store, print_narrow);
    size_t title = 0;
    char *rest = text;
    for (char *line = strsep(&rest, "\n"); line != NULL; line = strsep(&rest, "\n")) {
        if (svi_width(line) > SVI_WIDTH_SCREEN) {
            fail_msg("%zu columns: %s", svi_width(line), line);
        }
        title = strncmp(line, "rank", 4) == 0 ? svi_width(line) : *line == 0 ? 0 : title;
        assert_true(title == 0 || svi_width(line) == title);
    }
    free(text);
    text = print(store, print_narrow);
    assert_contains(text, "猫\xe2\x80\xa6"
                          "猫猫猫 ");
    free(text);
    text = print(store, print_table);
    assert_contains(text, " 猫猫猫猫猫猫猫猫猫猫猫猫猫 ");
    assert_contains(text, "  malformed  ");
    free(text);
}

/* The digest of matches 1 to 3, made of what they were put in with. */
static void assert_digest(struct svi_store *store, const struct svi_league *league)
{
    uint8_t text[3 * 40] = {0}, expected[32], digest[32];
    for (uint8_t number = 1; number <= 3; number++) {
        struct svi_store_match m;
        rig_match(league, svi_store_info(store)->seed, number, &m);
        text[(number - 1) * 40] = number;
        memcpy(text + (number - 1) * 40 + 8, m.replay + m.replay_size - 32, 32);
    }
    crypto_generichash(expected, sizeof expected, text, sizeof text, NULL, 0);
    assert_ok(svi_store_digest(store, digest));
    assert_memory_equal(digest, expected, sizeof digest);
}

FOLDER_TEST(a_ranking_is_a_function_of_the_games)
{
    SCOPED(svi_league_finish) struct svi_league league = rig_league(league_text);
    for (unsigned backwards = 0; backwards < 2; backwards++) {
        SCOPED(rig_store_destroy)
        struct svi_store *store = rig_writer(rig_path(state, backwards ? "b.db" : "a.db"), &league);
        put_games(store, &league, backwards);
        char *csv = print(store, svi_rank_print_csv);
        assert_string_equal(csv, expected_csv);
        free(csv);
        assert_digest(store, &league);
    }
}

FOLDER_TEST(rows_hold_what_the_games_did)
{
    struct svi_error error;
    SCOPED(svi_ranking_finish) struct svi_ranking ranking;
    SCOPED(svi_league_finish) struct svi_league league = rig_league(league_text);
    SCOPED(rig_store_destroy)
    struct svi_store *store = rig_writer(rig_path(state, "a.db"), &league);
    put_games(store, &league, false);
    assert_ok(svi_ranking_init(&ranking, store, &error));
    assert_int_equal(ranking.matches, 3);
    assert_int_equal(ranking.league->matches, 6);
    assert_int_equal(ranking.decisions, 10 + 20 + 30);
    assert_int_equal(ranking.points_unit, 4);
    const struct svi_rank_row *zoe = &ranking.row[2];
    assert_string_equal(zoe->name, "zoë");
    assert_int_equal(zoe->bot, 1);
    assert_int_equal(zoe->incident, 2);
    assert_int_equal(zoe->verdicts[SV_VERDICT_LATE], 6);
    assert_int_equal(zoe->verdicts[SV_VERDICT_OK], 15);
    assert_int_equal(zoe->forfeited, 1);
    assert_int_equal(ranking.row[1].incident, 3);
    assert_int_equal(ranking.row[0].incident, 0);
}

FOLDER_TEST(equal_bots_share_a_rank_in_the_order_of_their_names)
{
    SCOPED(svi_league_finish)
    struct svi_league league = rig_league("seed: 1\ndeals: 1\nseats: 2\nbots:\n"
                                          "  - {name: b, command: [true]}\n"
                                          "  - {name: a, command: [true]}\n"
                                          "  - {name: c, command: [true]}\n");
    SCOPED(rig_store_destroy)
    struct svi_store *store = rig_writer(rig_path(state, "a.db"), &league);
    struct svi_store_match m; /* b and a draw; c has not played */
    rig_match(&league, svi_store_info(store)->seed, 1, &m);
    for (unsigned s = 0; s < 2; s++) {
        m.seat[s].place = 1;
        m.seat[s].points = 1;
    }
    assert_ok(svi_store_put(store, &m));
    assert_ok(svi_store_commit(store));
    struct svi_error error;
    struct svi_ranking ranking;
    assert_ok(svi_ranking_init(&ranking, store, &error));
    static const char *const names[] = {"a", "b", "c"};
    static const unsigned ranks[] = {1, 1, 3};
    for (unsigned i = 0; i < 3; i++) {
        assert_string_equal(ranking.row[i].name, names[i]);
        assert_int_equal(ranking.row[i].rank, ranks[i]);
    }
    assert_int_equal(ranking.row[2].games, 0);
    svi_ranking_finish(&ranking);

    char *csv = print(store, svi_rank_print_csv);
    assert_contains(csv, "\n3,,,c,,,,,,,,,,,,,,,,,,0,0,0,0,0,0,0,0,0,0,0,0,,0,0,0,,,,,,,,,,,"
                         ",,,,,,,,,,,plays,,,c,,\n");
    free(csv);
    SCOPED(scoped_free) char *json = print(store, svi_rank_print_json);
    assert_contains(json, "\"points\":null");
    assert_contains(json, "\"points_by_seat\":[null,null]");
}

FOLDER_TEST(a_gauntlet_ranks_its_candidates_first)
{
    SCOPED(svi_league_finish)
    struct svi_league league =
        rig_league("seed: 1\ndeals: 2\nseats: 2\nformat: gauntlet\ncandidates: [d, b]\nbots:\n"
                   "  - {name: a, command: [true]}\n"
                   "  - {name: b, command: [true]}\n"
                   "  - {name: c, command: [true]}\n"
                   "  - {name: d, command: [true]}\n");
    SCOPED(rig_store_destroy)
    struct svi_store *store = rig_writer(rig_path(state, "a.db"), &league);
    const uint64_t matches = svi_store_info(store)->matches;
    assert_int_equal(matches, 16); /* two candidates, two of the field, two deals, two seatings */
    for (uint64_t n = 1; n <= matches; n++) { /* a wins, c draws with b and loses to d */
        struct svi_store_match m;
        rig_match(&league, svi_store_info(store)->seed, n, &m);
        for (unsigned s = 0; s < 2; s++) {
            const unsigned mine = m.seat[s].bot, other = m.seat[1 - s].bot;
            const bool draw = (mine == 1 && other == 2) || (mine == 2 && other == 1);
            const bool wins = mine == 0 || (mine == 3 && other == 2);
            m.seat[s].place = draw || wins ? 1 : 2;
            m.seat[s].points = draw ? 1 : wins ? 2 : 0;
        }
        assert_ok(svi_store_put(store, &m));
    }
    assert_ok(svi_store_commit(store));
    struct svi_error error;
    SCOPED(svi_ranking_finish) struct svi_ranking ranking;
    assert_ok(svi_ranking_init(&ranking, store, &error));
    static const char *const names[] = {"d", "b", "a", "c"};
    static const unsigned points[] = {8, 4, 16, 4}; /* in halves, of 8 games each */
    for (unsigned i = 0; i < 4; i++) {
        assert_string_equal(ranking.row[i].name, names[i]);
        assert_int_equal(ranking.row[i].rank, i + 1);
        assert_int_equal(ranking.row[i].games, 8);
        assert_int_equal(ranking.row[i].points, points[i]);
    }
}

FOLDER_TEST(tables_are_aligned)
{
    SCOPED(svi_league_finish) struct svi_league league = rig_league(league_text);
    SCOPED(rig_store_destroy)
    struct svi_store *store = rig_writer(rig_path(state, "a.db"), &league);
    put_games(store, &league, false);
    SCOPED(scoped_free) char *text = print(store, print_table);
    assert_contains(text, " rank  bot             rating  points  place  worth  games  deals  "
                          "wins  incidents  late");
    assert_contains(text, "1 (?)  x, \"the\" first     779   1.000   1.00     -1      3      1"
                          "     3          0     0");
    assert_contains(text, "3 (?)  zoë                -77   0.167   2.33     99      3      1"
                          "     0          7     6");
    assert_contains(text, "\n1 deals; ");
    assert_contains(text,
                    "\n(?): few deals; below 10 there is no interval, and no rank is claimed\n");
    assert_contains(text, "\n1 bot never both ahead of and behind the others, ");
    assert_contains(text, "cup: 3 of 6 games, 60 decisions, edition classic\n");
    assert_lacks(text, "\033");
}

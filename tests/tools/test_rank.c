/* `rank` with results from files: valid input, the output, and every kind of error. */
#include "tests/base/testing.h"
#include "tests/tools/run_command.h"
#include "tools/cli/commands.h"
#include "tools/report/rank_print.h"

#include <math.h>
#include <unistd.h>

static struct outcome out;
static char path[] = "/tmp/solvent-rank-XXXXXX";

static int make_file(void **state)
{
    (void)state;
    const int fd = mkstemp(path);
    return fd < 0 ? -1 : close(fd);
}

static int drop_file(void **state)
{
    (void)state;
    return unlink(path);
}

static void write_games(const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void rank(const char *option, const char *value)
{
    const char *const words[] = {"rank", "--games", path, "--format", "csv", option, value, NULL};
    run_command(&svi_cmd_rank, &out, words);
}

/* Ranks a text: status 2 and "rank: FILE:LINE: what". */
static void refuses(const char *text, unsigned line, const char *what)
{
    char expected[600];
    write_games(text);
    rank(NULL, NULL);
    (void)snprintf(expected, sizeof expected, "solvent rank: %s:%u: %s\n", path, line, what);
    if (out.status != 2 || strstr(out.err, expected) == NULL || *out.out != '\0') {
        fail_msg("status %d, found: %sexpected: %s", out.status, out.err, expected);
    }
}

#define HEAD "game,deal,seat,bot,place\n"
#define TWO "1,1,0,a,1\n1,1,1,b,2\n"

TEST(every_fault_is_one_line_with_its_place)
{
    refuses("", 1, "found no column 'game', expected game, deal, seat, bot and place");
    refuses(HEAD, 2, "found no game, expected a line for each seat of one");
    refuses("game,deal,seat,bot\n", 1,
            "found no column 'place', expected game, deal, seat, bot and place");
    refuses("game,deal,seat,bot,place,point\n", 1,
            "found the column 'point', did you mean 'points'?");
    refuses("game,deal,seat,game,place\n", 1, "found the column 'game' twice, expected it once");
    refuses("table,dead,game,deal,seat,bot,plaec\n", 1,
            "found the column 'plaec', did you mean 'place'?");
    refuses(HEAD "1,1,0,a\n", 2, "found 4 fields, expected 5");
    refuses(HEAD TWO "2,1,0,a,1,1\n", 4, "found more than 5 fields, expected 5");
    refuses(HEAD "1,1,x,a,1\n", 2, "seat: found 'x', expected a whole number from 0 to 255");
    refuses(HEAD "1,1,-1,a,1\n", 2, "seat: found '-1', expected a whole number from 0 to 255");
    refuses(HEAD "1,1,0,a,0\n", 2, "place: found '0', expected a whole number from 1 to 255");
    refuses(HEAD "1,1,0,a,256\n", 2, "place: found '256', expected a whole number from 1 to 255");
    refuses(HEAD "1,1,0,,1\n", 2, "bot: found nothing, expected a name in UTF-8");
    refuses(HEAD "1,1,0,a\xff,1\n", 2,
            "bot: found bytes that are not text, expected a name in UTF-8");
    refuses(HEAD ",1,0,a,1\n", 2, "game: found nothing, expected a number or a name");
    refuses(HEAD "1,,0,a,1\n", 2, "deal: found nothing, expected a number or a name");
    refuses(HEAD "1,1,0,\"a,1\n", 2, "found a quote that does not end, expected another \"");
    refuses(HEAD "1,1,0,\"a\"b,1\n", 2,
            "found 'b' in or after a field, expected a comma or a new line");
    refuses(HEAD TWO "2,1,0,a,1\n", 4, "found a game of 1 seat, expected 2 to 16");
    refuses(HEAD TWO "1,1,1,c,1\n", 4,
            "found seat 1 of the game twice, expected each once (see line 3)");
    refuses(HEAD TWO "1,2,0,a,1\n1,2,1,b,2\n", 4,
            "found the game on another deal, expected one deal for each game (see line 2)");
    refuses("game,deal,seat,bot,place,points\n1,1,0,a,1,1.5\n", 2,
            "points: found '1.5', expected a number from 0 to 1");
    refuses("game,deal,seat,bot,place,points\n1,1,0,a,1,\n", 2,
            "points: found '', expected a number from 0 to 1");
    refuses("game,deal,seat,bot,place,luck\n1,1,0,a,1,nan\n", 2,
            "luck: found 'nan', expected a number from -1000000 to 1000000");
    refuses("game;deal;seat;bot;place\n1;1;0;a;1\n", 1,
            "found columns parted by ';', expected commas");
    refuses("game\tdeal\tseat\tbot\tplace\n", 1, "found columns parted by tabs, expected commas");
    /* The line is that where the row begins, though a name before had two. */
    refuses(HEAD "1,1,0,\"a\n\",1\n", 2,
            "bot: found bytes that are not text, expected a name in UTF-8");
    refuses("game,deal,seat,bot,\"place\"\r\n\r\n1,1,0,\"a \"\"x\"\", y\",1\r\n1,1,1,b,zwei\r\n", 4,
            "place: found 'zwei', expected a whole number from 1 to 255");
}

/* Any order of columns and rows, quotes, a mark at the beginning, carriage returns, no last new
 * line, names of games and deals: the same bytes. */
TEST(forms_of_the_file_are_no_matter)
{
    static const char *const forms[] = {
        "game,deal,seat,bot,place\n9,1,0,a b,1\n9,1,1,c,2\n10,1,0,c,1\n10,1,1,a b,1\n",
        "\xef\xbb\xbfplace,bot,seat,deal,game\r\n1,c,0,1,10\r\n\r\n2,c,1,1,9\r\n1,a "
        "b,1,1,10\r\n1,\"a "
        "b\",0,1,9",
        "game,deal,seat,bot,place\ng9,x,0,a b,3\ng9,x,1,c,7\ng10,x,0,c,1\ng10,x,1,a b,1\n",
        ("game,table,deal,dead,seat,bot,place\n9,3,1,0,0,a b,1\n9,3,1,0,1,c,2\n10,,1,0,0,c,1\n"
         "10,,1,0,1,a b,1\n"),
    };
    static char first[sizeof out.out];
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        write_games(forms[i]);
        rank(NULL, NULL);
        assert_int_equal(out.status, 0);
        assert_string_equal(out.err, "");
        if (i == 0) {
            memcpy(first, out.out, sizeof first);
            assert_int_equal(count_lines(first), 3);
            assert_ptr_equal(strstr(first, "rank,rank_low,rank_high,bot,rating,"), first);
            assert_contains(first, "\n1,,,a b,");
            assert_contains(first, ",0.750000,");
            assert_contains(first, ",1.0000,,2,1,2,"); /* place; games, deals and wins */
        } else {
            assert_string_equal(out.out, first);
        }
    }
}

static void say(const char *option, const char *value, int status, const char *what)
{
    rank(option, value);
    if (out.status != status || strstr(status == 0 ? out.out : out.err, what) == NULL) {
        fail_msg("status %d: %s%s, expected %d: %s", out.status, out.out, out.err, status, what);
    }
}

TEST(options_are_held_to_the_file)
{
    write_games(HEAD TWO "2,2,0,a,1\n2,2,1,ccc,2\n");
    say("--anchor", "cc", 2,
        "--anchor: found 'cc', did you mean 'ccc'? Expected a bot's name: a, b or ccc\n");
    say("--without", "a,x", 2, "--without: found 'x', expected a bot's name: a, b or ccc\n");
    say("--without", "a", 2, "--without: found no game left, expected to leave bots in that met\n");
    say("--prior", "-1", 2, "--prior: found '-1', expected a number from 0 to 1000000\n");
    say("--anchor", "b", 0, ",0.00,");
    say("--without", "ccc", 0, "\n2,,,b,");
    say("a.db", NULL, 2, "found 'a.db' and --games, expected one of them\n");
    say("--sprt", "candidate=a", 2,
        "--sprt: found no candidate or no baseline, expected the names of two bots\n");
    say("--sprt", "candidate=a,baseline=b", 2,
        "--sprt: found neither or more than one pair of limits, expected elo0 and elo1, or points0 "
        "and points1\n");
    say("--sprt", "candidate=a,baseline=b,elo0=0,points1=1", 2, "found neither or more than one");
    say("--sprt", "candidate=a,baseline=b,elo0=0,elo1=5,points0=0,points1=1", 2,
        "found neither or more than one");
    say("--sprt", "candidate=a,baseline=b,elo0=0,elo1=3000", 2,
        "--sprt: elo1: found '3000', expected a number -2000 to 2000\n");
    say("--sprt", "candidate=a,baseline=b,elo0=5,elo1=0", 2,
        "--sprt: found a first limit that is not below the second, as in elo0: 0, elo1: 20\n");
    say("--sprt", "candidate=a,baseline=a,elo0=0,elo1=5", 2,
        "--sprt: found one bot as candidate and baseline, expected two\n");
    say("--sprt", "candidate=a,baseline=x,elo0=0,elo1=5", 2,
        "--sprt: found 'x', expected a bot's name: ");
    say("--sprt", "candidate=a,baseline=b,elo0=0,elo1=5", 2, "expected points0 and points1");
    say("--sprt", "candidate=a,baseline=b,alpha=0.9,elo0=0,elo1=5", 2,
        "--sprt: alpha: found '0.9', expected a number 0.000001 to 0.499999\n");
    say("--sprt", "candidate=a,baseline=b,points0=0,points1=0.1", 0, "\nundecided,1,1,");
    say("--stop-when", "top", 2, "--stop-when: found 'top', expected key=value\n");
    say("--stop-when", "topp=1", 2, "--stop-when: found the key 'topp', did you mean 'top'?");
    say("--stop-when", "top=3", 2, "--stop-when: found top=3, expected less than the 3 bots\n");
    say("--stop-when", "top=1", 0, "decision,deals,after_deal,unsure_of\nundecided,2,2,");
    say("--stop-when", "top=1,max_deals=1", 2,
        "--stop-when: max_deals: found '1', expected a whole number 30 to 100000000\n");
    say("--stop-when", "top=1.5", 2, "--stop-when: top: found '1.5', expected a whole number 1 to");
    say("--stop-when", "confidence=0.9", 2, "--stop-when: found no top, expected");
    say("--stop-when", "top=1,uniform=true", 2,
        "--stop-when: found uniform=true, expected it in a league file");
    say("--stop-when", "top=1,uniform=false", 0, "\nundecided,2,2,");
}

TEST(a_store_has_its_leagues_decision_alone)
{
    static const char *const tests[][2] = {{"--sprt", "candidate=a,baseline=b,elo0=0,elo1=5"},
                                           {"--stop-when", "top=1"}};
    for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++) {
        const char *const words[] = {"rank", "a.db", tests[i][0], tests[i][1], NULL};
        char expected[300];
        run_command(&svi_cmd_rank, &out, words);
        (void)snprintf(expected, sizeof expected,
                       "solvent rank: found %s with a store, whose league decides by its own rule "
                       "(solvent league status a.db); expected --games FILE.csv, made by: solvent "
                       "games a.db --format csv\n",
                       tests[i][0]);
        assert_int_equal(out.status, 2);
        assert_string_equal(out.err, expected);
        assert_string_equal(out.out, "");
    }
}

/* 200 deals of a duel of which a wins seven in ten: both tests stop where their formulas say. */
TEST(tests_stop_where_they_must)
{
    FILE *file = fopen(path, "w");
    unsigned stop = 0;
    int sum = 0;
    char expected[64];
    assert_non_null(file);
    (void)fputs(HEAD, file);
    for (unsigned d = 1; d <= 200; d++) {
        const unsigned a = d % 10 == 3 || d % 10 == 6 || d % 10 == 9 ? 2 : 1;
        (void)fprintf(file, "%u,%u,0,a,%u\n%u,%u,1,b,%u\n", d, d, a, d, d, 3 - a);
        sum += a == 1 ? 1 : -1; /* V is d, a' is 0.05 */
        if (stop == 0 && d >= 30 &&
            sum >= sqrt((d + 10.0) * (log(1 + d / 10.0) + 2 * log(1 / (2 * 0.05))))) {
            stop = d;
        }
    }
    assert_int_equal(fclose(file), 0);
    /* After 100 deals s^2 = 1 - 0.4^2 = 0.84, and LLR = 0.2 / 0.84 * (40 - 100 * 0.1) = 7.14 > ln
     * 19. */
    say("--sprt", "candidate=a,baseline=b,points0=0,points1=0.2", 0,
        "\ncandidate,100,100,7.1429,-2.9444,2.9444,0.400000,");
    say("--sprt", "candidate=b,baseline=a,elo0=0,elo1=40", 0, "\nbaseline,100,100,");
    assert_true(stop > 40 && stop < 70);
    (void)snprintf(expected, sizeof expected, "\nseparated,%u,%u,a\n", stop, stop);
    say("--stop-when", "top=1,confidence=0.95", 0, expected);
    say("--stop-when", "top=1,confidence=0.999999,max_deals=30", 0, "\nmax_deals,30,30,");
}

/* Rock, paper, scissors, nine to one: a cycle, and no one number. */
TEST(a_cycle_is_named)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    (void)fputs(HEAD, file);
    static const char *const names[] = {"paper", "rock", "scissors"};
    for (unsigned g = 0; g < 120; g++) {
        const unsigned won = g % 40 >= 4 ? 1 : 2;
        (void)fprintf(file, "%u,%u,0,%s,%u\n%u,%u,1,%s,%u\n", g, g, names[g % 3], won, g, g,
                      names[(g + 1) % 3], 3 - won);
    }
    assert_int_equal(fclose(file), 0);
    say("--field", NULL, 0, "\npaper,rock,40,40,0.");
    const char *const words[] = {"rank", "--games", path, "--field", NULL};
    run_command(&svi_cmd_rank, &out, words);
    assert_int_equal(out.status, 0);
    assert_contains(out.out, "cycle: paper > rock > scissors > paper\n");
    assert_contains(out.out, "fit: one number doesn't say it all\n  chi-square ");
    const char *const json[] = {"rank", "--games", path, "--field", "--format", "json", NULL};
    run_command(&svi_cmd_rank, &out, json);
    assert_contains(out.out, "{\"first\":\"paper\",\"second\":\"rock\",\"third\":\"scissors\"}");
    say("--field", "--sprt=candidate=paper,baseline=rock,elo0=0,elo1=5", 2,
        "--sprt: found with --field, expected one of them");
}

TEST_PROGRAM(make_file, drop_file)

/* Answers of `solvent serve` before it has read its store, and after. */
#include "store/store.h"
#include "store/store_matches.h"
#include "store/store_results.h"
#include "store/store_runs.h"
#include "store/store_sessions.h"
#include "tests/base/testing.h"
#include "tests/tools/made_store.h"
#include "tools/analysis/own.h"
#include "tools/analysis/stored.h"
#include "tools/serve/site.h"

#include <time.h>

static int make(void **state)
{
    (void)state;
    return make_store("name: made\nrules: {max_rounds: 12}\nseats: 3\ndeals: 2\nseed: 42\nbots:\n"
                      "  - {name: ann, command: [/bin/true]}\n"
                      "  - {name: bob, command: [/bin/true]}\n"
                      "  - {name: eve, command: [/bin/true]}\n");
}

/* Asks for a path: this status and type, and somewhere in the answer these words. */
static void says(struct svi_site *site, const char *path, unsigned status, enum svi_site_type type,
                 const char *words)
{
    static const struct svi_game_filter all = {0};
    struct svi_site_answer a;
    svi_site_answer(site, path, &all, &a);
    svi_buf_byte(&a.out, 0);
    if (a.status != status || a.type != type || strstr((const char *)a.out.data, words) == NULL) {
        fail_msg("%s: %u, type %u: %s", path, a.status, a.type, (const char *)a.out.data);
    }
    svi_buf_finish(&a.out);
}

/* Expects the preview of links to a page. */
static void is_described(struct svi_site *site, const char *path, enum svi_site_type type,
                         const char *title, const char *about)
{
    char words[320];
    (void)snprintf(words, sizeof words,
                   "<meta property=\"og:title\" content=\"%s\">\n<meta property=\"og:description\" "
                   "content=\"%s",
                   title, about);
    says(site, path, 200, type, words);
    says(site, path, 200, type, "<meta property=\"og:type\" content=\"website\">");
    says(site, path, 200, type,
         type == SVI_SITE_APP
             ? "<meta property=\"og:image\" content=\"https://cup.example/ranking.png\">"
             : "<meta property=\"og:image\" content=\"https://cup.example/docs/game.png\">");
}

TEST_WITH(links_say_what_a_page_shows, make, drop_store)
{
    struct svi_site *site;
    struct svi_error error;
    char text[SVI_SITE_NEWS];
    enum svi_site_news news;
    assert_ok(svi_site_create(
        &site, &(struct svi_site_source){.path = made_store, .url = "https://cup.example/"},
        &error));
    assert_ok(svi_site_renew(site, &news, text, &error));
    is_described(site, "/", SVI_SITE_APP, "made", "3 bots after 6 of 6 games: 1. ");
    is_described(site, "/report", SVI_SITE_APP, "made", "3 bots after 6 of 6 games: 1. ");
    is_described(site, "/schedule", SVI_SITE_APP, "made \xc2\xb7 schedule", "3 bots after ");
    is_described(site, "/playing", SVI_SITE_APP, "made \xc2\xb7 in play", "3 bots after ");
    is_described(site, "/games", SVI_SITE_APP, "made \xc2\xb7 games", "3 bots after ");
    is_described(site, "/bots/0", SVI_SITE_APP, "made \xc2\xb7 ann", "ann: rank ");
    is_described(site, "/pairs/0-2", SVI_SITE_APP, "made \xc2\xb7 ann against eve", "ann 0.");
    is_described(site, "/deals/2", SVI_SITE_APP, "made \xc2\xb7 deal 2",
                 "The same dice and cards in 3 games");
    is_described(site, "/docs/PLAY.html", SVI_SITE_HTML, "Play against bots",
                 "For everybody who wants to play, alone or with others.\">");
    says(site, "/games/1", 200, SVI_SITE_GAME,
         "<meta property=\"og:image\" content=\"https://cup.example/games/1.png\">");
    says(site, "/games/1", 200, SVI_SITE_GAME, "<meta property=\"og:description\" content=\"1. ");
    says(site, "/docs/game.png", 200, SVI_SITE_PNG, "\x89PNG");
    says(site, "/games/1.png", 200, SVI_SITE_PNG, "\x89PNG");
    says(site, "/ranking.png", 200, SVI_SITE_PNG, "\x89PNG");
    says(site, "/games/7.png", 404, SVI_SITE_HTML, "No such page");
    svi_site_destroy(site);
}

static int make_two(void **state)
{
    (void)state;
    return make_store("name: two\nrules: {max_rounds: 12}\nseats: 2\ndeals: 3\nseed: 42\nbots:\n"
                      "  - {name: ann, command: [/bin/true]}\n"
                      "  - {name: eve, command: [/bin/true]}\n");
}

/* Of a duel its result; a picture has no address where the site's is not known. */
TEST_WITH(a_duel_says_who_won, make_two, drop_store)
{
    static const struct svi_game_filter all = {0};
    struct svi_site *site;
    struct svi_site_answer a;
    struct svi_error error;
    char text[SVI_SITE_NEWS];
    enum svi_site_news news;
    assert_ok(svi_site_create(&site, &(struct svi_site_source){.path = made_store}, &error));
    assert_ok(svi_site_renew(site, &news, text, &error));
    says(site, "/", 200, SVI_SITE_APP,
         "og:description\" content=\"ann beat eve 4 to 2 in 6 games. Edition classic.");
    svi_site_answer(site, "/", &all, &a);
    svi_buf_byte(&a.out, 0);
    assert_lacks((const char *)a.out.data, "og:image");
    svi_buf_finish(&a.out);
    svi_site_destroy(site);
}

/* Whether the page about play has figures. */
static bool has_play(struct svi_site *site)
{
    static const struct svi_game_filter all = {0};
    struct svi_site_answer a;
    svi_site_answer(site, "/game", &all, &a);
    svi_buf_byte(&a.out, 0);
    const bool has = strstr((const char *)a.out.data, "\"sample\":6,") != NULL;
    svi_buf_finish(&a.out);
    return has;
}

/* Waits until it has. Returns the version of the figures by then. */
static unsigned wait_for_play(struct svi_site *site, char text[SVI_SITE_NEWS])
{
    struct svi_error error;
    char told[SVI_SITE_NEWS];
    enum svi_site_news news;
    unsigned version = 1;
    memset(text, 0, SVI_SITE_NEWS);
    for (unsigned waits = 0; !has_play(site) && waits < 60000; waits++) {
        (void)nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        assert_ok(svi_site_renew(site, &news, told, &error));
        if (news == SVI_SITE_FIGURES) {
            memcpy(text, told, sizeof told);
            version++;
        }
    }
    assert_int_equal(version, 2);
    assert_int_equal(text[strlen("{\"version\":")] - '0', version);
    return version;
}

TEST_WITH(until_all_is_read_every_page_says_how_far_that_is, make, drop_store)
{
    static const char *const pages[] = {"/",        "/schedule", "/bots/0", "/games",
                                        "/games/1", "/report",   "/none",   "/games/1.svr"};
    static const char *const programs[] = {"/api/league", "/api/ranking", "/api/games",
                                           "/api/none"};
    struct svi_site *site;
    struct svi_error error;
    char text[SVI_SITE_NEWS];
    atomic_bool stop = false;
    enum svi_site_news news;
    assert_ok(svi_site_create(
        &site,
        &(struct svi_site_source){.path = made_store, .url = "https://cup.example/", .stop = &stop},
        &error));
    assert_int_equal(svi_site_games(site), 6);
    assert_false(svi_site_is_read(site));
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        says(site, pages[i], 503, SVI_SITE_HTML, "0 of 6 games have been read.");
        says(site, pages[i], 503, SVI_SITE_HTML, "<meta http-equiv=refresh content=1>");
    }
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        says(site, programs[i], 503, SVI_SITE_JSON, "{\"error\":503,\"read\":0,\"games\":6}");
    }
    atomic_store(&stop, true); /* reading does not wait until all is read */
    assert_int_equal(svi_site_renew(site, &news, text, &error), SV_E_SYSTEM);
    assert_false(svi_site_is_read(site));
    assert_contains(error.text, "interrupted");
    atomic_store(&stop, false);
    assert_ok(svi_site_renew(site, &news, text, &error));
    assert_int_equal(news, SVI_SITE_FIGURES);
    assert_true(svi_site_is_read(site));
    assert_string_equal(text, "{\"version\":1,\"games\":6,\"planned\":6,\"deals\":2,\"playing\":0,"
                              "\"progress\":\"done\"}");
    says(site, "/", 200, SVI_SITE_APP, "\"games\":6,\"hidden\":0,");
    says(site, "/games", 200, SVI_SITE_APP, "{\"game\":6,");
    says(site, "/api/deals/2", 200, SVI_SITE_JSON,
         "{\"page\":\"deal\",\"status\":{\"league\":\"made\",");
    says(site, "/api/deals/3", 404, SVI_SITE_JSON, "{\"error\":404}");
    says(site, "/api/pairs/1-0", 200, SVI_SITE_JSON,
         "\"bots\":[\n  {\"id\":1,\"bot\":\"bob\"},\n  {\"id\":0,");
    says(site, "/api/league", 200, SVI_SITE_JSON, "\"version\":1,\"games\":6");
    says(site, "/none", 404, SVI_SITE_HTML,
         "No such page. A game appears when its deal is finished.");
    says(site, "/api/none", 404, SVI_SITE_JSON, "{\"error\":404}");
    assert_ok(svi_site_renew(site, &news, text, &error));
    assert_int_equal(news, SVI_SITE_SAME); /* once is enough */
    says(site, "/bots/0", 200, SVI_SITE_APP, "\"figures\":[");
    says(site, "/api/bots/0", 200, SVI_SITE_JSON, "\"bot\":\"ann\",");
    says(site, "/api/standings/points/up", 200, SVI_SITE_JSON,
         "\"order\":\"points\",\"ascending\":true,");
    (void)wait_for_play(site, text);
    const char *rest = strchr(text, ',');
    assert_non_null(rest);
    assert_string_equal(rest, ",\"games\":6,\"planned\":6,\"deals\":2,\"playing\":0,"
                              "\"progress\":\"done\"}");
    says(site, "/game", 200, SVI_SITE_APP, "\"sample\":6,\"deals\":2,");
    says(site, "/api/game", 200, SVI_SITE_JSON, "\"sample\":6,\"deals\":2,\"columns\":{\"all\":[");
    says(site, "/game/seats.csv", 200, SVI_SITE_CSV, "seat,points,points_low,points_high\n0,");
    for (unsigned again = 0; again < 50; again++) {
        assert_ok(svi_site_renew(site, &news, text, &error));
        assert_int_equal(news, SVI_SITE_SAME); /* nor are they worked out twice */
    }
    svi_site_destroy(site);
}

/* What games played on from recorded ones have shown stands on the bot's page. */
TEST_WITH(a_page_has_what_was_measured_of_decisions, make, drop_store)
{
    static const struct svi_own_game found = {.differing = 3,
                                              .measured = {[SV_DECISION_BUY] = 2},
                                              .points = {[SV_DECISION_BUY] = 0.25},
                                              .habit = {[2] = {2, 7, 0.25, -0.5}}};
    SCOPED(svi_buf_finish) struct svi_buf bytes = {0};
    struct svi_site *site;
    struct svi_store *store;
    struct svi_error error;
    char text[SVI_SITE_NEWS];
    enum svi_site_news news;
    bool fresh;
    svi_stored_put_own(&found, &bytes);
    assert_ok(svi_store_open_writer(&store, made_store, &fresh, &error));
    for (uint64_t number = 1; number <= 6; number++) { /* each of three bots sits there twice */
        const struct svi_store_played_on row = {
            .number = number, .found = bytes.data, .size = bytes.size - (number > 3)};
        assert_ok(svi_store_put_played_on(store, &row));
    }
    assert_ok(svi_store_commit(store));
    svi_store_destroy(store);
    assert_ok(svi_site_create(&site, &(struct svi_site_source){.path = made_store}, &error));
    assert_ok(svi_site_renew(site, &news, text, &error));
    says(site, "/bots/0", 200, SVI_SITE_APP, /* cut rows count for nothing */
         "\"own\":[\n  {\"kind\":\"buy\",\"own\":0.250000,\"own_low\":null,\"own_high\":null,"
         "\"measured\":2}");
    says(site, "/bots/0", 200, SVI_SITE_APP,
         "{\"habit\":\"buys deeds that learner declines\",\"points\":0.250000,\"points_low\":null,"
         "\"points_high\":null,\"games\":1,\"measured\":2,\"first\":\"1#d=7\",\"second\":null,"
         "\"third\":null}");
    svi_site_destroy(site);
}

/* Lets the site look until there is news of that kind. */
static void wait_for(struct svi_site *site, enum svi_site_news wanted)
{
    struct svi_error error;
    char text[SVI_SITE_NEWS];
    enum svi_site_news news = SVI_SITE_SAME;
    for (unsigned waits = 0; news != wanted && waits < 60000; waits++) {
        (void)nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        svi_site_wanted(site);
        assert_ok(svi_site_renew(site, &news, text, &error));
    }
    assert_int_equal(news, wanted);
}

TEST_WITH(matches_in_flight_are_those_of_a_run_that_lives, make, drop_store)
{
    static const struct svi_store_run run = {
        .shard = 1, .shards = 1, .workers = 1, .planned = 6, .before = 6, .command = ""};
    static const struct svi_playing row = {
        .number = 5, .seats = 3, .bot = {2, 0, 1}, .round = 7, .decisions = 120, .alive = 1 + 4};
    struct svi_site *site;
    struct svi_store *store;
    struct svi_error error;
    char text[SVI_SITE_NEWS], expected[32];
    bool fresh;
    assert_ok(svi_site_create(&site, &(struct svi_site_source){.path = made_store}, &error));
    wait_for(site, SVI_SITE_FIGURES);
    const unsigned version = wait_for_play(site, text);
    says(site, "/playing", 200, SVI_SITE_APP, "\"playing\":[\n]");
    assert_ok(svi_store_open_writer(&store, made_store, &fresh, &error));
    assert_ok(svi_store_run_begin(store, &run));
    wait_for(site, SVI_SITE_FIGURES);
    says(site, "/", 200, SVI_SITE_APP, "\"progress\":\"running");
    assert_ok(svi_store_put_playing(store, 0, &row, 1));
    assert_ok(svi_store_commit(store));
    wait_for(site, SVI_SITE_PROGRESS);
    says(site, "/playing", 200, SVI_SITE_APP, "\"decisions\":120}");
    says(site, "/api/playing", 200, SVI_SITE_JSON,
         "{\"game\":5,\"seats\":[\"eve\",\"ann\",\"bob\"],\"ids\":[2,0,1],"
         "\"still_in\":[true,false,true],\"round\":7,\"decisions\":120}");
    (void)snprintf(expected, sizeof expected, "\"version\":%u,", version);
    says(site, "/api/league", 200, SVI_SITE_JSON, expected); /* no figures for that */
    svi_store_destroy(store); /* killed: its row is still in the table */
    wait_for(site, SVI_SITE_FIGURES);
    says(site, "/playing", 200, SVI_SITE_APP, "\"playing\":[\n]");
    assert_ok(svi_store_open_writer(&store, made_store, &fresh, &error));
    assert_ok(svi_store_run_begin(store, &run)); /* nor is it of the next run */
    wait_for(site, SVI_SITE_FIGURES);
    says(site, "/api/playing", 200, SVI_SITE_JSON, "\"state\":\"running\",\"games\":6,");
    says(site, "/playing", 200, SVI_SITE_APP, "\"playing\":[\n]");
    svi_store_destroy(store);
    svi_site_destroy(site);
}

TEST(what_is_no_store_is_refused_before_anything_is_read)
{
    struct svi_site *site;
    struct svi_error error;
    assert_int_equal(
        svi_site_create(&site, &(struct svi_site_source){.path = "/nowhere/none.db"}, &error),
        SV_E_UNKNOWN);
    assert_null(site);
}

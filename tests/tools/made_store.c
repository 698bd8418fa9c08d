#include "tests/tools/made_store.h"
#include "tests/base/testing.h"

#include "config/league_file.h"
#include "job/points.h"
#include "job/trade_balance.h"
#include "league/league_follow.h"
#include "league/league_store.h"
#include "store/store_matches.h"
#include "tests/game/monkey.h"

#include "record/record.h"

#include <unistd.h>

char made_store[128];
char made_folder[32];

/* Figures that are counted while a game is played. */
struct counted {
    const struct svi_game *game;
    struct svi_store_match *match;
    struct svi_trade_balance trades;
};

static void count(void *user, const struct sv_event *ev)
{
    struct counted *counted = user;
    struct svi_store_match *m = counted->match;
    svi_trade_balance_take(&counted->trades, counted->game, ev);
    if (ev->type == SV_EVENT_ANSWER) {
        m->seat[ev->seat].verdicts[ev->verdict]++;
    } else if (ev->type == SV_EVENT_FORFEIT) {
        m->seat[ev->seat].forfeited = true;
    }
}

/* Plays a match of the league by monkeys and fills in what the arbiter would. */
static void play(struct svi_game *g, const struct svi_league *league,
                 const struct svi_pairing *pairing, struct svi_store_match *m)
{
    const char *names[SV_MAX_SEATS];
    struct counted counted = {.game = g, .match = m};
    struct svi_game_setup setup = {
        .edition = &league->edition, .names = names, .record = true, .sink = {count, &counted}};
    struct sv_result result;
    uint32_t points[SV_MAX_SEATS];
    struct monkey monkey;
    unsigned seat;
    memset(m, 0, sizeof *m);
    memcpy(setup.setup.seed, pairing->seed, sizeof setup.setup.seed);
    setup.salt = pairing->salt;
    memset(setup.setup.answers, 0xff, sizeof setup.setup.answers);
    setup.setup.seats = (uint8_t)league->settings.seats;
    for (unsigned s = 0; s < league->settings.seats; s++) {
        names[s] = league->bot[pairing->bot[s]].name;
    }
    monkey_init(&monkey, pairing->number);
    assert_ok(svi_game_start(g, &setup));
    while ((seat = svi_game_next(g)) != SV_NONE) {
        struct sv_question q;
        struct sv_answer a;
        assert_ok(svi_game_question(g, seat, &q));
        monkey_answer(&monkey, g->edition, &g->state.position, &q, &a);
        const bool late = monkey_below(&monkey, 40) == 0;
        assert_ok(svi_game_answer(g, seat, late ? SV_VERDICT_LATE : SV_VERDICT_OK, &a));
        if (g->decisions == 100 && pairing->number == 2) {
            assert_ok(svi_game_forfeit(g, svi_game_next(g)));
        }
    }
    svi_game_result(g, &result);
    svi_points(result.place, league->settings.seats, points);
    m->number = pairing->number;
    m->table = pairing->table;
    m->deal = pairing->deal;
    m->seating = pairing->seating;
    m->why = result.why;
    m->rounds = g->state.position.round;
    m->turns = g->state.position.turn;
    m->decisions = g->decisions;
    m->seats = league->settings.seats;
    m->replay = g->record.data;
    m->replay_size = g->record.size;
    m->has_trades = true;
    m->n_trades = svi_trade_balance_list(&counted.trades, m->seats, m->trade);
    for (unsigned s = 0; s < league->settings.seats; s++) {
        m->seat[s].bot = pairing->bot[s];
        m->seat[s].place = result.place[s];
        m->seat[s].points = points[s];
        m->seat[s].worth = result.worth[s];
    }
}

/* A whole store of a league. */
int make_store(const char *text)
{
    struct svi_error error;
    struct svi_league *league = malloc(sizeof *league);
    struct svi_store *store = NULL;
    struct svi_schedule schedule;
    struct svi_game g;
    (void)snprintf(made_folder, sizeof made_folder, "/tmp/solvent-test-XXXXXX");
    assert_non_null(league);
    assert_non_null(mkdtemp(made_folder));
    (void)snprintf(made_store, sizeof made_store, "%s/x.db", made_folder);
    if (svi_league_parse(league, "made.yaml", text, strlen(text), &error) != SV_OK ||
        svi_league_store_create(&store, made_store, league, &error) != SV_OK) {
        fail_msg("%s", error.text);
    }
    assert_ok(svi_league_store_schedule(store, &schedule, &error));
    svi_game_init(&g);
    for (uint64_t number = 1; number <= schedule.matches; number++) {
        struct svi_pairing pairing;
        struct svi_store_match match;
        svi_schedule_match(&schedule, number, &pairing);
        play(&g, league, &pairing, &match);
        assert_ok(svi_store_put(store, &match));
    }
    assert_ok(svi_store_commit(store));
    svi_store_seal(store);
    svi_store_destroy(store);
    svi_schedule_finish(&schedule);
    svi_game_finish(&g);
    svi_league_finish(league);
    free(league);
    return 0;
}

int drop_store(void **state)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    (void)state;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        char name[160];
        (void)snprintf(name, sizeof name, "%s%s", made_store, endings[i]);
        (void)unlink(name);
    }
    return rmdir(made_folder);
}

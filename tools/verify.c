#include "verify.h"

#include "game_file.h"
#include "points.h"
#include "store_row.h"

#include "record/replay.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Games between two signs of life on a terminal. */
#define SIGN_EVERY 500u

struct svi_verify {
    uint64_t games, bad, unreadable, decisions;
    bool terminal; /* stderr is one */
    struct svi_replay replay;
    struct svi_game game;
    struct svi_buf bytes;
    uint32_t verdicts[SV_MAX_SEATS][SV_VERDICT_COUNT]; /* of the game that has been played */
    uint32_t forfeits;                                 /* set of seats */
};

struct svi_verify *svi_verify_create(void)
{
    struct svi_verify *v = calloc(1, sizeof *v);
    if (v != NULL) {
        v->terminal = isatty(STDERR_FILENO) == 1;
        svi_game_init(&v->game);
        svi_buf_init(&v->bytes);
    }
    return v;
}

void svi_verify_destroy(struct svi_verify *v)
{
    if (v != NULL) {
        svi_game_finish(&v->game);
        svi_buf_finish(&v->bytes);
        free(v);
    }
}

/* ---- what is found -------------------------------------------------------------------------- */

static void clear_sign(const struct svi_verify *v)
{
    if (v->terminal) {
        (void)fputs("\r\033[K", stderr);
    }
}

void svi_verify_unreadable(struct svi_verify *v, const char *path, const char *reason)
{
    clear_sign(v);
    v->unreadable++;
    (void)fprintf(stderr, "%s: %s\n", path, reason);
}

static void bad(struct svi_verify *v, const char *name, const char *problem)
{
    clear_sign(v);
    v->bad++;
    (void)printf("%s: %s\n", name, problem);
}

int svi_verify_status(const struct svi_verify *v)
{
    return v->bad > 0 ? SVI_EXIT_FAILED : v->unreadable > 0 ? SVI_EXIT_USAGE : SVI_EXIT_DONE;
}

bool svi_verify_summary(const struct svi_verify *v)
{
    clear_sign(v);
    (void)printf("%" PRIu64 " game%s, %" PRIu64 " decisions: ", v->games, v->games == 1 ? "" : "s",
                 v->decisions);
    if (v->bad == 0) {
        (void)printf("%s as recorded", v->games == 0 ? "none to be" : "all");
    } else {
        (void)printf("%" PRIu64 " not as recorded", v->bad);
    }
    if (v->unreadable > 0) {
        (void)printf("; %" PRIu64 " unreadable", v->unreadable);
    }
    (void)printf("\n");
    return fflush(stdout) == 0 && ferror(stdout) == 0;
}

/* ---- games ------------------------------------------------------------------------------------ */

static void count_verdict(void *user, const struct sv_event *ev)
{
    struct svi_verify *v = user;
    if (ev->type == SV_EVENT_ANSWER) {
        v->verdicts[ev->seat][ev->verdict]++;
    } else if (ev->type == SV_EVENT_FORFEIT) {
        v->forfeits |= 1u << ev->seat;
    }
}

/* Plays the game in v->bytes; true when it is as recorded. */
static bool play(struct svi_verify *v, const char *name)
{
    const struct sv_sink sink = {count_verdict, v};
    memset(v->verdicts, 0, sizeof v->verdicts);
    v->forfeits = 0;
    enum sv_status status = svi_replay_open(&v->replay, v->bytes.data, v->bytes.size);
    if (status == SV_E_VERSION || !svi_replay_is(v->bytes.data, v->bytes.size)) {
        svi_verify_unreadable(v, name, v->replay.error);
        return false;
    }
    v->games++;
    if (status == SV_OK) {
        status = svi_replay_run(&v->replay, &v->game, &sink);
        v->decisions += v->game.decisions;
    }
    if (status == SV_E_SYSTEM) {
        svi_verify_unreadable(v, name, "no memory");
    } else if (status != SV_OK) {
        bad(v, name, v->replay.error);
    }
    if (v->terminal && v->games % SIGN_EVERY == 0) {
        (void)fprintf(stderr, "\r%" PRIu64 " games", v->games);
    }
    return status == SV_OK;
}

void svi_verify_file(struct svi_verify *v, const char *path)
{
    char error[SVI_STORE_ERROR];
    if (svi_game_file_load(path, &v->bytes, error, sizeof error) == SVI_EXIT_DONE) {
        (void)play(v, path);
    } else {
        clear_sign(v);
        v->unreadable++;
        (void)fprintf(stderr, "%s\n", error);
    }
}

/* ---- stores ----------------------------------------------------------------------------------- */

/* Writes what differs, found in the store and expected from the game. */
static bool differs(char *problem, size_t size, const char *what, int64_t found, int64_t expected)
{
    if (found == expected) {
        return false;
    }
    (void)snprintf(problem, size, "store: %s: found %" PRId64 ", expected %" PRId64, what, found,
                   expected);
    return true;
}

static bool seat_differs(const struct svi_verify *v, const struct svi_store_info *info,
                         const struct svi_store_match *row, const struct sv_result *result,
                         unsigned s, char *problem, size_t size)
{
    static const enum sv_verdict kept[] = {SV_VERDICT_OK, SV_VERDICT_LATE, SV_VERDICT_MALFORMED,
                                           SV_VERDICT_ILLEGAL, SV_VERDICT_DEAD};
    const struct svi_store_seat *seat = &row->seat[s];
    uint32_t points[SV_MAX_SEATS];
    char what[48];
    svi_points(result->place, row->seats, points);
    const struct {
        const char *what;
        int64_t found, expected;
    } figures[] = {
        {"place", seat->place, result->place[s]},
        {"worth", seat->worth, result->worth[s]},
        {"points", seat->points, points[s]},
        {"forfeited", seat->forfeited, v->forfeits >> s & 1},
    };
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        (void)snprintf(what, sizeof what, "%s of seat %u", figures[i].what, s);
        if (differs(problem, size, what, figures[i].found, figures[i].expected)) {
            return true;
        }
    }
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        (void)snprintf(what, sizeof what, "answers '%s' of seat %u", sv_verdict_name(kept[i]), s);
        if (differs(problem, size, what, seat->verdicts[kept[i]], v->verdicts[s][kept[i]])) {
            return true;
        }
    }
    if (seat->bot >= info->n_bots || strcmp(info->bot[seat->bot], v->replay.header.name[s]) != 0) {
        (void)snprintf(problem, size, "store: bot of seat %u: not the one in the replay", s);
        return true;
    }
    return false;
}

/* Compares a match's rows with its game, which has just been played. */
static bool row_differs(const struct svi_verify *v, const struct svi_store_info *info,
                        const struct svi_store_match *row,
                        const uint8_t hash[SVI_REPLAY_HASH_BYTES], char *problem, size_t size)
{
    const struct svi_game *g = &v->game;
    struct sv_result result;
    uint8_t seed[SV_SEED_BYTES];
    svi_game_result(g, &result);
    sv_luck_seed_child(info->seed, "deal", row->table, row->deal, seed);
    if (memcmp(hash, v->bytes.data + v->bytes.size - SVI_REPLAY_HASH_BYTES,
               SVI_REPLAY_HASH_BYTES) != 0) {
        (void)snprintf(problem, size, "store: replay hash: not that of the replay");
        return true;
    }
    if (memcmp(info->edition_hash, v->replay.header.edition_hash, sizeof info->edition_hash) != 0) {
        (void)snprintf(problem, size, "store: edition: the replay is under another");
        return true;
    }
    if (memcmp(seed, g->setup.seed, sizeof seed) != 0) {
        (void)snprintf(problem, size, "store: seed: not that of table %" PRIu64 ", deal %" PRIu32,
                       row->table, row->deal);
        return true;
    }
    if (row->why != result.why) {
        (void)snprintf(problem, size, "store: why: found %s, expected %s", sv_why_name(row->why),
                       sv_why_name(result.why));
        return true;
    }
    if (differs(problem, size, "seats", row->seats, g->setup.seats) ||
        differs(problem, size, "rounds", row->rounds, g->state.position.round) ||
        differs(problem, size, "turns", row->turns, g->state.position.turn) ||
        differs(problem, size, "decisions", row->decisions, g->decisions)) {
        return true;
    }
    for (unsigned s = 0; s < row->seats; s++) {
        if (seat_differs(v, info, row, &result, s, problem, size)) {
            return true;
        }
    }
    return false;
}

static enum sv_status verify_match(struct svi_verify *v, struct svi_store *store, const char *path,
                                   uint64_t number)
{
    struct svi_store_match row;
    uint8_t hash[SVI_REPLAY_HASH_BYTES];
    char problem[SVI_STORE_ERROR];
    char *name = malloc(strlen(path) + 24);
    if (name == NULL) {
        return SV_E_SYSTEM;
    }
    (void)sprintf(name, "%s#%" PRIu64, path, number);
    svi_buf_clear(&v->bytes);
    enum sv_status status = svi_store_row(store, number, &row, hash);
    if (status == SV_OK) {
        status = svi_store_replay(store, number, &v->bytes);
    }
    if (status == SV_E_UNKNOWN) {
        v->games++;
        bad(v, name, "store: the match's rows or its replay are missing, or make no sense");
    } else if (status == SV_OK && play(v, name) &&
               row_differs(v, svi_store_info(store), &row, hash, problem, sizeof problem)) {
        bad(v, name, problem);
    }
    free(name);
    return status == SV_E_UNKNOWN ? SV_OK : status;
}

void svi_verify_store(struct svi_verify *v, const char *path)
{
    char error[SVI_STORE_ERROR];
    struct svi_store *store;
    uint64_t number = 0;
    enum sv_status status = svi_store_create_reader(&store, path, error, sizeof error);
    if (status != SV_OK) {
        clear_sign(v);
        v->unreadable++;
        (void)fprintf(stderr, "%s\n", error);
        return;
    }
    while ((status = svi_store_next(store, number, &number)) == SV_OK && number != 0) {
        status = verify_match(v, store, path, number);
        if (status != SV_OK) {
            break;
        }
    }
    if (status != SV_OK) {
        clear_sign(v);
        v->unreadable++;
        (void)fprintf(stderr, "%s\n", svi_store_error(store));
    }
    svi_store_destroy(store);
}

/* A store is created, written, read and ranked with too little memory. Committed matches stay,
 * whatever happens. */
#include "league/league_store.h"
#include "ranking/ranking.h"
#include "store/store_chain.h"
#include "store/store_matches.h"
#include "store/store_results.h"
#include "store/write_queue.h"
#include "tests/base/testing.h"
#include "tests/league/league_rig.h"
#include "tests/memory/starve.h"

#include <unistd.h>

#define MATCHES 6u

struct files {
    struct svi_league league;
    char path[512];
    struct svi_store_match match[MATCHES];
};

static void remove_store(const char *path)
{
    char beside[600];
    (void)unlink(path);
    (void)snprintf(beside, sizeof beside, "%s-wal", path);
    (void)unlink(beside);
    (void)snprintf(beside, sizeof beside, "%s-shm", path);
    (void)unlink(beside);
}

/* A status that is not SV_OK is the lack of memory, and `line` says so. */
static bool went_well(enum sv_status status, const char *line)
{
    if (status != SV_OK) {
        starve_assert_said(line);
        assert_int_equal(status, SV_E_SYSTEM);
    }
    return status == SV_OK;
}

/* Puts in all matches and commits twice; *kept is how many are committed. */
static bool put_all(struct files *f, struct svi_store *store, unsigned *kept)
{
    for (unsigned i = 0; i < MATCHES; i++) {
        const struct svi_loss loss = {.match = i + 1, .report = "exited with status 3\n"};
        if (!went_well(svi_store_put_loss(store, &loss), svi_store_error(store)) ||
            !went_well(svi_store_put(store, &f->match[i]), svi_store_error(store))) {
            return false;
        }
        if (i == MATCHES / 2 || i == MATCHES - 1) {
            if (!went_well(svi_store_commit(store), svi_store_error(store))) {
                return false;
            }
            *kept = i + 1;
        }
    }
    return true;
}

/* With memory again: what was said to be committed is in the file. */
static void look_for(const struct files *f, unsigned kept)
{
    uint64_t matches = 0;
    SCOPED(rig_store_destroy) struct svi_store *store = rig_reader(f->path);
    assert_ok(svi_store_count(store, &matches));
    assert_int_in_range(matches, kept, MATCHES);
}

static bool try_to_write(void *user)
{
    struct files *f = user;
    struct svi_error error = {0};
    struct svi_store *store = NULL;
    remove_store(f->path);
    if (!went_well(svi_league_store_create(&store, f->path, &f->league, &error), error.text)) {
        return false;
    }
    unsigned kept = 0;
    const bool ok = put_all(f, store, &kept);
    svi_store_destroy(store);
    starve_relent();
    look_for(f, kept);
    return ok;
}

/* As try_to_write(), from a thread of its own; the caller gets its error line. */
static bool try_the_writer(void *user)
{
    struct files *f = user;
    struct svi_error error = {0};
    struct svi_store *store = NULL;
    enum sv_status status = SV_OK;
    remove_store(f->path);
    if (!went_well(svi_league_store_create(&store, f->path, &f->league, &error), error.text)) {
        return false;
    }
    struct svi_write_queue *writer = svi_write_queue_create(store);
    for (unsigned i = 0; writer != NULL && status == SV_OK && i < MATCHES; i++) {
        status = svi_write_queue_put(writer, &f->match[i]);
    }
    const enum sv_status closed = writer != NULL ? svi_write_queue_destroy(writer) : SV_E_SYSTEM;
    if (writer != NULL && closed != SV_OK && svi_store_error(store)[0] != '\0') {
        starve_assert_said(svi_store_error(store));
    }
    svi_store_destroy(store);
    return status == SV_OK && closed == SV_OK;
}

static bool read_all(struct svi_store *store)
{
    struct svi_buf replay = {0};
    uint64_t number = 0;
    uint8_t digest[32];
    unsigned bot;
    char *text = NULL;
    bool ok = true;
    while (ok) {
        ok = went_well(svi_store_next(store, number, &number), svi_store_error(store));
        if (!ok || number == 0) {
            break;
        }
        ok = went_well(svi_store_replay(store, number, &replay), svi_store_error(store)) &&
             went_well(svi_store_output(store, number, 0, &bot, &text), svi_store_error(store));
        free(text);
        text = NULL;
        svi_buf_clear(&replay);
    }
    svi_buf_finish(&replay);
    return ok && went_well(svi_store_digest(store, digest), svi_store_error(store));
}

static bool try_to_read(void *user)
{
    struct files *f = user;
    struct svi_error error = {0};
    struct svi_store *store = NULL;
    if (!went_well(svi_store_create_reader(&store, f->path, &error), error.text)) {
        return false;
    }
    bool ok = read_all(store);
    if (ok) {
        struct svi_ranking ranking;
        ok = went_well(svi_ranking_init(&ranking, store, &error), error.text);
        if (ok) {
            svi_ranking_finish(&ranking);
        }
    }
    svi_store_destroy(store);
    return ok;
}

static int set_up(void **state)
{
    static struct files f;
    if (rig_folder_setup(state) != 0) {
        return 1;
    }
    f.league = rig_league("seats: 3\nseed: 7\ndeals: 2\n" RIG_BOTS);
    (void)snprintf(f.path, sizeof f.path, "%s", rig_path(state, "a.db"));
    for (unsigned i = 0; i < MATCHES; i++) {
        rig_match(&f.league, f.league.settings.seed, i + 1, &f.match[i]);
    }
    f.match[2].seat[0].printed = "some text\n";
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    struct files *f = *state;
    char folder[512];
    void *path = folder;
    (void)snprintf(folder, sizeof folder, "%s", f->path);
    *strrchr(folder, '/') = '\0';
    svi_league_finish(&f->league);
    return rig_folder_teardown(&path);
}

TEST(written)
{
    assert_int_in_range(starve_program(try_to_write, *state), 10, 100000);
}

TEST(written_by_a_thread)
{
    assert_int_in_range(starve_program(try_the_writer, *state), 10, 100000);
}

TEST(read_back)
{
    assert_true(try_to_write(*state));
    assert_int_in_range(starve_program(try_to_read, *state), 10, 100000);
}

TEST_PROGRAM(set_up, tear_down)

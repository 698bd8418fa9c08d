/* Recording a game, and reading the record, with too little memory. */
#include "edition/edition_file.h"
#include "record/jsonl.h"
#include "record/record.h"
#include "record/replay.h"
#include "record/text.h"
#include "tests/base/testing.h"
#include "tests/memory/starve.h"

#include <solvent/replay.h>

#define SEATS 3u

static struct sv_edition edition;
static struct svi_game whole; /* one that was recorded with memory enough */

/* Plays by the defaults, with a remark now and then. */
static enum sv_status play(struct svi_game *g)
{
    static const char *const names[SEATS] = {"a", "b", "c"};
    const struct svi_meta meta[] = {{"league", "cup"}};
    const struct svi_game_setup setup = {
        .edition = &edition,
        .setup = {.seats = SEATS, .seed = {3}, .answers = {SV_ANSWERS_ALL, SV_ANSWERS_ALL}},
        .names = names,
        .meta = meta,
        .n_meta = 1,
        .record = true};
    enum sv_status status = svi_game_start(g, &setup);
    while (status == SV_OK && !svi_game_over(g)) {
        if (g->decisions % 16 == 1) {
            status = svi_game_log(g, &(struct sv_log_entry){.text = "a text of some length"});
        }
        if (status == SV_OK) {
            status = svi_game_answer(g, svi_game_next(g), SV_VERDICT_OK, NULL);
        }
    }
    return status;
}

static int play_once(void **state)
{
    struct svi_error error;
    (void)state;
    assert_ok(svi_edition_load("classic", &edition, &error));
    assert_ok(svi_edition_override(&edition, "max_rounds", "30", &error));
    svi_game_init(&whole);
    assert_ok(play(&whole));
    return 0;
}

static int forget(void **state)
{
    (void)state;
    svi_game_finish(&whole);
    return 0;
}

static bool try_to_record(void *user)
{
    struct svi_game g;
    (void)user;
    svi_game_init(&g);
    const enum sv_status status = play(&g);
    if (status == SV_OK) {
        assert_int_equal(g.record.size, whole.record.size);
        assert_memory_equal(g.record.data, whole.record.data, whole.record.size);
    } else {
        assert_int_equal(status, SV_E_SYSTEM);
    }
    svi_game_finish(&g);
    return status == SV_OK;
}

TEST(a_game)
{
    assert_int_in_range(starve(try_to_record, NULL), 3, 1000);
}

/* The texts about a game, in both formats. */
struct page {
    struct svi_buf text, jsonl;
    const struct svi_game *g;
    uint32_t n;
};

static void write_event(void *user, const struct sv_event *ev)
{
    struct page *page = user;
    svi_text_event(&page->text, page->g, ev, page->n, true);
    svi_jsonl_event(&page->jsonl, page->g, ev, page->n, true);
    page->n++;
}

static bool try_to_read(void *user)
{
    static struct svi_replay r;
    struct svi_game g;
    struct page page = {.g = &g};
    const struct sv_sink sink = {write_event, &page};
    (void)user;
    svi_game_init(&g);
    enum sv_status status = svi_replay_open(&r, whole.record.data, whole.record.size);
    if (status == SV_OK) {
        status = svi_replay_run(&r, &g, &sink);
    }
    if (status != SV_OK) {
        assert_int_equal(status, SV_E_SYSTEM);
        starve_assert_said(r.error.text);
    }
    const bool written = !page.text.failed && !page.jsonl.failed;
    svi_buf_finish(&page.text);
    svi_buf_finish(&page.jsonl);
    svi_game_finish(&g);
    return status == SV_OK && written;
}

TEST(a_replay)
{
    assert_int_in_range(starve(try_to_read, NULL), 3, 1000);
}

static bool try_to_make_rows(void *user)
{
    const struct sv_rows_how how = {.seats = 0xff, .luck = true};
    struct sv_rows_found found;
    struct sv_replay *r = sv_replay_create();
    (void)user;
    if (r == NULL) {
        return false;
    }
    enum sv_status status = sv_replay_open(r, whole.record.data, whole.record.size, NULL);
    if (status == SV_OK) {
        status = sv_replay_rows(r, &how, &found);
    }
    if (status != SV_OK) {
        assert_int_equal(status, SV_E_SYSTEM);
        starve_assert_said(sv_replay_error(r));
    }
    sv_replay_destroy(r);
    return status == SV_OK;
}

TEST(rows)
{
    assert_int_in_range(starve(try_to_make_rows, NULL), 4, 1000);
}

TEST_PROGRAM(play_once, forget)

/* Replay files: written, read back, re-simulated; damaged in every way, and the damage named. */
#include "record/replay.h"
#include "tests/base/testing.h"

#include "base/file.h"
#include "game/pack.h"
#include "record/step.h"
#include "tests/record/games.h"

#include <glob.h>

#define MAX_TAPE 4096u

/* A recorded game, and where each decision's record ends in it. */
struct tape {
    struct svi_game g;
    size_t header;
    size_t n_ends;
    size_t end[MAX_TAPE];
};

static struct tape *tape_of;

static struct svi_replay *reader(void)
{
    static struct svi_replay *r;
    if (r == NULL) {
        r = malloc(sizeof *r);
        assert_non_null(r);
    }
    return r;
}

/* Reads a file from end to end. */
static enum sv_status check(struct svi_replay *r, const uint8_t *bytes, size_t size)
{
    struct svi_game g;
    svi_game_init(&g);
    enum sv_status status = svi_replay_open(r, bytes, size);
    if (status == SV_OK) {
        status = svi_replay_run(r, &g, NULL);
    }
    if (status != SV_OK) {
        assert_true(r->error.text[0] != '\0');
        assert_null(strchr(r->error.text, '\n'));
    }
    svi_game_finish(&g);
    return status;
}

/* ---- whole files ----------------------------------------------------------------------------- */

/* Files of two editions in turn, one of them spoilt: opened again, a replay finds what one opened
 * afresh does. */
TEST(test_opened_again)
{
    static const char *const editions[] = {"classic", "mega"};
    static struct svi_replay fresh;
    static struct svi_replay again; /* zeroed */
    struct svi_game g[2];
    for (unsigned i = 0; i < 2; i++) {
        const struct pastime pastime = {.edition = editions[i], .seed = i, .seats = 3};
        svi_game_init(&g[i]);
        game_play(&g[i], &pastime);
    }
    for (unsigned n = 0; n < 400; n++) {
        struct svi_buf *file = &g[n / 3 % 2].record;
        /* Header and edition lie in front. */
        const size_t at = (n * 2654435761u >> 8) % (file->size < 5000 ? file->size : 5000);
        const uint8_t flip = n % 3 == 1 ? (uint8_t)(1u << n % 8) : 0;
        file->data[at] ^= flip;
        const enum sv_status first = svi_replay_open(&fresh, file->data, file->size);
        assert_int_equal(svi_replay_reopen(&again, file->data, file->size), first);
        if (first == SV_OK) {
            assert_memory_equal(&again.edition, &fresh.edition, sizeof fresh.edition);
        } else {
            assert_string_equal(again.error.text, fresh.error.text);
        }
        file->data[at] ^= flip;
    }
    svi_game_finish(&g[0]);
    svi_game_finish(&g[1]);
}

TEST(test_round_trip)
{
    static const char *const editions[] = {"classic", "classic-uk", "classic-2007", "speed-die",
                                           "mega",    "mega-2006",  "comrades"};
    struct svi_replay *r = reader();
    NEW_GAME(g);
    for (unsigned i = 0; i < sizeof editions / sizeof editions[0]; i++) {
        for (uint64_t seed = 0; seed < 7; seed++) {
            const struct pastime pastime = {.edition = editions[i],
                                            .seed = seed,
                                            .seats = 2 + (unsigned)seed % 7,
                                            .talk = seed % 2 == 0,
                                            .fallback = seed % 4 < 2,
                                            .mute = seed % 2 != 0 ? 1u << SV_DECISION_BID : 0,
                                            .misconduct = seed % 3 == 0,
                                            .conditions = seed % 2 == 0};
            NEW_GAME(again);
            game_play(&g, &pastime);
            assert_ok(check(r, g.record.data, g.record.size));
            assert_string_equal(r->header.edition_name, editions[i]);
            assert_string_equal(r->header.name[0], "ann");
            assert_int_equal(r->header.n_meta, 2);
            assert_string_equal(r->header.key[1], "match");
            assert_string_equal(r->header.value[1], "17");
            /* Re-simulation ends in the same state, bit by bit. */
            assert_ok(svi_replay_open(r, g.record.data, g.record.size));
            assert_ok(svi_replay_run(r, &again, NULL));
            assert_memory_equal(&again.state, &g.state, sizeof g.state);
            assert_int_equal(again.record.size, g.record.size);
            assert_memory_equal(again.record.data, g.record.data, g.record.size);
        }
    }
}

/* Every verdict beside every check: no record is taken for another, or for what a seat says. */
TEST(test_verdicts)
{
    const struct svi_game_setup setup = {.edition = game_edition("classic"), .record = true};
    const struct sv_log_entry said = {.text = "so"};
    NEW_GAME(g);
    for (unsigned verdict = SV_VERDICT_DEFAULT; verdict < SV_VERDICT_COUNT; verdict++) {
        for (unsigned n = 0; n < 128; n++) {
            struct svi_game_setup one = setup;
            one.format = SVI_RECORD_VERSION;
            one.setup.seats = 2;
            one.setup.seed[0] = (uint8_t)n;
            memset(one.setup.answers, 0xff, sizeof one.setup.answers);
            assert_ok(svi_game_start(&g, &one));
            const unsigned seat = svi_game_next(&g);
            if (n % 2 == 0) {
                assert_ok(svi_game_log(&g, &said));
            }
            assert_ok(svi_game_answer(&g, seat, (enum sv_verdict)verdict, NULL));
            assert_ok(svi_game_forfeit(&g, seat));
            assert_true(svi_game_over(&g));
            if (check(reader(), g.record.data, g.record.size) != SV_OK) {
                fail_msg("%s: %s", sv_verdict_name(verdict), reader()->error.text);
            }
        }
    }
}

/* A mark changes no game, and is read before an accepted answer alone, and once. */
TEST(test_fallbacks)
{
    const struct pastime pastime = {.seed = 3, .fallback = true};
    NEW_GAME(g);
    NEW_GAME(plain);
    struct svi_game_setup setup = {.edition = game_edition("classic"),
                                   .record = true,
                                   .format = SVI_RECORD_VERSION,
                                   .setup = {.seats = 2}};
    game_play(&g, &pastime);
    game_play(&plain, &(struct pastime){.seed = 3});
    assert_int_equal(plain.record.data[5], SVI_RECORD_PLAIN);
    assert_memory_equal(&plain.state, &g.state, sizeof g.state); /* the same game */
    memset(setup.setup.answers, 0xff, sizeof setup.setup.answers);
    assert_ok(svi_game_start(&g, &setup));
    static const uint8_t twice[] = {SVI_STEP_FALLBACK, SVI_STEP_FALLBACK, 8, 0};
    static const uint8_t late[] = {SVI_STEP_FALLBACK, SV_VERDICT_LATE, 0};
    static const uint8_t ok[] = {SVI_STEP_FALLBACK, 8, 0};
    struct svi_cursor c = svi_cursor_over(twice, sizeof twice);
    assert_int_equal(svi_replay_give(&c, &g, false), SV_E_UNKNOWN);
    c = svi_cursor_over(late, sizeof late);
    assert_int_equal(svi_replay_give(&c, &g, false), SV_E_UNKNOWN);
    c = svi_cursor_over(ok, 1);
    assert_int_equal(svi_replay_give(&c, &g, false), SV_E_TRUNCATED);
    c = svi_cursor_over(ok, sizeof ok);
    assert_ok(svi_replay_give(&c, &g, false));
}

/* A game whose seats answer nothing plays itself: no records, only head and tail. */
TEST(test_no_decisions)
{
    NEW_GAME(g);
    const struct svi_game_setup setup = {
        .edition = game_edition("classic"), .record = true, .setup = {.seats = 3}};
    assert_ok(svi_game_start(&g, &setup));
    assert_true(svi_game_over(&g));
    assert_int_equal(g.decisions, 0);
    assert_ok(check(reader(), g.record.data, g.record.size));
}

TEST(test_same_game_same_bytes)
{
    NEW_GAME(a);
    NEW_GAME(b);
    const struct pastime pastime = {.seed = 9, .misconduct = true};
    struct pastime other = pastime;
    other.seed = 10;
    game_play(&a, &pastime);
    game_play(&b, &other); /* buffers that have been used make no difference */
    game_play(&b, &pastime);
    assert_int_equal(a.record.size, b.record.size);
    assert_memory_equal(a.record.data, b.record.data, a.record.size);
}

/* ---- damage ---------------------------------------------------------------------------------- */

static int load_tape(void **state)
{
    static struct tape tape;
    const struct pastime pastime = {.seed = 3, .seats = 3, .max_rounds = 24, .misconduct = true};
    struct svi_replay *r = reader();
    struct svi_game g;
    (void)state;
    tape_of = &tape;
    svi_game_init(&tape.g);
    svi_game_init(&g);
    game_play(&tape.g, &pastime);
    enum sv_status status = svi_replay_open(r, tape.g.record.data, tape.g.record.size);
    if (status == SV_OK) {
        status = svi_replay_start(r, &g, NULL);
    }
    tape.header = r->at;
    while (status == SV_OK && !svi_game_over(&g) && tape.n_ends < MAX_TAPE) {
        status = svi_replay_next(r, &g);
        tape.end[tape.n_ends++] = r->at;
    }
    svi_game_finish(&g);
    /* Long enough for a state hash to be in it. */
    return status == SV_OK && tape.n_ends == tape.g.decisions && tape.n_ends > SVI_RECORD_HASH_EVERY
               ? 0
               : -1;
}

static int drop_tape(void **state)
{
    (void)state;
    svi_game_finish(&tape_of->g);
    free(reader());
    return 0;
}

/* Every byte that is flipped, in one bit or all, is found; in the records, at the very decision or
 * the one after. */
TEST(test_flips)
{
    const size_t size = tape_of->g.record.size;
    SCOPED(scoped_free) uint8_t *bytes = malloc(size);
    struct svi_replay *r = reader();
    size_t late = 0, flips = 0, in_records = 0;
    assert_non_null(bytes);
    memcpy(bytes, tape_of->g.record.data, size);
    for (size_t at = 0, decision = 1; at < size; at++) {
        while (decision <= tape_of->n_ends && at >= tape_of->end[decision - 1]) {
            decision++;
        }
        for (unsigned flip = 0; flip < 3; flip++) {
            const uint8_t mask = (uint8_t)(flip < 2 ? 1u << (at + 3 * flip) % 8 : 0xff);
            bytes[at] ^= mask;
            const enum sv_status status = check(r, bytes, size);
            bytes[at] ^= mask;
            flips++;
            if (status == SV_OK) {
                fail_msg("byte %zu xor %02x goes unnoticed", at, mask);
            }
            if (at < tape_of->header) {
                assert_false(r->fault.in_game);
                if (at >= 4) {
                    assert_memory_equal(r->error.text, "header: ", 8);
                }
            } else if (at >= tape_of->g.trailer) {
                assert_false(r->fault.in_game);
                assert_memory_equal(r->error.text, "trailer: ", 9);
            } else {
                in_records++;
                late += r->fault.decision == decision + 1;
                if (!r->fault.in_game || r->fault.decision < decision ||
                    r->fault.decision > decision + 1) {
                    fail_msg("byte %zu xor %02x of decision %zu: %s", at, mask, decision,
                             r->error.text);
                }
            }
        }
    }
    print_message("%zu flips, all found; %zu in %zu records, %zu of them named one decision late\n",
                  flips, in_records, tape_of->n_ends, late);
}

/* Every 64th record ends with the hash of the state. */
TEST(test_state_hashes)
{
    const size_t at = tape_of->end[SVI_RECORD_HASH_EVERY - 1] - 1;
    struct svi_replay *r = reader();
    for (size_t i = 0; i < SV_HASH_BYTES; i++) {
        tape_of->g.record.data[at - i] ^= 1;
        assert_int_equal(check(r, tape_of->g.record.data, tape_of->g.record.size), SV_E_HASH);
        tape_of->g.record.data[at - i] ^= 1;
        assert_int_equal(r->fault.decision, SVI_RECORD_HASH_EVERY);
        assert_contains(r->error.text, "the hash of the game's state");
    }
}

/* Every prefix is refused as a file that is empty or cut off, and one that ends within the records
 * names the decision. */
TEST(test_truncations)
{
    const size_t size = tape_of->g.record.size;
    struct svi_replay *r = reader();
    for (size_t keep = 0, decision = 1; keep < size; keep++) {
        SCOPED(scoped_free)
        uint8_t *bytes = malloc(keep + 1); /* exact, so that a sanitizer sees a byte read too far */
        assert_non_null(bytes);
        memcpy(bytes, tape_of->g.record.data, keep);
        while (decision <= tape_of->n_ends && keep >= tape_of->end[decision - 1]) {
            decision++;
        }
        char cut_off[80];
        (void)snprintf(cut_off, sizeof cut_off, "the file is cut off after %zu bytes", keep);
        assert_true(check(r, bytes, keep) != SV_OK);
        assert_contains(r->error.text, keep == 0  ? "the file is empty"
                                       : keep < 4 ? "found no recorded game"
                                                  : cut_off);
        if (keep >= tape_of->header && keep < tape_of->g.trailer) {
            assert_true(r->fault.in_game);
            assert_int_equal(r->fault.decision, decision);
        }
    }
}

TEST(test_notes_in_a_file_that_is_cut_off)
{
    struct svi_replay *r = reader();
    for (size_t less = 1; less < SV_HASH_BYTES; less++) {
        const size_t keep = tape_of->end[SVI_RECORD_HASH_EVERY - 1] - less;
        SCOPED(scoped_free) uint8_t *bytes = malloc(keep);
        NEW_GAME(g);
        assert_non_null(bytes);
        memcpy(bytes, tape_of->g.record.data, keep);
        assert_ok(svi_replay_open(r, bytes, keep));
        assert_int_equal(svi_replay_note(r, &g, "note", "of a cut file"), SV_E_TRUNCATED);
        assert_contains(r->error.text, "the file is cut off after");
        assert_int_equal(r->fault.decision, SVI_RECORD_HASH_EVERY);
    }
}

TEST(test_trailing)
{
    const size_t size = tape_of->g.record.size;
    SCOPED(scoped_free) uint8_t *bytes = calloc(1, size + 1);
    assert_non_null(bytes);
    memcpy(bytes, tape_of->g.record.data, size);
    assert_int_equal(check(reader(), bytes, size + 1), SV_E_TRAILING);
}

/* Two decisions that change places, each with its own bytes, do not fit any more. */
TEST(test_swapped_records)
{
    const size_t size = tape_of->g.record.size;
    const struct tape *t = tape_of;
    SCOPED(scoped_free) uint8_t *bytes = malloc(size);
    struct svi_replay *r = reader();
    assert_non_null(bytes);
    for (size_t i = 1; i + 1 < t->n_ends; i += 7) {
        const size_t a = t->end[i - 1];
        const size_t b = t->end[i];
        const size_t c = t->end[i + 1];
        memcpy(bytes, t->g.record.data, size);
        memcpy(bytes + a, t->g.record.data + b, c - b);
        memcpy(bytes + a + (c - b), t->g.record.data + a, b - a);
        if (memcmp(bytes, t->g.record.data, size) != 0) {
            assert_true(check(r, bytes, size) != SV_OK);
            assert_int_in_range(r->fault.decision, i + 1, i + 2);
        }
    }
}

/* Back and forth between marks, from which the game goes on as it did; and from the beginning
 * again. */
TEST(test_marks)
{
    enum { EVERY = 50, MARKS = 64 };
    static struct svi_replay_mark mark[MARKS];
    const struct svi_buf *file = &tape_of->g.record;
    struct svi_replay *r = reader();
    NEW_GAME(g);
    struct svi_game view;
    unsigned n = 0;
    assert_ok(svi_replay_open(r, file->data, file->size));
    assert_ok(svi_replay_start(r, &g, NULL));
    while (!svi_game_over(&g)) {
        if (g.decisions % EVERY == 0 && n < MARKS - 1) {
            svi_replay_mark(r, &g, &mark[n++]);
        }
        assert_ok(svi_replay_next(r, &g));
    }
    svi_replay_mark(r, &g, &mark[n++]);
    assert_true(n > 3);
    for (unsigned i = 0; i < n; i++) {
        const unsigned k = i * 7 % n;
        svi_replay_rewind(r, &g, &mark[k]);
        assert_int_equal(svi_game_over(&g), k == n - 1);
        svi_game_view(&g, &view);
        assert_int_equal(view.decisions, k < n - 1 ? k * EVERY : g.decisions);
        assert_null(view.record.data);
        assert_memory_equal(&view.state, &mark[k].game.state, sizeof view.state);
        for (unsigned step = 0; step <= i * 20 && !svi_game_over(&g); step++) {
            assert_ok(svi_replay_next(r, &g));
        }
        if (svi_game_over(&g)) {
            assert_ok(svi_replay_end(r, &g));
            assert_int_equal(g.record.size, file->size);
            assert_memory_equal(g.record.data, file->data, file->size);
        }
    }
    assert_ok(svi_replay_start(r, &g, NULL));
    while (!svi_game_over(&g)) {
        assert_ok(svi_replay_next(r, &g));
    }
    assert_ok(svi_replay_end(r, &g));
}

/* A file with other bytes that say the same is refused too: one game, one file. */
TEST(test_only_the_shortest_form)
{
    const size_t size = tape_of->g.record.size;
    SCOPED(scoped_free) uint8_t *bytes = malloc(size + 1);
    struct svi_replay *r = reader();
    assert_non_null(bytes);
    /* The format version as a uint8 of two bytes. */
    memcpy(bytes, tape_of->g.record.data, 5);
    bytes[5] = 0xcc;
    memcpy(bytes + 6, tape_of->g.record.data + 5, size - 5);
    assert_true(check(r, bytes, size + 1) != SV_OK);
}

TEST(test_versions)
{
    SCOPED(scoped_free) uint8_t *bytes = malloc(tape_of->g.record.size);
    struct svi_replay *r = reader();
    assert_non_null(bytes);
    memcpy(bytes, tape_of->g.record.data, tape_of->g.record.size);
    bytes[5] = 1;
    assert_int_equal(check(r, bytes, tape_of->g.record.size), SV_E_VERSION);
    assert_string_equal(r->error.text,
                        "header: format: found version 1, this program reads 3 to 5: read it "
                        "with the Solvent that wrote it");
    bytes[5] = SVI_RECORD_VERSION;
    bytes[6] = 77;
    assert_int_equal(check(r, bytes, tape_of->g.record.size), SV_E_VERSION);
    assert_contains(r->error.text, "header: rules: found version 77");
}

/* RULES 12.10: the golden replays of this version of the rules, and in each the course at every
 * question. */
TEST(test_golden_courses_can_be_sent)
{
    char pattern[512];
    glob_t found;
    struct svi_replay *r = reader();
    (void)snprintf(pattern, sizeof pattern,
                   SOLVENT_SOURCE_DIR "/tests/golden/replays/format-*-rules-%d-*.svr",
                   SV_RULES_VERSION);
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        SCOPED(svi_buf_finish) struct svi_buf file = {0};
        NEW_GAME(g);

        assert_ok(svi_file_read(found.gl_pathv[i], 1u << 20, &file));
        assert_ok(svi_replay_open(r, file.data, file.size));
        assert_ok(svi_replay_start(r, &g, NULL));
        while (!svi_game_over(&g)) {
            if (!svi_course_travels(g.edition, &g.state.position, &g.state.course,
                                    svi_game_pending(&g))) {
                fail_msg("%s: the course before decision %u", found.gl_pathv[i], g.decisions + 1);
            }
            assert_ok(svi_replay_next(r, &g));
        }
        assert_ok(svi_replay_end(r, &g));
    }
    globfree(&found);
}

TEST_PROGRAM(load_tape, drop_tape)

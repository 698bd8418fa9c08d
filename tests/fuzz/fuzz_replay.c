/* Replay files from anywhere: reading one never crashes, and whatever is accepted is exactly what
 * playing the game again writes.
 *
 * Bytes that begin as a replay are read as one. As its hashes stop most mutations at the header,
 * all others are taken for a game under any edition, with any answers: two bytes with the length of
 * an edition's encoding, the encoding, a byte for the number of seats, then decisions. */
#include "game/pack.h"
#include "record/replay.h"
#include "wire/answer_codec.h"
#include "wire/edition_codec.h"

#include <solvent/replay.h>

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static struct svi_replay replay;
static struct svi_game game;

static void must(bool fact)
{
    if (!fact) {
        abort();
    }
}

/* Rows are made of the files that hold, and of no others. */
static void make_rows(const uint8_t *bytes, size_t size, bool holds)
{
    static struct sv_replay *reader;
    struct sv_rows_found found;
    if (reader == NULL) {
        reader = sv_replay_create();
        must(reader != NULL);
    }
    const struct sv_rows_how how = {.seats = 0xff};
    const bool ok = sv_replay_open(reader, bytes, size, NULL) == SV_OK &&
                    sv_replay_rows(reader, &how, &found) == SV_OK;
    must(ok == holds && ok == (sv_replay_error(reader) == NULL));
}

static void read_file(const uint8_t *bytes, size_t size)
{
    enum sv_status status = svi_replay_open(&replay, bytes, size);
    if (status == SV_OK) {
        status = svi_replay_run(&replay, &game, NULL);
        must(status != SV_OK ||
             (game.record.size == size && memcmp(game.record.data, bytes, size) == 0));
    }
    must(status == SV_OK || replay.error.text[0] != '\0');
    make_rows(bytes, size, status == SV_OK);
}

/* One decision as the next bytes say: a forfeit, the default, or an answer. */
static void decide(struct svi_game *g, struct svi_cursor *c)
{
    const unsigned seat = svi_game_next(g);
    const uint8_t step = svi_get_raw_byte(c);
    struct sv_question q;
    struct sv_answer a;
    must(svi_game_question(g, seat, &q) == SV_OK);
    must(svi_course_travels(g->edition, &g->state.position, &g->state.course,
                            svi_game_pending(g))); /* RULES 12.10 */
    if (step >= 0xf8) {
        (void)svi_game_forfeit(g, step & 7u);
        return;
    }
    if ((step & 1) == 0 || svi_get_answer(c, &g->state.position, &q, &a) != SV_OK ||
        svi_game_answer(g, seat, SV_VERDICT_OK, &a) != SV_OK) {
        must(svi_game_answer(g, seat, SV_VERDICT_ILLEGAL, NULL) == SV_OK);
    }
}

static void play_any(const uint8_t *bytes, size_t size)
{
    static struct sv_edition edition;
    static struct svi_game other;
    struct svi_cursor c = svi_cursor_over(bytes, size);
    struct svi_game_setup setup = {.edition = &edition, .record = true};
    const size_t low = svi_get_raw_byte(&c);
    const size_t length = low | (size_t)svi_get_raw_byte(&c) << 8;
    const uint8_t *encoding = svi_get_raw(&c, length);
    if (c.status != SV_OK || svi_edition_decode(encoding, length, &edition, NULL) != SV_OK) {
        return;
    }
    setup.setup.seats = (uint8_t)(2 + svi_get_raw_byte(&c) % 7);
    memset(setup.setup.answers, 0xff, sizeof setup.setup.answers);
    must(svi_game_start(&other, &setup) == SV_OK);
    while (c.status == SV_OK && !svi_game_over(&other)) {
        decide(&other, &c);
    }
    if (svi_game_over(&other)) {
        must(svi_replay_open(&replay, other.record.data, other.record.size) == SV_OK);
        must(svi_replay_run(&replay, &game, NULL) == SV_OK);
        make_rows(other.record.data, other.record.size, true);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (svi_replay_is(bytes, size)) {
        read_file(bytes, size);
    } else {
        play_any(bytes, size);
    }
    return 0;
}

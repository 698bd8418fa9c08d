#include "tests/bot/umpire.h"

#include "edition/edition_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

const struct sv_edition *umpire_edition(const char *name)
{
    static struct sv_edition loaded[4];
    static unsigned n;
    char error[SVI_EDITION_ERROR];

    for (unsigned i = 0; i < n; i++) {
        if (strcmp(loaded[i].name, name) == 0) {
            return &loaded[i];
        }
    }
    assert_true(n < 4);
    assert_int_equal(svi_edition_load(name, &loaded[n], error, sizeof error), SV_OK);
    return &loaded[n++];
}

void umpire_start(struct umpire *u, const struct sv_edition *e, const char *seed, unsigned seats,
                  uint32_t answers, bool model, uint64_t first_id)
{
    memset(u, 0, sizeof *u);
    u->e = e;
    u->model = model;
    u->setup.seats = (uint8_t)seats;
    sv_luck_seed_text(seed, u->setup.seed);
    for (unsigned s = 0; s < seats; s++) {
        u->setup.answers[s] = answers;
        u->id[s] = first_id + s;
    }
    assert_int_equal(sv_game_start(e, &u->state, &u->setup, NULL), SV_OK);
}

void umpire_put_welcome(const struct umpire *u, struct svi_buf *frame)
{
    struct svi_edition_message edition;
    struct svi_buf bytes = {0};

    svi_put_welcome(frame, &(struct svi_welcome){SVI_PROTOCOL, "test", 1000});
    svi_edition_encode(u->e, &bytes);
    assert_int_equal(svi_edition_hash(u->e, edition.hash), SV_OK);
    edition.bytes = bytes.data;
    edition.size = bytes.size;
    svi_put_edition(frame, &edition);
    svi_buf_finish(&bytes);
}

void umpire_put_start(const struct umpire *u, unsigned seat, struct svi_buf *frame)
{
    struct svi_start start = {.match = u->id[seat], .seat = (uint8_t)seat, .seats = u->setup.seats};

    for (unsigned s = 0; s < start.seats; s++) {
        start.name[s][0] = (char)('a' + (char)s);
    }
    assert_int_equal(svi_edition_hash(u->e, start.edition), SV_OK);
    sv_luck_commitment(u->setup.seed, start.commitment);
    sv_luck_bot_key(u->setup.seed, seat, start.key);
    svi_put_start(frame, &start);
}

bool umpire_put_ask(struct umpire *u, unsigned seat, struct svi_buf *frame)
{
    uint8_t block[SVI_MAX_BLOCK];
    size_t before = frame->size;

    if ((sv_pending(&u->state) >> seat & 1u) == 0 ||
        ((u->waiting | u->answered) >> seat & 1u) != 0) {
        return false;
    }
    assert_int_equal(sv_ask(u->e, &u->state, seat, &u->asked[seat]), SV_OK);
    sv_position_pack(&u->state.position, block);
    svi_course_pack(&u->state.course, block + SV_POSITION_BYTES);
    svi_put_ask(frame, u->id[seat], ++u->question[seat], &u->asked[seat], u->seen[seat], block,
                u->model ? SVI_MAX_BLOCK : SV_POSITION_BYTES);
    u->waiting |= 1u << seat;
    u->asks++;
    u->ask_bytes += frame->size - before;
    return true;
}

/* Gives all answers to the game, clockwise from the seat whose turn it is. */
static void move_on(struct umpire *u)
{
    unsigned asked = sv_pending(&u->state);
    unsigned first = u->state.position.turn_seat;

    for (unsigned i = 0; i < u->setup.seats; i++) {
        unsigned s = (first + i) % u->setup.seats;

        if ((asked >> s & 1u) != 0) {
            if (sv_apply(u->e, &u->state, s, &u->answer[s], NULL) != SV_OK) {
                u->illegal[s]++;
                sv_answer_default(u->e, &u->state.position, &u->asked[s], &u->answer[s]);
                assert_int_equal(sv_apply(u->e, &u->state, s, &u->answer[s], NULL), SV_OK);
            }
        }
    }
}

void umpire_take(struct umpire *u, const void *bytes, size_t size)
{
    struct svi_cursor frame = svi_cursor_over(bytes, size);

    u->reply_bytes += size;
    while (svi_cursor_left(&frame) != 0) {
        struct svi_head head;
        struct svi_reply reply;
        unsigned s;

        assert_int_equal(svi_get_head(&frame, &head), SV_OK);
        assert_int_equal(head.type, SVI_MESSAGE_REPLY);
        assert_int_equal(svi_get_reply(&frame, &head, &reply), SV_OK);
        assert_in_range(reply.match, u->id[0], u->id[0] + u->setup.seats - 1);
        s = (unsigned)(reply.match - u->id[0]);
        assert_true((u->waiting >> s & 1u) != 0);
        assert_int_equal(reply.question, u->question[s]);
        assert_int_equal(svi_get_reply_answer(&frame, &reply, u->e, &u->state.position,
                                              &u->asked[s], &u->answer[s]),
                         SV_OK);
        u->waiting &= ~(1u << s);
        u->replies++;
        u->answered |= 1u << s;
    }
    if (u->answered == sv_pending(&u->state)) {
        u->answered = 0;
        move_on(u);
    }
}

void umpire_put_end(const struct umpire *u, unsigned seat, struct svi_buf *frame)
{
    struct svi_end end = {
        .match = u->id[seat], .seats = u->setup.seats, .result = {.why = u->state.position.over}};

    assert_true(umpire_over(u));
    sv_places(u->e, &u->state.position, end.result.place);
    for (unsigned s = 0; s < u->setup.seats; s++) {
        end.result.worth[s] = sv_worth(u->e, &u->state.position, s);
    }
    memcpy(end.result.seed, u->setup.seed, sizeof end.result.seed);
    svi_put_end(frame, &end);
}

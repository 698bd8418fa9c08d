/* Answers that were not taken stand in the record, as they were and with the reason, and the reason
 * is held to the rules. */
#include "base/out.h"
#include "record/jsonl.h"
#include "record/replay.h"
#include "record/text.h"
#include "tests/base/testing.h"
#include "tests/record/games.h"
#include "wire/answer_codec.h"

/* A game that is about to be asked its first question, and an answer to that which is not legal. */
struct first {
    struct svi_game g;
    struct sv_question q;
    struct sv_breach breach;
    struct svi_buf values;
    struct svi_rejected rejected;
    struct svi_buf lines, text;
};

static void listen(void *user, const struct sv_event *ev)
{
    struct first *f = user;
    if (ev->type == SV_EVENT_REFUSED) {
        svi_jsonl_event(&f->lines, &f->g, ev, 9, false);
        svi_text_event(&f->text, &f->g, ev, 9, false);
    }
}

static int begin(void **state)
{
    struct first *f = calloc(1, sizeof *f);
    struct svi_game_setup setup = {
        .edition = game_edition("classic"), .record = true, .sink = {listen, f}};
    struct sv_answer a;
    assert_non_null(f);
    setup.setup.seats = 2;
    setup.setup.answers[0] = setup.setup.answers[1] = UINT32_C(1) << SV_DECISION_BUY;
    svi_game_init(&f->g);
    assert_ok(svi_game_start(&f->g, &setup));
    assert_ok(svi_game_question(&f->g, svi_game_next(&f->g), &f->q));
    sv_answer_clear(&f->g.state.position, &f->q, &a);
    a.plan.mortgage = UINT64_C(1) << 39;
    assert_int_not_equal(sv_judge(f->g.edition, &f->g.state.position, &f->q, &a, &f->breach),
                         SV_OK);
    svi_put_answer(&f->values, &f->g.state.position, &a);
    f->rejected = (struct svi_rejected){.verdict = SV_VERDICT_ILLEGAL,
                                        .reason = f->breach.kind,
                                        .whole = (uint32_t)f->values.size,
                                        .size = (uint32_t)f->values.size,
                                        .bytes = f->values.data};
    *state = f;
    return 0;
}

static int end(void **state)
{
    struct first *f = *state;
    svi_game_finish(&f->g);
    svi_buf_finish(&f->values);
    svi_buf_finish(&f->lines);
    svi_buf_finish(&f->text);
    free(f);
    return 0;
}

static const char *text_of(struct svi_buf *buf)
{
    svi_buf_byte(buf, 0);
    assert_false(buf->failed);
    return (const char *)buf->data;
}

/* Plays on with defaults, then what has been recorded is read and compared. */
static enum sv_status finish_and_read(struct first *f, struct svi_error *error)
{
    struct svi_game again;
    struct svi_replay *r = malloc(sizeof *r);
    assert_non_null(r);
    while (!svi_game_over(&f->g)) {
        assert_ok(svi_game_answer(&f->g, svi_game_next(&f->g), SV_VERDICT_OK, NULL));
    }
    svi_game_init(&again);
    enum sv_status status = svi_replay_open(r, f->g.record.data, f->g.record.size);
    if (status == SV_OK) {
        status = svi_replay_run(r, &again, NULL);
    }
    *error = r->error;
    svi_game_finish(&again);
    free(r);
    return status;
}

TEST_ON(it_is_told_and_read, struct first *f, begin, end)
{
    struct svi_error error;
    assert_ok(svi_game_refuse(&f->g, &f->rejected));
    assert_ok(svi_game_answer(&f->g, f->q.seat, SV_VERDICT_ILLEGAL, NULL));
    const char *line = text_of(&f->lines);
    assert_contains(line, "\"type\":\"refused\"");
    assert_contains(line, "\"decision\":1,\"kind\":\"buy\",\"verdict\":\"illegal\",\"reason\":"
                          "\"mortgage_owner\",\"text\":\"Boardwalk is not seat ");
    assert_contains(line, "\"answer\":{\"choice\":\"decline\",\"levels\":[],\"mortgage\":[39]}}");
    assert_contains(text_of(&f->text), "'s answer to buy is illegal: Boardwalk is not seat ");
    assert_ok(finish_and_read(f, &error));
}

TEST_ON(the_rules_must_refuse_it_so, struct first *f, begin, end)
{
    struct svi_rejected rejected = f->rejected;
    const struct svi_game_mark before = {.record_size = f->g.record.size};
    rejected.reason = SV_BREACH_BUY_CASH;
    assert_int_equal(svi_game_refuse(&f->g, &rejected), SV_E_HASH);
    static const uint8_t legal[] = {0, 0x90, 0};
    rejected = (struct svi_rejected){.verdict = SV_VERDICT_ILLEGAL,
                                     .reason = SV_BREACH_CHOICE,
                                     .whole = 3,
                                     .size = 3,
                                     .bytes = legal};
    assert_int_equal(svi_game_refuse(&f->g, &rejected), SV_E_HASH);
    static const uint8_t trailing[] = {7, 0x90, 0, 0};
    rejected.bytes = trailing;
    rejected.whole = rejected.size = 4;
    assert_int_equal(svi_game_refuse(&f->g, &rejected), SV_E_HASH);
    assert_int_equal(f->g.record.size, before.record_size);
}

TEST_ON(numbers_must_stand_for_something, struct first *f, begin, end)
{
    struct svi_rejected rejected = f->rejected;
    rejected.reason = SV_BREACH_COUNT;
    assert_int_equal(svi_game_refuse(&f->g, &rejected), SV_E_RANGE);
    rejected = f->rejected;
    rejected.verdict = SV_VERDICT_MALFORMED;
    rejected.reason = SV_OK;
    assert_int_equal(svi_game_refuse(&f->g, &rejected), SV_E_RANGE);
    rejected.reason = SV_STATUS_COUNT;
    assert_int_equal(svi_game_refuse(&f->g, &rejected), SV_E_RANGE);
    rejected.verdict = SV_VERDICT_DEAD;
    assert_int_equal(svi_game_refuse(&f->g, &rejected), SV_E_RANGE);
    rejected.verdict = SV_VERDICT_LATE;
    rejected.reason = SV_DECISION_BUY;
    assert_int_equal(svi_game_refuse(&f->g, &rejected), SV_E_RANGE); /* late for which? */
    rejected.back = 1;
    /* there was no rejected answer before */
    assert_int_equal(svi_game_refuse(&f->g, &rejected), SV_E_RANGE);
}

/* A reason changed in the file, and its digest made anew: verify says so at that decision. */
TEST_ON(a_changed_reason_is_found, struct first *f, begin, end)
{
    struct svi_error error;
    const size_t at = f->g.record.size;
    assert_ok(svi_game_refuse(&f->g, &f->rejected));
    assert_ok(svi_game_answer(&f->g, f->q.seat, SV_VERDICT_ILLEGAL, NULL));
    assert_int_equal(f->g.record.data[at], 0x2f);
    assert_int_equal(f->g.record.data[at + 2], f->rejected.reason);
    f->g.record.data[at + 2] = SV_BREACH_BUY_CASH;
    assert_int_equal(finish_and_read(f, &error), SV_E_HASH);
    assert_contains(error.text, "decision 1 ");
    assert_contains(error.text, "the rules do not refuse its answer for the recorded reason");
}

/* Each is right before the record that it belongs to. */
TEST_ON(the_record_must_be_of_its_verdict, struct first *f, begin, end)
{
    struct svi_error error;
    assert_ok(svi_game_refuse(&f->g, &f->rejected));
    assert_ok(svi_game_answer(&f->g, f->q.seat, SV_VERDICT_OK, NULL));
    assert_int_equal(finish_and_read(f, &error), SV_E_UNKNOWN);
}

TEST_ON(one_that_was_late_names_its_decision, struct first *f, begin, end)
{
    struct svi_error error;
    static const uint8_t declines[] = {0, 0x90, 0};
    const struct svi_rejected rejected = {.verdict = SV_VERDICT_LATE,
                                          .reason = SV_DECISION_BUY,
                                          .back = 2,
                                          .whole = 3,
                                          .size = 3,
                                          .bytes = declines};
    for (unsigned i = 0; i < 3; i++) {
        assert_ok(svi_game_answer(&f->g, svi_game_next(&f->g), SV_VERDICT_LATE, NULL));
    }
    assert_ok(svi_game_refuse(&f->g, &rejected));
    const char *line = text_of(&f->lines);
    assert_contains(line,
                    "\"decision\":2,\"kind\":\"buy\",\"verdict\":\"late\",\"reason\":\"late\"");
    assert_contains(line, "\"answer\":{\"choice\":\"decline\"");
    assert_ok(finish_and_read(f, &error));
}

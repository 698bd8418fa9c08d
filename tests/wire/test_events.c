/* Events that bots receive of a match: each as it was, in order, and left-out ones are counted. */
#include "tests/base/testing.h"
#include "tests/wire/random.h"
#include "wire/event_codec.h"
#include "wire/wire.h"

/* Members by the rows; an offer by what it says. */
static void expect_same(const struct sv_event *a, const struct sv_event *b)
{
    struct sv_event x = *a, y = *b;
    assert_int_equal(x.offer != NULL, y.offer != NULL);
    if (x.offer != NULL) {
        assert_memory_equal(x.offer, y.offer, sizeof *x.offer);
    }
    x.offer = y.offer = NULL;
    assert_memory_equal(&x, &y, sizeof x);
}

TEST(an_event_comes_as_it_was)
{
    struct random r = {11};
    unsigned seen[SV_EVENT_COUNT] = {0};
    for (unsigned i = 0; i < 5000; i++) {
        struct sv_offer offer, got_offer;
        const struct sv_event ev = random_event(&r, &offer);
        struct sv_event got;
        SCOPED(svi_buf_finish) struct svi_buf buf = {0};

        svi_put_event(&buf, &ev);
        assert_int_in_range(buf.size, 2, SVI_EVENT_MAX_BYTES);
        struct svi_cursor c = svi_cursor_over(buf.data, buf.size);
        memset(&got_offer, 0, sizeof got_offer);
        assert_ok(svi_get_event(&c, &got, &got_offer));
        assert_int_equal(svi_cursor_left(&c), 0);
        expect_same(&ev, &got);
        seen[ev.type]++;
        for (size_t size = 0; size < buf.size; size++) { /* whatever is cut off is missed */
            uint8_t *room = random_room(size);

            memcpy(room, buf.data, size);
            c = svi_cursor_over(room, size);
            assert_int_not_equal(svi_get_event(&c, &got, &got_offer), SV_OK);
            free(room);
        }
    }
    for (unsigned type = 0; type < SV_EVENT_COUNT; type++) {
        assert_int_equal(seen[type] != 0, SV_EVENTS_TOLD >> type & 1);
    }
}

static enum sv_status get(const char *bytes, size_t size, struct sv_event *ev)
{
    struct sv_offer offer;
    struct svi_cursor c = svi_cursor_over(bytes, size);
    const enum sv_status status = svi_get_event(&c, ev, &offer);
    assert_true(status != SV_OK || svi_cursor_left(&c) == 0);
    return status;
}

TEST(what_is_no_event_is_refused)
{
    struct sv_event ev;
    /* drop, type 19: one seat */
    assert_int_equal(SV_EVENT_DROP, 19);
    assert_ok(get("\x92\x13\x03", 3, &ev));
    assert_int_equal(ev.type, SV_EVENT_DROP);
    assert_int_equal(ev.seat, 3);
    assert_int_equal(ev.space, SV_NONE);
    assert_int_equal(get("\x92\x13\x08", 3, &ev), SV_E_RANGE);
    assert_int_equal(get("\x91\x13", 2, &ev), SV_E_LENGTH);
    assert_int_equal(get("\x93\x13\x03\x03", 4, &ev), SV_E_LENGTH);
    assert_int_equal(get("\x90", 1, &ev), SV_E_LENGTH);
    assert_int_equal(get("\x92\x13\xc3", 3, &ev), SV_E_TYPE);
    assert_int_equal(get("\x13", 1, &ev), SV_E_TYPE);
    /* offer_end, 21, with a reason of a later version */
    assert_int_equal(SV_EVENT_OFFER_END, 21);
    assert_ok(get("\x94\x15\x00\x01\xcd\x01\x00", 7, &ev));
    assert_int_equal(ev.why, SV_WHY_NONE);
}

/* One of a later version, or of the record only, is passed over whole. */
TEST(what_is_not_known_is_passed_over)
{
    struct sv_event ev;
    assert_ok(get("\x93\xcc\xc8\x92\x01\x02\xa1x", 8, &ev));
    assert_int_equal(ev.type, SV_EVENT_COUNT);
    assert_ok(get("\x92\x17\x01", 3, &ev)); /* a log */
    assert_int_equal(ev.type, SV_EVENT_COUNT);
    assert_int_equal(get("\x93\xcc\xc8\x92\x01", 5, &ev), SV_E_TRUNCATED);
}

/* ---- the log --------------------------------------------------------------------------------- */

/* Reads the message and says how many events it has, of how many; its first is the one of that bid.
 */
static struct svi_events read_message(const struct svi_buf *buf, int32_t *first, int32_t *last)
{
    struct svi_cursor c = svi_cursor_over(buf->data, buf->size);
    struct svi_head head;
    struct svi_events events;
    assert_ok(svi_get_head(&c, &head));
    assert_ok(svi_get_events(&c, &head, &events));
    assert_int_equal(events.match, 7);
    for (uint32_t i = 0; i < events.told; i++) {
        struct sv_event ev;
        struct sv_offer offer;

        assert_ok(svi_get_event(&c, &ev, &offer));
        assert_int_equal(ev.type, SV_EVENT_BID);
        *first = i == 0 ? ev.amount : *first;
        *last = ev.amount;
    }
    assert_int_equal(svi_cursor_left(&c), 0);
    return events;
}

static void add_bids(struct svi_event_log *log, int32_t from, int32_t n)
{
    for (int32_t i = 0; i < n; i++) {
        svi_event_log_add(log, &(struct sv_event){.type = SV_EVENT_BID, .amount = from + i});
        svi_event_log_add(log, &(struct sv_event){.type = SV_EVENT_QUESTION});
    }
}

TEST(each_seat_is_told_what_is_new_to_it)
{
    SCOPED(svi_event_log_finish) struct svi_event_log log = {0};
    struct svi_event_mark one = {0, 0}, two = {0, 0};
    SCOPED(svi_buf_finish) struct svi_buf buf = {0};
    int32_t first, last;
    svi_put_events(&buf, 7, &log, &one);
    assert_int_equal(buf.size, 0);
    add_bids(&log, 1000, 3);
    svi_put_events(&buf, 7, &log, &one);
    struct svi_events events = read_message(&buf, &first, &last);
    assert_int_equal(events.told, 3);
    assert_int_equal(events.count, 3);
    assert_int_equal(first, 1000);
    add_bids(&log, 1003, 2);
    svi_buf_clear(&buf);
    svi_put_events(&buf, 7, &log, &one);
    events = read_message(&buf, &first, &last);
    assert_int_equal(events.told, 2);
    assert_int_equal(events.count, 5);
    assert_int_equal(first, 1003);
    svi_buf_clear(&buf);
    svi_put_events(&buf, 7, &log, &two);
    events = read_message(&buf, &first, &last);
    assert_int_equal(events.told, 5);
    assert_int_equal(first, 1000);
    assert_int_equal(last, 1004);
}

TEST(of_much_the_last_is_told)
{
    SCOPED(svi_event_log_finish) struct svi_event_log log = {0};
    struct svi_event_mark mark = {0, 0};
    SCOPED(svi_buf_finish) struct svi_buf buf = {0};
    int32_t first, last;
    add_bids(&log, 100000, 10000);
    svi_put_events(&buf, 7, &log, &mark);
    assert_int_in_range(buf.size, SVI_EVENTS_BYTES - SVI_EVENT_MAX_BYTES, SVI_EVENTS_BYTES + 32);
    struct svi_events events = read_message(&buf, &first, &last);
    assert_int_equal(events.count, 10000);
    assert_int_equal(last, 109999);
    assert_int_equal(last - first + 1, (int32_t)events.told);
}

/* Events too far back for any bot are not stored, which makes no difference to the events that bots
 * receive. */
TEST(no_more_is_kept_than_is_told)
{
    struct svi_event_log log = {0};
    struct svi_event_mark mark[3] = {{0, 0}};
    struct svi_buf whole = {0}, sizes = {0};
    for (int32_t i = 0; i < 60000; i++) {
        const struct sv_event ev = {.type = SV_EVENT_BID, .amount = i % 7 * i};
        const size_t before = whole.size;

        svi_event_log_add(&log, &ev);
        svi_put_event(&whole, &ev);
        svi_buf_byte(&sizes, (uint8_t)(whole.size - before));
        assert_true(log.bytes.cap <= SVI_EVENTS_KEPT && log.sizes.cap <= SVI_EVENTS_KEPT);
        for (unsigned k = 0; k < 3; k++) {
            static const int32_t every[] = {1, 1999, 20011};
            struct svi_event_mark first = mark[k];
            struct svi_buf message = {0};
            struct svi_events told = {0};
            struct svi_head head;

            if (i % every[k] != 0) {
                continue;
            }
            while (whole.size - first.at > SVI_EVENTS_BYTES) {
                first.at += sizes.data[first.count++];
            }
            svi_put_events(&message, 7, &log, &mark[k]);
            struct svi_cursor c = svi_cursor_over(message.data, message.size);
            assert_ok(svi_get_head(&c, &head));
            assert_ok(svi_get_events(&c, &head, &told));
            assert_int_equal(told.count, i + 1);
            assert_int_equal(told.told, (uint32_t)i + 1 - first.count);
            assert_memory_equal(message.data + message.size - (whole.size - first.at),
                                whole.data + first.at, whole.size - first.at);
            svi_buf_finish(&message);
        }
    }
    assert_int_in_range(whole.size, 2 * SVI_EVENTS_KEPT, SVI_EVENT_LOG_BYTES);
    svi_buf_finish(&whole);
    svi_buf_finish(&sizes);
    svi_event_log_finish(&log);
}

/* A log that is full takes nothing more, and tells how much it is. */
TEST(a_log_has_an_end)
{
    SCOPED(svi_event_log_finish) struct svi_event_log log = {0};
    struct svi_event_mark mark = {0, 0};
    SCOPED(svi_buf_finish) struct svi_buf buf = {0};
    int32_t first, last;
    while (log.count == log.gone.count + log.sizes.size) {
        svi_buf_clear(&buf);
        svi_put_events(&buf, 7, &log, &mark);
        add_bids(&log, 100000, 1);
    }
    const size_t all = log.gone.at + log.bytes.size;
    assert_int_in_range(all, SVI_EVENT_LOG_BYTES - SVI_EVENT_MAX_BYTES, SVI_EVENT_LOG_BYTES);
    add_bids(&log, 100000, 9);
    assert_int_equal(log.gone.at + log.bytes.size, all);
    svi_buf_clear(&buf);
    svi_put_events(&buf, 7, &log, &mark);
    struct svi_events events = read_message(&buf, &first, &last);
    assert_int_equal(events.told, 0);
    assert_int_equal(events.count, log.count);
    svi_buf_clear(&buf);
    svi_put_events(&buf, 7, &log, &mark);
    assert_int_equal(buf.size, 0);
}

/* The heap of deadlines, against looking at all of them. */
#include "runner/deadline_heap.h"
#include "tests/base/testing.h"

#define LINKS 37

TEST(the_first_is_the_earliest)
{
    SCOPED(scoped_free) struct svi_bot_process *bots = calloc(LINKS, sizeof *bots);
    struct svi_bot_process *heap[LINKS];
    uint64_t random = 1;
    assert_non_null(bots);
    svi_deadline_heap_init(heap, bots, LINKS);
    assert_int_equal(svi_deadline_heap_first(heap, LINKS)->times.due_us, SVI_NEVER);
    for (unsigned step = 0; step < 20000; step++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        struct svi_bot_process *bot = &bots[(random >> 33) % LINKS];
        const int64_t before_us = svi_bot_session_deadline(&bot->session);
        const bool none = (random >> 60) == 0;
        bot->session.state = none ? SVI_BOT_SESSION_CLOSED : SVI_BOT_SESSION_GREETING;
        bot->session.hello_due_us = (int64_t)(random >> 44 & 0xffff);
        /* A later one need not be told. */
        if (svi_bot_session_deadline(&bot->session) < before_us || (random >> 20 & 1) != 0) {
            svi_deadline_heap_change(heap, LINKS, bot);
        }
        int64_t earliest_us = SVI_NEVER;
        for (unsigned i = 0; i < LINKS; i++) {
            const int64_t due_us = svi_bot_session_deadline(&bots[i].session);
            earliest_us = due_us < earliest_us ? due_us : earliest_us;
        }
        const struct svi_bot_process *first = svi_deadline_heap_first(heap, LINKS);
        assert_int_equal(first->times.due_us, earliest_us);
        assert_int_equal(svi_bot_session_deadline(&first->session), earliest_us);
    }
}

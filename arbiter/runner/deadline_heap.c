#include "runner/deadline_heap.h"

static void put(struct svi_bot_process **heap, unsigned at, struct svi_bot_process *bot)
{
    heap[at] = bot;
    bot->times.due_at = at;
}

static void rise(struct svi_bot_process **heap, struct svi_bot_process *bot)
{
    unsigned at = bot->times.due_at;
    for (unsigned up; at > 0 && heap[up = (at - 1) / 2]->times.due_us > bot->times.due_us;
         at = up) {
        put(heap, at, heap[up]);
    }
    put(heap, at, bot);
}

static void sink(struct svi_bot_process **heap, unsigned n, struct svi_bot_process *bot)
{
    unsigned at = bot->times.due_at;
    for (unsigned down; (down = 2 * at + 1) < n; at = down) {
        down += down + 1 < n && heap[down + 1]->times.due_us < heap[down]->times.due_us;
        if (heap[down]->times.due_us >= bot->times.due_us) {
            break;
        }
        put(heap, at, heap[down]);
    }
    put(heap, at, bot);
}

void svi_deadline_heap_init(struct svi_bot_process **heap, struct svi_bot_process *bots, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        bots[i].times.due_us = SVI_NEVER;
        put(heap, i, &bots[i]);
    }
}

void svi_deadline_heap_change(struct svi_bot_process **heap, unsigned n,
                              struct svi_bot_process *bot)
{
    bot->times.due_us = svi_bot_session_deadline(&bot->session);
    rise(heap, bot);
    sink(heap, n, bot);
}

struct svi_bot_process *svi_deadline_heap_first(struct svi_bot_process **heap, unsigned n)
{
    for (;;) {
        struct svi_bot_process *bot = heap[0];
        const int64_t due_us = svi_bot_session_deadline(&bot->session);
        if (due_us <= bot->times.due_us) {
            return bot;
        }
        bot->times.due_us = due_us; /* the deadline has moved later meanwhile */
        sink(heap, n, bot);
    }
}

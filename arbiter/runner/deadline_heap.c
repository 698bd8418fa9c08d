#include "runner/deadline_heap.h"

static void put(struct svi_link **heap, unsigned at, struct svi_link *link)
{
    heap[at] = link;
    link->due_at = at;
}

static void rise(struct svi_link **heap, struct svi_link *link)
{
    unsigned at = link->due_at;
    for (unsigned up; at > 0 && heap[up = (at - 1) / 2]->due_us > link->due_us; at = up) {
        put(heap, at, heap[up]);
    }
    put(heap, at, link);
}

static void sink(struct svi_link **heap, unsigned n, struct svi_link *link)
{
    unsigned at = link->due_at;
    for (unsigned down; (down = 2 * at + 1) < n; at = down) {
        down += down + 1 < n && heap[down + 1]->due_us < heap[down]->due_us;
        if (heap[down]->due_us >= link->due_us) {
            break;
        }
        put(heap, at, heap[down]);
    }
    put(heap, at, link);
}

void svi_due_init(struct svi_link **heap, struct svi_link *links, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        links[i].due_us = SVI_NEVER;
        put(heap, i, &links[i]);
    }
}

void svi_due_change(struct svi_link **heap, unsigned n, struct svi_link *link)
{
    link->due_us = svi_host_deadline(&link->host);
    rise(heap, link);
    sink(heap, n, link);
}

struct svi_link *svi_due_first(struct svi_link **heap, unsigned n)
{
    for (;;) {
        struct svi_link *link = heap[0];
        const int64_t due_us = svi_host_deadline(&link->host);
        if (due_us <= link->due_us) {
            return link;
        }
        link->due_us = due_us; /* it has been heard of meanwhile */
        sink(heap, n, link);
    }
}

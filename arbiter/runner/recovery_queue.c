#include "runner/recovery_queue.h"

#include <assert.h>
#include <stddef.h>

/* Whether a seat is to be taken up before another; those of one match stand together. */
static bool is_before(struct svi_host_seat *a, struct svi_host_seat *b)
{
    const uint64_t first = svi_match_of(a)->serial, second = svi_match_of(b)->serial;
    return first != second ? first < second : a->number < b->number;
}

/* Has what was printed so far end with a line that says that another process goes on. */
static void mark_printed(struct svi_printed *printed)
{
    static const char line[] = "\n[solvent] the process is lost, another takes up the match\n";
    if (printed->total > 0) {
        const bool whole = svi_printed_ends_line(printed);
        svi_printed_add(printed, line + whole, sizeof line - 1 - whole);
    }
}

unsigned svi_held_collect(struct svi_link *link)
{
    const struct svi_host *host = &link->host;
    unsigned matches = 0;
    for (unsigned i = 0, left = host->n_seats; left > 0; i++) {
        struct svi_host_seat *seat = host->slot[i];
        if (seat == NULL) {
            continue;
        }
        left--;
        if (seat->out) {
            continue;
        }
        struct svi_host_seat **at = &link->held;
        while (*at != NULL && is_before(*at, seat)) {
            at = &(*at)->next_held;
        }
        seat->next_held = *at;
        *at = seat;
    }
    for (struct svi_host_seat *s = link->held; s != NULL; s = s->next_held) {
        mark_printed(&svi_match_of(s)->printed[s->number]);
        matches += s->next_held == NULL || s->next_held->game != s->game;
    }
    return matches;
}

void svi_held_take_up(struct svi_link *link, int64_t now_us)
{
    struct svi_match *m = svi_match_of(link->held);
    assert(link->state == SVI_LINK_UP && link->begun == 0);
    link->begun = 1;
    link->alone = true;
    while (link->held != NULL && svi_match_of(link->held) == m) {
        struct svi_host_seat *seat = link->held;
        link->held = seat->next_held;
        svi_host_match_seat_again(&m->bots, seat->number, &link->host, now_us);
    }
}

void svi_held_remove(struct svi_link *link, const struct svi_match *m)
{
    struct svi_host_seat **at = &link->held;
    while (*at != NULL) {
        if (svi_match_of(*at) == m) {
            *at = (*at)->next_held;
        } else {
            at = &(*at)->next_held;
        }
    }
}

void svi_held_give_up(struct svi_link *link)
{
    while (link->held != NULL) {
        struct svi_host_seat *seat = link->held;
        link->held = seat->next_held;
        svi_host_give_up(&link->host, seat);
    }
}

#include "tools/analysis/costly.h"

#include "memory/memory.h"

#include <stdlib.h>
#include <string.h>

void svi_costly_add(struct svi_costly *by_bot[], const struct svi_store_played_on *row)
{
    struct svi_costly_decision one = {.number = row->number, .decision = row->decision};
    if (row->decision == 0 || !svi_stored_get_decision(row->found, row->size, &one.found)) {
        return;
    }
    if (by_bot[row->bot] == NULL) {
        by_bot[row->bot] = svi_new(1, sizeof *by_bot[row->bot]);
    }
    struct svi_costly *c = by_bot[row->bot];
    unsigned at = c->n;
    c->measured++;
    while (at > 0 && c->list[at - 1].found.cost < one.found.cost) {
        at--;
    }
    if (one.found.class == SVI_CLASS_GOOD || at == SVI_COSTLY) {
        return;
    }
    c->n += c->n < SVI_COSTLY;
    memmove(&c->list[at + 1], &c->list[at], (c->n - 1 - at) * sizeof *c->list);
    c->list[at] = one;
}

void svi_costly_hide_words(struct svi_costly *costly)
{
    for (unsigned i = 0; costly != NULL && i < costly->n; i++) {
        costly->list[i].found.given_words[0] = costly->list[i].found.best_words[0] = '\0';
    }
}

void svi_costly_finish(struct svi_costly *by_bot[], unsigned n_bots)
{
    for (unsigned b = 0; b < n_bots; b++) {
        free(by_bot[b]);
    }
    free(by_bot);
}

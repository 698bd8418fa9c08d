#include "process/run_evidence.h"

#include "memory/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int64_t less(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t more(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

struct svi_run_row *svi_run_look_row(struct svi_run_look *look)
{
    struct svi_run_row *rows = svi_grow(look->rows, &look->room, look->n_rows + 1, sizeof *rows);
    if (rows == NULL) {
        return NULL;
    }
    look->rows = rows;
    struct svi_run_row *row = &look->rows[look->n_rows++];
    memset(row, 0, sizeof *row);
    return row;
}

/* `next` becomes `last`, and gives its place to what is read after it. */
static void shift_looks(struct svi_run_evidence *e)
{
    const struct svi_run_look look = e->last;
    e->last = e->next;
    e->next = look;
    e->next.n_rows = 0;
}

void svi_run_evidence_begin(struct svi_run_evidence *e)
{
    assert(e->next.at_us >= e->last.at_us);
    shift_looks(e);
    e->since_us = e->last.at_us;
    e->idle_us = e->last.idle_us;
    e->group_us = e->last.group_us;
    e->ran_us = e->gone_us = 0;
    e->blind = !e->last.whole;
    for (size_t i = 0; i < e->last.n_rows; i++) {
        e->last.rows[i].before_us = e->last.rows[i].waited_us;
    }
}

/* Looks mostly list the same threads in the same order: `hint` is where to begin. */
static struct svi_run_row *find(const struct svi_run_look *look, int32_t id, size_t hint)
{
    for (size_t i = 0; i < look->n_rows; i++) {
        struct svi_run_row *row = &look->rows[(hint + i) % look->n_rows];
        if (row->id == id) {
            return row;
        }
    }
    return NULL;
}

/* What a thread has waited between the first look and this one. */
static int64_t waited(const struct svi_run_evidence *e, const struct svi_run_look *look,
                      const struct svi_run_row *row)
{
    return row->uncounted ? 0 : less(row->waited_us - row->before_us, look->at_us - e->since_us);
}

void svi_run_evidence_add(struct svi_run_evidence *e)
{
    int64_t reaped_us = 0; /* by those that are there, since the last look, */
    int64_t gone_us = 0;   /*   and what those had run that are gone; they may be in it */
    uint64_t reaped_faults = 0, gone_faults = 0;
    assert(e->next.at_us >= e->last.at_us);
    for (size_t i = 0; i < e->next.n_rows; i++) {
        static const struct svi_run_row none;
        struct svi_run_row *row = &e->next.rows[i];
        const struct svi_run_row *old = find(&e->last, row->id, i);
        old = old != NULL ? old : &none;
        row->before_us = old->before_us;
        row->uncounted |= old->uncounted;
        e->ran_us += more(row->ran_us - old->ran_us, 0);
        reaped_us += more(row->reaped_us - old->reaped_us, 0);
        reaped_faults += row->reaped_faults - old->reaped_faults;
    }
    for (size_t i = 0; i < e->last.n_rows; i++) {
        const struct svi_run_row *row = &e->last.rows[i];
        if (find(&e->next, row->id, i) == NULL) {
            const uint64_t faults = row->faults + row->reaped_faults;
            gone_us += row->ran_us + row->reaped_us;
            /* One that shares its parent's memory may have none so far. An honest one runs a
             * program next, which has some. */
            gone_faults += row->process && faults == 0 ? 1 : faults;
            e->gone_us += waited(e, &e->last, row);
        }
    }
    e->ran_us += more(reaped_us - gone_us, 0);
    e->blind |= !e->next.whole;
    e->hidden |= !e->blind && e->next.group_us < 0 && reaped_faults < gone_faults;
    shift_looks(e);
}

struct svi_run_excuse svi_run_evidence_weigh(const struct svi_run_evidence *e, int64_t until_us)
{
    const struct svi_run_look *last = &e->last;
    const bool grouped = e->group_us >= 0 && last->group_us >= 0;
    const int64_t ran_us = grouped ? last->group_us - e->group_us : e->ran_us;
    int64_t waited_us = e->gone_us;
    unsigned running = 0; /* as many as may be */
    bool pending = false;
    assert(until_us <= last->at_us);
    if (e->blind || (e->hidden && !grouped)) {
        return (struct svi_run_excuse){0};
    }
    for (size_t i = 0; i < last->n_rows; i++) {
        const struct svi_run_row *row = &last->rows[i];
        waited_us += waited(e, last, row);
        running += row->ready && running < e->processors;
        pending |= row->ready && !row->uncounted;
    }
    int64_t most_us = until_us - e->since_us - ran_us;
    if (last->idle_us >= 0 && e->idle_us >= 0) {
        const int64_t all_us = (last->at_us - e->since_us) * (int64_t)e->processors;
        most_us = less(most_us, all_us - (last->idle_us - e->idle_us) - ran_us);
    }
    const int64_t settled_us = more(less(most_us - running * e->tick_us, waited_us), 0);
    return (struct svi_run_excuse){.settled_us = settled_us,
                                   .most_us = pending ? more(most_us, settled_us) : settled_us};
}

void svi_run_evidence_finish(struct svi_run_evidence *e)
{
    free(e->last.rows);
    free(e->next.rows);
    memset(e, 0, sizeof *e);
}

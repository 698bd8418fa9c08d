#include "tools/report/column_order.h"

#include "memory/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a row is ordered by. */
struct key {
    double value; /* NAN: there is none */
    const char *text;
    unsigned row;
    bool ascending;
};

bool svi_column_orders(const struct svi_column *column)
{
    return column->shape != SVI_LIST && column->shape != SVI_CHART && column->type != SVI_OBJECT;
}

bool svi_column_ascends(const struct svi_column *column)
{
    return column->shape == SVI_BRACKET || column->type == SVI_TEXT;
}

static int compare(const void *one, const void *other)
{
    const struct key *a = one, *b = other;
    int order = 0;
    if (a->text != NULL && b->text != NULL) {
        order = strcmp(a->text, b->text);
    } else if (isnan(a->value) || isnan(b->value)) { /* last, whichever way */
        order = isnan(a->value) - isnan(b->value);
        order = a->ascending ? order : -order;
    } else {
        order = (a->value > b->value) - (a->value < b->value);
    }
    order = a->ascending ? order : -order;
    return order != 0 ? order : (a->row > b->row) - (a->row < b->row);
}

static double value_of(const struct svi_cell *cell)
{
    return cell->kind == SVI_CELL_INT || cell->kind == SVI_CELL_FLAG ? (double)cell->number
           : cell->kind == SVI_CELL_RATIO ? (double)cell->number / (double)cell->unit
           : cell->kind == SVI_CELL_REAL  ? cell->real.value
                                          : NAN;
}

bool svi_column_sort(const struct svi_column_order *order, void *first, const struct svi_rows *rows)
{
    struct key *key = svi_new(rows->n + 1u, sizeof *key);
    struct svi_cell *cell = svi_new(rows->n + 1u, sizeof *cell);
    unsigned char *copy = svi_new(rows->n * rows->size + 1u, 1);
    const bool done = key != NULL && cell != NULL && copy != NULL;
    for (unsigned i = 0; done && i < rows->n; i++) {
        svi_column_cell(order->column, svi_row(rows, i), &cell[i]);
        const char *text = cell[i].kind == SVI_CELL_TEXT ? cell[i].text : NULL;
        key[i] = (struct key){text != NULL ? 0 : value_of(&cell[i]), text, i, order->ascending};
    }
    if (done) {
        qsort(key, rows->n, sizeof *key, compare);
        memcpy(copy, first, rows->n * rows->size);
        for (unsigned i = 0; i < rows->n; i++) {
            memcpy((unsigned char *)first + i * rows->size, copy + key[i].row * rows->size,
                   rows->size);
        }
    }
    free(key);
    free(cell);
    free(copy);
    return done;
}

#include "tools/console/table.h"

#include "tools/console/width.h"

#include "base/out.h"

#include <solvent/set.h>

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

void svi_table_init(struct svi_table *table, unsigned columns, unsigned words)
{
    assert(columns >= 1 && columns <= SVI_TABLE_COLUMNS);
    *table = (struct svi_table){.columns = columns, .words = words};
}

void svi_table_finish(struct svi_table *table)
{
    svi_buf_finish(&table->text);
}

void svi_table_cut(struct svi_table *table, unsigned names)
{
    table->names = names;
    table->most = svi_width_screen();
}

void svi_table_add(struct svi_table *table, const char *format, ...)
{
    char cell[256];
    va_list args;
    va_start(args, format);
    vsnprintf(cell, sizeof cell, format, args);
    va_end(args);
    svi_out_plain(&table->text, cell);
    svi_buf_byte(&table->text, 0);
    table->cells++;
}

static void put_blanks(struct svi_buf *out, size_t count)
{
    while (count-- > 0) {
        svi_out_char(out, ' ');
    }
}

static void find_widths(const struct svi_table *table, size_t width[SVI_TABLE_COLUMNS])
{
    const char *cell = (const char *)table->text.data;
    for (size_t i = 0; i < table->cells; i++, cell += strlen(cell) + 1) {
        const size_t chars = svi_width(cell);
        size_t *widest = &width[i % table->columns];
        *widest = chars > *widest ? chars : *widest;
    }
}

size_t svi_table_left(const struct svi_table *table, unsigned column)
{
    size_t width[SVI_TABLE_COLUMNS] = {0};
    size_t others = 2 * (size_t)(table->columns - 1);
    if (table->text.failed) {
        return 0;
    }
    find_widths(table, width);
    for (unsigned c = 0; c < table->columns; c++) {
        others += c != column ? width[c] : 0;
    }
    const size_t screen = svi_width_screen();
    return others < screen ? screen - others : 0;
}

void svi_table_print(const struct svi_table *table, bool bold, struct svi_buf *out)
{
    size_t width[SVI_TABLE_COLUMNS] = {0};
    assert(table->cells % table->columns == 0);
    if (table->text.failed) {
        out->failed = true;
        return;
    }
    find_widths(table, width);
    if (table->most > 0) {
        const size_t between = 2 * (size_t)(table->columns - 1);
        svi_width_share(width, table->columns, table->names,
                        table->most > between ? table->most - between : 0);
    }
    const char *cell = (const char *)table->text.data;
    for (size_t i = 0; i < table->cells; i++, cell += strlen(cell) + 1) {
        const unsigned c = (unsigned)(i % table->columns);
        const size_t columns = svi_width(cell);
        const size_t blanks = columns < width[c] ? width[c] - columns : 0;
        const bool word = sv_has(table->words, c), last = c + 1 == table->columns;
        svi_out_text(out, bold && i == 0 ? "\033[1m" : "");
        svi_out_text(out, c > 0 && !(last && *cell == 0) ? "  " : "");
        put_blanks(out, word ? 0 : blanks);
        (sv_has(table->names, c) ? svi_width_put_name
                                 : svi_width_put)(cell, width[c] > 0 ? width[c] : 1, out);
        put_blanks(out, word && !last ? blanks : 0);
        svi_out_text(out, bold && i + 1 == table->columns ? "\033[0m" : "");
        svi_out_text(out, last ? "\n" : "");
    }
}

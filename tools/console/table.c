#include "tools/console/table.h"

#include "base/buf.h"
#include "base/out.h"
#include "base/utf8.h"

#include <solvent/set.h>

#include <assert.h>
#include <locale.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

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

void svi_table_row(struct svi_table *table, const char *format, ...)
{
    char row[4096];
    va_list args;
    va_start(args, format);
    vsnprintf(row, sizeof row, format, args);
    va_end(args);
    for (char *cell = row; cell != NULL;) {
        char *tab = strchr(cell, '\t');
        if (tab != NULL) {
            *tab++ = '\0';
        }
        svi_table_add(table, "%s", cell);
        cell = tab;
    }
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

/* ---- width ----------------------------------------------------------------------------------- */

#define NARROWEST 40 /* least columns of a terminal that lines are made for */

/* Decodes a character of `size` bytes to its code point. */
static wchar_t decode(const char *text, unsigned size)
{
    static const unsigned char first[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t code = (unsigned char)text[0] & first[size];
    for (unsigned i = 1; i < size; i++) {
        code = code << 6 | ((unsigned char)text[i] & 0x3f);
    }
    return (wchar_t)code;
}

/* Returns the columns of a code point. wcwidth() depends on the locale; C.UTF-8 is always present
 * and covers Unicode. */
static int columns_of(wchar_t code)
{
    static locale_t unicode;
    if (unicode == (locale_t)0) {
        unicode = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    }
    if (unicode == (locale_t)0) {
        return 1;
    }
    const locale_t before = uselocale(unicode);
    const int columns = wcwidth(code);
    (void)uselocale(before);
    return columns < 0 ? 1 : columns;
}

/* Returns the columns of the first character of a text, and its bytes. A byte that is no text has a
 * column. */
static size_t first_columns(const char *text, size_t *bytes)
{
    const unsigned size = svi_text_character((const uint8_t *)text, strlen(text));
    *bytes = size > 0 ? size : 1;
    return size < 2 ? 1 : (size_t)columns_of(decode(text, size));
}

size_t svi_width_fit(const char *text, size_t columns)
{
    size_t size = 0, bytes;
    for (size_t taken = 0; text[size] != '\0'; size += bytes) {
        taken += first_columns(text + size, &bytes);
        if (taken > columns) {
            break;
        }
    }
    return size;
}

size_t svi_width(const char *text)
{
    size_t columns = 0, bytes;
    for (; *text != '\0'; text += bytes) {
        columns += first_columns(text, &bytes);
    }
    return columns;
}

static void put_bytes(const char *text, size_t size, struct svi_buf *out)
{
    for (size_t at = 0; at < size;) {
        const unsigned bytes = svi_text_character((const uint8_t *)text + at, size - at);
        svi_buf_append(out, bytes > 0 ? text + at : "?", bytes > 0 ? bytes : 1);
        at += bytes > 0 ? bytes : 1;
    }
}

void svi_width_put(const char *text, size_t columns, struct svi_buf *out)
{
    const size_t whole = strlen(text);
    const size_t size = svi_width(text) <= columns ? whole : svi_width_fit(text, columns - 1);
    put_bytes(text, size, out);
    svi_out_text(out, size < whole ? "\xe2\x80\xa6" : "");
}

void svi_width_put_name(const char *text, size_t columns, struct svi_buf *out)
{
    const size_t whole = strlen(text);
    if (svi_width(text) <= columns || columns < 2 * SVI_WIDTH_NAME) {
        svi_width_put(text, columns, out);
        return;
    }
    size_t end = whole; /* start of the part that stays at the end */
    for (size_t at = whole; at-- > 0;) {
        const bool inside = ((unsigned char)text[at] & 0xc0u) == 0x80u; /* within a character */
        if (!inside && svi_width(text + at) > SVI_WIDTH_NAME - 2) {
            break;
        }
        end = !inside && svi_width(text + at) > svi_width(text + end) ? at : end;
    }
    put_bytes(text, svi_width_fit(text, columns - 1 - svi_width(text + end)), out);
    svi_out_text(out, "\xe2\x80\xa6");
    put_bytes(text + end, whole - end, out);
}

size_t svi_width_screen(void)
{
    struct winsize size;
    if (isatty(STDOUT_FILENO) != 1 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 ||
        size.ws_col == 0) {
        return SVI_WIDTH_SCREEN;
    }
    return size.ws_col > NARROWEST ? size.ws_col : NARROWEST;
}

void svi_width_wrap(const char *text, size_t indent, size_t columns, struct svi_buf *out)
{
    for (size_t before = 0; *text != '\0'; before = indent) {
        size_t size = svi_width_fit(text, columns - before);
        if (text[size] != '\0') {
            while (size > 0 && text[size] != ' ') {
                size--;
            }
            size = size > 0 ? size : strcspn(text, " ");
        }
        for (size_t i = 0; i < before; i++) {
            svi_out_char(out, ' ');
        }
        put_bytes(text, size, out);
        svi_out_char(out, '\n');
        text += size + strspn(text + size, " ");
    }
}

void svi_width_share(size_t width[], unsigned n, unsigned set, size_t most)
{
    size_t sum = 0;
    for (unsigned i = 0; i < n; i++) {
        sum += width[i];
    }
    while (sum > most) {
        unsigned widest = n;
        for (unsigned i = 0; i < n; i++) {
            if (sv_has(set, i) && width[i] > SVI_WIDTH_NAME &&
                (widest == n || width[i] > width[widest])) {
                widest = i;
            }
        }
        if (widest == n) {
            return;
        }
        width[widest]--;
        sum--;
    }
}

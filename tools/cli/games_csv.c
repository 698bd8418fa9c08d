#include "tools/cli/games_csv.h"

#include "base/file.h"
#include "base/nearest.h"
#include "base/order.h"
#include "base/out.h"
#include "memory/memory.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST_FILE ((size_t)4 << 30)
#define SLOTS 32768u /* hash slots of names: a power of two above 2 * SVI_STATS_BOTS */

enum column { GAME, DEAL, SEAT, BOT, PLACE, POINTS, LUCK, WEIGHT, COLUMNS };
#define NEEDED POINTS /* the columns before it are required */
#define FIELDS 64u    /* most fields of a line; unknown columns are ignored */

static const char *const titles[] = {"game",   "deal", "seat",   "bot", "place",
                                     "points", "luck", "weight", NULL};
#define LEAST_WEIGHT 0.001

struct reading {
    const char *path;
    char *text;           /* The file with a 0 at its end; fields are cut out in place. */
    char *next;           /* start of the unread text */
    uint32_t line, begun; /* lines of `next` and of the current row */
    unsigned at[COLUMNS]; /* field of each column, + 1; 0: not in the file */
    unsigned n_fields;
    char *field[FIELDS];
    bool ids_are_numbers[2]; /* for games, deals */
    const char *before[2];   /* the ids of the previous row */
    uint16_t slot[SLOTS];    /* bot numbers, + 1 */
    struct svi_games *games;
    struct svi_error *error;
};

static enum sv_status wrong(struct reading *r, uint32_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static enum sv_status wrong(struct reading *r, uint32_t line, const char *format, ...)
{
    char text[400];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return svi_fail(r->error, SV_E_UNKNOWN, "%s:%" PRIu32 ": %s", r->path, line, text);
}

static enum sv_status no_memory(struct reading *r)
{
    return svi_fail(r->error, SV_E_SYSTEM, "%s: no memory for the games", r->path);
}

/* ---- fields ---------------------------------------------------------------------------------- */

/* Cuts out the quoted field at `next`; *end is the character after the field. Returns false if the
 * closing quote is missing. */
static bool cut_quoted(struct reading *r, char **end)
{
    char *to = r->next;
    char *from = r->next + 1;
    for (;; from++) {
        if (*from == '"' && from[1] == '"') {
            from++;
        } else if (*from == '"') {
            break;
        } else if (*from == '\0') {
            return false;
        }
        r->line += *from == '\n';
        *to++ = *from;
    }
    from++;
    *end = from;
    if (to < from) {
        *to = '\0';
    }
    return true;
}

/* Reads a line's fields, at most `most`. Sets *more to false at the end of the file. */
static enum sv_status next_row(struct reading *r, unsigned most, bool *more)
{
    while (*r->next == '\n' || (*r->next == '\r' && r->next[1] == '\n')) { /* skips empty lines */
        r->line += *r->next++ == '\n';
    }
    r->n_fields = 0;
    r->begun = r->line;
    *more = *r->next != '\0';
    for (bool last = !*more; !last;) {
        if (r->n_fields == most) {
            return wrong(r, r->begun, "found more than %u fields, expected %u", most, most);
        }
        char *end;
        r->field[r->n_fields++] = r->next;
        if (*r->next == '"') {
            if (!cut_quoted(r, &end)) {
                return wrong(r, r->begun, "found a quote that does not end, expected another \"");
            }
        } else {
            end = r->next + strcspn(r->next, ",\r\n");
        }
        const char after = *end;
        const bool carriage = after == '\r' && (end[1] == '\n' || end[1] == '\0');
        if (after != ',' && after != '\n' && after != '\0' && !carriage) {
            return wrong(r, r->begun,
                         "found '%c' in or after a field, expected a comma or a new line",
                         after == '\r' ? '?' : after);
        }
        last = after != ',';
        *end = '\0';
        r->next = end + (after != '\0') + (carriage && end[1] == '\n');
        r->line += last && after != '\0';
    }
    return SV_OK;
}

/* Returns the column of a title, or COLUMNS for an unknown title. */
static unsigned column_of(const char *title)
{
    unsigned c = 0;
    while (c < COLUMNS && strcmp(titles[c], title) != 0) {
        c++;
    }
    return c;
}

/* Reads the titles. Unknown columns are ignored, except a title that nearly equals a missing
 * column's title. */
static enum sv_status read_titles(struct reading *r)
{
    bool more;
    SVI_TRY(next_row(r, FIELDS, &more));
    for (unsigned f = 0; f < r->n_fields; f++) {
        const unsigned c = column_of(r->field[f]);
        if (c < COLUMNS && r->at[c] != 0) {
            return wrong(r, r->begun, "found the column '%s' twice, expected it once", titles[c]);
        }
        if (c < COLUMNS) {
            r->at[c] = f + 1;
        }
    }
    for (unsigned f = 0; f < r->n_fields; f++) {
        const bool others = column_of(r->field[f]) == COLUMNS;
        const char *near = others ? svi_nearest(r->field[f], svi_nearest_in, titles) : NULL;
        if (near != NULL && r->at[column_of(near)] == 0) {
            return wrong(r, r->begun, "found the column '%.40s', did you mean '%s'?", r->field[f],
                         near);
        }
    }
    const char *const only = r->n_fields == 1 ? r->field[0] : "";
    const size_t first = strcspn(only, ";\t|");
    if (only[first] != '\0') { /* spreadsheets in many countries write such files */
        return wrong(r, r->begun, "found columns parted by %s, expected commas",
                     only[first] == ';'   ? "';'"
                     : only[first] == '|' ? "'|'"
                                          : "tabs");
    }
    for (unsigned c = 0; c < NEEDED; c++) {
        if (r->at[c] == 0) {
            return wrong(r, r->begun,
                         "found no column '%s', expected game, deal, seat, bot and place",
                         titles[c]);
        }
    }
    return SV_OK;
}

/* ---- values ---------------------------------------------------------------------------------- */

static enum sv_status read_whole(struct reading *r, enum column c, unsigned low, unsigned high,
                                 uint8_t *to)
{
    const char *text = r->field[r->at[c] - 1];
    const size_t length = strlen(text);
    unsigned value = 0;
    bool ok = length > 0 && length < 5;
    for (size_t i = 0; ok && i < length; i++) {
        ok = text[i] >= '0' && text[i] <= '9';
        value = 10 * value + (unsigned)(text[i] - '0');
    }
    if (!ok || value < low || value > high) {
        return wrong(r, r->begun, "%s: found '%.40s', expected a whole number from %u to %u",
                     titles[c], text, low, high);
    }
    *to = (uint8_t)value;
    return SV_OK;
}

/* Leaves *to as it is if the file has no such column. */
static enum sv_status read_decimal(struct reading *r, enum column c, double low, double high,
                                   double *to)
{
    if (r->at[c] == 0) {
        return SV_OK;
    }
    const char *text = r->field[r->at[c] - 1];
    char *end;
    *to = strtod(text, &end); /* reads "." as decimal point, as the program never sets a locale */
    if (*text == '\0' || *end != '\0' || strspn(text, "+-.0123456789eE") != strlen(text) ||
        !isfinite(*to) || *to < low || *to > high) {
        return wrong(r, r->begun, "%s: found '%.40s', expected a number from %.0f to %.0f",
                     titles[c], text, low, high);
    }
    return SV_OK;
}

static enum sv_status read_bot(struct reading *r, uint16_t *to)
{
    const char *name = r->field[r->at[BOT] - 1];
    uint32_t hash = 2166136261u;
    bool ok = *name != '\0' && strlen(name) < SVI_STATS_NAME;
    for (const char *c = name; ok && *c != '\0';) {
        const unsigned bytes = svi_out_character(c);
        ok = bytes > 0;
        for (unsigned i = 0; i < bytes; i++) {
            hash = (hash ^ (unsigned char)*c++) * 16777619u;
        }
    }
    if (!ok) {
        return wrong(r, r->begun, "bot: found %s, expected a name in UTF-8",
                     *name == '\0' ? "nothing" : "bytes that are not text");
    }
    unsigned at = hash & (SLOTS - 1);
    while (r->slot[at] != 0 && strcmp(r->games->bot[r->slot[at] - 1], name) != 0) {
        at = (at + 1) & (SLOTS - 1);
    }
    if (r->slot[at] == 0) {
        unsigned bot;
        const enum sv_status status = svi_games_bot(r->games, name, &bot);
        if (status != SV_OK) {
            return status != SV_E_RANGE
                       ? no_memory(r)
                       : wrong(r, r->begun, "found one bot more, expected at most %u",
                               SVI_STATS_BOTS);
        }
        r->slot[at] = (uint16_t)(bot + 1);
    }
    *to = (uint16_t)(r->slot[at] - 1);
    return SV_OK;
}

/* Reads the text of a game or deal. For now its id is its place in the file, or the place of the
 * previous row's text if both texts are equal. */
static enum sv_status read_id(struct reading *r, enum column c, uint64_t *to)
{
    const char *text = r->field[r->at[c] - 1];
    const size_t length = strlen(text);
    if (length == 0) {
        return wrong(r, r->begun, "%s: found nothing, expected a number or a name", titles[c]);
    }
    r->ids_are_numbers[c] &=
        length <= 18 && strspn(text, "0123456789") == length && (length == 1 || text[0] != '0');
    if (r->before[c] == NULL || strcmp(r->before[c], text) != 0) {
        r->before[c] = text;
    }
    *to = (uint64_t)(r->before[c] - r->text);
    return SV_OK;
}

static enum sv_status read_row(struct reading *r)
{
    struct svi_seat_result row = {.points = -1, .origin = r->begun};
    SVI_TRY(read_id(r, GAME, &row.game));
    SVI_TRY(read_id(r, DEAL, &row.deal));
    SVI_TRY(read_whole(r, SEAT, 0, 255, &row.seat));
    SVI_TRY(read_bot(r, &row.bot));
    SVI_TRY(read_whole(r, PLACE, 1, 255, &row.place));
    SVI_TRY(read_decimal(r, POINTS, 0, 1, &row.points));
    SVI_TRY(read_decimal(r, LUCK, -1e6, 1e6, &row.luck));
    row.figure[0] = (float)row.luck;
    SVI_TRY(read_decimal(r, WEIGHT, 0, 1000, &row.weight));
    if (r->at[WEIGHT] != 0 && row.weight < LEAST_WEIGHT) {
        return wrong(r, r->begun, "weight: found '%.40s', expected at least 0.001",
                     r->field[r->at[WEIGHT] - 1]);
    }
    return svi_games_add(r->games, &row) == SV_OK ? SV_OK : no_memory(r);
}

/* ---- games and deals by number --------------------------------------------------------------- */

/* Compares characters by their bytes and runs of digits by their value: game9 before game10. */
static int compare_texts(const char *a, const char *b)
{
    const char *const one = a, *const other = b;
    while (*a != '\0' && *b != '\0') {
        const size_t zeros_a = strspn(a, "0"), zeros_b = strspn(b, "0");
        const size_t digits_a = strspn(a + zeros_a, "0123456789");
        const size_t digits_b = strspn(b + zeros_b, "0123456789");
        if (zeros_a + digits_a > 0 && zeros_b + digits_b > 0) {
            if (digits_a != digits_b) {
                return digits_a < digits_b ? -1 : 1;
            }
            const int by_value = memcmp(a + zeros_a, b + zeros_b, digits_a);
            if (by_value != 0) {
                return by_value;
            }
            a += zeros_a + digits_a;
            b += zeros_b + digits_b;
        } else if (*a != *b) {
            return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
        } else {
            a++;
            b++;
        }
    }
    const int rest = (*a != '\0') - (*b != '\0');
    return rest != 0 ? rest : strcmp(one, other);
}

struct named {
    const char *text;
    size_t game;
};

SVI_ORDER(compare_named, struct named, compare_texts(one->text, other->text))

static uint64_t *id_of(struct svi_game_rows *game, enum column c)
{
    return c == GAME ? &game->number : &game->deal_number;
}

static enum sv_status number_ids(struct reading *r, enum column c)
{
    struct svi_games *games = r->games;
    if (r->ids_are_numbers[c]) {
        for (size_t i = 0; i < games->n_games; i++) {
            uint64_t *id = id_of(&games->game[i], c);
            *id = strtoull(r->text + *id, NULL, 10);
        }
        return SV_OK;
    }
    struct named *list = svi_new(games->n_games + 1, sizeof *list);
    if (list == NULL) {
        return no_memory(r);
    }
    for (size_t i = 0; i < games->n_games; i++) {
        list[i] = (struct named){r->text + *id_of(&games->game[i], c), i};
    }
    qsort(list, games->n_games, sizeof *list, compare_named);
    uint64_t number = 0;
    for (size_t i = 0; i < games->n_games; i++) {
        number += i == 0 || strcmp(list[i].text, list[i - 1].text) != 0;
        *id_of(&games->game[list[i].game], c) = number;
    }
    free(list);
    return SV_OK;
}

/* ---- all ------------------------------------------------------------------------------------- */

static enum sv_status order(struct reading *r)
{
    struct svi_games_fault fault;
    const enum sv_status status = svi_games_order(r->games, &fault);
    if (status == SV_E_RANGE && fault.other != fault.origin) {
        return wrong(r, fault.origin, "%s (see line %" PRIu32 ")", fault.text, fault.other);
    }
    return status == SV_OK        ? SV_OK
           : status == SV_E_RANGE ? wrong(r, fault.origin, "%s", fault.text)
                                  : no_memory(r);
}

static enum sv_status read_all(struct reading *r)
{
    /* Byte order mark, with which some programs begin UTF-8 files. */
    static const char mark[] = "\xef\xbb\xbf";
    r->next = r->text + (strncmp(r->text, mark, 3) == 0 ? 3 : 0);
    SVI_TRY(read_titles(r));
    const unsigned columns = r->n_fields;
    if (r->at[LUCK] != 0 && svi_games_have_luck(r->games, 1) != SV_OK) {
        return no_memory(r);
    }
    for (bool more = true; more;) {
        SVI_TRY(next_row(r, columns, &more));
        if (more && r->n_fields < columns) {
            return wrong(r, r->begun, "found %u fields, expected %u", r->n_fields, columns);
        }
        if (more) {
            SVI_TRY(read_row(r));
        }
    }
    if (r->games->n_rows == 0) {
        return wrong(r, r->line, "found no game, expected a line for each seat of one");
    }
    SVI_TRY(number_ids(r, GAME));
    SVI_TRY(number_ids(r, DEAL));
    return order(r);
}

static uint32_t line_of(const struct reading *r, size_t at)
{
    uint32_t line = 1;
    for (size_t i = 0; i < at; i++) {
        line += r->text[i] == '\n';
    }
    return line;
}

enum sv_status svi_games_csv_read(const char *path, struct svi_games *games,
                                  struct svi_error *error)
{
    SCOPED(svi_buf_finish) struct svi_buf bytes;
    SCOPED(scoped_free) struct reading *r = svi_new(1, sizeof *r);
    svi_games_init(games);
    svi_buf_init(&bytes);
    r->path = path;
    r->line = 1;
    r->games = games;
    r->error = error;
    r->ids_are_numbers[GAME] = r->ids_are_numbers[DEAL] = true;
    enum sv_status status = svi_file_read(path, LONGEST_FILE, &bytes);
    if (status != SV_OK) {
        (void)svi_fail(error, status, "%s: %s", path,
                       status == SV_E_UNKNOWN  ? "found no file, expected results as csv"
                       : status == SV_E_LENGTH ? "found more than 4 GiB, expected less"
                                               : svi_errno_text(errno));
    } else {
        const size_t size = bytes.size;
        svi_buf_byte(&bytes, 0);
        r->text = (char *)bytes.data;
        const size_t text = bytes.failed ? 0 : strlen(r->text);
        status = bytes.failed  ? no_memory(r)
                 : text < size ? wrong(r, line_of(r, text), "found a byte 0, expected a text")
                               : read_all(r);
    }
    if (status != SV_OK) {
        svi_games_finish(games);
        status = status == SV_E_LENGTH ? SV_E_UNKNOWN : status;
    }
    return status;
}

#include "tools/serve/picture.h"

#ifdef SOLVENT_SITE

#include "memory/memory.h"
#include "record/replay.h"
#include "text/words.h"
#include "tools/analysis/figure.h"
#include "tools/console/seat_mark.h"

#include "base/out.h"

#include <solvent/position.h>

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* ---- letters --------------------------------------------------------------------------------- */

/* svi_site_letters: the size of what follows when unpacked, and a zlib stream of it
 * (little-endian). First come the number and the height of all letters, then the character and the
 * width of each, then their pixels, a byte each. tools/site/letters.py makes it. */

struct letters {
    uint8_t *bytes;
    unsigned n, height;
};

struct letter {
    unsigned width;
    const uint8_t *pixel;
};

static unsigned two_bytes(const uint8_t *at)
{
    return at[0] | (unsigned)at[1] << 8;
}

static void letters_init(struct letters *letters)
{
    const uint8_t *packed = svi_site_letters.bytes;
    uLongf size = two_bytes(packed) | (uLongf)two_bytes(packed + 2) << 16;
    letters->bytes = svi_new(1, size);
    if (uncompress(letters->bytes, &size, packed + 4, svi_site_letters.size - 4) != Z_OK) {
        abort(); /* the program is damaged */
    }
    letters->n = two_bytes(letters->bytes);
    letters->height = two_bytes(letters->bytes + 2);
}

/* Reads the character at *text, which is UTF-8, and moves on. A character without a letter
 * is '?'. */
static struct letter next_letter(const struct letters *letters, const char **text)
{
    const uint8_t *const head = letters->bytes + 4, *pixel = head + (size_t)letters->n * 4;
    const uint8_t first = (uint8_t) * (*text)++;
    unsigned code = first < 0x80   ? first
                    : first < 0xe0 ? first & 0x1f
                    : first < 0xf0 ? first & 0xf
                                   : first & 7;
    struct letter found = {0};
    for (; first >= 0x80 && ((uint8_t) * *text & 0xc0) == 0x80; (*text)++) {
        code = code << 6 | ((uint8_t) * *text & 0x3f);
    }
    for (unsigned i = 0; i < letters->n; i++) {
        const unsigned width = two_bytes(head + (size_t)i * 4 + 2);
        const unsigned this = two_bytes(head + (size_t)i * 4);
        if (this == code || (this == '?' && found.width == 0)) {
            found = (struct letter){width, pixel};
        }
        pixel += (size_t)width * letters->height;
    }
    return found;
}

/* ---- canvas ---------------------------------------------------------------------------------- */

#define WIDE 1200
#define HIGH 630
#define ROW (1 + WIDE * 3) /* bytes: PNG's filter, then red, green and blue of each pixel */

/* Colours of light pages (tools/site/src/theme.css): pictures are shown on other sites. */
enum {
    PAPER = 0xfffefb,
    INK = 0x1c2328,
    FAINT = 0x5d666b,
    EDGE = 0xd9d4c7,
    RAISED = 0xf5f2ea,
    ACCENT = 0x0b6e5f
};

struct canvas {
    uint8_t *rows;
    struct letters letters;
};

static void mix(struct canvas *c, int x, int y, unsigned colour, double share)
{
    if (x < 0 || x >= WIDE || y < 0 || y >= HIGH || share <= 0) {
        return;
    }
    uint8_t *at = c->rows + (size_t)y * ROW + 1 + (size_t)x * 3;
    share = share < 1 ? share : 1;
    for (int k = 0; k < 3; k++) {
        const double wanted = colour >> (16 - 8 * k) & 0xff;
        at[k] = (uint8_t)lround(at[k] + share * (wanted - at[k]));
    }
}

static void fill(struct canvas *c, int x, int y, int width, int height, unsigned colour,
                 double share)
{
    for (int v = y; v < y + height; v++) {
        for (int u = x; u < x + width; u++) {
            mix(c, u, v, colour, share);
        }
    }
}

/* Draws a line with round ends; one without length is a dot. */
static void stroke(struct canvas *c, double x0, double y0, double x1, double y1, double width,
                   unsigned colour)
{
    const double dx = x1 - x0, dy = y1 - y0, length = dx * dx + dy * dy, half = width / 2;
    for (int y = (int)(fmin(y0, y1) - half) - 1; y <= fmax(y0, y1) + half + 1; y++) {
        for (int x = (int)(fmin(x0, x1) - half) - 1; x <= fmax(x0, x1) + half + 1; x++) {
            double along = length > 0 ? ((x - x0) * dx + (y - y0) * dy) / length : 0;
            along = fmin(fmax(along, 0), 1);
            mix(c, x, y, colour, half + 0.5 - hypot(x - x0 - along * dx, y - y0 - along * dy));
        }
    }
}

/* Draws a letter whose rows are `size` pixels in all, by the mean of 9 samples a pixel. */
static void put_letter(struct canvas *c, const struct letter *letter, double x, int y, int size,
                       unsigned colour)
{
    const double step = (double)c->letters.height / size;
    for (int v = 0; v < size; v++) {
        for (int u = (int)x; u < x + letter->width / step; u++) {
            unsigned sum = 0;
            for (int k = 0; k < 9; k++) {
                const double s = (u + (k % 3 + 0.5) / 3 - x) * step;
                const double t = (v + (k / 3 + 0.5) / 3) * step;
                sum += s >= 0 && s < letter->width
                           ? letter->pixel[(size_t)t * letter->width + (size_t)s]
                           : 0;
            }
            mix(c, u, y + v, colour, sum / (9 * 255.0));
        }
    }
}

/* Returns the width of a text. */
static double width_of(const struct canvas *c, const char *text, int size)
{
    double width = 0;
    while (*text != '\0') {
        width += (double)next_letter(&c->letters, &text).width * size / c->letters.height;
    }
    return width;
}

/* Draws a text that begins at x, or that ends at -x if x is negative. What is wider than `most`
 * ends with an ellipsis. */
static void put_text(struct canvas *c, const char *text, double x, int y, int size, double most,
                     unsigned colour)
{
    const char *dots = "\xe2\x80\xa6";
    const double width = width_of(c, text, size), rest = width_of(c, dots, size);
    double at = x >= 0 ? x : -x - fmin(width, most);
    const double end = at + most - (width > most ? rest : 0);
    while (*text != '\0') {
        struct letter letter = next_letter(&c->letters, &text);
        if (at + (double)letter.width * size / c->letters.height > end + 0.5) {
            letter = next_letter(&c->letters, &dots);
            text = dots;
        }
        put_letter(c, &letter, at, y, size, colour);
        at += (double)letter.width * size / c->letters.height;
    }
}

/* Returns false without memory. */
static bool canvas_init(struct canvas *c)
{
    c->rows = svi_new(HIGH, ROW);
    if (c->rows == NULL) {
        return false;
    }
    for (int y = 0; y < HIGH; y++) {
        for (int x = 0; x < WIDE; x++) {
            mix(c, x, y, PAPER, 1);
        }
    }
    letters_init(&c->letters);
    fill(c, 0, HIGH - 8, WIDE, 8, ACCENT, 1);
    return true;
}

static void put_big_endian(struct svi_buf *out, uint32_t value)
{
    for (int shift = 24; shift >= 0; shift -= 8) {
        svi_buf_byte(out, (uint8_t)(value >> shift));
    }
}

static void put_chunk(struct svi_buf *out, const char type[4], const uint8_t *bytes, size_t size)
{
    put_big_endian(out, (uint32_t)size);
    svi_buf_append(out, type, 4);
    svi_buf_append(out, bytes, size);
    put_big_endian(out, (uint32_t)crc32(crc32(0, (const Bytef *)type, 4), bytes, (uInt)size));
}

/* Appends the picture as PNG, and frees it. */
static void canvas_finish(struct canvas *c, struct svi_buf *out)
{
    static const uint8_t head[] = {0,           0, WIDE >> 8, WIDE & 0xff, 0, 0, HIGH >> 8,
                                   HIGH & 0xff, 8, 2,         0,           0, 0};
    uLongf size = compressBound(HIGH * ROW);
    uint8_t *packed = svi_new(1, size);
    if (packed == NULL || compress(packed, &size, c->rows, HIGH * ROW) != Z_OK) {
        out->failed = true;
        size = 0;
    }
    svi_out_text(out, "\x89PNG\r\n\x1a\n");
    put_chunk(out, "IHDR", head, sizeof head);
    put_chunk(out, "IDAT", packed, size);
    put_chunk(out, "IEND", NULL, 0);
    free(packed);
    free(c->letters.bytes);
    free(c->rows);
}

#define TEXT 160u

/* ---- ranking --------------------------------------------------------------------------------- */

#define MOST_BOTS 10u
#define LEFT 50
#define AXIS 560 /* left end of the intervals */
#define AXIS_WIDE 440

void svi_picture_ranking(struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    const struct svi_ratings *r = &f->sheet.ratings;
    const unsigned n = r->n_order < MOST_BOTS ? r->n_order : MOST_BOTS;
    const int pitch = n < 6 ? 78 : 470 / (int)n;
    double least = 1, most = 0;
    char text[TEXT];
    struct canvas c;
    if (!canvas_init(&c)) {
        page->out->failed = true;
        return;
    }
    put_text(&c, f->league->name, LEFT, 24, 52, WIDE - 2 * LEFT, INK);
    (void)snprintf(text, sizeof text, "%" PRIu64 " of %" PRIu64 " games, edition %s",
                   f->sheet.tally.matches, f->sheet.tally.planned, f->league->edition);
    put_text(&c, text, LEFT, 84, 28, AXIS - LEFT, FAINT);
    put_text(&c, "points a game, 95% intervals", -(WIDE - LEFT), 84, 28, WIDE, FAINT);
    for (unsigned i = 0; i < n; i++) {
        const struct svi_estimate e = r->bot[r->order[i]].points;
        least = fmin(least, isfinite(e.low) ? e.low : e.value); /* fmin() passes over NAN */
        most = fmax(most, isfinite(e.high) ? e.high : e.value);
    }
    for (unsigned i = 0; i < n; i++) {
        const struct svi_rating *bot = &r->bot[r->order[i]];
        const double scale = most > least ? AXIS_WIDE / (most - least) : 0;
        const double at = AXIS + (bot->points.value - least) * scale;
        const int y = 140 + (int)i * pitch, middle = y + 20;
        (void)snprintf(text, sizeof text, "%u", bot->rank);
        put_text(&c, text, -(LEFT + 40), y, 36, 60, FAINT);
        put_text(&c, r->games->bot[r->order[i]], LEFT + 60, y, 36, AXIS - LEFT - 90, INK);
        if (isfinite(bot->points.low)) {
            stroke(&c, AXIS + (bot->points.low - least) * scale, middle,
                   AXIS + (bot->points.high - least) * scale, middle, 6, ACCENT);
        }
        if (isfinite(bot->points.value)) {
            stroke(&c, at, middle, at, middle, 18, ACCENT);
            put_text(&c, svi_figure(bot->points.value, 2, "").text, -(WIDE - LEFT), y, 36, 130,
                     INK);
        }
    }
    canvas_finish(&c, page->out);
}

/* ---- game ------------------------------------------------------------------------------------ */

#define BOARD 560
#define BOARD_LEFT 30
#define BOARD_TOP 30
#define DEPTH 74 /* of a side of the board */
#define RIGHT 630
#define RIGHT_WIDE (WIDE - RIGHT - 40)

struct box {
    int x, y, width, height;
};

/* Returns the place of a space: the board has four sides of about as many spaces, and begins at
 * the lower right. */
static struct box box_of(unsigned space, unsigned spaces)
{
    unsigned side = 0;
    while (side < 3 && space >= spaces * (side + 1) / 4) {
        side++;
    }
    const unsigned corner = spaces * side / 4, between = spaces * (side + 1) / 4 - corner - 1;
    const unsigned nth = space - corner;
    const int inner = BOARD - 2 * DEPTH;
    const int from = nth == 0 ? 0 : DEPTH + inner * (int)(nth - 1) / (int)between;
    const int to = nth == 0 ? DEPTH : DEPTH + inner * (int)nth / (int)between;
    const int back = BOARD - to, far = BOARD - DEPTH, length = to - from;
    const struct box boxes[] = {{back, far, length, DEPTH},
                                {0, back, DEPTH, length},
                                {from, 0, length, DEPTH},
                                {far, from, DEPTH, length}};
    struct box box = boxes[side];
    box.x += BOARD_LEFT;
    box.y += BOARD_TOP;
    return box;
}

static unsigned colour_of(unsigned seat)
{
    return (unsigned)strtoul(svi_seat_marks[seat].light + 1, NULL, 16);
}

/* Draws a deed with its owner's letter, paler if it is mortgaged, and a bar for each house. A hotel
 * and a skyscraper are as wide as five and six of them. */
static void put_deed(struct canvas *c, struct box b, unsigned owner, unsigned level, bool mortgaged)
{
    const char letter[] = {svi_seat_marks[owner].letter, '\0'};
    const double width = width_of(c, letter, 26);
    const int middle = b.x + b.width / 2, bars = level < 5 ? 5 : 8;
    fill(c, b.x + 1, b.y + 1, b.width - 2, b.height - 2, colour_of(owner), mortgaged ? 0.4 : 1);
    put_text(c, letter, middle - width / 2, b.y + b.height / 2 - 15, 26, width + 1, PAPER);
    for (int k = 0; k < (int)level; k++) {
        fill(c, middle - (int)level * 4 + k * 8, b.y + b.height / 2 + 12, bars, 6, PAPER, 1);
    }
}

static void put_board(struct canvas *c, const struct sv_edition *e, const struct sv_position *p)
{
    for (unsigned i = 0; i < e->n_spaces; i++) {
        const struct box b = box_of(i, e->n_spaces);
        const bool is_owned = p->owner[i] < p->seats;
        fill(c, b.x, b.y, b.width, b.height, EDGE, 1);
        fill(c, b.x + 1, b.y + 1, b.width - 2, b.height - 2, sv_has(e->deeds, i) ? PAPER : RAISED,
             1);
        if (is_owned) {
            put_deed(c, b, p->owner[i], p->level[i], sv_has(p->mortgaged, i));
        }
    }
    for (unsigned s = 0; s < p->seats; s++) {
        const struct box b = box_of(p->space[s], e->n_spaces);
        const double x = b.x + 10 + (double)(s % 2) * (b.width - 20),
                     y = b.y + 11 + (double)(s / 2) * 16;
        if (sv_alive(p, s)) {
            stroke(c, x, y, x, y, 17, PAPER);
            stroke(c, x, y, x, y, 13, colour_of(s));
        }
    }
}

/* Draws the players, the best first, and returns the height below them. */
static int put_players(struct canvas *c, const struct sv_edition *e, const struct sv_position *p,
                       const struct svi_store_info *league, const struct svi_store_match *match)
{
    int y = 92;
    for (unsigned place = 1; place <= match->seats; place++) {
        for (unsigned s = 0; s < match->seats; s++) {
            const char letter[] = {svi_seat_marks[s].letter, '\0'};
            char text[TEXT];
            struct svi_buf worth = {0};
            if (match->seat[s].place != place) {
                continue;
            }
            fill(c, RIGHT, y + 4, 28, 28, colour_of(s), 1);
            put_text(c, letter, RIGHT + 14 - width_of(c, letter, 24) / 2, y + 4, 24, 30, PAPER);
            (void)snprintf(text, sizeof text, "%u. %s", place, league->bot[match->seat[s].bot]);
            put_text(c, text, RIGHT + 40, y, 34, RIGHT_WIDE - 190, INK);
            svi_say_money(&worth, sv_worth(e, p, s));
            char *sum = svi_text_of(&worth);
            put_text(c, sv_alive(p, s) ? sum : "bankrupt", -(RIGHT + RIGHT_WIDE), y, 30, 140,
                     FAINT);
            free(sum);
            y += 40;
        }
    }
    return y;
}

struct moment {
    double round;
    int32_t worth[SV_MAX_SEATS];
};

/* Draws the worth of each seat by rounds, in the height from `top` on. */
static void put_course(struct canvas *c, const struct moment moment[], size_t n, unsigned seats,
                       int top)
{
    const int low = HIGH - 40, high = top + 24;
    int32_t most = 1;
    for (size_t i = 0; i < n; i++) {
        for (unsigned s = 0; s < seats; s++) {
            most = moment[i].worth[s] > most ? moment[i].worth[s] : most;
        }
    }
    const double across = RIGHT_WIDE / fmax(moment[n - 1].round, 1),
                 up = (double)(low - high) / most;
    stroke(c, RIGHT, low, RIGHT + RIGHT_WIDE, low, 1, FAINT);
    for (unsigned s = 0; s < seats; s++) {
        for (size_t i = 1; i < n; i++) {
            stroke(c, RIGHT + moment[i - 1].round * across, low - moment[i - 1].worth[s] * up,
                   RIGHT + moment[i].round * across, low - moment[i].worth[s] * up, 3,
                   colour_of(s));
        }
    }
}

static void draw_game(const struct sv_edition *e, const struct sv_position *p,
                      const struct svi_store_info *league, const struct svi_store_match *match,
                      const struct svi_buf *moments, struct svi_buf *out)
{
    const int inside = BOARD - 2 * DEPTH - 40, left = BOARD_LEFT + DEPTH + 20;
    char text[TEXT];
    struct canvas c;
    if (moments->failed || !canvas_init(&c)) {
        out->failed = true;
        return;
    }
    put_board(&c, e, p);
    for (unsigned s = 0, y = 220; s < match->seats; s++) {
        if (match->seat[s].place == 1) { /* several share it where worth is equal */
            (void)snprintf(text, sizeof text, "%s wins", league->bot[match->seat[s].bot]);
            put_text(&c, text, left, (int)y, 48, inside, colour_of(s));
            y += 52;
        }
    }
    (void)snprintf(text, sizeof text, "after %" PRIu32 " rounds", match->rounds);
    put_text(&c, text, left, 180, 30, inside, FAINT);
    (void)snprintf(text, sizeof text, "%s, game %" PRIu64, league->name, match->number);
    put_text(&c, text, RIGHT, 30, 40, RIGHT_WIDE, INK);
    const int top = put_players(&c, e, p, league, match);
    put_course(&c, (const struct moment *)moments->data, moments->size / sizeof(struct moment),
               match->seats, top);
    canvas_finish(&c, out);
}

static void take_moment(struct svi_buf *moments, const struct svi_game *g)
{
    const struct sv_position *p = &g->state.position;
    struct moment now = {.round = p->round};
    for (unsigned s = 0; s < p->seats; s++) {
        now.worth[s] = sv_worth(g->edition, p, s);
    }
    svi_buf_append(moments, &now, sizeof now);
}

enum sv_status svi_picture_game(const struct svi_buf *replay, const struct svi_store_info *league,
                                const struct svi_store_match *match, struct svi_buf *out)
{
    struct svi_replay *r = svi_new(1, sizeof *r);
    struct svi_game *game = svi_new(1, sizeof *game);
    struct svi_buf moments = {0};
    const struct sv_position *p = &game->state.position;
    unsigned round = 0;
    svi_game_init(game);
    enum sv_status status = svi_replay_open(r, replay->data, replay->size);
    status = status == SV_OK ? svi_replay_start(r, game, NULL) : status;
    while (status == SV_OK && !svi_game_over(game)) {
        if (p->round != round) {
            round = p->round;
            take_moment(&moments, game);
        }
        status = svi_replay_next(r, game);
    }
    if (status == SV_OK) {
        take_moment(&moments, game);
        draw_game(game->edition, p, league, match, &moments, out);
    }
    svi_buf_finish(&moments);
    svi_game_finish(game);
    free(game);
    free(r);
    return status;
}

#else

enum sv_status svi_picture_game(const struct svi_buf *replay, const struct svi_store_info *league,
                                const struct svi_store_match *match, struct svi_buf *out)
{
    (void)replay;
    (void)league;
    (void)match;
    (void)out;
    return SV_E_UNKNOWN;
}

#endif

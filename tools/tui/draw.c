#include "tools/tui/draw.h"

#include "base/out.h"
#include "record/text.h"
#include "text/words.h"
#include "tools/console/seat_mark.h"
#include "tools/tui/screen.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- board ----------------------------------------------------------------------------------- */

/* The layout of a board on a screen of characters, and the text of each space: a ring of cells
 * around a free inner part, with space 0 at the lower right and the others clockwise. Does not use
 * the terminal. */

/* Wider cells would only spread the board. */
#define MAX_CELL_WIDTH 18u
#define MAX_CELL_HEIGHT 3u

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* ---- layout ---------------------------------------------------------------------------------- */

/* Finds the cell of a space, counted in cells: from the lower right to the left, up, to the right,
 * down. */
static void place(unsigned space, unsigned rows, unsigned cols, unsigned *row, unsigned *col)
{
    const unsigned bottom = cols - 1;
    const unsigned side = rows - 1;
    if (space < bottom) {
        *row = side;
        *col = bottom - space;
    } else if (space < bottom + side) {
        *row = side - (space - bottom);
        *col = 0;
    } else if (space < 2 * bottom + side) {
        *row = 0;
        *col = space - bottom - side;
    } else {
        *row = space - 2 * bottom - side;
        *col = bottom;
    }
}

void svi_tui_board_init(struct svi_tui_board *board, const struct sv_edition *edition,
                        unsigned lines, unsigned columns)
{
    const unsigned n = edition->n_spaces;
    const unsigned half = (n + 1) / 2; /* one cell stays empty if the number is odd */
    /* The log gets at least seven lines beside the two bars, and a third of a larger screen. */
    const unsigned room = lines * 2 / 3 < lines - 9 ? lines - 9 : lines * 2 / 3;
    /* As square as possible, so that the board's corners are in its corners. */
    const unsigned rows = least(n / 4 + 1, least(room, lines - 9));
    const unsigned cols = half + 2 - rows;
    memset(board, 0, sizeof *board);
    board->cell_height = least(least(room, lines - 9) / rows, MAX_CELL_HEIGHT);
    board->cell_width = least(columns / cols, MAX_CELL_WIDTH);
    board->height = rows * board->cell_height;
    board->width = cols * board->cell_width;
    /* A blank on either side of owner and level if the cell is wide enough. */
    board->gap = board->cell_width >= 7 ? 1 : 0;
    board->name_width = board->cell_width - 2 - 2 * board->gap;
    const unsigned margin = (columns - board->width) / 2;
    for (unsigned i = 0; i < n; i++) {
        unsigned row;
        unsigned col;
        place(i, rows, cols, &row, &col);
        board->top[i] = row * board->cell_height;
        board->left[i] = margin + col * board->cell_width;
    }
    board->inner_top = board->cell_height;
    board->inner_left = margin + board->cell_width;
    board->inner_height = board->height - 2 * board->cell_height;
    board->inner_width = board->width - 2 * board->cell_width;
}

/* ---- contents -------------------------------------------------------------------------------- */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           ((unsigned char)c & 0x80u) != 0;
}

/* Appends whole characters of `name` until `out` has `width` characters. Takes only letters and
 * digits unless `all` is set. */
static void take(char out[SV_MAX_NAME], const char *name, unsigned width, bool all)
{
    unsigned characters = 0;
    size_t size = 0;
    for (const char *c = name; *c != '\0' && size + 1 < SV_MAX_NAME; c++) {
        const bool goes_on = ((unsigned char)*c & 0xc0u) == 0x80u;
        if (!all && !is_letter(*c)) {
            continue;
        }
        if (!goes_on && ++characters > width) {
            break;
        }
        out[size++] = *c;
    }
    out[size] = '\0';
}

static unsigned count_characters(const char *text)
{
    unsigned characters = 0;
    for (; *text != '\0'; text++) {
        characters += ((unsigned char)*text & 0xc0u) != 0x80u;
    }
    return characters;
}

void svi_tui_board_name(const struct sv_edition *edition, unsigned space, unsigned width,
                        char out[SV_MAX_NAME])
{
    const char *name = edition->space[space].name;
    if (count_characters(name) <= width) {
        (void)snprintf(out, SV_MAX_NAME, "%s", name);
        return;
    }
    if (width >= 9) { /* wide enough for the name's beginning with all its characters */
        take(out, name, width, true);
        return;
    }
    take(out, name, width, false);
    const char *last = strrchr(name, ' ');
    for (unsigned i = 0; i < edition->n_spaces && last != NULL && width > 1; i++) {
        char other[SV_MAX_NAME];
        take(other, edition->space[i].name, width, false);
        if (strcmp(other, out) == 0 && strcmp(edition->space[i].name, name) != 0) {
            char initial[SV_MAX_NAME];
            take(initial, last, 1, false);
            take(out, name, width - 1, false);
            if (strlen(out) + strlen(initial) < SV_MAX_NAME) {
                memcpy(out + strlen(out), initial, strlen(initial) + 1);
            }
            return;
        }
    }
}

static char level_of(const struct sv_edition *e, const struct sv_position *p, unsigned space)
{
    static const char street[] = " 1234HS";
    const unsigned level = p->level[space];
    if (sv_has(p->mortgaged, space)) {
        return 'm';
    }
    if (e->space[space].kind == SV_SPACE_RAIL) {
        return level != 0 ? 'D' : ' ';
    }
    return level < sizeof street - 1 ? street[level] : '?';
}

void svi_tui_board_face(const struct svi_tui_board *board, const struct sv_edition *e,
                        const struct sv_position *p, unsigned space, struct svi_tui_face *face)
{
    unsigned here = 0;
    memset(face, 0, sizeof *face);
    svi_tui_board_name(e, space, board->name_width, face->name);
    for (unsigned s = 0; s < p->seats; s++) {
        if (sv_alive(p, s) && p->space[s] == space) {
            face->tokens[0] = '>';
            face->tokens[++here] = svi_seat_marks[s].letter;
        }
    }
    face->owner = p->owner[space] == SV_NONE   ? ' '
                  : p->owner[space] == SV_BANK ? '.'
                                               : svi_seat_marks[p->owner[space]].letter;
    face->level = level_of(e, p, space);
    face->token_width = board->name_width + (face->owner == ' ' ? board->gap + 2 : 0);
    if (here + 1 > face->token_width) {
        (void)snprintf(face->tokens, sizeof face->tokens, ">%u", here);
    }
}

/* Most rows of the log. */
#define MAX_ROWS 500u

/* Lines of the longest note. */
#define NOTE_LINES 6u

static unsigned put(unsigned line, unsigned column, unsigned width, const char *text,
                    unsigned style)
{
    return svi_tui_screen_put(line, column, width, text, strlen(text), style, false);
}

/* ---- the board ------------------------------------------------------------------------------- */

static unsigned seat_style(char mark)
{
    unsigned seat = 0;
    while (seat < SV_MAX_SEATS && svi_seat_marks[seat].letter != mark) {
        seat++;
    }
    return seat < SV_MAX_SEATS ? SVI_TUI_SEAT_STYLE(seat) : SVI_TUI_PLAIN;
}

/* Draws the tokens, each in the colour of its seat. */
static unsigned put_tokens(const struct svi_tui_face *face, unsigned line, unsigned column,
                           unsigned width)
{
    unsigned used = put(line, column, width, ">", SVI_TUI_BOLD);
    for (const char *mark = face->tokens + 1; *mark != '\0' && used < width; mark++) {
        const unsigned style = SVI_TUI_REVERSE | SVI_TUI_BOLD | seat_style(*mark);
        used += svi_tui_screen_put(line, column + used, width - used, mark, 1, style, false);
    }
    return used;
}

static void draw_space(const struct svi_tui_board *b, const struct svi_game *g, unsigned space)
{
    const struct sv_position *p = &g->state.position;
    const unsigned line = b->top[space];
    const unsigned column = b->left[space];
    struct svi_tui_face face;
    svi_tui_board_face(b, g->edition, p, space, &face);
    const bool owned = p->owner[space] < SV_MAX_SEATS;
    const unsigned style = owned ? seat_style(face.owner) : SVI_TUI_PLAIN;
    const char owner[] = {face.owner, face.level, '\0'};
    const bool low = b->cell_height == 1;
    const unsigned width = b->name_width;
    unsigned used = 0;
    (void)put(line, column + width + b->gap, 2, owner,
              owned ? style | SVI_TUI_BOLD : SVI_TUI_PLAIN);
    if (face.tokens[0] != '\0') {
        used = put_tokens(&face, line + !low, column, face.token_width);
    }
    used = low && used != 0 ? used + 1 : 0;
    /* Beside tokens, part of the name is drawn only if there are enough columns to tell it from
     * them. */
    if (used == 0 || width >= used + 3) {
        (void)put(line, column + used, width - used, face.name, owned ? style : SVI_TUI_DIM);
    }
}

/* ---- the players ----------------------------------------------------------------------------- */

static unsigned full_sets(const struct svi_game *g, unsigned seat)
{
    unsigned sets = 0;
    for (unsigned i = 0; i < g->edition->n_groups; i++) {
        sets += sv_set_full(g->edition, &g->state.position, i, seat);
    }
    return sets;
}

static void say_place(struct svi_buf *out, const struct svi_game *g, unsigned seat)
{
    const struct sv_position *p = &g->state.position;
    if (p->jail[seat] != 0) {
        svi_out_text(out, "in jail (");
        svi_out_int(out, p->jail[seat] - 1);
        svi_out_char(out, ')');
    } else {
        const struct sv_text_view v = svi_text_view(g);
        svi_say_space(out, &v, p->space[seat]);
    }
}

/* Appends a seat's holdings besides money: "2 sets 7 deeds 1 card". */
static void say_holdings(struct svi_buf *out, const struct svi_game *g, unsigned seat)
{
    const struct sv_position *p = &g->state.position;
    unsigned cards = 0;
    for (unsigned j = 0; j < SV_MAX_JAIL_CARDS; j++) {
        cards += p->jail_holder[j] == seat;
    }
    const struct {
        unsigned count;
        const char *letter;
    } holdings[] = {{full_sets(g, seat), "s"},
                    {sv_count(p->owned[seat]), "d"},
                    {cards, "j"},
                    {p->tickets[seat], "t"}};
    for (size_t i = 0; i < sizeof holdings / sizeof holdings[0]; i++) {
        if (holdings[i].count != 0) {
            svi_out_int(out, holdings[i].count);
            svi_out_text(out, holdings[i].letter);
            svi_out_char(out, ' ');
        }
    }
    if (sv_has(p->forfeited, seat)) {
        svi_out_text(out, "forfeit");
    }
}

static unsigned style_of(const struct svi_game *g, unsigned seat, bool chosen)
{
    const struct sv_position *p = &g->state.position;
    return SVI_TUI_SEAT_STYLE(seat) | (chosen ? SVI_TUI_REVERSE : SVI_TUI_PLAIN) |
           (p->turn_seat == seat ? SVI_TUI_BOLD : SVI_TUI_PLAIN) |
           (sv_alive(p, seat) ? SVI_TUI_PLAIN : SVI_TUI_DIM);
}

/* Widths of columns: mark and name, cash, worth, holdings; the rest is for the space. */
#define MONEY_WIDTH 8u
#define HOLDINGS_WIDTH 12u

static unsigned name_width(unsigned width)
{
    return width > 64 ? 20 : width > 52 ? 14 : 10;
}

/* Writes mark and name, with a star for the player whose turn it is. */
static void say_player(struct svi_buf *out, const struct svi_game *g, unsigned seat)
{
    const struct sv_text_view v = svi_text_view(g);
    svi_buf_clear(out);
    svi_out_char(out, g->state.position.turn_seat == seat ? '*' : ' ');
    svi_out_char(out, svi_seat_marks[seat].letter);
    svi_out_char(out, ' ');
    svi_say_player(out, &v, seat);
}

static void draw_player(const struct svi_game *g, unsigned seat, bool chosen, unsigned line,
                        unsigned column, unsigned width, struct svi_buf *out)
{
    const struct sv_position *p = &g->state.position;
    const unsigned style = style_of(g, seat, chosen);
    const unsigned names = name_width(width);
    char figures[40];
    say_player(out, g, seat);
    (void)svi_tui_screen_put(line, column, names, (const char *)out->data, out->size, style, true);
    (void)snprintf(figures, sizeof figures, "%*" PRId32 "%*" PRId32 " ", (int)MONEY_WIDTH - 1,
                   p->cash[seat], (int)MONEY_WIDTH - 1, sv_worth(g->edition, p, seat));
    (void)put(line, column + names, 2 * MONEY_WIDTH, figures, style & ~(unsigned)SVI_TUI_REVERSE);
    svi_buf_clear(out);
    if (!sv_alive(p, seat)) {
        svi_out_text(out, "bankrupt, place ");
        svi_out_int(out, p->place[seat]);
        (void)svi_tui_screen_put(line, column + names + 2 * MONEY_WIDTH - 1,
                                 width - names - 2 * MONEY_WIDTH + 1, (const char *)out->data,
                                 out->size, SVI_TUI_DIM, false);
        return;
    }
    say_holdings(out, g, seat);
    (void)svi_tui_screen_put(line, column + names + 2 * MONEY_WIDTH - 1, HOLDINGS_WIDTH - 1,
                             (const char *)out->data, out->size, SVI_TUI_PLAIN, false);
    svi_buf_clear(out);
    say_place(out, g, seat);
    const unsigned at = names + 2 * MONEY_WIDTH - 1 + HOLDINGS_WIDTH;
    (void)svi_tui_screen_put(line, column + at, width > at ? width - at : 0,
                             (const char *)out->data, out->size, SVI_TUI_PLAIN, false);
}

/* Draws a player on a small screen: mark, name, cash and worth in half the width. */
static void draw_player_short(const struct svi_game *g, unsigned seat, bool chosen, unsigned line,
                              unsigned column, unsigned width, struct svi_buf *out)
{
    const struct sv_position *p = &g->state.position;
    const unsigned figures_width = 14;
    char figures[40];
    say_player(out, g, seat);
    (void)svi_tui_screen_put(line, column, width - figures_width - 1, (const char *)out->data,
                             out->size, style_of(g, seat, chosen), true);
    if (sv_alive(p, seat)) {
        (void)snprintf(figures, sizeof figures, "%6" PRId32 "%7" PRId32 "%s", p->cash[seat],
                       sv_worth(g->edition, p, seat), p->jail[seat] != 0 ? "j" : "");
    } else {
        (void)snprintf(figures, sizeof figures, " out, place %u", p->place[seat]);
    }
    (void)put(line, column + width - figures_width - 1, figures_width, figures,
              style_of(g, seat, false));
}

/* ---- the question ---------------------------------------------------------------------------- */

/* Returns the seat of the event's question, or else of the first open question, or SV_NONE. */
static unsigned asked_seat(const struct svi_tui_scene *scene)
{
    const struct svi_game *g = scene->now;
    if (scene->about != SV_NONE) {
        return scene->about;
    }
    for (unsigned i = 0; i < g->setup.seats; i++) {
        const unsigned seat = (g->state.position.turn_seat + i) % g->setup.seats;
        if (sv_has(g->open, seat)) {
            return seat;
        }
    }
    return SV_NONE;
}

static void say_business(struct svi_buf *out, const struct svi_tui_scene *scene)
{
    const struct svi_game *g = scene->now;
    const struct sv_position *p = &g->state.position;
    const struct sv_text_view v = svi_text_view(g);
    const unsigned seat = asked_seat(scene);
    struct sv_question q;
    if (p->auction_in != 0) {
        svi_out_text(out, "Auction of ");
        if (p->auction_space != SV_NONE) {
            svi_say_space(out, &v, p->auction_space);
        } else {
            svi_out_text(out, "a building");
        }
        svi_out_text(out, ": ");
        svi_say_money(out, p->auction_high);
        if (p->auction_seat != SV_NONE) {
            svi_out_text(out, " by ");
            svi_say_party(out, &v, p->auction_seat);
        }
        svi_out_text(out, ". ");
    }
    if (seat != SV_NONE && svi_game_question(g, seat, &q) == SV_OK) {
        svi_say_player(out, &v, seat);
        svi_out_text(out, " is asked ");
        svi_say_question(out, &v, &q);
    } else if (p->over != 0) {
        svi_out_text(out, "The game is over: ");
        svi_say_word(out, sv_why_name(p->over));
    }
}

/* Draws text from a line and column on, broken at blanks to `width`, on at most `lines` lines.
 * Returns the number of lines used. */
static unsigned draw_text(const char *text, size_t size, unsigned line, unsigned column,
                          unsigned lines, unsigned width, unsigned style)
{
    unsigned used = 0;
    for (size_t at = 0; at < size && used < lines; used++) {
        const uint32_t part = svi_tui_log_wrap(text + at, (uint32_t)(size - at), width);
        (void)svi_tui_screen_put(line + used, column, width, text + at, part, style, false);
        at += part;
    }
    return used;
}

static void draw_heading(unsigned line, unsigned column, unsigned width)
{
    char heading[96];
    const unsigned names = name_width(width);
    (void)snprintf(heading, sizeof heading, "%-*s%*s%*s %-*s%s", (int)names, "   player",
                   (int)MONEY_WIDTH - 1, "cash", (int)MONEY_WIDTH - 1, "worth", (int)HOLDINGS_WIDTH,
                   "holds", "on");
    (void)put(line, column, width, heading, SVI_TUI_DIM);
}

void svi_tui_draw_table(const struct svi_tui_board *b, const struct svi_tui_scene *scene,
                        unsigned seat)
{
    const struct svi_game *g = scene->now;
    const unsigned seats = g->setup.seats;
    const unsigned column = b->inner_left + 1;
    const unsigned width = b->inner_width - 2;
    const bool list = seats <= b->inner_height;
    unsigned line = b->inner_top;
    SCOPED(svi_buf_finish) struct svi_buf out = {0};
    for (unsigned space = 0; space < g->edition->n_spaces; space++) {
        draw_space(b, g, space);
    }
    if (list && seats + 1 <= b->inner_height) {
        draw_heading(line++, column, width);
    }
    for (unsigned s = 0; s < seats; s++) {
        if (list) {
            draw_player(g, s, s == seat, line++, column, width, &out);
        } else {
            draw_player_short(g, s, s == seat, line + s / 2, column + s % 2 * (width / 2),
                              width / 2, &out);
        }
    }
    line += list ? 0 : (seats + 1) / 2;
    const unsigned end = b->inner_top + b->inner_height;
    line += end - line > 3 ? 1 : 0;
    if (line < end) {
        svi_buf_clear(&out);
        say_business(&out, scene);
        (void)draw_text((const char *)out.data, out.size, line, column, end - line, width,
                        SVI_TUI_PLAIN);
    }
}

/* ---- the log, and whole pages ---------------------------------------------------------------- */

void svi_tui_draw_log(const struct svi_tui_scene *scene, bool full, unsigned top, unsigned lines)
{
    static struct svi_tui_row rows[MAX_ROWS];
    const unsigned number = 9; /* columns: a sign, at least six digits, a blank */
    const unsigned columns = svi_tui_screen_columns();
    const unsigned n = svi_tui_log_window(scene->log, scene->at, full, columns - number, rows,
                                          lines < MAX_ROWS ? lines : MAX_ROWS);
    for (unsigned i = 0; i < n; i++) {
        const struct svi_tui_row *row = &rows[i];
        const unsigned style = (row->current ? SVI_TUI_REVERSE : SVI_TUI_PLAIN) |
                               (row->heading ? SVI_TUI_BOLD : SVI_TUI_PLAIN);
        char before[24] = "";
        if (row->first) {
            (void)snprintf(before, sizeof before, "%c%6" PRIu32 "  ", row->current ? '>' : ' ',
                           row->n);
        }
        (void)svi_tui_screen_put(top + i, 0, number, before, strlen(before),
                                 row->current ? SVI_TUI_REVERSE | SVI_TUI_BOLD : SVI_TUI_DIM, true);
        (void)svi_tui_screen_put(top + i, number, columns - number, row->text, row->size, style,
                                 row->current);
    }
}

/* Returns the indentation of a long line's further lines: the column behind its first gap of two
 * blanks, if the gap is near the beginning. */
static unsigned indent_of(const char *text, size_t size)
{
    const size_t near = size < 16 ? size : 16;
    size_t at = 0;
    while (at < near && text[at] == ' ') {
        at++;
    }
    const size_t begin = at;
    while (at + 1 < near && !(text[at] == ' ' && text[at + 1] == ' ')) {
        at++;
    }
    while (at < near && text[at] == ' ') {
        at++;
    }
    return (unsigned)(at < near ? at : begin);
}

unsigned svi_tui_draw_page(const char *text, size_t size, unsigned scroll)
{
    unsigned line = 0;
    const unsigned columns = svi_tui_screen_columns();
    svi_tui_screen_clear();
    for (size_t at = 0; at < size;) {
        const char *end = memchr(text + at, '\n', size - at);
        const size_t stop = end != NULL ? (size_t)(end - text) : size;
        const unsigned indent = indent_of(text + at, stop - at);
        unsigned column = 0;
        do {
            const uint32_t part =
                svi_tui_log_wrap(text + at, (uint32_t)(stop - at), columns - column);
            if (line >= scroll && line - scroll + 1 < svi_tui_screen_lines()) {
                (void)svi_tui_screen_put(line - scroll, column, columns - column, text + at, part,
                                         SVI_TUI_PLAIN, false);
            }
            line++;
            at += part;
            column = indent;
        } while (at < stop);
        at++;
    }
    return line;
}

void svi_tui_draw_note(const char *text, unsigned bottom)
{
    const unsigned columns = svi_tui_screen_columns();
    const uint32_t size = (uint32_t)strlen(text);
    uint32_t end[NOTE_LINES] = {0}; /* end of each line */
    unsigned lines = 0;
    for (uint32_t at = 0; at < size && lines < NOTE_LINES; at = end[lines++]) {
        end[lines] = at + svi_tui_log_wrap(text + at, size - at, columns - (lines > 0 ? 2 : 0));
    }
    for (unsigned i = 0; i < lines; i++) {
        const uint32_t from = i > 0 ? end[i - 1] : 0;
        const unsigned line = bottom + 1 - lines + i, column = i > 0 ? 2 : 0;
        svi_tui_draw_bar(line, "", SVI_TUI_PLAIN);
        (void)svi_tui_screen_put(line, column, columns - column, text + from, end[i] - from,
                                 SVI_TUI_PLAIN, false);
    }
}

void svi_tui_draw_bar(unsigned line, const char *text, unsigned style)
{
    (void)svi_tui_screen_put(line, 0, svi_tui_screen_columns(), text, strlen(text), style, true);
}

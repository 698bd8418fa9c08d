#include "tools/tui/board.h"

#include "tools/console/seat_mark.h"

#include <stdio.h>
#include <string.h>

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

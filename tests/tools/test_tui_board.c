/* Boards of every size on a screen of every size. */
#include "tests/base/testing.h"
#include "tests/record/games.h"
#include "tools/tui/draw.h"

static struct sv_edition e;

/* Makes an edition of n spaces with names of their own, as far as the layout reads it. */
static void make_board(unsigned n)
{
    memset(&e, 0, sizeof e);
    e.n_spaces = (uint8_t)n;
    for (unsigned i = 0; i < n; i++) {
        (void)snprintf(e.space[i].name, sizeof e.space[i].name, "Street %u", i);
    }
}

static void check_layout(unsigned n, unsigned lines, unsigned columns)
{
    static char picture[200][400];
    struct svi_tui_board b;
    svi_tui_board_init(&b, &e, lines, columns);
    assert_true(b.height + 9 <= lines); /* the status, seven lines of log, the keys */
    assert_true(b.width <= columns);
    assert_true(b.cell_height >= 1 && b.cell_width >= 4 && b.name_width >= 2);
    assert_true(b.name_width + 2 + b.gap <= b.cell_width);
    memset(picture, 0, sizeof picture);
    for (unsigned i = 0; i < n; i++) {
        assert_true(b.top[i] + b.cell_height <= b.height);
        assert_true(b.left[i] + b.cell_width <= columns);
        for (unsigned y = 0; y < b.cell_height; y++) {
            for (unsigned x = 0; x < b.cell_width; x++) {
                char *c = &picture[b.top[i] + y][b.left[i] + x];
                assert_int_equal(*c, 0); /* no two on the same place */
                *c = 1;
            }
        }
        /* Next to the one before, in one direction only. */
        if (i > 0) {
            assert_true((b.top[i] == b.top[i - 1]) != (b.left[i] == b.left[i - 1]));
        }
    }
    for (unsigned y = 0; y < b.inner_height; y++) {
        for (unsigned x = 0; x < b.inner_width; x++) {
            assert_int_equal(picture[b.inner_top + y][b.inner_left + x], 0);
        }
    }
    /* Eight players in two columns, and a line for the question. */
    assert_true(b.inner_height >= 5 && b.inner_width >= 44);
}

TEST(test_layouts)
{
    static const unsigned screens[][2] = {{24, 80}, {25, 81},  {30, 100}, {43, 132},
                                          {60, 80}, {24, 200}, {120, 300}};
    for (unsigned n = 20; n <= SV_MAX_SPACES; n++) {
        make_board(n);
        for (size_t i = 0; i < sizeof screens / sizeof screens[0]; i++) {
            check_layout(n, screens[i][0], screens[i][1]);
        }
    }
}

/* The corners of a board that has them are corners. */
TEST(test_corners)
{
    static const char *const names[] = {"classic", "mega", "harbour"};
    for (size_t i = 0; i < 3; i++) {
        const struct sv_edition *edition = game_edition(names[i]);
        const unsigned side = edition->n_spaces / 4u;
        struct svi_tui_board b;
        svi_tui_board_init(&b, edition, 24, 80);
        assert_int_equal(edition->jail_space, side);
        assert_int_equal(b.top[0], b.top[side]);
        assert_int_equal(b.left[side], b.left[2 * side]);
        assert_int_equal(b.top[2 * side], 0);
        assert_int_equal(b.top[2 * side], b.top[3 * side]);
        assert_int_equal(b.left[3 * side], b.left[0]);
        assert_true(b.left[0] > b.left[side]);
    }
}

/* ---- names and faces ------------------------------------------------------------------------- */

static const char *name_of(const char *edition, unsigned space, unsigned width)
{
    static char name[SV_MAX_NAME];
    svi_tui_board_name(game_edition(edition), space, width, name);
    return name;
}

TEST(test_names)
{
    assert_string_equal(name_of("classic", 0, 3), "GO");
    assert_string_equal(name_of("classic", 1, 3), "Med");
    assert_string_equal(name_of("classic", 11, 3), "StC");
    /* Two Pennsylvanias: an avenue and a railroad. */
    assert_string_equal(name_of("classic", 15, 4), "PenR");
    assert_string_equal(name_of("classic", 34, 4), "PenA");
    assert_string_equal(name_of("classic", 1, 9), "Mediterra");
    assert_string_equal(name_of("classic", 1, 30), "Mediterranean Avenue");
    make_board(20);
    (void)snprintf(e.space[3].name, sizeof e.space[3].name, "\xc3\x85\xc3\xa4\xc3\xb6 \xc3\xbcx");
    char name[SV_MAX_NAME];
    svi_tui_board_name(&e, 3, 2, name);
    assert_string_equal(name, "\xc3\x85\xc3\xa4");
}

static struct svi_tui_face face_of(const struct svi_game *g, unsigned space)
{
    struct svi_tui_board b;
    struct svi_tui_face face;
    svi_tui_board_init(&b, g->edition, 24, 80);
    svi_tui_board_face(&b, g->edition, &g->state.position, space, &face);
    return face;
}

TEST(test_faces)
{
    const struct svi_game_setup setup = {.edition = game_edition("classic"), .setup = {.seats = 4}};
    NEW_GAME(g);
    struct sv_position *p = &g.state.position;
    assert_ok(svi_game_start(&g, &setup));
    for (unsigned s = 0; s < 4; s++) { /* wherever they have got to */
        p->space[s] = 0;
        p->alive |= (uint8_t)(1u << s);
    }
    memset(p->owner + 1, SV_BANK, 1);
    struct svi_tui_face face = face_of(&g, 0);
    assert_string_equal(face.tokens, ">ABCD");
    assert_int_equal(face.owner, ' ');
    face = face_of(&g, 1);
    assert_string_equal(face.tokens, "");
    assert_int_equal(face.owner, '.');
    assert_int_equal(face.level, ' ');
    p->owner[1] = 2;
    p->level[1] = 4;
    for (unsigned s = 0; s < 3; s++) {
        p->space[s] = 1;
    }
    face = face_of(&g, 1);
    assert_int_equal(face.owner, 'C');
    assert_int_equal(face.level, '4');
    assert_string_equal(face.tokens, ">3"); /* no room for three letters beside the owner */
    p->level[1] = 5;
    assert_int_equal(face_of(&g, 1).level, 'H');
    p->level[1] = 6;
    assert_int_equal(face_of(&g, 1).level, 'S');
    p->level[1] = 0;
    p->mortgaged |= 1u << 1;
    assert_int_equal(face_of(&g, 1).level, 'm');
    p->level[5] = 1; /* a railroad */
    assert_int_equal(face_of(&g, 5).level, 'D');
    p->alive = 8; /* those who are out stand nowhere */
    assert_string_equal(face_of(&g, 1).tokens, "");
    assert_string_equal(face_of(&g, 0).tokens, ">D");
}

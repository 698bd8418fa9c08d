/* docs/EDITIONS.md names the keys that each kind of space and card has, docs/PROTOCOL.md the order
 * of the encoding. */
#include "game/edition_check.h"
#include "game/fields.h"
#include "tests/base/testing.h"
#include "tests/wire/page.h"

/* "[name, kind, ...]" as docs/PROTOCOL.md has it. */
static void expect_encoding(const struct svi_field *fields)
{
    char text[300] = "[", *page = page_read("PROTOCOL.md");

    for (const struct svi_field *f = fields; f->name != NULL; f++) {
        const size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s", f->name, f[1].name != NULL ? ", " : "]");
    }
    if (strstr(page, text) == NULL) {
        fail_msg("docs/PROTOCOL.md does not say %s", text);
    }
    free(page);
}

TEST(encoding)
{
    expect_encoding(svi_space_fields);
    expect_encoding(svi_card_fields);
}

/* The row of a table whose first cell names `kind`, from its second cell on; the tables begin with
 * `title`. */
static char *find_row(const char *title, const char *kind)
{
    static char row[600];
    char *page = page_read("EDITIONS.md"), name[60];
    const char *line = strstr(page, title);
    snprintf(name, sizeof name, "`%s`", kind);
    assert_non_null(line);
    for (; line[0] == '|'; line = strchr(line, '\n') + 1) {
        const char *end = strstr(line, " | "), *at = strstr(line, name);
        if (at != NULL && at < end) {
            snprintf(row, sizeof row, "%.*s", (int)strcspn(end, "\n"), end);
            free(page);
            return row;
        }
    }
    free(page);
    fail_msg("docs/EDITIONS.md has no row of %s", name);
    return NULL;
}

/* A row names a key, `key` or `key: ...`, exactly when its kind has it. */
static void expect_key(const char *row, const char *kind, const char *key, bool wanted)
{
    char alone[60], more[60];
    snprintf(alone, sizeof alone, "`%s`", key);
    snprintf(more, sizeof more, "`%s: ", key);
    if ((strstr(row, alone) != NULL || strstr(row, more) != NULL) != wanted) {
        fail_msg("docs/EDITIONS.md, kind %s: %s the key %s", kind,
                 wanted ? "does not name" : "names", key);
    }
}

TEST(keys_of_spaces)
{
    for (unsigned kind = 0; kind < SV_SPACE_KIND_COUNT; kind++) {
        const char *name = sv_space_kind_name(kind);
        const char *row = find_row("| kind of space |", name);
#define X(place, TYPE, member, dims, kinds, low, text)                                             \
    if (SV_TYPE_##TYPE != SV_TYPE_SPACE_KIND && SV_TYPE_##TYPE != SV_TYPE_TEXT) {                  \
        expect_key(row, name, #member, ((kinds) >> kind & 1u) != 0);                               \
    }
        SV_SPACE_FIELDS(X)
#undef X
    }
}

TEST(keys_of_cards)
{
    for (unsigned kind = 0; kind < SV_CARD_KIND_COUNT; kind++) {
        const char *name = sv_card_kind_name(kind);
        const char *row = find_row("| kind of card |", name);
        const struct svi_card_shape *shape = &svi_card_shapes[kind];

        expect_key(row, name, "amount", shape->high != 0);
        expect_key(row, name, "target", shape->target != SV_TARGET_NOTHING);
        expect_key(row, name, "per_house", shape->repairs);
        expect_key(row, name, "per_hotel", shape->repairs);
        expect_key(row, name, "per_tower", shape->repairs);
        expect_key(row, name, "per_depot", shape->repairs);
    }
}

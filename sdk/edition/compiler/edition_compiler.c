/* The build's own tool: writes every built-in edition, as the loader reads and finishes it, as a C
 * constant for the SDK (game/edition_builtin.h). Members that are 0 are left out. */
#include "edition/builtin.h"
#include "edition/edition_file.h"
#include "game/edition_builtin.h"

#include <solvent/fields.h>

#include <inttypes.h>
#include <stdio.h>

/* This program writes the game's list of editions, so its own list is empty. */
const struct sv_edition svi_editions[1];
const unsigned svi_edition_count = 0;

/* Writes a C string. All but plain characters are in octal, with three digits, so that no following
 * character can join them. */
static void write_text(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text != 0; text++) {
        const unsigned char c = (unsigned char)*text;
        const bool plain = c >= 0x20 && c < 0x7f && c != '"' && c != '\\' && c != '?';
        fprintf(out, plain ? "%c" : "\\%03o", c);
    }
    fputc('"', out);
}

static void write_name(FILE *out, const char *member, const char *text)
{
    if (text[0] != 0) {
        fprintf(out, ".%s = ", member);
        write_text(out, text);
        fputs(", ", out);
    }
}

static void write_number(FILE *out, const char *member, int32_t value)
{
    if (value != 0) {
        fprintf(out, ".%s = %" PRId32 ", ", member, value);
    }
}

static void write_set(FILE *out, const char *member, uint64_t spaces)
{
    fprintf(out, ".%s = UINT64_C(0x%" PRIx64 "), ", member, spaces);
}

static void write_bytes(FILE *out, const char *member, const uint8_t *bytes, unsigned count)
{
    fprintf(out, ".%s = {", member);
    for (unsigned i = 0; i < count; i++) {
        fprintf(out, "%u, ", bytes[i]);
    }
    fputs("}, ", out);
}

static void write_rules(FILE *out, const struct sv_rules *rules)
{
    fputs("    .rules = {", out);
    for (unsigned i = 0; i < sv_rule_count(); i++) {
        write_number(out, sv_rule_describe(i)->name, sv_rule_get(rules, i));
    }
    fputs("},\n", out);
}

static void write_amounts(FILE *out, const char *member, const int32_t *amounts, size_t count)
{
    fprintf(out, ".%s = {", member);
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "%" PRId32 ", ", amounts[i]);
    }
    fputs("}, ", out);
}

/* A member of each type that rows have. */
#define WRITE_TEXT(out, from, member) write_name(out, #member, (from)->member)
#define WRITE_MONEY(out, from, member) write_number(out, #member, (from)->member)
#define WRITE_FLAG(out, from, member) write_number(out, #member, (from)->member)
#define WRITE_GROUP(out, from, member) write_number(out, #member, (from)->member)
#define WRITE_TARGET(out, from, member) write_number(out, #member, (from)->member)
#define WRITE_SPACE_KIND(out, from, member) write_number(out, #member, (from)->member)
#define WRITE_CARD_KIND(out, from, member) write_number(out, #member, (from)->member)
#define WRITE_RENTS(out, from, member)                                                             \
    write_amounts(out, #member, (from)->member, sizeof(from)->member / sizeof(from)->member[0])

static void write_space(FILE *out, const struct sv_space *space)
{
    fputs("        {", out);
    write_number(out, "index", space->index);
#define X(place, TYPE, member, ...) WRITE_##TYPE(out, space, member);
    SV_SPACE_FIELDS(X)
#undef X
    fputs("},\n", out);
}

static void write_group(FILE *out, const struct sv_group *group)
{
    fputs("        {", out);
    write_name(out, "name", group->name);
    write_number(out, "kind", group->kind);
    write_number(out, "size", group->size);
    write_bytes(out, "deed", group->deed, group->size);
    write_set(out, "mask", group->mask);
    fputs("},\n", out);
}

static void write_card(FILE *out, const struct sv_card *card)
{
    fputs("            {", out);
    write_number(out, "jail_card", card->jail_card);
#define X(place, TYPE, member, ...) WRITE_##TYPE(out, card, member);
    SV_CARD_FIELDS(X)
#undef X
    fputs("},\n", out);
}

static void write_deck(FILE *out, const struct sv_card_deck *deck)
{
    fputs("        {", out);
    write_name(out, "name", deck->name);
    write_number(out, "size", deck->size);
    fputs(".card = {\n", out);
    for (unsigned i = 0; i < deck->size; i++) {
        write_card(out, &deck->card[i]);
    }
    fputs("        }},\n", out);
}

static void write_derived(FILE *out, const struct sv_edition *e)
{
    fputs("    ", out);
    write_set(out, "deeds", e->deeds);
    write_set(out, "streets", e->streets);
    write_set(out, "rails", e->rails);
    write_set(out, "utilities", e->utilities);
    write_set(out, "corners", e->corners);
    write_bytes(out, "jail_card_deck", e->jail_card_deck, SV_MAX_JAIL_CARDS);
    write_bytes(out, "jail_card_card", e->jail_card_card, SV_MAX_JAIL_CARDS);
    write_bytes(out, "corner_after", e->corner_after, SV_MAX_SPACES);
    write_bytes(out, "next_card", e->next_card, SV_MAX_SPACES);
    fputc('\n', out);
}

static void write_edition(FILE *out, const struct sv_edition *e)
{
    fputs("{\n    ", out);
    write_name(out, "name", e->name);
    write_name(out, "title", e->title);
    write_number(out, "n_spaces", e->n_spaces);
    write_number(out, "n_groups", e->n_groups);
    write_number(out, "n_jail_cards", e->n_jail_cards);
    write_number(out, "jail_space", e->jail_space);
    fputc('\n', out);
    write_rules(out, &e->rules);
    fputs("    .space = {\n", out);
    for (unsigned i = 0; i < e->n_spaces; i++) {
        write_space(out, &e->space[i]);
    }
    fputs("    },\n    .group = {\n", out);
    for (unsigned i = 0; i < e->n_groups; i++) {
        write_group(out, &e->group[i]);
    }
    fputs("    },\n    .deck = {\n", out);
    for (unsigned i = 0; i < SV_DECK_COUNT; i++) {
        write_deck(out, &e->deck[i]);
    }
    fputs("    },\n", out);
    write_derived(out, e);
    fputs("},\n", out);
}

/* Writes the editions. Returns false if an edition is wrong; a line on stderr then says where. */
static bool write_editions(FILE *out)
{
    static struct sv_edition e;
    struct svi_error error;
    fputs("/* Generated from leagues/editions by sdk/edition/compiler. */\n"
          "#include \"game/edition_builtin.h\"\n\n"
          "const struct sv_edition svi_editions[] = {\n",
          out);
    for (size_t i = 0; i < svi_builtin_edition_count; i++) {
        if (svi_edition_load(svi_builtin_editions[i].name, &e, &error) != SV_OK) {
            fprintf(stderr, "edition_compiler: %s\n", error.text);
            return false;
        }
        write_edition(out, &e);
    }
    fprintf(out, "};\n\nconst unsigned svi_edition_count = %zu;\n", svi_builtin_edition_count);
    return true;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("Usage: edition_compiler OUTPUT.c\n", stderr);
        return 2;
    }
    FILE *out = fopen(argv[1], "w");
    if (out == NULL) {
        perror(argv[1]);
        return 3;
    }
    bool done = write_editions(out);
    if (fclose(out) != 0) {
        perror(argv[1]);
        done = false;
    }
    if (!done) {
        remove(argv[1]); /* half a file would look like a whole one to the next build */
    }
    return done ? 0 : 1;
}

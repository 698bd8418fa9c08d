#include "edition/edition_yaml.h"

#include "edition/rule_words.h"
#include "game/edition_check.h"

#include <solvent/fields.h>

#include <string.h>

static void write_text(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text != 0; text++) {
        if (*text == '"' || *text == '\\') {
            fputc('\\', out);
        }
        fputc(*text, out);
    }
    fputc('"', out);
}

/* Writes a name, in quotes if readers of YAML 1.1 would take the bare word for a truth value, a
 * number or nothing. */
static void write_word(FILE *out, const char *word)
{
    static const char *const traps[] = {"y",   "n",    "yes",   "no",  "on",
                                        "off", "true", "false", "null"};
    bool plain = word[0] >= 'a' && word[0] <= 'z';
    for (size_t i = 0; i < sizeof traps / sizeof *traps; i++) {
        plain = plain && strcmp(word, traps[i]) != 0;
    }
    if (plain) {
        fputs(word, out);
    } else {
        write_text(out, word);
    }
}

static void write_switch(FILE *out, unsigned i, int32_t value)
{
    const struct sv_rule_info *rule = sv_rule_describe(i);
    char text[SVI_RULE_TEXT];
    svi_rule_format(i, value, text);
    fprintf(out, "  %s: ", rule->name);
    if (rule->values == NULL || strcmp(rule->values[0], "false") == 0) {
        fputs(text, out); /* a number, or a truth value indeed */
    } else {
        write_word(out, text);
    }
    fputc('\n', out);
}

static void write_amounts(FILE *out, const char *key, const int32_t *amount, unsigned count)
{
    while (count > 1 && amount[count - 1] == 0) {
        count--;
    }
    fprintf(out, ", %s: [", key);
    for (unsigned k = 0; k < count; k++) {
        fprintf(out, "%s%d", k == 0 ? "" : ", ", (int)amount[k]);
    }
    fputc(']', out);
}

/* The fields of the kind, in the order of their rows; without one that is 0, which it is anyway
 * when it is left out, but for the mortgage value. */
static void write_space(const struct sv_edition *e, unsigned i, FILE *out)
{
    const struct sv_space *space = &e->space[i];
    const char *group = space->group != SV_NONE ? e->group[space->group].name : "";
    fprintf(out, "  - {index: %u", i);
#define IS_SAID(member) (space->member != 0 || (const void *)&space->member == &space->mortgage)
#define WRITE_SPACE_KIND(member)                                                                   \
    fprintf(out, ", " #member ": %s", sv_space_kind_name(space->member));
#define WRITE_TEXT(member) fputs(", " #member ": ", out), write_text(out, space->member);
#define WRITE_GROUP(member) fputs(", " #member ": ", out), write_text(out, group);
#define WRITE_RENTS(member) write_amounts(out, #member, space->member, 8);
#define WRITE_MONEY(member)                                                                        \
    if (IS_SAID(member)) {                                                                         \
        fprintf(out, ", " #member ": %d", (int)space->member);                                     \
    }
#define WRITE_FLAG(member) fputs(space->member != 0 ? ", " #member ": true" : "", out);
#define X(place, TYPE, member, dims, kinds, low, text)                                             \
    if (((kinds) >> space->kind & 1u) != 0) {                                                      \
        WRITE_##TYPE(member)                                                                       \
    }
    SV_SPACE_FIELDS(X)
#undef X
    fputs("}\n", out);
}

static void write_target(const struct sv_card *card, FILE *out)
{
    switch (svi_card_shapes[card->kind].target) {
    case SV_TARGET_SPACE:
        fprintf(out, ", target: %u", card->target);
        break;
    case SV_TARGET_KIND:
        fprintf(out, ", target: %s", sv_space_kind_name(card->target));
        break;
    case SV_TARGET_DECK:
        fprintf(out, ", target: %s", sv_deck_name(card->target));
        break;
    default:
        break;
    }
}

static void write_card(const struct sv_card *card, FILE *out)
{
    const struct svi_card_shape *shape = &svi_card_shapes[card->kind];
    fputs("      - {id: ", out);
    write_text(out, card->id);
    fprintf(out, ", kind: %s", sv_card_kind_name(card->kind));
    if (shape->high != 0) {
        fprintf(out, ", amount: %d", (int)card->amount);
    }
    write_target(card, out);
    if (shape->repairs) {
        fprintf(out, ", per_house: %d, per_hotel: %d, per_tower: %d, per_depot: %d",
                (int)card->per_house, (int)card->per_hotel, (int)card->per_tower,
                (int)card->per_depot);
    }
    if (card->text[0] != 0) {
        fputs(", text: ", out);
        write_text(out, card->text);
    }
    fputs("}\n", out);
}

void svi_edition_write_yaml(const struct sv_edition *e, FILE *out)
{
    fputs("name: ", out);
    write_word(out, e->name);
    if (e->title[0] != 0) {
        fputs("\ntitle: ", out);
        write_text(out, e->title);
    }
    fputs("\n\nrules:\n", out);
    for (unsigned i = 0; i < sv_rule_count(); i++) {
        write_switch(out, i, sv_rule_get(&e->rules, i));
    }
    if (e->n_groups > 0) {
        fputs("\ngroups:\n", out);
    }
    for (unsigned g = 0; g < e->n_groups; g++) {
        fputs("  ", out);
        write_text(out, e->group[g].name);
        fputs(": ", out);
        write_text(out, e->group[g].name);
        fputc('\n', out);
    }
    fputs("\nboard:\n", out);
    for (unsigned i = 0; i < e->n_spaces; i++) {
        write_space(e, i, out);
    }
    bool any = false;
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        if (e->deck[d].name[0] == 0) {
            continue;
        }
        fprintf(out, "%s  %s:\n    name: ", any ? "" : "\ndecks:\n", sv_deck_name(d));
        any = true;
        write_text(out, e->deck[d].name);
        fputs(e->deck[d].size > 0 ? "\n    cards:\n" : "\n    cards: []\n", out);
        for (unsigned i = 0; i < e->deck[d].size; i++) {
            write_card(&e->deck[d].card[i], out);
        }
    }
}

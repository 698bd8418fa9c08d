#include "tools/game_data/words.h"

#include "tools/console/seat_mark.h"

#include "base/json.h"
#include "base/out.h"

static void open_item(struct svi_buf *out)
{
    svi_out_text(out, out->data != NULL && out->data[out->size - 1] == '[' ? "{" : ",{");
}

static void put_space(struct svi_buf *out, const struct sv_space *space)
{
    open_item(out);
    svi_json_string(out, "name", space->name);
    svi_json_string(out, "kind", sv_space_kind_name(space->kind));
    svi_json_int(out, "group", space->group == SV_NONE ? -1 : space->group);
    svi_json_int(out, "price", space->price);
    svi_json_int(out, "mortgage", space->mortgage);
    svi_json_int(out, "amount", space->amount);
    svi_json_key(out, "rent");
    for (unsigned i = 0; i < sizeof space->rent / sizeof space->rent[0]; i++) {
        svi_out_char(out, i == 0 ? '[' : ',');
        svi_out_int(out, space->rent[i]);
    }
    svi_out_char(out, ']');
    svi_json_int(out, "house_cost", space->house_cost);
    svi_json_int(out, "hotel_cost", space->hotel_cost);
    svi_json_int(out, "tower_cost", space->tower_cost);
    svi_json_int(out, "depot_cost", space->depot_cost);
    svi_out_char(out, '}');
}

static void put_deck(struct svi_buf *out, unsigned kind, const struct sv_card_deck *deck)
{
    open_item(out);
    svi_json_string(out, "deck", sv_deck_name(kind));
    svi_json_string(out, "name", deck->name);
    svi_json_key(out, "cards");
    svi_out_char(out, '[');
    for (unsigned i = 0; i < deck->size; i++) {
        open_item(out);
        svi_json_string(out, "id", deck->card[i].id);
        svi_json_string(out, "text", deck->card[i].text);
        svi_out_char(out, '}');
    }
    svi_out_text(out, "]}");
}

static void put_edition(struct svi_buf *out, const struct sv_edition *e)
{
    svi_out_char(out, '{');
    svi_json_string(out, "name", e->name);
    svi_json_string(out, "title", e->title);
    svi_json_int(out, "jail_space", e->jail_space);
    svi_json_int(out, "jail_cards", e->n_jail_cards);
    svi_json_key(out, "rules");
    svi_out_char(out, '{');
    for (unsigned i = 0; i < sv_rule_count(); i++) {
        svi_json_int(out, sv_rule_describe(i)->name, sv_rule_get(&e->rules, i));
    }
    svi_out_char(out, '}');
    svi_json_key(out, "spaces");
    svi_out_char(out, '[');
    for (unsigned i = 0; i < e->n_spaces; i++) {
        put_space(out, &e->space[i]);
    }
    svi_out_char(out, ']');
    svi_json_key(out, "groups");
    svi_out_char(out, '[');
    for (unsigned i = 0; i < e->n_groups; i++) {
        open_item(out);
        svi_json_string(out, "name", e->group[i].name);
        svi_json_string(out, "kind", sv_space_kind_name(e->group[i].kind));
        svi_json_key(out, "deeds");
        svi_out_json_spaces(out, e->group[i].mask);
        svi_out_char(out, '}');
    }
    svi_out_char(out, ']');
    svi_json_key(out, "decks");
    svi_out_char(out, '[');
    for (unsigned i = 0; i < SV_DECK_COUNT; i++) {
        put_deck(out, i, &e->deck[i]);
    }
    svi_out_text(out, "]}");
}

/* What the manifest says of decisions and verdicts, so that the page has no words of its own for
 * them. */
static void put_manifest(struct svi_buf *out)
{
    static const struct {
        const char *name, *fallback, *text;
    } decisions[] = {
#define X(NAME, name, asks, fields, fallback, text) {#name, fallback, text},
        SV_DECISIONS(X)
#undef X
    };
    static const struct {
        const char *name, *text;
    } verdicts[] = {
#define X(NAME, name, text) {#name, text},
        SV_VERDICTS(X)
#undef X
    };
    svi_json_key(out, "decisions");
    svi_out_char(out, '{');
    for (unsigned i = 0; i < SV_DECISION_COUNT; i++) {
        svi_json_key(out, decisions[i].name);
        svi_out_char(out, '{');
        svi_json_string(out, "text", decisions[i].text);
        svi_json_string(out, "fallback", decisions[i].fallback);
        svi_out_char(out, '}');
    }
    svi_out_char(out, '}');
    svi_json_key(out, "verdicts");
    svi_out_char(out, '{');
    for (unsigned i = 0; i < SV_VERDICT_COUNT; i++) {
        svi_json_string(out, verdicts[i].name, verdicts[i].text);
    }
    svi_out_char(out, '}');
}

/* Marks and colours of all seats, so that they are those of the terminal. */
static void put_seats(struct svi_buf *out)
{
    svi_json_key(out, "seats");
    svi_out_char(out, '[');
    for (unsigned seat = 0; seat < SV_MAX_SEATS; seat++) {
        const struct svi_seat_mark *mark = &svi_seat_marks[seat];
        const char letter[] = {mark->letter, '\0'};
        open_item(out);
        svi_json_string(out, "mark", letter);
        svi_json_string(out, "light", mark->light);
        svi_json_string(out, "dark", mark->dark);
        svi_out_char(out, '}');
    }
    svi_out_char(out, ']');
}

void svi_game_data_words(struct svi_buf *out, const struct sv_edition *e)
{
    svi_json_key(out, "edition");
    put_edition(out, e);
    put_manifest(out);
    put_seats(out);
}

/* The rules of an edition in words. Sentences say how the rules of docs/RULES.md go; every figure
 * and every alternative comes from the edition. */
#include "text/words.h"

#include "base/out.h"

#include <string.h>

/* ---- how a game goes ------------------------------------------------------------------------- */

static void put_course(struct svi_buf *out, const struct sv_rules *r)
{
    svi_out_format(out,
                   "Each player starts on GO with $%d. Landing on GO or passing it forward pays "
                   "$%d. The last solvent player wins. After %d rounds the game ends, and players "
                   "rank by worth: cash, printed prices of deeds (mortgage values of mortgaged "
                   "ones), and the full cost of buildings.\n",
                   (int)r->start_cash, (int)r->salary, (int)r->max_rounds);
    svi_out_format(out,
                   "Before each turn a window opens: all players may build, sell, mortgage, lift "
                   "mortgages%s. While anyone acts it repeats, up to %d times. Then the player "
                   "rolls two dice and moves clockwise. After doubles a window opens for that "
                   "player alone, who rolls again; the third doubles of a turn lead to jail.\n",
                   r->trade == SV_RULE_TRADE_WINDOWS ? " and propose trades" : "",
                   (int)r->window_passes);
    svi_out_format(out,
                   "A player in jail pays $%d or uses a card before the roll, or rolls for "
                   "doubles. The third miss forces the payment. Before the third try one can "
                   "still use a card%s. A player in jail collects rent, bids, builds and trades.\n",
                   (int)r->jail_fine, r->jail_pay_third_turn != 0 ? " or pay" : ", but not pay");
    if (r->speed_die != SV_RULE_SPEED_DIE_OFF) {
        svi_out_format(out,
                       "The speed die (1, 2, 3, Mr. Monopoly twice, bus) is rolled too, %s. A "
                       "number adds to the move. Triples move to any space. Mr. Monopoly then "
                       "moves on to the next unowned deed, or else to the next that costs rent. "
                       "The bus %s.\n",
                       r->speed_die == SV_RULE_SPEED_DIE_ALWAYS ? "from the start"
                                                                : "after a player's first salary",
                       r->bus == SV_RULE_BUS_WHITE
                           ? "lets the player move by one white die or their sum"
                           : "then gives a bus ticket, or leads on to the next card space");
    }
}

static void put_deeds_and_money(struct svi_buf *out, const struct sv_rules *r)
{
    svi_out_format(out,
                   "An unowned deed may be bought for its price. A declined one %s. Others pay "
                   "its owner rent%s; a mortgaged deed costs nothing. A bare street pays double "
                   "when its owner has the whole set%s. Railroads and utilities pay by how many "
                   "the owner has.\n",
                   r->auction_on_decline != 0 ? "is auctioned" : "stays with the bank",
                   r->rent == SV_RULE_RENT_ON_REQUEST ? " if the owner claims it" : "",
                   sv_set_spare(r) != 0 ? " but one street, and triple with all of it" : "");
    svi_out_format(
        out, "Auctions: %s The first bid is at least $%d, each raise at least $%d. %s\n",
        r->auction == SV_RULE_AUCTION_ENGLISH
            ? "bids go round until all but one have dropped out for good."
        : r->auction == SV_RULE_AUCTION_SEALED
            ? "each bids once, unseen; the highest pays the second bid and a step, at most its "
              "own."
            : "all bid at once, round by round, until no bid is raised.",
        (int)r->auction_min, (int)r->auction_step,
        r->bid_limit == SV_RULE_BID_LIMIT_CASH
            ? "No bid may exceed the cash of its bidder."
            : "Bids on deeds may go up to what sales and mortgages could raise.");
    svi_out_format(out,
                   "Mortgaging pays the mortgage value and needs a set without buildings. Lifting "
                   "costs the value and 10%% of it, rounded up. Who receives a mortgaged deed pays "
                   "the 10%%, or lifts it at once. A debt beyond one's cash must be raised by "
                   "sales, mortgages or trades; otherwise the player is bankrupt, and everything "
                   "goes to the creditor%s.\n",
                   r->bank_bankrupt == SV_RULE_BANK_BANKRUPT_AUCTION
                       ? " (to the bank: deeds are auctioned)"
                       : "");
}

static void put_buildings_and_trades(struct svi_buf *out, const struct sv_rules *r)
{
    svi_out_format(out,
                   "Building needs %s, none of its streets mortgaged. Levels of a set differ by "
                   "at most one: 1 to 4 houses, then 5, a hotel%s. The bank must have the "
                   "buildings; when several players order more than it has, %s. Buildings are "
                   "sold back at half their price.\n",
                   sv_set_spare(r) != 0 ? "all streets of a set but one" : "all streets of a set",
                   r->skyscrapers > 0 ? ", and on a whole set of hotels 6, a skyscraper" : "",
                   r->shortage == SV_RULE_SHORTAGE_AUCTION ? "they are auctioned"
                                                           : "they are given out clockwise");
    if (r->depots > 0) {
        svi_out_text(out, "A depot doubles its railroad's rent.\n");
    }
    if (r->bus == SV_RULE_BUS_TICKET) {
        svi_out_text(out, "A bus ticket is used in place of a roll: forward to any space of the "
                          "same side of the board.\n");
    }
    if (r->trade != SV_RULE_TRADE_OFF) {
        svi_out_format(
            out,
            "Trades exchange cash, deeds of sets without buildings, jail cards and bus "
            "tickets. A player may make %d proposals in a window%s; counter-offers go "
            "%d deep.%s\n",
            (int)r->offers_per_window, r->trade == SV_RULE_TRADE_OWN_TURN ? " of the own turn" : "",
            (int)r->counter_offers, r->forbid_gifts != 0 ? " Both sides must give something." : "");
    }
}

/* ---- the board ------------------------------------------------------------------------------- */

static void put_rents(struct svi_buf *out, const struct sv_space *s)
{
    unsigned last = 0;
    for (unsigned i = 0; i < 8; i++) {
        last = s->rent[i] != 0 ? i : last;
    }
    for (unsigned i = 0; i <= last; i++) {
        svi_out_format(out, " %d", (int)s->rent[i]);
    }
}

static void put_price(struct svi_buf *out, const char *what, int32_t amount)
{
    if (amount != 0) {
        svi_out_format(out, ", %s $%d", what, (int)amount);
    }
}

static void put_deed(struct svi_buf *out, const struct sv_edition *e, const struct sv_space *s)
{
    svi_out_plain(out, e->group[s->group].name);
    svi_out_format(out, ", price $%d, mortgage $%d, %s", (int)s->price, (int)s->mortgage,
                   s->kind == SV_SPACE_UTILITY ? "rent by the dice times" : "rent");
    put_rents(out, s);
    put_price(out, "house", s->house_cost);
    put_price(out, "hotel", s->hotel_cost);
    put_price(out, "skyscraper", s->tower_cost);
    put_price(out, "depot", s->depot_cost);
}

/* The effects of spaces without a deed, by kind. "%d" stands for the amount. */
static const char *const spaces[SV_SPACE_KIND_COUNT] = {
    [SV_SPACE_GO] = "the start",
    [SV_SPACE_CHANCE] = "a card of ",
    [SV_SPACE_CHEST] = "a card of ",
    [SV_SPACE_TAX] = "tax $%d",
    [SV_SPACE_BIRTHDAY] = "a gift of $%d, or a bus ticket",
    [SV_SPACE_GO_TO_JAIL] = "go to jail",
    [SV_SPACE_AUCTION] = "the player picks an unowned deed, which is auctioned",
    [SV_SPACE_BUS_TICKET] = "a bus ticket",
    [SV_SPACE_JAIL] = "jail, or just visiting",
};

static void put_space(struct svi_buf *out, const struct sv_edition *e, const struct sv_space *s)
{
    svi_out_format(out, "%u ", s->index);
    svi_out_plain(out, s->name);
    svi_out_text(out, ": ");
    if (sv_has(e->deeds, s->index)) {
        put_deed(out, e, s);
    } else {
        svi_out_format(out, spaces[s->kind] != NULL ? spaces[s->kind] : "nothing happens",
                       (int)s->amount);
    }
    if (s->kind == SV_SPACE_CHANCE || s->kind == SV_SPACE_CHEST) {
        svi_out_plain(out,
                      e->deck[s->kind == SV_SPACE_CHANCE ? SV_DECK_CHANCE : SV_DECK_CHEST].name);
    }
    if (s->income != 0) {
        svi_out_text(out, e->rules.income_tax == SV_RULE_INCOME_TAX_CHOICE ? ", or a tenth of worth"
                                                                           : ", an income tax");
    }
    svi_out_char(out, '\n');
}

/* ---- cards ----------------------------------------------------------------------------------- */

/* The effects of cards, by kind. "%d" stands for the amount. */
static const char *const effects[SV_CARD_KIND_COUNT] = {
    [SV_CARD_MOVE_TO] = "forward to ",
    [SV_CARD_MOVE_TO_BACK] = "back to ",
    [SV_CARD_MOVE_BACK] = "back %d spaces",
    [SV_CARD_MOVE_NEAREST] = "forward to the next ",
    [SV_CARD_COLLECT] = "collect $%d",
    [SV_CARD_PAY] = "pay $%d",
    [SV_CARD_PAY_EACH] = "pay every other player $%d",
    [SV_CARD_COLLECT_EACH] = "collect $%d from every other player",
    [SV_CARD_GO_TO_JAIL] = "go to jail",
    [SV_CARD_PAY_OR_DRAW] = "pay $%d or draw a card of ",
    [SV_CARD_BUS_TICKET] = "keep a bus ticket",
    [SV_CARD_BUS_TICKET_EXPIRE] = "keep a bus ticket; all other tickets held are lost",
};

static void put_effect(struct svi_buf *out, const struct sv_edition *e, const struct sv_card *c)
{
    if (effects[c->kind] != NULL) {
        svi_out_format(out, effects[c->kind], (int)c->amount);
    }
    switch (c->kind) {
    case SV_CARD_MOVE_TO:
    case SV_CARD_MOVE_TO_BACK:
        svi_out_format(out, "%u ", c->target);
        svi_out_plain(out, e->space[c->target].name);
        break;
    case SV_CARD_MOVE_NEAREST:
        svi_out_format(out,
                       c->target == SV_SPACE_RAIL ? "railroad, where rent is %d times as high"
                                                  : "utility, where rent is %d times a fresh throw",
                       (int)c->amount);
        break;
    case SV_CARD_REPAIRS:
        svi_out_format(out, "pay $%d a house, $%d a hotel, $%d a skyscraper, $%d a depot",
                       (int)c->per_house, (int)c->per_hotel, (int)c->per_tower, (int)c->per_depot);
        break;
    case SV_CARD_JAIL_CARD:
        svi_out_format(out, "keep jail card %u, which leads out of jail", c->jail_card);
        break;
    case SV_CARD_PAY_OR_DRAW:
        svi_out_plain(out, e->deck[c->target].name);
        break;
    default:
        break;
    }
}

/* Lists a deck, cards that are alike on one line, with the numbers by which a table names them. */
static void put_deck(struct svi_buf *out, const struct sv_edition *e,
                     const struct sv_card_deck *deck)
{
    struct svi_buf line = {0};
    size_t behind = 0; /* in `out`: where the text of the last line's effect begins */
    svi_out_char(out, '\n');
    svi_out_plain(out, deck->name);
    svi_out_text(out, e->rules.deck == SV_RULE_DECK_CYCLIC
                          ? " (shuffled once; used cards go to the bottom)"
                          : " (each draw is independent)");
    for (unsigned i = 0; i < deck->size; i++) {
        svi_buf_clear(&line);
        put_effect(&line, e, &deck->card[i]);
        if (behind != 0 && out->size - behind == line.size && line.size != 0 &&
            memcmp(out->data + behind, line.data, line.size) == 0) {
            out->size = behind - 2;
            svi_out_format(out, ", %u: ", i + 1);
        } else {
            svi_out_format(out, "\n%u: ", i + 1);
        }
        behind = out->size;
        svi_buf_append(out, line.data, line.size);
    }
    out->failed = out->failed || line.failed;
    svi_buf_finish(&line);
    svi_out_char(out, '\n');
}

/* ---- switches -------------------------------------------------------------------------------- */

static void put_switches(struct svi_buf *out, const struct sv_rules *rules)
{
    for (unsigned i = 0; i < sv_rule_count(); i++) {
        const struct sv_rule_info *info = sv_rule_describe(i);
        const int32_t value = sv_rule_get(rules, i);
        if (info->values != NULL) {
            svi_out_format(out, "%s %s: ", info->name, info->values[value - info->low]);
        } else {
            svi_out_format(out, "%s %d: ", info->name, (int)value);
        }
        svi_out_format(out, "%s\n", info->text);
    }
}

size_t sv_text_rules(const struct sv_edition *e, char *out, size_t room)
{
    struct svi_buf text = {0};
    svi_out_plain(&text, e->title[0] != '\0' ? e->title : e->name);
    svi_out_text(&text, " (");
    svi_out_plain(&text, e->name);
    svi_out_text(&text, ")\n\n");
    put_course(&text, &e->rules);
    put_deeds_and_money(&text, &e->rules);
    put_buildings_and_trades(&text, &e->rules);
    svi_out_text(&text, "\nThe board. Rents of streets are for bare, 1 to 4 houses, a hotel, a "
                        "skyscraper; those of other deeds for 1, 2, ... owned.\n");
    for (unsigned i = 0; i < e->n_spaces; i++) {
        put_space(&text, e, &e->space[i]);
    }
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        if (e->deck[d].size != 0) {
            put_deck(&text, e, &e->deck[d]);
        }
    }
    svi_out_text(&text, "\nThe switches of these rules:\n");
    put_switches(&text, &e->rules);
    return svi_text_give(&text, out, room);
}

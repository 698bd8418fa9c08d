#include "tools/tui/ask.h"

#include "base/out.h"
#include "record/jsonl.h"
#include "record/words.h"

static void say_rent_or_price(const struct svi_tui_ask *ask, struct svi_buf *out,
                              const char *before, const char *between, const char *after)
{
    svi_out_text(out, before);
    svi_say_space(out, &ask->now, ask->q.space);
    svi_out_text(out, between);
    svi_say_money(out, ask->q.amount);
    svi_out_text(out, after);
}

static void say_lot(const struct svi_tui_ask *ask, struct svi_buf *out)
{
    const struct sv_position *p = svi_tui_ask_table(ask);
    svi_out_text(out, "Auction of ");
    if (ask->q.space != SV_NONE) {
        svi_say_space(out, &ask->now, ask->q.space);
    } else {
        svi_out_text(out, "a ");
        svi_out_text(out, sv_unit_name(ask->q.unit));
    }
    if (p->auction_seat != SV_NONE && p->auction_high > 0) {
        svi_out_text(out, ": ");
        svi_say_party(out, &ask->now, p->auction_seat);
        svi_out_text(out, " bids ");
        svi_say_money(out, p->auction_high);
    }
    svi_out_text(out, ". Your bid, ");
    svi_say_money(out, ask->q.amount);
    svi_out_text(out, " to ");
    svi_say_money(out, ask->q.limit);
    svi_out_text(out, ask->q.limit < ask->q.amount ? ": more than you have." : "?");
}

static void say_trade(const struct svi_tui_ask *ask, struct svi_buf *out)
{
    const struct sv_offer flipped = sv_offer_flip(&ask->q.offer, ask->q.other);
    svi_say_player(out, &ask->now, ask->q.other);
    svi_out_text(out, " offers a trade. You would give ");
    svi_say_offer(out, &ask->now, &flipped);
    svi_out_text(out, ".");
}

static void say_debt(const struct svi_tui_ask *ask, struct svi_buf *out)
{
    svi_out_text(out, "You owe ");
    svi_say_money(out, ask->q.amount);
    svi_out_text(out, " to ");
    svi_say_party(out, &ask->now, ask->q.other);
    svi_out_text(out, " (");
    svi_out_text(out, sv_why_name(ask->q.why));
    svi_out_text(out, ") and have ");
    svi_say_money(out, svi_tui_ask_table(ask)->cash[ask->q.seat]);
    svi_out_text(out, ": sell, mortgage, or trade.");
}

/* What is asked, for kinds that need no other words. */
static const char *const asked[SV_DECISION_COUNT] = {
#define X(NAME, name, fields, parts, usual, text) text,
    SV_DECISIONS(X) // NOLINT(bugprone-suspicious-missing-comma): a text of several lines
#undef X
};

void svi_tui_ask_say(const struct svi_tui_ask *ask, struct svi_buf *out)
{
    if (ask->mode == SVI_TUI_ASK_OFFER) {
        svi_out_text(out, "An offer: what you give, and what you get for it.");
        return;
    }
    switch (ask->q.kind) {
    case SV_DECISION_MANAGE:
        svi_out_text(out, "Before the roll: build, sell, mortgage, lift, offer trades, or go on.");
        break;
    case SV_DECISION_JAIL:
        svi_out_text(out, "You are in jail: roll for doubles, pay ");
        svi_say_money(out, ask->q.amount);
        svi_out_text(out, ", or use a card?");
        break;
    case SV_DECISION_BUY:
        say_rent_or_price(ask, out, "Buy ", " for ", "?");
        break;
    case SV_DECISION_BID:
    case SV_DECISION_SEALED_BID:
        say_lot(ask, out);
        break;
    case SV_DECISION_DEBT:
        say_debt(ask, out);
        break;
    case SV_DECISION_TRADE:
        say_trade(ask, out);
        break;
    case SV_DECISION_INTEREST:
        svi_out_text(out, "You have received mortgaged deeds. Lift which now? On the others 10% "
                          "is due, ");
        svi_say_money(out, ask->q.amount);
        svi_out_text(out, " for all.");
        break;
    case SV_DECISION_TAX:
        say_rent_or_price(ask, out, "", ": pay ", ", or a tenth of what you are worth?");
        break;
    case SV_DECISION_CLAIM:
        svi_say_player(out, &ask->now, ask->q.other);
        say_rent_or_price(ask, out, " stands on ", ", rent ", ". Claim it?");
        break;
    case SV_DECISION_LAYOUT:
        svi_out_text(out, "The set is complete: spread its buildings, levels in all: ");
        svi_out_int(out, ask->q.amount);
        svi_out_char(out, '.');
        break;
    default: /* what is asked, as the manifest has it */
        svi_out_text(out, asked[ask->q.kind]);
        svi_out_char(out, '.');
        break;
    }
}

void svi_tui_ask_sum(const struct svi_tui_ask *ask, struct svi_buf *out)
{
    const int64_t cash = svi_tui_ask_table(ask)->cash[ask->q.seat];
    if (ask->mode == SVI_TUI_ASK_BID) {
        svi_out_text(out, "bid: ");
        svi_out_text(out, ask->input);
        svi_out_char(out, '_');
        return;
    }
    if (ask->mode != SVI_TUI_ASK_PLAN) {
        return;
    }
    const int64_t change =
        sv_plan_cash(ask->now.edition, svi_tui_ask_table(ask), ask->q.seat, &ask->answer.plan);
    svi_out_text(out, "cash ");
    svi_say_money(out, cash);
    if (change != 0) {
        svi_out_text(out, ", after this ");
        svi_say_money(out, cash + change);
    }
    if (ask->answer.n_offers > 0) {
        svi_out_text(out, "; offers: ");
        svi_out_int(out, ask->answer.n_offers);
    }
}

const char *svi_tui_ask_keys(const struct svi_tui_ask *ask)
{
    switch (ask->mode) {
    case SVI_TUI_ASK_CHOICE:
        return "1-9 choose  Enter the usual  PgUp/PgDn log  ? help  q quit";
    case SVI_TUI_ASK_SPACE:
        return "Up/Down Enter choose  PgUp/PgDn log  ? help  q quit";
    case SVI_TUI_ASK_BID:
        return "digits, Enter: bid (120-180: up to 180 by itself); Enter alone: no bid";
    case SVI_TUI_ASK_PLAN:
        return (sv_decision_fields(ask->q.kind) & SV_F_OFFERS) != 0
                   ? "Up/Down  + - build, sell  m mortgage, lift  t trade  c clear  Enter done"
                   : "Up/Down  + - build, sell  m mortgage, lift  c clear  Enter done";
    default:
        return "Up/Down  Left/Right  Space take, leave  digits money  Enter offer  Esc back";
    }
}

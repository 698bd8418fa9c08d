#include "record/text.h"

#include "base/out.h"
#include "record/jsonl.h"
#include "record/words.h"

#include <string.h>

/* What a line speaks of. */
struct line {
    struct svi_buf *out;
    const struct svi_game *g;
    const struct sv_event *ev;
};

/* The sentence of each type: words in braces are filled in by say_word(). Types with more to say than one
 * sentence (NULL) have functions of their own below. */
static const char *const sentence[SV_EVENT_COUNT] = {
    [SV_EVENT_ROLL] = "{seat} rolls {dice}{why}",
    [SV_EVENT_MOVE] = "{seat} goes from {from_space} to {to_space}{why}",
    [SV_EVENT_CARD] = "{seat} draws {deck}: {card}",
    [SV_EVENT_CASH] = "{pays}{why}{at}",
    [SV_EVENT_DEED] = "{space}: from {from} to {to}{why}",
    [SV_EVENT_LEVEL] = "{space}: from {from_level} to {to_level}",
    [SV_EVENT_JAIL_CARD] = "a get-out-of-jail card: from {from} to {to}",
    [SV_EVENT_TICKET] = "a bus ticket: from {from} to {to}",
    [SV_EVENT_BANKRUPT] = "{seat} is bankrupt to {to}, place {place}",
    [SV_EVENT_AUCTION] = "auction of {lot}, from {amount}{why}",
    [SV_EVENT_BID] = "{seat} bids {amount}",
    [SV_EVENT_DROP] = "{seat} drops out",
    [SV_EVENT_OFFER] = "{seat} offers {offer}",
    [SV_EVENT_OFFER_END] = "the offer of {seat} to {to}:{why}",
    [SV_EVENT_FORFEIT] = "{seat} forfeits: defaults from now on",
    [SV_EVENT_LOG] = "{seat} says: {text}",
    [SV_EVENT_NOTE] = "{seat} notes: {key} = {value}",
};

static bool word_is(const char *word, size_t length, const char *name)
{
    return strncmp(word, name, length) == 0 && name[length] == '\0';
}

/* "alice -$200, bob +$200": who is out of pocket, and who is in. */
static void say_payment(const struct line *l)
{
    const struct sv_event *ev = l->ev;
    if (ev->from != SV_BANK) {
        svi_say_player(l->out, l->g, ev->from);
        svi_out_text(l->out, " -$");
        svi_out_int(l->out, ev->amount);
    }
    if (ev->to != SV_BANK) {
        svi_out_text(l->out, ev->from != SV_BANK ? ", " : "");
        svi_say_player(l->out, l->g, ev->to);
        svi_out_text(l->out, " +$");
        svi_out_int(l->out, ev->amount);
    }
}

static void say_why(const struct line *l)
{
    /* What goes without saying. */
    if (l->ev->why == SV_WHY_NONE || (l->ev->type == SV_EVENT_ROLL && l->ev->why == SV_WHY_MOVE) ||
        (l->ev->type == SV_EVENT_MOVE && l->ev->why == SV_WHY_ROLL)) {
        return;
    }
    svi_out_text(l->out, l->ev->type == SV_EVENT_OFFER_END ? " " : " (");
    svi_out_text(l->out, sv_why_name(l->ev->why));
    svi_out_text(l->out, l->ev->type == SV_EVENT_OFFER_END ? "" : ")");
}

/* A text of several lines: each stands under the first. */
static void say_prose(struct svi_buf *out, const char *text)
{
    char part[SV_MAX_LOG];
    while (*text != '\0') {
        const size_t length = strcspn(text, "\n\t");
        memcpy(part, text, length);
        part[length] = '\0';
        svi_out_plain(out, part);
        text += length;
        if (*text != '\0') {
            svi_out_text(out, *text++ == '\n' ? "\n          " : "    ");
        }
    }
}

static void say_word(const struct line *l, const char *word, size_t length)
{
    struct svi_buf *out = l->out;
    const struct svi_game *g = l->g;
    const struct sv_event *ev = l->ev;
    if (word_is(word, length, "seat")) {
        svi_say_player(out, g, ev->seat);
    } else if (word_is(word, length, "from")) {
        svi_say_party(out, g, ev->from);
    } else if (word_is(word, length, "to")) {
        svi_say_party(out, g, ev->to);
    } else if (word_is(word, length, "amount")) {
        svi_say_money(out, ev->amount);
    } else if (word_is(word, length, "why")) {
        say_why(l);
    } else if (word_is(word, length, "pays")) {
        say_payment(l);
    } else if (word_is(word, length, "dice")) {
        svi_say_dice(out, ev->dice);
    } else if (word_is(word, length, "from_space")) {
        svi_say_space(out, g, ev->from);
    } else if (word_is(word, length, "to_space")) {
        svi_say_space(out, g, ev->to);
    } else if (word_is(word, length, "space")) {
        svi_say_space(out, g, ev->space);
    } else if (word_is(word, length, "at")) {
        if (ev->space != SV_NONE) {
            svi_out_text(out, " for ");
            svi_say_space(out, g, ev->space);
        }
    } else if (word_is(word, length, "from_level")) {
        svi_say_level(out, ev->from, false);
    } else if (word_is(word, length, "to_level")) {
        svi_say_level(out, ev->to, false);
    } else if (word_is(word, length, "deck")) {
        svi_out_plain(out, g->edition->deck[ev->deck].name);
    } else if (word_is(word, length, "card")) {
        svi_out_plain(out, g->edition->deck[ev->deck].card[ev->card].text);
    } else if (word_is(word, length, "place")) {
        svi_out_int(out, ev->on);
    } else if (word_is(word, length, "lot")) {
        if (ev->space != SV_NONE) {
            svi_say_space(out, g, ev->space);
        } else {
            svi_out_text(out, "a ");
            svi_out_text(out, sv_unit_name(ev->unit));
        }
    } else if (word_is(word, length, "offer")) {
        svi_say_offer(out, g, ev->offer);
    } else if (word_is(word, length, "text")) {
        say_prose(out, ev->remark->text);
    } else if (word_is(word, length, "key")) {
        svi_out_plain(out, ev->remark->key);
    } else if (word_is(word, length, "value")) {
        svi_out_int(out, ev->remark->value);
    }
}

static void say_sentence(const struct line *l, const char *text)
{
    while (*text != '\0') {
        const size_t length = strcspn(text, "{");
        svi_buf_append(l->out, text, length);
        text += length;
        if (*text == '{') {
            const size_t word = strcspn(text, "}") - 1;
            say_word(l, text + 1, word);
            text += word + 2;
        }
    }
}

static void begin_line(const struct line *l, uint32_t n)
{
    const size_t start = l->out->size;
    svi_out_int(l->out, n);
    const size_t digits = l->out->size - start;
    for (size_t i = digits; i < 6; i++) {
        svi_out_char(l->out, ' ');
    }
    svi_out_text(l->out, "  ");
}

static void game_start(const struct line *l)
{
    const struct svi_game *g = l->g;
    uint8_t commitment[32];
    sv_luck_commitment(g->setup.seed, commitment);
    svi_out_plain(l->out, g->edition->title[0] != '\0' ? g->edition->title : g->edition->name);
    svi_out_text(l->out, " (");
    svi_out_plain(l->out, g->edition->name);
    svi_out_text(l->out, "), ");
    svi_out_int(l->out, g->setup.seats);
    svi_out_text(l->out, " players\nseed       ");
    svi_out_hex(l->out, g->setup.seed, SV_SEED_BYTES);
    svi_out_text(l->out, "\ncommitment ");
    svi_out_hex(l->out, commitment, sizeof commitment);
    svi_out_text(l->out, "\n");
    for (unsigned s = 0; s < g->setup.seats; s++) {
        svi_out_text(l->out, "seat ");
        svi_out_int(l->out, s);
        svi_out_text(l->out, ": ");
        svi_out_plain(l->out, g->name[s]);
        svi_out_text(l->out, ", ");
        svi_say_money(l->out, g->state.position.cash[s]);
        svi_out_text(l->out, "\n");
    }
}

static void turn(const struct line *l)
{
    svi_out_text(l->out, "\nTurn ");
    svi_out_int(l->out, l->ev->turn);
    svi_out_text(l->out, ", round ");
    svi_out_int(l->out, l->ev->round);
    svi_out_text(l->out, ": ");
    svi_say_player(l->out, l->g, l->ev->seat);
    svi_out_text(l->out, ", ");
    svi_say_money(l->out, l->g->state.position.cash[l->ev->seat]);
    svi_out_text(l->out, ", on ");
    svi_say_space(l->out, l->g, l->g->state.position.space[l->ev->seat]);
    svi_out_text(l->out, l->g->state.position.jail[l->ev->seat] != 0 ? ", in jail\n" : "\n");
}

static void question(const struct line *l, uint32_t n)
{
    struct sv_question q;
    if (svi_game_question(l->g, l->ev->seat, &q) == SV_OK) {
        begin_line(l, n);
        svi_say_player(l->out, l->g, l->ev->seat);
        svi_out_text(l->out, " is asked ");
        svi_say_question(l->out, l->g, &q);
        svi_out_char(l->out, '\n');
    }
}

/* Answers whose events tell all there is to tell; only the full account repeats them. */
static bool told_by_events(const struct svi_game *g, const struct sv_answer *a)
{
    static const uint32_t kinds = 1u << SV_DECISION_MANAGE | 1u << SV_DECISION_BID |
                                  1u << SV_DECISION_SEALED_BID | 1u << SV_DECISION_DEBT |
                                  1u << SV_DECISION_TRADE | 1u << SV_DECISION_INTEREST |
                                  1u << SV_DECISION_PLACE | 1u << SV_DECISION_LAYOUT;
    if (a->kind == SV_DECISION_BID && g->edition->rules.auction == SV_RULE_AUCTION_SIMULTANEOUS &&
        a->bid != 0) {
        return false; /* of simultaneous bids the events tell only what stands */
    }
    return sv_has(kinds, a->kind) || (a->kind == SV_DECISION_BUY && a->choice == SV_CHOICE_BUY_BUY);
}

static void answer(const struct line *l, uint32_t n, bool full)
{
    struct svi_buf *out = l->out;
    if (!full && l->ev->verdict == SV_VERDICT_OK && told_by_events(l->g, l->ev->answer)) {
        return;
    }
    begin_line(l, n);
    svi_say_player(out, l->g, l->ev->seat);
    svi_out_text(out, " answers ");
    svi_out_text(out, sv_decision_name(l->ev->kind));
    if (l->ev->verdict != SV_VERDICT_OK) {
        svi_out_text(out, "; ");
        svi_out_text(out, sv_verdict_name(l->ev->verdict));
        svi_out_text(out, ", the default is taken");
    }
    const size_t bare = out->size;
    svi_say_answer(out, l->g, l->ev->answer);
    svi_out_text(out, out->size == bare ? "; nothing\n" : "\n");
}

static void jail(const struct line *l)
{
    svi_say_player(l->out, l->g, l->ev->seat);
    svi_out_text(l->out, l->ev->on ? " goes to jail" : " leaves jail");
    say_why(l);
}

static void switched(const struct line *l, const char *on, const char *off)
{
    svi_say_space(l->out, l->g, l->ev->space);
    svi_out_text(l->out, l->ev->on ? on : off);
}

static void game_end(const struct line *l)
{
    struct sv_result result;
    svi_game_result(l->g, &result);
    svi_out_text(l->out, "\nThe game is over: ");
    svi_out_text(l->out, sv_why_name(result.why));
    svi_out_char(l->out, '\n');
    for (unsigned place = 1; place <= SV_MAX_SEATS; place++) {
        for (unsigned s = 0; s < l->g->setup.seats; s++) {
            if (result.place[s] == place) {
                svi_out_text(l->out, "place ");
                svi_out_int(l->out, place);
                svi_out_text(l->out, ": ");
                svi_say_player(l->out, l->g, s);
                svi_out_text(l->out, ", worth ");
                svi_say_money(l->out, result.worth[s]);
                svi_out_char(l->out, '\n');
            }
        }
    }
}

void svi_text_event(struct svi_buf *out, const struct svi_game *g, const struct sv_event *ev,
                    uint32_t n, bool full)
{
    const struct line l = {out, g, ev};
    switch (ev->type) {
    case SV_EVENT_GAME_START:
        game_start(&l);
        return;
    case SV_EVENT_TURN:
        turn(&l);
        return;
    case SV_EVENT_GAME_END:
        game_end(&l);
        return;
    case SV_EVENT_QUESTION:
        if (full) {
            question(&l, n);
        }
        return;
    case SV_EVENT_ANSWER:
        answer(&l, n, full);
        return;
    default:
        break;
    }
    begin_line(&l, n);
    if (ev->type == SV_EVENT_JAIL) {
        jail(&l);
    } else if (ev->type == SV_EVENT_DEPOT) {
        switched(&l, ": a depot", ": no depot");
    } else if (ev->type == SV_EVENT_MORTGAGE) {
        switched(&l, " is mortgaged", " is lifted");
    } else {
        say_sentence(&l, sentence[ev->type]);
    }
    svi_out_char(out, '\n');
}

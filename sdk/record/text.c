#include "record/text.h"

#include "base/out.h"
#include "text/words.h"

struct sv_text_view svi_text_view(const struct svi_game *g)
{
    struct sv_text_view v = {
        .edition = g->edition, .position = &g->state.position, .seat = SV_NONE};
    for (unsigned s = 0; s < g->setup.seats; s++) {
        v.name[s] = g->name[s];
    }
    return v;
}

void svi_text_position(struct svi_buf *out, const struct svi_game *g, uint32_t n)
{
    const struct sv_text_view v = svi_text_view(g);
    svi_out_format(out, "After event %u, decision %u\n\n", n, g->decisions);
    svi_say_table(out, &v);
    for (unsigned s = 0; s < g->setup.seats; s++) {
        struct sv_question q;
        if (sv_has(g->open, s) && svi_game_question(g, s, &q) == SV_OK) {
            svi_say_player(out, &v, s);
            svi_out_text(out, " is asked ");
            svi_say_question(out, &v, &q);
            svi_out_char(out, '\n');
        }
    }
}

/* The event that a line describes, and the line's buffer. */
struct line {
    struct svi_buf *out;
    const struct svi_game *g;
    const struct sv_text_view *v;
    const struct sv_event *ev;
};

static void begin_line(const struct line *l, uint32_t n)
{
    svi_out_format(l->out, "%-6u  ", n);
}

static void game_start(const struct line *l)
{
    const struct svi_game *g = l->g;
    uint8_t commitment[32];
    sv_luck_commitment(g->setup.seed, g->salt, commitment);
    svi_out_plain(l->out, g->edition->title[0] != '\0' ? g->edition->title : g->edition->name);
    svi_out_text(l->out, " (");
    svi_out_plain(l->out, g->edition->name);
    svi_out_format(l->out, "), %u players\nseed       ", g->setup.seats);
    if (g->sealed) {
        svi_out_text(l->out, "(shown when all games of its deal are over)");
    } else {
        svi_out_hex(l->out, g->setup.seed, sizeof g->setup.seed);
        svi_out_text(l->out, "\nsalt       ");
        svi_out_hex(l->out, g->salt, sizeof g->salt);
    }
    svi_out_text(l->out, "\ncommitment ");
    svi_out_hex(l->out, commitment, sizeof commitment);
    svi_out_text(l->out, "\n");
    if (g->what_if[0] != '\0') {
        svi_out_text(l->out, "what if    ");
        svi_out_plain(l->out, g->what_if);
        svi_out_text(l->out, "\n");
    }
    for (unsigned s = 0; s < g->setup.seats; s++) {
        svi_out_format(l->out, "seat %u: ", s);
        svi_out_plain(l->out, g->name[s]);
        svi_out_text(l->out, ", ");
        svi_say_money(l->out, g->state.position.cash[s]);
        svi_out_text(l->out, "\n");
    }
}

static void turn(const struct line *l)
{
    svi_out_char(l->out, '\n');
    svi_say_event(l->out, l->v, l->ev);
    svi_out_text(l->out, ", ");
    svi_say_money(l->out, l->v->position->cash[l->ev->seat]);
    svi_out_text(l->out, ", on ");
    svi_say_space(l->out, l->v, l->v->position->space[l->ev->seat]);
    svi_out_text(l->out, l->v->position->jail[l->ev->seat] != 0 ? ", in jail\n" : "\n");
}

static void question(const struct line *l, uint32_t n)
{
    struct sv_question q;
    if (svi_game_question(l->g, l->ev->seat, &q) == SV_OK) {
        begin_line(l, n);
        svi_say_player(l->out, l->v, l->ev->seat);
        svi_out_text(l->out, " is asked ");
        svi_say_question(l->out, l->v, &q);
        svi_out_char(l->out, '\n');
    }
}

/* Returns whether the next events show the whole answer; only the full account repeats such
 * answers. */
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
    svi_say_player(out, l->v, l->ev->seat);
    svi_out_format(out, " answers %s", sv_decision_name(l->ev->kind));
    if (l->ev->verdict != SV_VERDICT_OK) {
        svi_out_format(out, "; %s%s", sv_verdict_name(l->ev->verdict),
                       svi_verdict_accepts(l->ev->verdict) ? "" : ", the default is taken");
    }
    const size_t bare = out->size;
    svi_say_answer(out, l->v, l->ev->answer);
    svi_out_text(out, out->size == bare ? "; nothing\n" : "\n");
}

/* "me's answer to bid is illegal: the bid of $9 is below the lowest, $10 (rule 4.2); bids $9" */
static void refused(const struct line *l, uint32_t n)
{
    const struct sv_refusal *r = l->ev->refusal;
    struct svi_buf *out = l->out;
    begin_line(l, n);
    svi_say_player(out, l->v, l->ev->seat);
    svi_out_format(out, "'s answer to %s", sv_decision_name(l->ev->kind));
    if (r->verdict == SV_VERDICT_LATE) {
        svi_out_format(out, " (decision %u)", r->decision);
    }
    svi_out_format(out, " is %s: ", sv_verdict_name(r->verdict));
    svi_out_plain(out, r->text);
    if (r->answer != NULL) {
        const size_t bare = out->size;
        svi_say_answer(out, l->v, r->answer);
        svi_out_text(out, out->size == bare ? "; nothing" : "");
    } else if (r->size != 0) {
        svi_out_text(out, "; bytes ");
        svi_out_hex(out, r->bytes, r->size);
        svi_out_text(out, r->size < r->whole ? "..." : "");
    }
    svi_out_char(out, '\n');
}

static void game_end(const struct line *l)
{
    struct sv_result result;
    svi_game_result(l->g, &result);
    svi_out_text(l->out, "\nThe game is over: ");
    svi_say_word(l->out, sv_why_name(result.why));
    svi_out_char(l->out, '\n');
    for (unsigned place = 1; place <= SV_MAX_SEATS; place++) {
        for (unsigned s = 0; s < l->g->setup.seats; s++) {
            if (result.place[s] == place) {
                svi_out_format(l->out, "place %u: ", place);
                svi_say_player(l->out, l->v, s);
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
    const struct sv_text_view v = svi_text_view(g);
    const struct line l = {out, g, &v, ev};
    switch (ev->type) {
    case SV_EVENT_GAME_START:
        game_start(&l);
        break;
    case SV_EVENT_TURN:
        turn(&l);
        break;
    case SV_EVENT_GAME_END:
        game_end(&l);
        break;
    case SV_EVENT_QUESTION:
        if (full) {
            question(&l, n);
        }
        break;
    case SV_EVENT_ANSWER:
        answer(&l, n, full);
        break;
    case SV_EVENT_REFUSED:
        refused(&l, n);
        break;
    default:
        begin_line(&l, n);
        svi_say_event(out, &v, ev);
        svi_out_char(out, '\n');
        break;
    }
}

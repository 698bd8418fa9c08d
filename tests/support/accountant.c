/* A bot that keeps the books of every seat by what it is told alone: cash, deeds, levels,
 * mortgages, tokens, cards, the auction and the offer on the table. At every question it holds them
 * to the view, and at the end to the result; when they differ it says so and aborts. It plays as
 * `random` does.
 *
 *     accountant                keeps books
 *     accountant deaf           is told nothing, and plays the same
 *     accountant seldom         answers `buy` alone, so that much happens in between
 *     accountant mute           answers nothing at all: it is told all at the end
 *     accountant dies N         at the Nth decision of its process
 *
 * At its end it says on stderr how many events it has been told, how many it has missed and how
 * often it has compared. */
#include <solvent/bot.h>
#include <solvent/policy.h>

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct book {
    void *user;           /* of `random` */
    struct sv_position p; /* as far as it is kept */
    uint32_t dropped;     /* seats that are out of the auction */
    uint32_t events;      /* in all */
};

static unsigned long told, missed, compared, decisions, dies;

static void differ(const struct sv_match *m, const char *what, long found, long expected)
{
    fprintf(stderr,
            "accountant: match %llu, seat %u, turn %u: %s is %ld by what was told, %ld in fact\n",
            (unsigned long long)m->id, m->seat, m->position->turn, what, found, expected);
    abort();
}

#define SAME(what, a, b)                                                                           \
    do {                                                                                           \
        if (m->missed == 0 && (a) != (b)) {                                                        \
            differ(m, what, (long)(a), (long)(b));                                                 \
        }                                                                                          \
    } while (0)

/* ---- events ---------------------------------------------------------------------------------- */

static void pay(struct sv_position *p, const struct sv_event *ev)
{
    if (ev->from != SV_BANK) {
        p->cash[ev->from] -= ev->amount;
    }
    if (ev->to != SV_BANK) {
        p->cash[ev->to] += ev->amount;
    }
}

static void hand_over(struct sv_match *m, struct sv_position *p, const struct sv_event *ev)
{
    SAME("the owner before", p->owner[ev->space], ev->from);
    p->owner[ev->space] = ev->to;
    if (ev->from != SV_BANK) {
        p->owned[ev->from] &= ~(UINT64_C(1) << ev->space);
    }
    if (ev->to != SV_BANK) {
        p->owned[ev->to] |= UINT64_C(1) << ev->space;
    } else {
        p->mortgaged &= ~(UINT64_C(1) << ev->space);
    }
}

static void on_event(struct sv_match *m, const struct sv_event *ev)
{
    struct book *b = m->user;
    struct sv_position *p = &b->p;
    const uint64_t bit = ev->space < SV_MAX_SPACES ? UINT64_C(1) << ev->space : 0;
    told++;
    b->events++;
    switch ((enum sv_event_type)ev->type) {
    case SV_EVENT_TURN:
        p->turn_seat = ev->seat;
        p->turn = ev->turn;
        p->round = (uint16_t)ev->round;
        break;
    case SV_EVENT_MOVE:
        SAME("the token's space before", p->space[ev->seat], ev->from);
        p->space[ev->seat] = ev->to;
        break;
    case SV_EVENT_JAIL:
        p->jail[ev->seat] = ev->on;
        break;
    case SV_EVENT_CASH:
        pay(p, ev);
        break;
    case SV_EVENT_DEED:
        hand_over(m, p, ev);
        break;
    case SV_EVENT_LEVEL:
        SAME("the level before", p->level[ev->space], ev->from);
        p->level[ev->space] = ev->to;
        break;
    case SV_EVENT_DEPOT:
        p->level[ev->space] = ev->on;
        break;
    case SV_EVENT_MORTGAGE:
        p->mortgaged = ev->on ? p->mortgaged | bit : p->mortgaged & ~bit;
        break;
    case SV_EVENT_JAIL_CARD:
        p->jail_holder[ev->card] = ev->to;
        break;
    case SV_EVENT_TICKET:
        if (ev->from < SV_BANK) {
            p->tickets[ev->from]--;
        }
        if (ev->to < SV_BANK) {
            p->tickets[ev->to]++;
        }
        break;
    case SV_EVENT_BANKRUPT:
        p->place[ev->seat] = ev->on;
        p->alive &= (uint8_t) ~(1u << ev->seat);
        break;
    case SV_EVENT_FORFEIT:
        p->forfeited |= (uint8_t)(1u << ev->seat);
        break;
    case SV_EVENT_AUCTION:
        p->auction_space = ev->space;
        p->auction_unit = ev->unit;
        p->auction_min = ev->amount;
        p->auction_high = 0;
        p->auction_seat = SV_NONE;
        b->dropped = 0;
        break;
    case SV_EVENT_BID:
        p->auction_high = ev->amount;
        p->auction_seat = ev->seat;
        break;
    case SV_EVENT_DROP:
        b->dropped |= 1u << ev->seat;
        break;
    case SV_EVENT_OFFER:
        p->offer_seat = ev->seat;
        p->offer = *ev->offer;
        break;
    case SV_EVENT_OFFER_END:
        p->offer_seat = SV_NONE;
        break;
    case SV_EVENT_ROLL:
        memcpy(p->dice, ev->dice, sizeof p->dice);
        break;
    case SV_EVENT_CARD:
        break;
    default:
        fprintf(stderr, "accountant: told of '%s'\n", sv_event_name(ev->type));
        abort();
    }
}

/* ---- questions ------------------------------------------------------------------------------- */

static void compare_seats(const struct sv_match *m, const struct sv_position *p)
{
    const struct sv_position *t = m->position;
    for (unsigned s = 0; s < m->seats; s++) {
        SAME("cash", p->cash[s], t->cash[s]);
        SAME("the set of deeds", p->owned[s], t->owned[s]);
        SAME("the space", p->space[s], t->space[s]);
        SAME("being in jail", p->jail[s], t->jail[s] != 0);
        SAME("the number of tickets", p->tickets[s], t->tickets[s]);
        SAME("the place", p->place[s], t->place[s]);
    }
    SAME("the set of players", p->alive, t->alive);
    SAME("the set of forfeits", p->forfeited, t->forfeited);
    SAME("whose turn it is", p->turn_seat, t->turn_seat);
    SAME("the turn", p->turn, t->turn);
    SAME("the round", p->round, t->round);
}

static void compare_table(const struct sv_match *m, const struct book *b)
{
    const struct sv_position *p = &b->p, *t = m->position;
    for (unsigned i = 0; i < m->edition->n_spaces; i++) {
        SAME("the owner", p->owner[i], t->owner[i]);
        SAME("the level", p->level[i], t->level[i]);
    }
    SAME("the set of mortgages", p->mortgaged, t->mortgaged);
    for (unsigned j = 0; j < m->edition->n_jail_cards; j++) {
        SAME("the holder of a jail card", p->jail_holder[j], t->jail_holder[j]);
    }
    if (t->auction_in != 0) {
        SAME("the auction's space", p->auction_space, t->auction_space);
        SAME("the auction's building", p->auction_unit, t->auction_unit);
        SAME("the lowest bid", p->auction_min, t->auction_min);
        SAME("the highest bid", p->auction_high, t->auction_high);
        SAME("the highest bidder", p->auction_seat, t->auction_seat);
        SAME("the set of those who dropped out and bid", b->dropped & t->auction_in, 0u);
    }
    SAME("who has offered", p->offer_seat, t->offer_seat);
    if (t->offer_seat != SV_NONE) {
        SAME("the difference of offers", memcmp(&p->offer, &t->offer, sizeof p->offer), 0);
    }
}

static void decide(struct sv_match *m, const struct sv_question *q, struct sv_answer *a,
                   sv_decide_fn *random)
{
    struct book *b = m->user;
    if (b->events > 0) {
        compare_seats(m, &b->p);
        compare_table(m, b);
        compared += m->missed == 0;
    }
    if (++decisions == dies) {
        (void)raise(SIGKILL);
    }
    m->user = b->user;
    if (random != NULL) {
        random(m, q, a);
    }
    b->user = m->user;
    m->user = b;
}

#define X(NAME, name, ...)                                                                         \
    static void on_##name(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)    \
    {                                                                                              \
        decide(m, q, a, sv_policy_random.name);                                                    \
    }
SV_DECISIONS(X)
#undef X

/* ---- matches --------------------------------------------------------------------------------- */

static void on_start(struct sv_match *m)
{
    struct book *b = calloc(1, sizeof *b);
    if (b == NULL) {
        abort();
    }
    struct sv_position *p = &b->p;
    for (unsigned s = 0; s < m->seats; s++) {
        p->cash[s] = m->edition->rules.start_cash;
        p->alive |= (uint8_t)(1u << s);
    }
    p->seats = m->seats;
    p->offer_seat = SV_NONE;
    for (unsigned i = 0; i < SV_MAX_SPACES; i++) {
        p->owner[i] = sv_has(m->edition->deeds, i) ? SV_BANK : SV_NONE;
    }
    for (unsigned j = 0; j < SV_MAX_JAIL_CARDS; j++) {
        p->jail_holder[j] = SV_BANK;
    }
    b->user = m->user;
    m->user = b;
    if (sv_policy_random.match_start != NULL) {
        m->user = b->user;
        sv_policy_random.match_start(m);
        b->user = m->user;
        m->user = b;
    }
}

static void on_end(struct sv_match *m, const struct sv_result *result)
{
    struct book *b = m->user;
    for (unsigned s = 0; result != NULL && b->events > 0 && s < m->seats; s++) {
        SAME("the worth", sv_worth(m->edition, &b->p, s), result->worth[s]);
        compared += m->missed == 0;
    }
    missed += m->missed;
    m->user = b->user;
    if (sv_policy_random.match_end != NULL) {
        sv_policy_random.match_end(m, result);
    }
    free(b);
}

int main(int argc, char **argv)
{
    static struct sv_bot bot = {.name = "accountant", .match_start = on_start, .match_end = on_end};
    const char *way = argc > 1 ? argv[1] : "";
    char *const rest[] = {argv[0], NULL};
    if (strcmp(way, "mute") != 0) {
        bot.buy = on_buy;
    }
    if (strcmp(way, "mute") != 0 && strcmp(way, "seldom") != 0) {
#define X(NAME, name, ...) bot.name = on_##name;
        SV_DECISIONS(X)
#undef X
    }
    bot.name = "accountant";
    bot.event = strcmp(way, "deaf") != 0 ? on_event : NULL;
    dies = strcmp(way, "dies") == 0 && argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
    const int status = sv_bot_main(1, (char **)rest, &bot);
    fprintf(stderr, "accountant: told %lu events, missed %lu, compared %lu times\n", told, missed,
            compared);
    return status;
}

#include "tests/game/mega.h"

void mega_begin(struct rig *r, unsigned seats)
{
    r->e = *rig_edition("mega");
    rig_begin(r, seats);
}

void mega_land(struct rig *r, unsigned space)
{
    rig_put(r, 0, (space + r->e.n_spaces - 4u) % r->e.n_spaces);
    rig_dice3(r, 1, 2, 1);
    rig_pass(r);
}

void mega_reds(struct rig *r, unsigned seat, unsigned streets)
{
    static const uint8_t red[] = {M_RED1, M_RED2, M_RED3, M_RED4};
    for (unsigned i = 0; i < streets; i++) {
        rig_give(r, seat, red[i]);
    }
}

void mega_ticket_on_top(struct rig *r, unsigned kind)
{
    for (unsigned i = 0; i < r->e.deck[SV_DECK_BUS].size; i++) {
        if (r->e.deck[SV_DECK_BUS].card[i].kind == kind) {
            uint8_t *ring = r->st.secret.deck[SV_DECK_BUS];
            unsigned head = r->st.position.deck_head[SV_DECK_BUS];
            for (unsigned k = 0; k < r->st.position.deck_size[SV_DECK_BUS]; k++) {
                unsigned at = (head + k) % SV_MAX_CARDS;
                if (ring[at] == i) {
                    ring[at] = ring[head];
                    ring[head] = (uint8_t)i;
                    return;
                }
            }
        }
    }
    fail_msg("no such ticket in the deck");
}

void mega_no_tickets(struct rig *r)
{
    while (r->st.position.deck_size[SV_DECK_BUS] > 0) {
        rig_ticket(r, 0);
    }
    r->st.position.tickets[0] = 0;
}

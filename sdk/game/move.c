/* Tokens and dice. */
#include "game/move.h"

#include "game/chance.h"

static uint32_t by_key(const struct svi_ctx *c, unsigned seat, enum sv_purpose purpose,
                       unsigned nth)
{
    return c->ahead != NULL && purpose == SV_PURPOSE_DICE
               ? svi_ahead_throw(c->ahead, c->st, seat, nth)
               : svi_dice(
                     sv_luck(c->st->secret.key, purpose, seat, svi_luck_index(c->p->round, nth)));
}

/* RULES 10.1: what the faces of the red die show. */
static uint32_t with_speed_die(uint32_t dice)
{
    static const uint8_t faces[7] = {0, 1, 2, 3, SV_DIE_MR, SV_DIE_MR, SV_DIE_BUS};
    return (dice & 0xffff) | (uint32_t)faces[svi_die(dice, 2)] << 16;
}

uint32_t svi_throw(struct svi_ctx *c, unsigned seat, enum sv_purpose purpose, enum sv_why why,
                   bool three)
{
    uint8_t *counter = purpose == SV_PURPOSE_DICE ? &c->st->course.rolls : &c->st->course.throws;
    const unsigned nth = (*counter)++;
    uint32_t dice = 0;
    if (c->chance == NULL || !svi_chance_knows(c->chance, purpose == SV_PURPOSE_DICE)) {
        dice = by_key(c, seat, purpose, nth);
        dice = three ? with_speed_die(dice) : dice & 0xffff;
    }
    if (c->chance != NULL) {
        dice =
            svi_chance_throw(c, seat, purpose == SV_PURPOSE_DICE, why == SV_WHY_JAIL, three, dice);
    }
    svi_show_throw(c, seat, purpose == SV_PURPOSE_DICE, why, svi_luck_index(c->p->round, nth),
                   dice);
    return dice;
}

unsigned svi_next_space(unsigned from, uint64_t spaces)
{
    uint64_t ahead = from + 1 < SV_MAX_SPACES ? spaces >> (from + 1) << (from + 1) : 0;
    if (spaces == 0) {
        return SV_NONE;
    }
    return sv_first(ahead != 0 ? ahead : spaces);
}

void svi_move_back(struct svi_ctx *c, unsigned seat, unsigned to, enum sv_why why)
{
    svi_put_token(c, seat, to, why);
}

void svi_send_to_jail(struct svi_ctx *c, unsigned seat, enum sv_why why)
{
    if (c->p->space[seat] != c->e->jail_space) {
        svi_put_token(c, seat, c->e->jail_space, SV_WHY_JAIL);
    }
    c->p->jail[seat] = 1;
    svi_emit(c, &(struct sv_event){.type = SV_EVENT_JAIL,
                                   .why = (uint8_t)why,
                                   .seat = (uint8_t)seat,
                                   .on = 1,
                                   .space = SV_NONE});
}

void svi_leave_jail(struct svi_ctx *c, unsigned seat, enum sv_why why)
{
    c->p->jail[seat] = 0;
    svi_emit(c, &(struct sv_event){.type = SV_EVENT_JAIL,
                                   .why = (uint8_t)why,
                                   .seat = (uint8_t)seat,
                                   .on = 0,
                                   .space = SV_NONE});
}

/* The white dice and the token's move, as inline functions, because a turn without questions
 * consists mostly of them. Other files of the game include them after game/op.h; they cannot
 * fail. */
#ifndef SVI_GAME_MOVE_H
#define SVI_GAME_MOVE_H

#include "game/ahead.h"
#include "game/op.h"

/* Reports dice thrown; dice that move a token also go into the position. */
static inline void svi_show_throw(struct svi_ctx *c, unsigned seat, bool moves, enum sv_why why,
                                  uint64_t index, uint32_t dice)
{
    for (unsigned i = 0; i < 3 && moves; i++) {
        c->p->dice[i] = svi_die(dice, i);
    }
    svi_emit(c, &(struct sv_event){.type = SV_EVENT_ROLL,
                                   .why = (uint8_t)why,
                                   .seat = (uint8_t)seat,
                                   .dice = {svi_die(dice, 0), svi_die(dice, 1), svi_die(dice, 2)},
                                   .luck = (uint32_t)index,
                                   .space = SV_NONE});
}

/* As svi_throw(), for the white dice alone, to move or to leave jail. */
static inline uint32_t svi_throw_white(struct svi_ctx *c, unsigned seat, enum sv_why why)
{
    unsigned nth;
    uint32_t dice;
    if (c->chance != NULL || c->ahead == NULL) {
        return svi_throw(c, seat, SV_PURPOSE_DICE, why, false);
    }
    nth = c->st->course.rolls++;
    dice = svi_ahead_throw(c->ahead, c->st, seat, nth) & 0xffff;
    svi_show_throw(c, seat, true, why, svi_luck_index(c->p->round, nth), dice);
    return dice;
}

static inline void svi_put_token(struct svi_ctx *c, unsigned seat, unsigned to, enum sv_why why)
{
    const unsigned from = c->p->space[seat];
    c->p->space[seat] = (uint8_t)to;
    svi_emit(c, &(struct sv_event){.type = SV_EVENT_MOVE,
                                   .why = (uint8_t)why,
                                   .seat = (uint8_t)seat,
                                   .from = (uint8_t)from,
                                   .to = (uint8_t)to,
                                   .space = SV_NONE});
}

/* Moves forward to a space (a full round if it is the same), with the salary for landing on or
 * passing GO (RULES 2.1) unless `no_salary`. Without a branch, because passing GO is
 * unpredictable. */
static inline void svi_move_forward(struct svi_ctx *c, unsigned seat, unsigned to, enum sv_why why,
                                    bool no_salary)
{
    const unsigned paid = (unsigned)(to <= c->p->space[seat]) & !no_salary;
    svi_put_token(c, seat, to, why);
    svi_pay(c, SV_BANK, seat, (int64_t)(c->e->rules.salary * (int32_t)paid), SV_WHY_SALARY, 0);
    if (c->e->rules.speed_die == SV_RULE_SPEED_DIE_AFTER_SALARY) {
        c->p->speeding |= (uint8_t)(paid << seat); /* RULES 10.1 */
    }
}

#endif

#include <solvent/game.h>

#include "game/deck.h"

#include <string.h>

/* Frames point into the edition and at seats: nothing may point outside. */
static bool frame_ok(const struct sv_edition *e, const struct sv_position *p,
                     const struct sv_frame *f)
{
    bool space_ok = f->space < e->n_spaces || f->space == SV_NONE;

    if (f->op >= SVI_OP_COUNT || f->seat >= p->seats) {
        return false;
    }
    switch ((enum svi_op)f->op) {
    case SVI_OP_CARD:
        return f->n < SV_DECK_COUNT && f->flag < e->deck[f->n].size;
    case SVI_OP_COMPLETE:
        return f->n < e->n_groups && space_ok;
    case SVI_OP_LAND:
        return f->space < e->n_spaces;
    case SVI_OP_AUCTION:
    case SVI_OP_WON:
        return f->space == SV_NONE ? f->n < SV_UNIT_COUNT : space_ok;
    case SVI_OP_DEBT:
    case SVI_OP_BANKRUPT:
        return space_ok && (f->other < p->seats || f->other == SV_BANK);
    case SVI_OP_TRADE:
        return f->other < p->seats;
    default:
        return true;
    }
}

enum sv_status sv_determinise(const struct sv_edition *e, const struct sv_position *p,
                              const struct sv_course *course, unsigned asked,
                              const uint8_t key[SV_KEY_BYTES], struct sv_state *out)
{
    if (p->seats < 2 || p->seats > SV_MAX_SEATS || course->depth == 0 ||
        course->depth > SV_MAX_FRAMES || asked == 0 || (asked & ~(unsigned)p->alive) != 0) {
        return SV_E_RANGE;
    }
    for (unsigned i = 0; i < course->depth; i++) {
        if (!frame_ok(e, p, &course->frame[i])) {
            return SV_E_RANGE;
        }
    }
    out->position = *p;
    out->course = *course;
    memset(&out->secret, 0, sizeof out->secret);
    memcpy(out->secret.key, key, SV_KEY_BYTES);
    out->secret.asked = (uint8_t)asked;
    memcpy(out->secret.plan.level, p->level, sizeof p->level);
    for (unsigned s = 0; s < p->seats; s++) {
        out->secret.answers[s] = sv_has(p->forfeited, s) ? 0 : SV_ANSWERS_ALL;
    }
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        enum sv_status status = svi_deck_guess(e, p, d, key, out->secret.deck[d]);

        if (status != SV_OK) {
            return status;
        }
    }
    return SV_OK;
}

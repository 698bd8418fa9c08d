#include <solvent/game.h>

#include "game/deck.h"
#include "game/possible.h"
#include "game/try.h"

#include <string.h>

enum sv_status sv_determinise(const struct sv_edition *e, const struct sv_position *p,
                              const struct sv_course *course, unsigned asked,
                              const uint8_t key[SV_KEY_BYTES], struct sv_state *out)
{
    if (!svi_position_possible(e, p) || !svi_course_possible(e, p, course, asked)) {
        return SV_E_RANGE;
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
        TRY(svi_deck_guess(e, p, d, key, out->secret.deck[d]));
    }
    return SV_OK;
}

enum sv_status sv_determinise_for(const struct sv_edition *e, const struct sv_position *p,
                                  const struct sv_course *course, unsigned asked,
                                  const uint32_t answers[SV_MAX_SEATS],
                                  const uint8_t key[SV_KEY_BYTES], struct sv_state *out)
{
    const enum sv_status status = sv_determinise(e, p, course, asked, key, out);
    for (unsigned s = 0; s < p->seats && status == SV_OK; s++) {
        out->secret.answers[s] &= answers[s];
    }
    return status;
}

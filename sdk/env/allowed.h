/* Which actions of <solvent/actions.h> may be taken, a set for each row of SV_ACTIONS. */
#ifndef SVI_ENV_ALLOWED_H
#define SVI_ENV_ALLOWED_H

#include "env/moves.h"

#include <solvent/actions.h>

enum svi_action_row {
#define X(NAME, count, text) SVI_ROW_##NAME,
    SV_ACTIONS(X)
#undef X
        SVI_ACTION_ROWS
};

struct svi_allowed {
    uint64_t set[SVI_ACTION_ROWS]; /* bit i: action NAME + i may be taken */
};

/* The offer that is being drafted in `a`, or NULL. */
const struct sv_offer *svi_draft_of(const struct sv_question *q, const struct sv_answer *a);

/* What may be taken while the answer is `a`; at least one action. */
void svi_allow(const struct sv_edition *e, const struct sv_position *p, const struct sv_question *q,
               const struct sv_answer *a, struct svi_allowed *out);

/* sv_action_take() where that is known already. */
bool svi_take(const struct sv_edition *e, const struct sv_position *p, const struct sv_question *q,
              const struct svi_allowed *allowed, struct sv_answer *a, unsigned action);

/* sv_action_toward() where that is known already. */
unsigned svi_toward(const struct sv_position *p, const struct sv_question *q,
                    const struct svi_allowed *allowed, const struct sv_answer *a,
                    const struct sv_answer *wanted);

/* The sets as sv_action_mask() gives them. */
void svi_allowed_mask(const struct svi_allowed *allowed, uint8_t mask[SV_ACTION_COUNT]);

/* How many actions may be taken, and the n-th of them. */
unsigned svi_allowed_count(const struct svi_allowed *allowed);
unsigned svi_allowed_nth(const struct svi_allowed *allowed, unsigned n);

/* The row of an action, and its number in the row. */
enum svi_action_row svi_action_row(unsigned action, unsigned *i);
/* The first action of a row. */
unsigned svi_action_first(enum svi_action_row row);

#endif

/* The legal actions of <solvent/actions.h>, as a set for each row of SV_ACTIONS. Batches and rows
 * of replays keep them beside the answer, so that a step computes them once. The sets are plain
 * values of their keeper; nothing here allocates or can fail. */
#ifndef SVI_ENV_ALLOWED_H
#define SVI_ENV_ALLOWED_H

#include <solvent/actions.h>

#include <string.h>

enum svi_action_row {
#define X(NAME, count, text) SVI_ROW_##NAME,
    SV_ACTIONS(X)
#undef X
        SVI_ACTION_ROWS
};

struct svi_allowed {
    /* Bit i: action NAME + i is legal. */
    uint64_t set[SVI_ACTION_ROWS];
};

/* Writes the first `count` members of a set, up to 64, as `count` bytes. */
static inline void svi_spread(uint64_t set, unsigned count, uint8_t *out)
{
    unsigned i = 0;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    for (; i + 8 <= count; i += 8) { /* eight at once: member k in bit k of byte k, then in bit 0 */
        const uint64_t each = UINT64_C(0x0101010101010101);
        const uint64_t apart = (set >> i & 0xff) * each & UINT64_C(0x8040201008040201);
        const uint64_t bytes = (apart + 0x7f * each) >> 7 & each;
        memcpy(out + i, &bytes, 8);
    }
#endif
    for (; i < count; i++) {
        out[i] = (uint8_t)(set >> i & 1);
    }
}

static inline bool svi_is_bid(const struct sv_question *q)
{
    return q->kind == SV_DECISION_BID || q->kind == SV_DECISION_SEALED_BID;
}

/* Returns the unfinished offer in `a`, or NULL. The offer belongs to `a`. */
const struct sv_offer *svi_draft_of(const struct sv_question *q, const struct sv_answer *a);

/* Fills the legal actions while the answer is `a`; at least one. Begin `a` with sv_action_begin(),
 * and call svi_allow() again after each action that does not complete it. */
void svi_allow(const struct sv_edition *e, const struct sv_position *p, const struct sv_question *q,
               const struct sv_answer *a, struct svi_allowed *out);

/* As sv_action_take(), with the legal actions given: puts the action into `a`, and returns true
 * when `a` is complete and legal. An illegal action counts as DONE. */
bool svi_take(const struct sv_edition *e, const struct sv_position *p, const struct sv_question *q,
              const struct svi_allowed *allowed, struct sv_answer *a, unsigned action);

/* As sv_action_toward(), with the legal actions given. Returns SV_ACTION_COUNT when no action leads
 * to `wanted`. */
unsigned svi_toward(const struct sv_position *p, const struct sv_question *q,
                    const struct svi_allowed *allowed, const struct sv_answer *a,
                    const struct sv_answer *wanted);

/* Writes the sets in the form of sv_action_mask(). */
void svi_allowed_mask(const struct svi_allowed *allowed, uint8_t mask[SV_ACTION_COUNT]);

/* Return the number of legal actions, and the n-th of them, from 0 (past the last: DONE). */
unsigned svi_allowed_count(const struct svi_allowed *allowed);
unsigned svi_allowed_nth(const struct svi_allowed *allowed, unsigned n);

#endif

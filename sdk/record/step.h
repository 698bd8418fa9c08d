/* The first two bytes of every decision's record. Byte 0: bits 0-2 are the verdict of an answer, or
 * SVI_STEP_FORFEIT; bit 3 says that the answer is the default and is left out. Bits 4-7 and all of
 * byte 1 are twelve bits of the chain after the decision.
 *
 * Remarks of a seat may stand before the record of its answer: a single byte each, SVI_STEP_LOG,
 * SVI_STEP_NOTE or SVI_STEP_SAY, and the values. The chain skips them. No record begins with these
 * bytes, whatever its check, because bit 3 is clear in a forfeit. SVI_STEP_REFUSED likewise begins
 * a refused answer of that seat (record/record.h): the current one if the record's verdict is
 * `illegal` or `malformed`, or an earlier one that was late. SVI_STEP_FALLBACK stands right before
 * the record of a `fallback`, whose verdict bits are those of `ok`. record.c writes these bytes,
 * replay.c and arbiter/probe read them; nothing here fails. */
#ifndef SVI_RECORD_STEP_H
#define SVI_RECORD_STEP_H

#include <solvent/manifest.h>

#include <stdbool.h>
#include <stdint.h>

#define SVI_STEP_BYTES 2u
#define SVI_STEP_VERDICT 7u /* mask */
#define SVI_STEP_FORFEIT 7u /* a byte follows: the seat */
#define SVI_STEP_DEFAULT 8u
#define SVI_STEP_LOG 0x0fu
#define SVI_STEP_NOTE 0x1fu
#define SVI_STEP_REFUSED 0x2fu  /* since format 4 */
#define SVI_STEP_FALLBACK 0x3fu /* since format 5 */
#define SVI_STEP_SAY 0x4fu      /* since format 5 */
#define SVI_STEP_CHECK_SHIFT 4

_Static_assert((unsigned)SV_VERDICT_FALLBACK == SVI_STEP_FORFEIT &&
                   SV_VERDICT_FALLBACK + 1 == SV_VERDICT_COUNT,
               "the other verdicts fit into three bits, beside a forfeit");

/* Returns whether a record that begins with this byte is a forfeit. */
static inline bool svi_step_forfeits(uint8_t byte)
{
    return (byte & (SVI_STEP_VERDICT | SVI_STEP_DEFAULT)) == SVI_STEP_FORFEIT;
}

/* Returns twelve bits that depend on the whole chain. */
static inline unsigned svi_step_check(uint64_t chain)
{
    return (unsigned)(chain * UINT64_C(0xd6e8feb86659fd93) >> 52);
}

#endif

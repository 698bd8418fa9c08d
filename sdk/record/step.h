/* The two bytes that every decision's record begins with. Byte 0: bits 0-2 the verdict of an
 * answer, or SVI_STEP_FORFEIT; bit 3: the answer is the default, and does not follow; bits 4-7 and
 * all of byte 1: twelve bits of the chain after the decision. Before the record of an answer may
 * stand what its seat says: a single byte each, SVI_STEP_LOG or SVI_STEP_NOTE, and the values. The
 * chain passes over it. No record begins so, whatever its check: bit 3 is clear in that of a
 * forfeit. Likewise SVI_STEP_REFUSED, an answer of that seat that was not taken
 * (record/rejected.h): this one, when the record's verdict is `illegal` or `malformed`, or an
 * earlier one that was late. */
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
#define SVI_STEP_REFUSED 0x2fu /* since format 4 */
#define SVI_STEP_CHECK_SHIFT 4

_Static_assert((unsigned)SV_VERDICT_COUNT <= SVI_STEP_FORFEIT,
               "verdicts fit into three bits, beside a forfeit");

/* Whether a record begins with this byte, and is that of a forfeit. */
static inline bool svi_step_forfeits(uint8_t byte)
{
    return (byte & (SVI_STEP_VERDICT | SVI_STEP_DEFAULT)) == SVI_STEP_FORFEIT;
}

/* Twelve bits that depend on all of the chain. */
static inline unsigned svi_step_check(uint64_t chain)
{
    return (unsigned)(chain * UINT64_C(0xd6e8feb86659fd93) >> 52);
}

#endif

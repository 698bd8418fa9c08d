/* How a bot marks what it prints, so that the arbiter can tell the matches apart (docs/PROTOCOL.md,
 * section 3): SVI_MARK, the match's number in decimal digits and "\n" before it, SVI_MARK and "\n"
 * behind it. */
#ifndef SVI_WIRE_MARK_H
#define SVI_WIRE_MARK_H

#define SVI_MARK '\x1e'                /* "record separator" */
#define SVI_MARK_BYTES 21u             /* of a mark at most, without its line end */
#define SVI_MARK_NAME "SOLVENT_OUTPUT" /* the variable by which the arbiter asks for marks */
#define SVI_MARK_VALUE "marked"

#endif

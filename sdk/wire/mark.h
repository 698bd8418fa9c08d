/* The marks around a bot's output, by which the arbiter tells the matches apart (docs/PROTOCOL.md,
 * section 3): SVI_MARK, the match's number in decimal digits and "\n" before it, SVI_MARK and "\n"
 * after it. bot/print.c writes them, arbiter/process/output.c reads them. */
#ifndef SVI_WIRE_MARK_H
#define SVI_WIRE_MARK_H

#define SVI_MARK '\x1e' /* "record separator" */
/* Most bytes of a mark without its line end. */
#define SVI_MARK_BYTES 21u
/* Environment variable with which the arbiter asks for marks. */
#define SVI_MARK_NAME "SOLVENT_OUTPUT"
#define SVI_MARK_VALUE "marked"

#endif

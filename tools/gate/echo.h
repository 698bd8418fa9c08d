/* Measures the upper limit: what ZeroMQ and MessagePack carry without a game. Frames of `messages`
 * questions go from a ROUTER to DEALER processes, are decoded there, and come back as frames of as
 * many answers. `solvent bench` starts it (tools/bench/echo.h). */
#ifndef SVI_TOOLS_GATE_ECHO_H
#define SVI_TOOLS_GATE_ECHO_H

#include "tools/console/exit.h"

#define SVI_GATE_ECHO "echo" /* the first word of its command line */

/* words: FOLDER ROUTERS DEALERS MESSAGES QUESTION_BYTES ANSWER_BYTES FRAMES SECONDS, NULL at the
 * end. Its sockets lie in FOLDER. Prints the messages answered, the seconds that took, and the
 * processor seconds of the ROUTERs and of the DEALERs. Returns ENVIRONMENT, after a line on stderr,
 * if sockets or processes cannot be made; USAGE for other words. */
enum svi_exit svi_gate_echo(char **words);

#endif

/* A recorded match whose bots are asked again: each is told and asked what its seat was, and what
 * it answers is held against the record. The game goes on as recorded, whatever is answered. */
#ifndef SVI_ARBITER_RUNNER_ASKED_MATCH_H
#define SVI_ARBITER_RUNNER_ASKED_MATCH_H

#include "job/asked.h"

/* Makes a match one that is asked: the worker that plays it moves it on by its record. The caller
 * has filled in the rest, and makes it the `asked` of its job. */
void svi_asked_match_init(struct svi_asked_match *asked);

#endif

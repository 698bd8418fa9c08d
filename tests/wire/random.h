/* Seeded random values of everything that travels, the same in every run. */
#ifndef TESTS_WIRE_RANDOM_H
#define TESTS_WIRE_RANDOM_H

#include "wire/wire.h"

#include <stdint.h>

struct random {
    uint64_t state;
};

/* SplitMix64 (Steele, Lea, Flood 2014). */
uint64_t random_next(struct random *r);
uint32_t random_below(struct random *r, uint32_t n);

/* A number of 0 to 64 random bits, so that every MessagePack format comes up. */
uint64_t random_uint64(struct random *r);
int32_t random_int32(struct random *r);

void random_bytes(struct random *r, void *out, size_t size);

/* Clean text of at most cap - 1 bytes, characters of several lengths in it. */
void random_text(struct random *r, char *out, size_t cap);

/* Room on the heap, of exactly that size, so that ASan sees every byte too far. To be freed. */
void *random_room(size_t size);

struct sv_offer random_offer(struct random *r);

/* Whatever fits into the parts that the kind has. Levels differ from the position's now and then.
 */
struct sv_answer random_answer(struct random *r, const struct sv_position *p,
                               const struct sv_question *q);

/* A question with any of its parts empty. */
struct sv_question random_question(struct random *r, unsigned kind);

/* An event of a type that is told, with numbers that travel; its offer, if it has one, is put into
 * `offer`. */
struct sv_event random_event(struct random *r, struct sv_offer *offer);

struct svi_hello random_hello(struct random *r);
struct svi_start random_start(struct random *r);
struct svi_end random_end(struct random *r);

#endif

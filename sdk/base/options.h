/* Structs of options that may grow (sv_bot, sv_batch_how, sv_search_how): they begin with their
 * `size`, and the library reads them through svi_options_read(). So a program and a library of
 * different versions work together as long as the program does not ask for a newer option. The
 * SDK's functions with options call it (sdk/bot, sdk/env, sdk/policy). */
#ifndef SVI_BASE_OPTIONS_H
#define SVI_BASE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

/* The bytes of a struct up to and including a member. */
#define SVI_SIZE_TO(type, member) (offsetof(type, member) + sizeof((type *)NULL)->member)

/* Returns whether this library knows all options in `from`. Its first member is a size_t: its size
 * in the caller's version, or 0 for `first`, its size in the first version of the struct. `known`
 * is its size here. Returns false if the size is less than `first`, or if a member beyond `known`
 * is not 0. */
bool svi_options_known(const void *from, size_t first, size_t known);

/* Copies options to `own`, the struct of this library with `known` bytes. Members that the caller's
 * version does not have become 0. Returns false, and leaves *own unchanged, if svi_options_known()
 * does. */
bool svi_options_read(void *own, const void *from, size_t first, size_t known);

#endif

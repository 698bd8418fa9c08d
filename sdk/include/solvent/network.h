/* Networks that sdk/python/examples/train.py has trained, as bots: for sv_bot_main(), sv_play() and
 * a batch's seats. The bytes of a network, little-endian:
 *
 *     "SVNET 1\n"          magic
 *     u16 floats, all      SV_OBSERVATION_FLOATS and SV_ACTION_COUNT of the SDK that wrote it
 *     u16 n[4]             inputs, two hidden layers, actions
 *     u16 column[n[0]]     of the observation's floats, which are the inputs
 *     u16 action[n[3]]     that have scores
 *     3 times              a layer: u16 shift; i16 weight[in][out], 1 is 1 << shift;
 *                          i32 bias[out], 1 is 1 << (shift + 10)
 *
 * An input is the observation's float in 1024ths, from 0 to 32767; so is a hidden unit. An SDK
 * reads networks for fewer floats than its own too, as fields are only added behind the others. */
#ifndef SOLVENT_NETWORK_H
#define SOLVENT_NETWORK_H

#include <solvent/bot.h>

#ifdef __cplusplus
extern "C" {
#endif

struct sv_network;

/* Reads a network; the bytes are copied. sv_network_destroy() frees it. Returns NULL and sets
 * *wrong to the reason in words, a static text, if the bytes are no network for this SDK, or
 * without memory. */
struct sv_network *sv_network_create(const uint8_t *bytes, size_t size, const char **wrong);
void sv_network_destroy(struct sv_network *n); /* may be NULL */

/* Returns the network as a bot, which lives as long as the network. In a match that gets no memory
 * it answers by defaults. */
const struct sv_bot *sv_network_bot(const struct sv_network *n);

/* Returns the bot `trained`, whose weights are in the library: a network for two seats of
 * `classic`. It lives as long as the program. Returns NULL without memory. */
const struct sv_bot *sv_network_trained(void);

#ifdef __cplusplus
}
#endif

#endif

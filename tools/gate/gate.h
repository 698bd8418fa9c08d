/* The gate of one remote bot: the process solvent-gate (tools/gate/main.c), which a run or `solvent
 * gate` starts. To the arbiter it is a bot on this machine like any other. To the outside it is the
 * endpoint where that bot, and no other, connects.
 *
 *     arbiter <- channel (Unix socket, our ZMTP) -> gate <- libzmq (CURVE, ZAP) -> bot, elsewhere
 *
 * One gate is one session: it waits for the bot, then accepts no more connections, carries messages
 * both ways, and ends with the bot's connection or the arbiter's. A stranger's attack, even through
 * a weakness of libzmq, costs at most this process; then the arbiter has lost one bot.
 *
 * Strangers' connections are limited before libzmq sees them: their number, in all and from one
 * address, their rate, their time, and their bytes. If there are too many, the gate closes the
 * connections whose handshake is least advanced, oldest first. Each gate owns its sockets and
 * closes them. */
#ifndef SVI_TOOLS_GATE_GATE_H
#define SVI_TOOLS_GATE_GATE_H

#include "tools/console/exit.h"

#include <stdatomic.h>

#define SVI_GATE_GUESTS 64u       /* connections that are not accepted yet */
#define SVI_GATE_NEIGHBOURS 16u   /* most of these from one address */
#define SVI_GATE_SHAKING_MS 10000 /* time until a connection must be accepted */
#define SVI_GATE_ACCEPTED 500u    /* accepted a second; further connections wait in the kernel */
#define SVI_GATE_SHOWN 200u       /* passed to libzmq a second */
/* Most bytes of a message of many parts; beyond it the bot is lost. */
#define SVI_GATE_UNDELIVERED 4194304

/* The texts and `stop` must outlive svi_gate_run(). */
struct svi_gate_setup {
    const char *name;    /* the bot's name, for messages */
    const char *listen;  /* endpoint for the bot */
    const char *arbiter; /* endpoint of the arbiter */
    /* File of the bot's public key, and file of our own key pair. Both NULL: no keys, and listens
     * on this machine only. */
    const char *key_file;
    const char *own_file;
    const atomic_bool *stop;
};

/* Runs the gate until the session ends. Returns DONE if the arbiter said goodbye or is gone, or
 * `stop` was set; FAILED if the bot was lost; USAGE or ENVIRONMENT if the gate could not start.
 * Unless the status is DONE, prints the reason in one line on stderr. Notes there tell that the bot
 * has connected, and which strangers and keys were refused. The process keeps lower limits of
 * memory and files afterwards, and leaves no core, so it should do nothing else. */
enum svi_exit svi_gate_run(const struct svi_gate_setup *setup);

#endif

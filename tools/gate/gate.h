/* The gate of one remote bot, a process of its own: to the arbiter a bot on this machine like any
 * other, to the outside the place where that bot, and nobody else, comes in.
 *
 *     arbiter <- channel (Unix socket, our ZMTP) -> gate <- libzmq (CURVE, ZAP) -> bot, elsewhere
 *
 * One gate is one session: it waits for the bot, shuts the door behind it, carries messages both
 * ways, and ends with the bot's connection or the arbiter's. Whatever a stranger can do, libzmq's
 * own weaknesses included, costs at most this process; then the arbiter has lost one bot.
 *
 * Strangers are capped before libzmq sees them: how many there are, in all and from one address,
 * how fast they come, how long they take, how much they send. When there are too many, those go
 * first that have got least far, the oldest before. */
#ifndef SVI_TOOLS_GATE_GATE_H
#define SVI_TOOLS_GATE_GATE_H

#include "channel/key.h"
#include "tools/console/exit.h"

#include <stdatomic.h>

#define SVI_GATE_GUESTS 64u          /* connections that are not let in yet */
#define SVI_GATE_NEIGHBOURS 16u      /* of them from one address */
#define SVI_GATE_SHAKING_MS 10000    /* until it must be let in */
#define SVI_GATE_ACCEPTED 500u       /* a second; the others wait at the kernel's door */
#define SVI_GATE_SHOWN 200u          /* a second, to libzmq */
#define SVI_GATE_UNDELIVERED 4194304 /* bytes of a message of many parts; then its bot is lost */

struct svi_gate_setup {
    const char *name;     /* the bot's, for lines */
    const char *listen;   /* where the bot comes in */
    const char *arbiter;  /* where the arbiter waits for us */
    const char *key_file; /* the bot's public key, and */
    const char *own_file; /* our own pair; both NULL: no keys, and listening on this machine only */
    const atomic_bool *stop;
};

/* Runs to the end of the session; one line on stderr says why it ended when it wasn't the arbiter
 * who ended it. DONE: the arbiter has said goodbye or is gone, or we were told to stop. FAILED: the
 * bot was lost. USAGE, ENVIRONMENT. */
enum svi_exit svi_gate_run(const struct svi_gate_setup *setup);

#endif

/* The address that a server listens at, as people write it. */
#ifndef SVI_TOOLS_SERVE_LISTEN_H
#define SVI_TOOLS_SERVE_LISTEN_H

#include "base/error.h"

#include <solvent/status.h>

#include <stddef.h>

/* Listens on "HOST:PORT" or "[HOST]:PORT", HOST being numeric or localhost; port 0: any that is
 * free. *fd is the socket, and `address` how to reach it: "http://127.0.0.1:8080/". SV_E_ARGUMENT:
 * it is no such text. SV_E_SYSTEM: the address cannot be had. Then *fd is -1, with a line in
 * `error`. */
enum sv_status svi_listen_at(const char *listen_on, int *fd, char address[128],
                             struct svi_error *error);

#endif

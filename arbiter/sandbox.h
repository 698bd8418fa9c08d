/* The sandbox a bot's process is put in: bubblewrap (https://github.com/containers/bubblewrap).
 *
 * Inside there is /usr read-only, the folders of the bot's program and of those arguments that name a
 * file, read-only and at the same paths, an empty /tmp, an empty current folder if that is none of them,
 * and the arbiter's socket; no network, no other processes, no capabilities, no home. So a bot's folder
 * should hold nothing that the bot must not read: no league file with a seed in it, no keys. */
#ifndef SVI_ARBITER_SANDBOX_H
#define SVI_ARBITER_SANDBOX_H

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>

enum svi_sandbox {
    SVI_SANDBOX_NONE,  /* bots run as we do: for one's own */
    SVI_SANDBOX_AUTO,  /* bubblewrap when it works here */
    SVI_SANDBOX_BWRAP, /* bubblewrap or nothing */
};

/* A mode from its name: "auto", "bwrap", "none". False for any other. */
bool svi_sandbox_mode(const char *name, enum svi_sandbox *mode);

/* Tries once whether bubblewrap works here; takes a few milliseconds. Not to be called while other
 * threads start processes. */
bool svi_sandbox_works(void);

/* The command line that runs `argv` (NULL-terminated) inside the sandbox; `folder` is that of the
 * arbiter's socket. A program named without a slash is looked up in PATH, relative paths start at the
 * current folder. To be given back by svi_sandbox_free().
 * SV_E_SYSTEM: no such program, or no memory; `error` (of error_size bytes) then holds one line. */
enum sv_status svi_sandbox_wrap(const char *const *argv, const char *folder, char ***wrapped,
                                char *error, size_t error_size);
void svi_sandbox_free(char **wrapped);

#endif

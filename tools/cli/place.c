#include "tools/cli/place.h"

#include "process/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Writes folder/below as an absolute path of up to PATH_MAX bytes. Returns false, and writes "", if
 * it does not exist. */
static bool resolve(const char *folder, const char *below, char *out)
{
    char path[2 * PATH_MAX];
    const bool found = (size_t)snprintf(path, sizeof path, "%s/%s", folder, below) < sizeof path &&
                       realpath(path, out) != NULL;
    if (!found) { /* realpath() has left the path there */
        out[0] = '\0';
    }
    return found;
}

bool svi_place_find(struct svi_place *p)
{
    *p = (struct svi_place){0};
    const ssize_t length = readlink("/proc/self/exe", p->solvent, sizeof p->solvent - 1);
    const char *slash = length > 0 ? strrchr(p->solvent, '/') : NULL;
    char *bots = svi_process_bots();
    const bool found = slash != NULL && bots != NULL;
    free(bots);
    if (!found) {
        return false;
    }
    (void)snprintf(p->folder, sizeof p->folder, "%.*s", (int)(slash - p->solvent), p->solvent);
    if (resolve(p->folder, "solvent.pc", p->pc)) {
        (void)resolve(p->folder, "sdk/libsolvent.so", p->library);
        return resolve(p->folder, SVI_SOURCE_FROM_BUILD "/sdk/python", p->python);
    }
    if (strcmp(p->folder, "/usr/bin") == 0) {
        (void)strcpy(p->solvent, "solvent");
        (void)strcpy(p->pc, "solvent");
        return true;
    }
    (void)resolve(p->folder, "../" SVI_LIB "/pkgconfig/solvent.pc", p->pc);
    (void)resolve(p->folder, "../" SVI_LIB "/libsolvent.so", p->library);
    (void)resolve(p->folder, "../" SVI_PYTHON, p->python);
    return true;
}

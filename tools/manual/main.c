/* solvent_manual FOLDER: writes the man pages and completions of `solvent`; run by the build. */
#include "base/error.h"
#include "tools/cli/commands.h"
#include "tools/manual/pages.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *folder;

static FILE *create(const char *name)
{
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "we");
    if (file == NULL) {
        (void)fprintf(stderr, "solvent_manual: %s: %s\n", path, svi_errno_text(errno));
        exit(1); // NOLINT(concurrency-mt-unsafe): there are no threads
    }
    return file;
}

static void finish(FILE *file)
{
    if (fclose(file) != 0) {
        (void)fprintf(stderr, "solvent_manual: %s: %s\n", folder, svi_errno_text(errno));
        exit(1); // NOLINT(concurrency-mt-unsafe)
    }
}

static void write_page(void *user, const struct svi_command *command, const char *name)
{
    char file_name[112];
    (void)user;
    (void)snprintf(file_name, sizeof file_name, "%s.1", name);
    for (char *at = file_name; *at != '\0'; at++) {
        *at = *at == ' ' ? '-' : *at;
    }
    FILE *file = create(file_name);
    svi_page_man(command, name, file);
    finish(file);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*write)(const struct svi_command *program, FILE *out);
    } shells[] = {{"solvent.bash", svi_page_bash},
                  {"_solvent", svi_page_zsh},
                  {"solvent.fish", svi_page_fish}};
    if (argc != 2) {
        (void)fputs("Usage: solvent_manual FOLDER\n", stderr);
        return 2;
    }
    folder = argv[1];
    svi_pages_walk(&svi_solvent, "", write_page, NULL);
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++) {
        FILE *file = create(shells[i].name);
        shells[i].write(&svi_solvent, file);
        finish(file);
    }
    return 0;
}

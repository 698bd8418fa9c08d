#include "tools/documents/documents.h"

#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

const struct svi_document *svi_document_named(const char *name, size_t size)
{
    for (const struct svi_document *d = svi_documents; d->name != NULL; d++) {
        if (strlen(d->name) == size && memcmp(d->name, name, size) == 0) {
            return d;
        }
    }
    return NULL;
}

const struct svi_document *svi_document_find(const char *topic)
{
    static const char folder[] = "docs/", ending[] = ".md";
    for (const struct svi_document *d = svi_documents; d->name != NULL; d++) {
        if (strcmp(d->topic, topic) == 0) {
            return d;
        }
    }
    topic += strncmp(topic, folder, strlen(folder)) == 0 ? strlen(folder) : 0;
    const size_t size = strlen(topic);
    const size_t end = strlen(ending);
    return size > end && strcmp(topic + size - end, ending) == 0
               ? svi_document_named(topic, size - end)
               : NULL;
}

/* ---- show ------------------------------------------------------------------------------------ */

/* Runs a program with a text as its stdin. Returns false if it cannot be started or fails. */
static bool run_with(const char *const argv[], const char *text)
{
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = -1;
    FILE *file = tmpfile();
    if (file == NULL) {
        return false;
    }
    bool done = fputs(text, file) >= 0 && fflush(file) == 0 &&
                lseek(fileno(file), 0, SEEK_SET) == 0 &&
                posix_spawn_file_actions_init(&actions) == 0;
    if (done) {
        done = posix_spawn_file_actions_adddup2(&actions, fileno(file), STDIN_FILENO) == 0 &&
               posix_spawnp(&child, argv[0], &actions, NULL, (char *const *)argv, environ) == 0 &&
               waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
        (void)posix_spawn_file_actions_destroy(&actions);
    }
    (void)fclose(file);
    return done;
}

static bool by_pager(const char *text)
{
    const char *pager = getenv("PAGER"); // NOLINT(concurrency-mt-unsafe): there are no threads
    const char *const argv[] = {"sh", "-c", pager != NULL && *pager != '\0' ? pager : "less", NULL};
    return run_with(argv, text);
}

void svi_document_show(const struct svi_document *d)
{
    static const char *const man[] = {"man", "-l", "-", NULL};
    (void)fflush(stdout);
    const bool shown = isatty(STDOUT_FILENO) == 1 &&
                       ((d->man != NULL && run_with(man, d->man)) || by_pager(d->markdown));
    if (!shown) {
        (void)fputs(d->markdown, stdout);
    }
}

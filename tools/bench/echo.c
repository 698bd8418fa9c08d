#include "tools/bench/echo.h"

#include "memory/memory.h"
#include "process/process.h"
#include "process/scratch_dir.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Reads all that the program prints, which is one line, and waits for its end. */
static void read_line(struct svi_process *p, int fd, char *line, size_t size)
{
    size_t have = 0;
    ssize_t got;
    while ((got = read(fd, line + have, size - 1 - have)) > 0 || (got < 0 && errno == EINTR)) {
        have += got > 0 ? (size_t)got : 0;
    }
    line[have] = '\0';
    line[strcspn(line, "\n")] = '\0';
    (void)svi_process_wait(p, UINT_MAX);
}

static enum sv_status run(const char *const *argv, struct svi_bench_echo *result,
                          struct svi_error *error)
{
    static const char *const set[] = {NULL};
    struct svi_process p = {0};
    char line[256], *at = line;
    double *const figures[] = {&result->messages, &result->wall_s, &result->router_s,
                               &result->dealers_s};
    int fd[2];
    if (pipe2(fd, O_CLOEXEC) != 0) {
        return svi_fail(error, SV_E_SYSTEM, "cannot make a pipe: %s", svi_errno_text(errno));
    }
    const struct svi_process_setup setup = {.argv = argv, .set = set, .output = fd[1]};
    enum sv_status status = svi_process_start(&p, &setup, error);
    close(fd[1]);
    if (status == SV_OK) {
        read_line(&p, fd[0], line, sizeof line);
        for (size_t i = 0; i < sizeof figures / sizeof figures[0] && status == SV_OK; i++) {
            char *end;
            *figures[i] = strtod(at, &end);
            status = end != at ? SV_OK : svi_fail(error, SV_E_SYSTEM, "%s", line);
            at = end;
        }
    }
    close(fd[0]);
    return status;
}

enum sv_status svi_bench_echo(const struct svi_bench_echo_setup *setup,
                              struct svi_bench_echo *result, struct svi_error *error)
{
    struct svi_scratch_dir folder;
    if (!svi_scratch_dir_make(&folder, "solvent-echo", error)) {
        return SV_E_SYSTEM;
    }
    char *words =
        svi_text("%u %u %u %zu %zu %u %.17g", setup->routers, setup->dealers, setup->messages,
                 setup->question_bytes, setup->answer_bytes, setup->frames, setup->seconds);
    char *gate = svi_process_helper("solvent-gate"), *rest = NULL;
    const char *argv[11] = {gate, "echo", folder.path};
    size_t n = 3;
    for (char *word = strtok_r(words, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        argv[n++] = word;
    }
    const enum sv_status status = run(argv, result, error);
    free(gate);
    free(words);
    svi_scratch_dir_remove(&folder);
    return status;
}

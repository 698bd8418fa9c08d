#include "tools/console/arguments.h"

#include "tools/console/exit.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Lets the first line through; argp has a second one, "Try `... --help'", for what getopt has told. */
static ssize_t pass_line(void *over, const char *text, size_t size)
{
    bool *told = over;
    const char *end = memchr(text, '\n', size);
    const size_t line = end != NULL ? (size_t)(end - text) + 1 : size;
    if (!*told && write(STDERR_FILENO, text, line) < 0) {
        return 0;
    }
    *told |= end != NULL;
    return (ssize_t)size;
}

bool svi_arguments_parse(const struct argp *argp, int argc, char **argv, void *input)
{
    static bool told; /* static: used when argp ends the process */
    FILE *const all = stderr;
    FILE *const first = fopencookie(&told, "w", (cookie_io_functions_t){.write = pass_line});
    told = false;
    argp_err_exit_status = SVI_EXIT_USAGE;
    if (first != NULL) {
        stderr = first; /* a variable in glibc, whose argp and getopt write to it */
    }
    // NOLINTNEXTLINE(concurrency-mt-unsafe): before there is any thread
    const bool parsed = argp_parse(argp, argc, argv, 0, NULL, input) == 0;
    stderr = all;
    if (first != NULL) {
        (void)fclose(first);
    }
    return parsed;
}

uint32_t svi_arguments_number(struct argp_state *state, const char *option, const char *text,
                              uint32_t low, uint32_t high)
{
    char *end;
    errno = 0;
    const unsigned long long value = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || errno != 0 || value < low || value > high) {
        argp_failure(state, SVI_EXIT_USAGE, 0,
                     "%s: found '%s', expected a whole number from %" PRIu32 " to %" PRIu32, option,
                     text, low, high);
    }
    return (uint32_t)value;
}

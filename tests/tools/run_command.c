#include "tests/tools/run_command.h"

#include "tools/cli/commands.h"
#include "tools/console/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_WORDS 16
#define LONGEST 256

static void give_up(const char *what)
{
    perror(what);
    abort();
}

static void read_all(FILE *file, char *text, size_t size)
{
    rewind(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    (void)fclose(file);
}

void run_command(const struct svi_command *command, struct outcome *o, const char *const argv[])
{
    static char text[MAX_WORDS]
                    [LONGEST]; /* static: commands may keep pointers to it, or forget them */
    char *words[MAX_WORDS + 1] = {0};
    FILE *out = tmpfile();
    FILE *err = tmpfile();
    int argc = 0, status;
    if (out == NULL || err == NULL) {
        give_up("tmpfile");
    }
    for (; argv[argc] != NULL && argc < MAX_WORDS; argc++) {
        (void)snprintf(text[argc], LONGEST, "%s", argv[argc]);
        words[argc] = text[argc];
    }
    (void)fflush(NULL);
    const pid_t child = fork();
    if (child < 0) {
        give_up("fork");
    }
    if (child == 0) {
        if (dup2(fileno(out), STDOUT_FILENO) < 0 || dup2(fileno(err), STDERR_FILENO) < 0) {
            _exit(99);
        }
        exit((int)svi_command_run(command, command == &svi_solvent ? "" : "solvent", argc, words));
    }
    if (waitpid(child, &status, 0) != child) {
        give_up("waitpid");
    }
    o->status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    read_all(out, o->out, sizeof o->out);
    read_all(err, o->err, sizeof o->err);
}

size_t count_lines(const char *text)
{
    size_t lines = 0;
    for (; *text != '\0'; text++) {
        lines += *text == '\n';
    }
    return lines;
}

/* solvent mcp [--folder DIR] */
#include "base/error.h"
#include "process/process.h"
#include "tools/cli/commands.h"
#include "tools/console/say.h"
#include "tools/console/words.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct arguments {
    const char *folder;
};

static const struct svi_option options[] = {
    {"folder", 0, "DIR", "Where games are kept, made if it is missing (mcp-games)",
     SVI_SET_TEXT(folder), .takes = SVI_TAKES_FOLDER},
    {0},
};

/* Makes the folder, and locks it for as long as this process runs, whatever program it is. */
static enum svi_exit take_folder(const char *folder)
{
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "--folder: cannot make '%s': %s", folder,
                            svi_errno_text(errno));
    }
    const int fd = open(folder, O_RDONLY | O_DIRECTORY); // NOLINT(android-cloexec-open): kept
    if (fd < 0) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "--folder: cannot open '%s': %s", folder,
                            svi_errno_text(errno));
    }
    return flock(fd, LOCK_EX | LOCK_NB) == 0
               ? SVI_EXIT_DONE
               : svi_complain(SVI_EXIT_ENVIRONMENT,
                              "--folder: '%s' is in use by another solvent mcp; end that one, or "
                              "choose another folder",
                              folder);
}

static enum svi_exit run(struct svi_words *w)
{
    struct arguments a = {.folder = "mcp-games"};
    svi_words_read(w, &a);
    const enum svi_exit taken = take_folder(a.folder);
    if (taken != SVI_EXIT_DONE) {
        return taken;
    }
    char *server = svi_process_helper("solvent-mcp/server.mjs");
    char *seat = svi_process_helper("solvent-seat");
    char *solvent = realpath("/proc/self/exe", NULL);
    char *bots = svi_process_bots();
    const char *const argv[] = {"node", server, solvent, seat, bots, a.folder, NULL};
    if (solvent == NULL || bots == NULL) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "cannot find %s",
                            solvent == NULL ? "the program's own file" : "the reference bots");
    }
    (void)execvp(argv[0], (char *const *)(uintptr_t)argv);
    const int reason = errno;
    free(server);
    free(seat);
    free(solvent);
    free(bots);
    return svi_complain(SVI_EXIT_ENVIRONMENT, "cannot run node (Node.js 18 or newer): %s",
                        svi_errno_text(reason));
}

const struct svi_command svi_cmd_mcp = {
    .name = "mcp",
    .brief = "let a language model play, by the Model Context Protocol",
    .rare = true,
    .options = options,
    .text = "Serves the Model Context Protocol on stdin and stdout; the program that runs your "
            "model starts it. The model plays matches against reference bots, by text: its tools "
            "are new_game, look, judge, answer, say, wait, analyse and rank.\n"
            "\n"
            "Finished games are recorded in the folder, N.svr each. A game that a killed server "
            "leaves behind goes on from its last answer when a server of the same folder is asked "
            "for it. Needs Node.js 18 or newer.",
    .topic = "play-guide",
    .examples = "solvent mcp --folder my-games",
    .exits = {"the client has ended the session", NULL, "usage or bad input",
              "there is no node, or the folder cannot be used"},
    .run = run,
};

#include "tools/check/keep.h"

#include "memory/memory.h"
#include "tools/console/say.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

/* Returns the path of a file in the folder: "02-edition-mega-2-to-8-seats.svr". The caller frees
 * it. */
static char *path_of(const struct svi_check_keep *keep, const char *point, const char *ending)
{
    char name[64];
    size_t n = 0;
    for (const char *c = point; *c != '\0' && n + 1 < sizeof name; c++) {
        const bool plain = (*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9');
        if (plain || (n > 0 && name[n - 1] != '-')) {
            name[n++] = plain ? *c : '-';
        }
    }
    while (n > 0 && name[n - 1] == '-') {
        n--;
    }
    name[n] = '\0';
    return svi_text("%s/%02u-%s.%s", keep->folder, keep->points, name, ending);
}

static void complain(const char *path, int reason)
{
    (void)svi_complain(SVI_EXIT_ENVIRONMENT, "cannot write '%s': %s", path, svi_errno_text(reason));
}

/* Plays the game to its end by defaults, from the bot's open question on. */
static bool play_out(struct svi_game *g)
{
    enum sv_status status = SV_OK;
    while (status == SV_OK && !svi_game_over(g)) {
        status = svi_game_answer(g, svi_game_next(g), SV_VERDICT_DEFAULT, NULL);
    }
    return status == SV_OK;
}

/* Writes a copy of the game that is played to its end; the game itself is not changed. */
static bool write_record(const char *path, const struct svi_game *g)
{
    struct svi_game copy;
    svi_game_view(g, &copy);
    svi_buf_append(&copy.record, g->record.data, g->record.size);
    bool whole = !copy.record.failed && play_out(&copy);
    if (!whole) {
        complain(path, ENOMEM);
    } else {
        whole = svi_say_file(path, copy.record.data, copy.record.size) == SVI_EXIT_DONE;
    }
    svi_game_finish(&copy);
    return whole;
}

void svi_check_keep(struct svi_check_keep *keep, const char *point, const char *fault,
                    struct svi_check_table *t)
{
    const struct svi_game *g = t->game.recording ? &t->game : NULL;
    if (keep->folder == NULL) {
        return;
    }
    if (keep->points++ == 0 && mkdir(keep->folder, 0777) != 0 && errno != EEXIST) {
        complain(keep->folder, errno);
        keep->folder = NULL;
        return;
    }
    const uint32_t decision = g != NULL ? g->decisions : 0;
    SCOPED(scoped_free) char *record = path_of(keep, point, "svr");
    SCOPED(scoped_free) char *text = path_of(keep, point, "txt");
    const bool replay = g != NULL && write_record(record, g);
    FILE *file = fopen(text, "we");
    if (file == NULL) {
        complain(text, errno);
    } else {
        (void)fprintf(file, "%s: %s\n\nedition %s, %u seats, the bot in seat %u, seed 'check %u'\n",
                      point, fault, t->job.edition->name, t->job.seats, t->job.seat, t->job.seed);
        if (replay) {
            (void)fprintf(file,
                          "the fault is at decision %" PRIu32
                          " or right after it; defaults follow\n\n"
                          "solvent replay %s --decisions --seat %u\n"
                          "solvent replay %s --drive %u -- %s\n",
                          decision, record, t->job.seat, record, t->job.seat, keep->command);
        } else {
            (void)fprintf(file, "there is no replay of it: %s\n\nsolvent check '%s'\n",
                          g == NULL ? "the position was changed by hand" : "it cannot be written",
                          keep->command);
        }
        const bool wrote = fflush(file) == 0 && ferror(file) == 0;
        if (fclose(file) != 0 || !wrote) {
            complain(text, errno);
        }
    }
}

#include "tools/replay/verify.h"

#include "arbiter/store.h"
#include "tools/console/say.h"
#include "tools/replay/game_file.h"
#include "tools/replay/verify_state.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Games between two signs of life on a terminal. */
#define SIGN_EVERY 500u

struct svi_verify *svi_verify_create(void)
{
    struct svi_verify *v = calloc(1, sizeof *v);
    if (v != NULL) {
        v->terminal = isatty(STDERR_FILENO) == 1 && !svi_say_is_quiet();
        svi_game_init(&v->game);
        svi_buf_init(&v->bytes);
    }
    return v;
}

void svi_verify_destroy(struct svi_verify *v)
{
    if (v != NULL) {
        svi_game_finish(&v->game);
        svi_buf_finish(&v->bytes);
        free(v);
    }
}

/* ---- what is found -------------------------------------------------------------------------- */

static void clear_sign(const struct svi_verify *v)
{
    if (v->terminal) {
        (void)fputs("\r\033[K", stderr);
    }
}

void svi_verify_unreadable_line(struct svi_verify *v, const char *line)
{
    clear_sign(v);
    v->unreadable++;
    (void)svi_complain(SVI_EXIT_USAGE, "%s", line);
}

void svi_verify_unreadable(struct svi_verify *v, const char *path, const char *reason)
{
    clear_sign(v);
    v->unreadable++;
    (void)svi_complain(SVI_EXIT_USAGE, "%s: %s", path, reason);
}

void svi_verify_bad(struct svi_verify *v, const char *name, const char *problem)
{
    clear_sign(v);
    v->bad++;
    (void)printf("%s: %s\n", name, problem);
}

int svi_verify_status(const struct svi_verify *v)
{
    return v->bad > 0 ? SVI_EXIT_FAILED : v->unreadable > 0 ? SVI_EXIT_USAGE : SVI_EXIT_DONE;
}

/* What the stores brought with them. */
static void say_stores(const struct svi_verify *v)
{
    if (v->rankings == 1) {
        (void)printf(", the ranking of %" PRIu64 " bots", v->bots);
    } else if (v->rankings > 1) {
        (void)printf(", the rankings of %" PRIu64 " leagues with %" PRIu64 " bots", v->rankings,
                     v->bots);
    }
}

bool svi_verify_summary(const struct svi_verify *v)
{
    clear_sign(v);
    (void)printf("%" PRIu64 " game%s, %" PRIu64 " decisions", v->games, v->games == 1 ? "" : "s",
                 v->decisions);
    say_stores(v);
    if (v->bad == 0) {
        (void)printf(": %s as recorded", v->games == 0 ? "none to be" : "all");
    } else {
        (void)printf(": %" PRIu64 " not as recorded", v->bad);
    }
    if (v->missing > 0) {
        (void)printf("; %" PRIu64 " more %s planned and not in the store", v->missing,
                     v->missing == 1 ? "is" : "are");
    }
    if (v->unreadable > 0) {
        (void)printf("; %" PRIu64 " unreadable", v->unreadable);
    }
    (void)printf("\n");
    return fflush(stdout) == 0 && ferror(stdout) == 0;
}

/* ---- games ------------------------------------------------------------------------------------ */

static void count_verdict(void *user, const struct sv_event *ev)
{
    struct svi_verify *v = user;
    if (ev->type == SV_EVENT_ANSWER) {
        v->verdicts[ev->seat][ev->verdict]++;
    } else if (ev->type == SV_EVENT_FORFEIT) {
        v->forfeits |= 1u << ev->seat;
    }
}

bool svi_verify_play(struct svi_verify *v, const char *name)
{
    const struct sv_sink sink = {count_verdict, v};
    memset(v->verdicts, 0, sizeof v->verdicts);
    v->forfeits = 0;
    enum sv_status status = svi_replay_open(&v->replay, v->bytes.data, v->bytes.size);
    if (status == SV_E_VERSION || !svi_replay_is(v->bytes.data, v->bytes.size)) {
        svi_verify_unreadable(v, name, v->replay.error);
        return false;
    }
    v->games++;
    if (status == SV_OK) {
        status = svi_replay_run(&v->replay, &v->game, &sink);
        v->decisions += v->game.decisions;
    }
    if (status == SV_E_SYSTEM) {
        svi_verify_unreadable(v, name, "no memory");
    } else if (status != SV_OK) {
        svi_verify_bad(v, name, v->replay.error);
    }
    if (v->terminal && v->games % SIGN_EVERY == 0) {
        (void)fprintf(stderr, "\r%" PRIu64 " games", v->games);
    }
    return status == SV_OK;
}

void svi_verify_file(struct svi_verify *v, const char *path)
{
    char error[SVI_STORE_ERROR];
    bool sealed;
    if (svi_game_file_load(path, &v->bytes, &sealed, error, sizeof error) == SVI_EXIT_DONE) {
        (void)svi_verify_play(v, path);
    } else {
        svi_verify_unreadable_line(v, error);
    }
}

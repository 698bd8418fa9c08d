#include "env/replay_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sv_replay *sv_replay_create(void)
{
    struct sv_replay *r = calloc(1, sizeof *r);
    if (r != NULL) {
        svi_game_init(&r->game);
    }
    return r;
}

void sv_replay_destroy(struct sv_replay *r)
{
    if (r != NULL) {
        svi_game_finish(&r->game);
        svi_buf_finish(&r->rows);
        free(r->luck);
        free(r);
    }
}

/* Notes what the step at hand is, and passes the event on. */
static void see(void *user, const struct sv_event *ev)
{
    struct sv_replay *r = user;
    if (ev->type == SV_EVENT_ANSWER) {
        r->answered = true;
        r->last.answer = *ev->answer;
        r->last.verdict = ev->verdict;
        (void)sv_ask(&r->replay.edition, &r->asked, ev->seat, &r->last.question);
    } else if (ev->type == SV_EVENT_FORFEIT) {
        r->forfeits = r->stopped = true;
    }
    if (r->sink.fn != NULL) {
        r->sink.fn(r->sink.user, ev);
    }
}

enum sv_status svi_reader_begin(struct sv_replay *r)
{
    const struct sv_sink sink = {see, r};
    r->ended = r->stopped = false;
    r->status = svi_replay_start(&r->replay, &r->game, &sink);
    r->asked = r->game.state;
    return r->status;
}

enum sv_status sv_replay_open(struct sv_replay *r, const uint8_t *bytes, size_t size,
                              const struct sv_sink *sink)
{
    r->sink = sink != NULL ? *sink : (struct sv_sink){0};
    svi_buf_clear(&r->rows);
    r->status = svi_replay_reopen(&r->replay, bytes, size);
    r->open = r->status == SV_OK;
    return r->open ? svi_reader_begin(r) : r->status;
}

const char *sv_replay_error(const struct sv_replay *r)
{
    return r->status != SV_OK ? r->replay.error : NULL;
}

const struct sv_edition *sv_replay_edition(const struct sv_replay *r)
{
    return &r->replay.edition;
}

unsigned sv_replay_seats(const struct sv_replay *r)
{
    return r->open ? r->replay.header.setup.seats : 0;
}

const char *sv_replay_name(const struct sv_replay *r, unsigned seat)
{
    return seat < sv_replay_seats(r) ? r->replay.header.name[seat] : "";
}

static bool check_end(struct sv_replay *r)
{
    r->asked = r->game.state;
    if (!r->ended) {
        r->ended = true;
        r->status = svi_replay_end(&r->replay, &r->game);
    }
    return false;
}

bool sv_replay_next(struct sv_replay *r, struct sv_recorded *out)
{
    if (!r->open || r->status != SV_OK) {
        return false;
    }
    do {
        if (svi_game_over(&r->game)) {
            return check_end(r);
        }
        r->asked = r->game.state;
        r->answered = r->forfeits = false;
        memset(&r->last, 0, sizeof r->last);
        r->last.number = r->game.decisions + 1;
        r->status = svi_replay_next(&r->replay, &r->game);
        if (r->status != SV_OK) {
            return false;
        }
    } while (!r->answered);
    r->last.forfeits = r->forfeits;
    *out = r->last;
    return true;
}

const struct sv_state *sv_replay_state(const struct sv_replay *r)
{
    return &r->asked;
}

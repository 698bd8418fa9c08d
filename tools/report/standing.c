#include "tools/report/standing.h"

#include "job/points.h"
#include "store/store_runs.h"
#include "store/store_sessions.h"
#include "tools/console/progress.h"

#include "base/json.h"
#include "base/out.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

static int64_t wall_ms(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

struct reading {
    struct svi_standing *standing;
    const struct svi_ranking *ranking;
};

/* Notes what a parked bot has left by now. */
static void take_parked(void *user, const struct svi_store_parked *row)
{
    const struct reading *r = user;
    struct svi_standing *s = r->standing;
    uint64_t played = row->played;
    for (unsigned i = 0; i < r->ranking->n_rows; i++) {
        played = r->ranking->row[i].bot == row->bot ? r->ranking->row[i].games : played;
    }
    const uint64_t since = played > row->played ? played - row->played : 0;
    if (since < row->left && s->n_parked < SVI_MAX_BOTS) {
        struct svi_store_parked *now = &s->parked[s->n_parked++];
        *now = *row;
        now->left -= since;
        if (row->left_s > 0) {
            now->left_s = (int64_t)((double)row->left_s * (double)now->left / (double)row->left);
        }
    }
}

static void take_playing(void *user, const struct svi_playing *row)
{
    const struct reading *r = user;
    if (r->standing->n_playing < SVI_STANDING_PLAYING) {
        r->standing->playing[r->standing->n_playing++] = *row;
    }
}

enum sv_status svi_standing_read(struct svi_standing *s, struct svi_store *store, bool running,
                                 const struct svi_ranking *ranking, uint64_t games)
{
    const struct svi_store_info *league = svi_store_info(store);
    struct reading reading = {s, ranking};
    *s = (struct svi_standing){.running = running, .games = games};
    SVI_TRY(svi_store_last_run(store, &s->run, &s->any_run));
    bool share = s->any_run && s->run.shards > 1; /* of all that is planned */
    for (unsigned i = 0; i < league->n_bots && s->any_run && league->entry != NULL; i++) {
        share = share || league->entry[i].status != SVI_STATUS_PLAYS;
    }
    s->planned = share ? s->run.planned : league->matches;
    if (running && s->run.ended[0] != '\0') { /* the present run has not begun to play */
        s->any_run = false;
        s->run.games = 0;
    }
    s->elapsed_ms = s->run.last_ms - s->run.began_ms;
    s->elapsed_ms = s->elapsed_ms > 0 ? s->elapsed_ms : 1;
    s->since_ms = wall_ms() - s->run.last_ms;
    s->since_ms = s->since_ms > 0 ? s->since_ms : 0; /* a clock that was set */
    SVI_TRY(svi_store_parked(store, take_parked, &reading));
    return running && s->any_run ? svi_store_playing(store, take_playing, &reading) : SV_OK;
}

bool svi_standing_is_whole(const struct svi_standing *s)
{
    return s->games >= s->planned;
}

const char *svi_standing_state(const struct svi_standing *s)
{
    return s->running ? "running" : svi_standing_is_whole(s) ? "done" : "stopped";
}

int64_t svi_standing_seconds_left(const struct svi_standing *s)
{
    const int64_t since_s = s->running ? s->since_ms / 1000 : 0;
    if (svi_standing_is_whole(s)) {
        return 0;
    }
    if (s->run.games == 0 || s->run.left_s < 0) {
        return -1;
    }
    return s->run.left_s > since_s ? s->run.left_s - since_s : 0;
}

void svi_standing_put(const struct svi_standing *s, bool counted, struct svi_buf *out)
{
    char text[200];
    svi_out_text(out, svi_standing_state(s));
    if (counted) {
        svi_out_format(out, ", %" PRIu64 " of %" PRIu64 " games (%" PRIu64 "%%)", s->games,
                       s->planned, s->planned > 0 ? s->games * 100 / s->planned : 100);
    }
    if (s->running && s->run.games > 0) {
        const int64_t left_s = svi_standing_seconds_left(s);
        char rate[SVI_RATE_TEXT], left[SVI_TIME_TEXT];
        svi_rate_text(s->run.games, s->elapsed_ms * 1000, rate);
        svi_time_text(left_s > 0 ? (uint64_t)left_s : 0, left);
        (void)snprintf(text, sizeof text, ", %s games/s%s%s%s", rate, left_s >= 0 ? ", " : "",
                       left_s >= 0 ? left : "", left_s >= 0 ? " left" : "");
        svi_out_text(out, text);
    }
}

void svi_standing_rate_json(const struct svi_standing *s, struct svi_buf *out)
{
    char rate[SVI_RATIO_TEXT] = "null";
    const int64_t left = svi_standing_seconds_left(s);
    if (s->run.games > 0) {
        svi_ratio_text((int64_t)s->run.games * 1000, s->elapsed_ms, 3, rate);
    }
    svi_json_members(out, JSON_RAW("games_per_s", rate),
                     JSON_INT_IF(left >= 0, "seconds_left", left));
}

void svi_standing_playing_json(const struct svi_standing *s, const struct svi_store_info *league,
                               bool with_ids, struct svi_buf *out)
{
    svi_json_rows(out, "playing");
    for (unsigned i = 0; i < s->n_playing; i++) {
        const struct svi_playing *row = &s->playing[i];
        svi_json_row(out);
        svi_json_int(out, "game", (int64_t)row->number);
        svi_json_key(out, "seats");
        svi_out_char(out, '[');
        for (unsigned k = 0; k < row->seats; k++) {
            svi_json_element(out, league->bot[row->bot[k]]);
        }
        svi_out_char(out, ']');
        if (with_ids) {
            svi_json_ints(out, "ids", row->bot, row->seats);
        }
        svi_json_key(out, "still_in");
        for (unsigned k = 0; k < row->seats; k++) {
            svi_out_text(out, k == 0 ? "[" : ",");
            svi_out_text(out, sv_has(row->alive, k) ? "true" : "false");
        }
        svi_out_char(out, ']');
        svi_json_members(out, JSON_INT("round", row->round), JSON_INT("decisions", row->decisions));
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
}

#include "runner/loss_report.h"

#include "runner/live_match.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The seat whose question a bot is taken to work on: the one that it printed something for last, or
 * else the one that was asked first. NULL: it has been asked nothing. */
static struct svi_bot_session_seat *at_work(const struct svi_bot_session *session, uint64_t spoke)
{
    struct svi_bot_session_seat *seat = svi_bot_session_find(session, spoke);
    struct svi_clock *oldest = session->clocks.oldest;
    if (seat != NULL && seat->clock.asked) {
        return seat;
    }
    return oldest != NULL ? svi_bot_session_seat_of(oldest) : NULL;
}

/* Writes on behind what there is, as far as there is room. */
static void add_question(struct svi_bot_session_seat *seat, char *line, size_t size)
{
    const struct svi_job *job = &svi_match_of(seat)->job;
    char match[40] = "";
    if (job->number != 0) {
        (void)snprintf(match, sizeof match, " of match %" PRIu64, job->number);
    }
    if (seat->recovery.running) {
        (void)snprintf(line, size, ", replaying question %u of %u in seat %u%s",
                       seat->recovery.question, seat->question, seat->number, match);
    } else {
        (void)snprintf(line, size, ", asked '%s' in seat %u, decision %u%s",
                       sv_decision_name(seat->asked.kind), seat->number, svi_match_decision(seat),
                       match);
    }
}

void svi_loss_report(const struct svi_bot_session *session, uint64_t spoke, const char *why,
                     unsigned held, struct svi_loss *loss, char line[SVI_LOSS_LINE])
{
    struct svi_bot_session_seat *seat = at_work(session, spoke);
    *loss = (struct svi_loss){.forfeited = held == 0 ? session->n_seats - session->n_out : 0,
                              .held = held,
                              .report = line};
    (void)snprintf(line, SVI_LOSS_LINE, "%s", why);
    if (seat != NULL) {
        loss->match = svi_match_of(seat)->job.number;
        loss->seat = seat->number;
        add_question(seat, line + strlen(line), SVI_LOSS_LINE - strlen(line));
    }
    if (held > 0) {
        (void)snprintf(line + strlen(line), SVI_LOSS_LINE - strlen(line),
                       "; %u match%s it was playing go%s on, each with a process of its own", held,
                       held == 1 ? "" : "es", held == 1 ? "es" : "");
    }
}

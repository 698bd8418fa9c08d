#include "runner/loss_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Finds the question that a bot is taken to work on. While it owes an answer to a late one, that is
 * it; else the one of the match that it printed in last, or the one that was asked first. */
static bool at_work(const struct svi_bot_session *session, uint64_t spoke,
                    struct svi_bot_session_question *question)
{
    const struct svi_bot_session_seat *seat = svi_bot_session_find(session, spoke);
    if (session->n_late == 0 && seat != NULL && seat->clock.asked) {
        *question = svi_bot_session_open_question(seat);
        return true;
    }
    return svi_bot_session_at_work(session, question);
}

/* Writes on behind what there is, as far as there is room. */
static void add_question(const struct svi_bot_session_question *q, char *line, size_t size)
{
    char match[40] = "";
    if (q->match != 0) {
        (void)snprintf(match, sizeof match, " of match %" PRIu64, q->match);
    }
    (void)snprintf(line, size, ", %s '%s' in seat %u, decision %u%s",
                   q->replayed ? "replaying" : "asked", sv_decision_name(q->kind), q->seat,
                   q->decision, match);
}

void svi_loss_report(const struct svi_bot_session *session, uint64_t spoke, const char *why,
                     unsigned held, struct svi_loss *loss, char line[SVI_LOSS_LINE])
{
    struct svi_bot_session_question question;
    *loss = (struct svi_loss){.forfeited = held == 0 ? session->n_seats - session->n_out : 0,
                              .held = held,
                              .why = why,
                              .report = line};
    (void)snprintf(line, SVI_LOSS_LINE, "%s", why);
    if (at_work(session, spoke, &question)) {
        loss->match = question.match;
        loss->seat = question.seat;
        add_question(&question, line + strlen(line), SVI_LOSS_LINE - strlen(line));
    }
    if (held > 0) {
        (void)snprintf(line + strlen(line), SVI_LOSS_LINE - strlen(line),
                       "; %u match%s it was playing go%s on, each with a process of its own", held,
                       held == 1 ? "" : "es", held == 1 ? "es" : "");
    }
}

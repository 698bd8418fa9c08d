/* The destination of a bot's remarks in a match: sv_match.sdk points to one, which must outlive the
 * match; NULL drops the remarks. bot/session.c sends remarks to the arbiter, bot/local.c reports
 * them as events. Each owns its own; nothing fails. */
#ifndef SVI_BOT_LOG_SINK_H
#define SVI_BOT_LOG_SINK_H

#include <solvent/event.h>

struct svi_log_sink {
    /* Takes a clean remark, which is valid during the call only. */
    void (*say)(struct svi_log_sink *log_sink, const struct sv_log_entry *log_entry);
    /* Returns how many more questions came with the current one and wait. NULL stands for 0. */
    unsigned (*behind)(const struct svi_log_sink *log_sink);
    /* The bot is asked for its reasons. */
    bool explain;
    /* A text said to the table would be heard: one beside each answer. */
    bool talk;
};

#endif

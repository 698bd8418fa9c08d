/* Where what a bot says in a match goes: sv_match.sdk points to one; NULL is nowhere. */
#ifndef SVI_BOT_LOG_SINK_H
#define SVI_BOT_LOG_SINK_H

#include <solvent/event.h>

struct svi_log_sink {
    /* Takes a clean remark, which is valid during the call only. */
    void (*say)(struct svi_log_sink *log_sink, const struct sv_log_entry *log_entry);
    /* How many questions have come with the one that is being decided and wait; NULL: none do. */
    unsigned (*behind)(const struct svi_log_sink *log_sink);
    bool explain; /* the bot is to say its reasons */
};

#endif

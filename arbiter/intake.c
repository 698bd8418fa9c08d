#include "arbiter/intake.h"

#include "wire/wire.h"

/* Closes a pending question with a verdict. */
static void close_question(struct svi_seat *seat, enum sv_verdict verdict,
                           struct svi_match_list *ready)
{
    svi_seat_answer(seat, verdict);
    if (svi_match_ready(seat->match)) {
        svi_match_list_add(ready, seat->match);
    }
}

/* The seat whose pending question a reply is for, NULL when there is none. */
static struct svi_seat *asked(const struct svi_link *link, const struct svi_reply *reply)
{
    struct svi_seat *seat = svi_link_find(link, reply->match);
    return seat != NULL && seat->phase == SVI_SEAT_ASKED && seat->question == reply->question
               ? seat
               : NULL;
}

static const char *stray(struct svi_link *link)
{
    if (link->strays == 0) {
        svi_link_notice(link, SVI_NOTICE_STRIKE, "replies to what it has not been asked");
    }
    return ++link->strays > SVI_LINK_STRAYS ? "floods us with replies to what it has not been asked"
                                            : NULL;
}

/* Something came that belongs to no question. */
static const char *garbage(struct svi_link *link, enum sv_status status,
                           struct svi_match_list *ready, int64_t arrived_us)
{
    struct svi_clock *oldest = link->clocks.oldest;
    if (oldest == NULL) {
        return stray(link);
    }
    svi_link_notice(link, SVI_NOTICE_STRIKE, "sent a frame that cannot be read: %s",
                    sv_status_text(status));
    svi_clock_answer(&link->clocks, oldest, arrived_us);
    close_question(svi_seat_of(oldest), SV_VERDICT_MALFORMED, ready);
    return NULL;
}

/* How a frame goes on after a reply. */
enum onward {
    ONWARD_BEHIND, /* the cursor stands behind it */
    ONWARD_RESYNC, /* somewhere in it */
    ONWARD_STOP,   /* the rest of the frame is not read */
};

/* A reply whose head has been read. *lost becomes why the bot must be given up, if so. */
static enum onward take_reply(struct svi_link *link, struct svi_cursor *frame,
                              const struct svi_head *head, struct svi_match_list *ready,
                              uint64_t *answers, int64_t arrived_us, const char **lost)
{
    struct svi_reply reply;
    enum sv_status status = svi_get_reply(frame, head, &reply);
    struct svi_seat *seat = asked(link, &reply);
    if (seat == NULL) {
        if (status != SV_OK) {
            *lost = garbage(link, status, ready, arrived_us);
            return ONWARD_STOP;
        }
        if (link->owed > 0) {
            link->owed--;
            svi_clock_heard(&link->clocks, arrived_us);
        } else {
            *lost = stray(link);
        }
        return ONWARD_RESYNC;
    }
    seat->by_default = reply.values == 0;
    if (status == SV_OK && !seat->by_default) {
        const struct svi_game *game = &seat->match->game;
        status = svi_get_reply_answer(frame, &reply, game->edition, &game->state.position,
                                      &seat->asked, &seat->answer);
    }
    if (status != SV_OK) {
        svi_link_notice(link, SVI_NOTICE_STRIKE,
                        "gave a malformed answer to a question of kind '%s': %s",
                        sv_decision_name(seat->asked.kind), sv_status_text(status));
    }
    ++*answers;
    link->unheard = 0;
    svi_clock_answer(&link->clocks, &seat->clock, arrived_us);
    close_question(seat, status == SV_OK ? SV_VERDICT_OK : SV_VERDICT_MALFORMED, ready);
    return status == SV_OK ? ONWARD_BEHIND : ONWARD_RESYNC;
}

/* A log or a note, whose head has been read. */
static enum onward take_remark(struct svi_link *link, struct svi_cursor *frame,
                               const struct svi_head *head, struct svi_match_list *ready,
                               int64_t arrived_us, const char **lost)
{
    struct svi_remark remark;
    uint64_t match;
    uint32_t question;
    const enum sv_status status = svi_get_say(frame, head, &match, &question, &remark);
    struct svi_seat *seat = svi_link_find(link, match);
    if (status != SV_OK) {
        *lost = garbage(link, status, ready, arrived_us);
        return ONWARD_STOP;
    }
    if (seat != NULL &&
        (question == 0 || (question == seat->question && seat->phase == SVI_SEAT_ASKED))) {
        if (svi_remark_queue_add(&seat->match->remarks[seat->number], &remark.said)) {
            return ONWARD_BEHIND;
        }
    } else if (seat != NULL && question > seat->question) {
        *lost = stray(link);
        return ONWARD_BEHIND;
    }
    if (++link->unheard > SVI_LINK_UNHEARD) {
        *lost = "floods us with logs that nobody keeps";
    }
    return ONWARD_BEHIND;
}

static const char *read_frame(struct svi_link *link, const uint8_t *bytes, size_t size,
                              struct svi_match_list *ready, uint64_t *answers, int64_t arrived_us)
{
    struct svi_cursor frame = svi_cursor_over(bytes, size);
    const char *lost = NULL;
    if (size == 0) {
        return garbage(link, SV_E_TRUNCATED, ready, arrived_us);
    }
    /* It ends: every reply closes a question, settles a debt, or brings the bot nearer to being given up; and
     * what is said is no longer than the frame. */
    while (lost == NULL && svi_cursor_left(&frame) != 0) {
        const uint8_t *start = frame.at;
        struct svi_head head;
        const enum sv_status status = svi_get_head(&frame, &head);
        const bool remark = head.type == SVI_MESSAGE_LOG || head.type == SVI_MESSAGE_NOTE;
        if (status != SV_OK || (head.type != SVI_MESSAGE_REPLY && !remark)) {
            return garbage(link, status != SV_OK ? status : SV_E_UNKNOWN, ready, arrived_us);
        }
        const enum onward onward =
            remark ? take_remark(link, &frame, &head, ready, arrived_us, &lost)
                   : take_reply(link, &frame, &head, ready, answers, arrived_us, &lost);
        if (onward == ONWARD_STOP || (onward == ONWARD_RESYNC && !svi_resync(&frame, start))) {
            break;
        }
    }
    return lost;
}

const char *svi_intake_frame(struct svi_link *link, const uint8_t *bytes, size_t size,
                             struct svi_match_list *ready, uint64_t *answers, int64_t arrived_us)
{
    const char *lost = read_frame(link, bytes, size, ready, answers, arrived_us);
    svi_clock_charge(&link->clocks, &link->place->limits);
    return lost;
}

const char *svi_intake_late(struct svi_link *link, struct svi_match_list *ready, int64_t now_us)
{
    struct svi_clock *late;
    while ((late = svi_clock_late(&link->clocks, &link->place->limits, now_us)) != NULL) {
        struct svi_seat *seat = svi_seat_of(late);
        svi_link_notice(link, SVI_NOTICE_STRIKE,
                        "was late with its answer to a question of kind '%s'",
                        sv_decision_name(seat->asked.kind));
        link->owed++;
        close_question(seat, SV_VERDICT_LATE, ready);
    }
    return svi_clock_hung(&link->clocks, &link->place->limits, now_us)
               ? "owes an answer and has been silent for too long: it hangs"
               : NULL;
}

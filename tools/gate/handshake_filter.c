#include "tools/gate/handshake_filter.h"

#include <string.h>

#define FLAG_MORE 1u
#define FLAG_LONG 2u
#define FLAG_COMMAND 4u
#define FLAGS 7u

/* Offsets in a greeting. */
#define SIGNATURE_END 9
#define MAJOR 10
#define MECHANISM 12
#define MECHANISM_BYTES 20
#define AS_SERVER 32

/* Bytes that CURVE puts around a message: name, counter, seal, flags. */
#define WRAPPING 64u

void svi_handshake_filter_init(struct svi_handshake_filter *s, bool curve, size_t max_message)
{
    memset(s, 0, sizeof *s);
    s->curve = curve;
    s->max_message = max_message;
}

static const char *mechanism(const struct svi_handshake_filter *s)
{
    return s->curve ? "CURVE" : "NULL";
}

void svi_handshake_filter_greeting(const struct svi_handshake_filter *s,
                                   uint8_t greeting[SVI_ZMTP_GREETING])
{
    memset(greeting, 0, SVI_ZMTP_GREETING);
    greeting[0] = 0xff;
    greeting[SIGNATURE_END - 1] = 1; /* like libzmq */
    greeting[SIGNATURE_END] = 0x7f;
    greeting[MAJOR] = 3;
    greeting[MAJOR + 1] = 1;
    memcpy(greeting + MECHANISM, mechanism(s), strlen(mechanism(s)));
    greeting[AS_SERVER] = s->curve;
}

/* Judges the bytes of a greeting received so far. */
static const char *judge_greeting(const struct svi_handshake_filter *s)
{
    char wanted[MECHANISM_BYTES] = {0};
    memcpy(wanted, mechanism(s), strlen(mechanism(s)));
    if (s->greeting[0] != 0xff ||
        (s->greeted > SIGNATURE_END && (s->greeting[SIGNATURE_END] & 1) == 0)) {
        return "does not speak ZMTP";
    }
    if (s->greeted > MAJOR && s->greeting[MAJOR] < 3) {
        return "speaks an older ZMTP than 3";
    }
    if (s->greeted >= MECHANISM + MECHANISM_BYTES &&
        memcmp(s->greeting + MECHANISM, wanted, sizeof wanted) != 0) {
        return s->curve ? "has no keys (its mechanism is not CURVE)"
                        : "uses keys, but this gate has none (its mechanism is not NULL)";
    }
    if (s->greeted > AS_SERVER && s->greeting[AS_SERVER] != 0) {
        return "speaks as a server";
    }
    return NULL;
}

static uint64_t body_size(const uint8_t *head)
{
    uint64_t size = 0;
    if ((head[0] & FLAG_LONG) == 0) {
        return head[1];
    }
    for (size_t i = 1; i < SVI_ZMTP_HEAD; i++) {
        size = size << 8 | head[i];
    }
    return size;
}

/* Takes bytes up to the end of a frame's head, or of a frame. Sets *head if a head is complete
 * now. */
static size_t follow(struct svi_handshake_filter_frames *f, const uint8_t *bytes, size_t size,
                     bool *head)
{
    *head = false;
    if (f->left > 0) {
        const size_t some = size < f->left ? size : (size_t)f->left;
        for (size_t i = 0; i < some && f->name_size < sizeof f->name; i++) {
            f->name[f->name_size++] = bytes[i];
        }
        f->left -= some;
        return some;
    }
    f->head[f->head_size++] = bytes[0];
    if (f->head_size == ((f->head[0] & FLAG_LONG) != 0 ? SVI_ZMTP_HEAD : 2)) {
        f->left = body_size(f->head);
        f->head_size = 0;
        f->name_size = 0;
        *head = true;
    }
    return 1;
}

static const char *judge_head(struct svi_handshake_filter *s)
{
    const uint8_t flags = s->theirs.head[0];
    const uint64_t size = s->theirs.left;
    if ((flags & ~FLAGS) != 0) {
        return "breaks ZMTP: a reserved flag of a frame is set";
    }
    if (s->stage != SVI_HANDSHAKE_FILTER_READY) {
        if ((flags & FLAG_COMMAND) == 0) {
            return "sends a message before it is accepted";
        }
        if (size > SVI_HANDSHAKE_FILTER_COMMAND) {
            return "sends a command longer than allowed before it is accepted";
        }
        s->commands++;
        return s->commands > (s->curve ? 2u : 1u) ? "sends more before it is accepted" : NULL;
    }
    if (size > s->max_message + (s->curve ? WRAPPING : 0)) {
        return "breaks the protocol: a message is longer than it may be";
    }
    if (!s->curve && (flags & FLAG_MORE) != 0) {
        return "breaks the protocol: a message has more than one part";
    }
    return NULL;
}

const char *svi_handshake_filter_theirs(struct svi_handshake_filter *s, const uint8_t *bytes,
                                        size_t size)
{
    const char *fault = NULL;
    size_t at = 0;
    while (at < size && s->greeted < SVI_ZMTP_GREETING) {
        s->greeting[s->greeted++] = bytes[at++];
    }
    if (s->stage == SVI_HANDSHAKE_FILTER_GREETING && s->greeted > 0) {
        fault = judge_greeting(s);
        if (fault == NULL && s->greeted == SVI_ZMTP_GREETING) {
            s->stage = SVI_HANDSHAKE_FILTER_SHAKING;
        }
    }
    while (at < size && fault == NULL) {
        bool head;
        at += follow(&s->theirs, bytes + at, size - at, &head);
        if (head) {
            fault = judge_head(s);
        }
    }
    return fault;
}

/* Reads a command's name, once it is complete. */
static void notice(struct svi_handshake_filter *s)
{
    static const uint8_t welcome[] = "\7WELCOME", ready[] = "\5READY", error[] = "\5ERROR";
    const struct svi_handshake_filter_frames *f = &s->ours;
    if (s->stage == SVI_HANDSHAKE_FILTER_READY || s->stage == SVI_HANDSHAKE_FILTER_GREETING) {
        return;
    }
    if (f->name_size >= sizeof ready - 1 && memcmp(f->name, ready, sizeof ready - 1) == 0) {
        s->stage = SVI_HANDSHAKE_FILTER_READY;
    } else if (f->name_size >= sizeof error - 1 && memcmp(f->name, error, sizeof error - 1) == 0) {
        s->refused = true;
    } else if (f->name_size == sizeof welcome - 1 &&
               memcmp(f->name, welcome, sizeof welcome - 1) == 0) {
        s->stage = SVI_HANDSHAKE_FILTER_WELCOMED;
    }
}

size_t svi_handshake_filter_ours(struct svi_handshake_filter *s, const uint8_t *bytes, size_t size)
{
    size_t at = 0, left_out = 0;
    while (at < size && s->answered < SVI_ZMTP_GREETING) {
        s->answered++;
        at++;
        left_out++;
    }
    while (at < size && s->stage != SVI_HANDSHAKE_FILTER_READY) {
        /* Messages follow the handshake. */
        bool head;
        at += follow(&s->ours, bytes + at, size - at, &head);
        if (!head && s->ours.name_size > 0) {
            notice(s);
        }
    }
    return left_out;
}

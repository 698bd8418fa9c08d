#include "wire/zmtp.h"

#define FLAG_MORE 0x01u
#define FLAG_LONG 0x02u
#define FLAG_COMMAND 0x04u
#define FLAGS 0x07u /* those that mean something */

#define MAJOR 3
#define MINOR 1
#define AT_MAJOR 10u /* where things stand in the greeting */
#define AT_MECHANISM 12u
#define AT_AS_SERVER 32u

#define SHORT_BODY 255u /* the longest whose size is one byte */
/* A PING begins with a time to live, which we ignore: silence never drops a peer. */
#define TTL_BYTES 2u

static const uint8_t mechanism[AT_AS_SERVER - AT_MECHANISM] = {'N', 'U', 'L', 'L'};
static const char socket_type[] = "Socket-Type";
static const char *const type_names[] = {
    [SVI_ZMTP_ROUTER] = "ROUTER", [SVI_ZMTP_DEALER] = "DEALER"};

const char *svi_zmtp_text(enum svi_zmtp_result result)
{
    static const char *const texts[] = {
#define X(NAME, text) text,
        SVI_ZMTP_RESULTS(X)
#undef X
    };

    return texts[result];
}

void svi_zmtp_init(struct svi_zmtp *z, enum svi_zmtp_role role, size_t max_message)
{
    *z = (struct svi_zmtp){.role = role, .max_message = max_message};
}

void svi_zmtp_finish(struct svi_zmtp *z)
{
    svi_buf_finish(&z->body);
}

/* ---- sending -------------------------------------------------------------------------------- */

size_t svi_zmtp_message_head(uint8_t head[SVI_ZMTP_HEAD], size_t size)
{
    if (size <= SHORT_BODY) {
        head[0] = 0;
        head[1] = (uint8_t)size;
        return 2;
    }
    head[0] = FLAG_LONG;
    for (unsigned i = 0; i < 8; i++) {
        head[1 + i] = (uint8_t)((uint64_t)size >> (56 - 8 * i));
    }
    return SVI_ZMTP_HEAD;
}

/* A string after one byte with its length. */
static void put_name(struct svi_buf *out, const char *name)
{
    svi_buf_byte(out, (uint8_t)strlen(name));
    svi_buf_append(out, name, strlen(name));
}

void svi_zmtp_begin(const struct svi_zmtp *z, struct svi_buf *out)
{
    const char *type = type_names[z->role];
    const uint8_t value_size[4] = {0, 0, 0, (uint8_t)strlen(type)};
    uint8_t greeting[SVI_ZMTP_GREETING] = {0xff, [9] = 0x7f, [AT_MAJOR] = MAJOR, MINOR};
    memcpy(greeting + AT_MECHANISM, mechanism, sizeof mechanism);
    svi_buf_append(out, greeting, sizeof greeting);
    svi_buf_byte(out, FLAG_COMMAND);
    svi_buf_byte(out,
                 (uint8_t)(sizeof "READY" + sizeof socket_type + sizeof value_size + strlen(type)));
    put_name(out, "READY");
    put_name(out, socket_type);
    svi_buf_append(out, value_size, sizeof value_size);
    svi_buf_append(out, type, strlen(type));
}

static void put_pong(struct svi_buf *out, const uint8_t *context, size_t size)
{
    svi_buf_byte(out, FLAG_COMMAND);
    svi_buf_byte(out, (uint8_t)(sizeof "PONG" + size));
    put_name(out, "PONG");
    svi_buf_append(out, context, size);
}

/* ---- the greeting ---------------------------------------------------------------------------- */

/* Judges each byte as it comes: an old peer waits after ten or eleven. The padding (1 to 8), the
 * minor version, `as-server` and the filler do not matter to us. */
static enum svi_zmtp_result judge_greeting(unsigned at, uint8_t byte)
{
    if ((at == 0 && byte != 0xff) || (at == AT_MAJOR - 1 && byte != 0x7f)) {
        return SVI_ZMTP_E_SIGNATURE;
    }
    if (at == AT_MAJOR && byte < MAJOR) {
        return SVI_ZMTP_E_VERSION;
    }
    if (at >= AT_MECHANISM && at < AT_AS_SERVER && byte != mechanism[at - AT_MECHANISM]) {
        return SVI_ZMTP_E_MECHANISM;
    }
    return SVI_ZMTP_MORE;
}

static enum svi_zmtp_result take_greeting(struct svi_zmtp *z, struct svi_cursor *in)
{
    enum svi_zmtp_result result = SVI_ZMTP_MORE;
    while (result == SVI_ZMTP_MORE && z->greeted < SVI_ZMTP_GREETING && in->at != in->end) {
        result = judge_greeting(z->greeted++, *in->at++);
    }
    return result;
}

/* ---- commands -------------------------------------------------------------------------------- */

static bool is_name(const uint8_t *name, size_t size, const char *wanted)
{
    return size == strlen(wanted) && memcmp(name, wanted, size) == 0;
}

static uint8_t lower(uint8_t c)
{
    return c >= 'A' && c <= 'Z' ? (uint8_t)(c + ('a' - 'A')) : c;
}

static bool is_name_char(uint8_t c)
{
    return (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           c == '.' || c == '+';
}

static bool is_property_name(const uint8_t *name, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (!is_name_char(name[i])) {
            return false;
        }
    }
    return size != 0;
}

/* Names of properties are the same in capitals. */
static bool is_socket_type(const uint8_t *name, size_t size)
{
    if (size != sizeof socket_type - 1) {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        if (lower(name[i]) != lower((uint8_t)socket_type[i])) {
            return false;
        }
    }
    return true;
}

static enum svi_zmtp_result judge_property(const struct svi_zmtp *z, struct svi_cursor *c,
                                           bool *typed)
{
    const char *wanted = type_names[z->role == SVI_ZMTP_ROUTER ? SVI_ZMTP_DEALER : SVI_ZMTP_ROUTER];
    const size_t name_size = svi_get_raw_byte(c);
    const uint8_t *name = svi_get_raw(c, name_size);
    const uint8_t *size = svi_get_raw(c, 4);
    const size_t value_size = size != NULL ? (size_t)size[0] << 24 | (size_t)size[1] << 16 |
                                                 (size_t)size[2] << 8 | size[3]
                                           : 0;
    const uint8_t *value = svi_get_raw(c, value_size);
    if (value == NULL) {
        return SVI_ZMTP_E_PROPERTY_CUT;
    }
    if (!is_property_name(name, name_size)) {
        return SVI_ZMTP_E_PROPERTY_NAME;
    }
    if (!is_socket_type(name, name_size)) {
        return SVI_ZMTP_MORE;
    }
    if (*typed) {
        return SVI_ZMTP_E_TYPE_TWICE;
    }
    *typed = true;
    return is_name(value, value_size, wanted) ? SVI_ZMTP_MORE : SVI_ZMTP_E_TYPE;
}

static enum svi_zmtp_result take_ready(struct svi_zmtp *z, struct svi_cursor *data)
{
    enum svi_zmtp_result result = SVI_ZMTP_MORE;
    bool typed = false;
    while (result == SVI_ZMTP_MORE && svi_cursor_left(data) != 0) {
        result = judge_property(z, data, &typed);
    }
    if (result == SVI_ZMTP_MORE) {
        z->open = typed;
        result = typed ? SVI_ZMTP_OPEN : SVI_ZMTP_E_TYPE_MISSING;
    }
    return result;
}

static enum svi_zmtp_result take_error(struct svi_zmtp *z, struct svi_cursor *data)
{
    const size_t size = svi_get_raw_byte(data);
    const uint8_t *reason = svi_get_raw(data, size);
    size_t length = 0;
    if (reason == NULL || svi_cursor_left(data) != 0) {
        return SVI_ZMTP_E_REFUSED_CUT;
    }
    for (; length < size && length < sizeof z->reason - 1; length++) {
        z->reason[length] =
            (char)(reason[length] >= ' ' && reason[length] <= '~' ? reason[length] : '?');
    }
    z->reason[length] = 0;
    return SVI_ZMTP_E_REFUSED;
}

/* Handles the handshake's command, or a later one. Returns MORE if there is nothing to report. */
static enum svi_zmtp_result take_command(struct svi_zmtp *z, const struct svi_zmtp_message *body,
                                         struct svi_buf *out)
{
    struct svi_cursor c = svi_cursor_over(body->bytes, body->size);
    const size_t size = svi_get_raw_byte(&c);
    const uint8_t *name = svi_get_raw(&c, size);
    if (name == NULL || size == 0) {
        return SVI_ZMTP_E_COMMAND_NAME;
    }
    if (!z->open) {
        return is_name(name, size, "READY")   ? take_ready(z, &c)
               : is_name(name, size, "ERROR") ? take_error(z, &c)
                                              : SVI_ZMTP_E_HANDSHAKE;
    }
    if (is_name(name, size,
                /* Answers a PING that we never sent; harmless. */
                "PONG")) {
        return svi_cursor_left(&c) <= SVI_ZMTP_CONTEXT ? SVI_ZMTP_MORE : SVI_ZMTP_E_PONG;
    }
    if (!is_name(name, size, "PING")) {
        return SVI_ZMTP_E_COMMAND;
    }
    if (svi_get_raw(&c, TTL_BYTES) == NULL || svi_cursor_left(&c) > SVI_ZMTP_CONTEXT) {
        return SVI_ZMTP_E_PING;
    }
    put_pong(out, c.at, svi_cursor_left(&c));
    z->pings++;
    return SVI_ZMTP_MORE;
}

/* ---- frames ---------------------------------------------------------------------------------- */

static enum svi_zmtp_result judge_flags(const struct svi_zmtp *z, uint8_t flags)
{
    if ((flags & ~FLAGS) != 0) {
        return SVI_ZMTP_E_FLAGS;
    }
    if ((flags & FLAG_MORE) != 0) {
        return (flags & FLAG_COMMAND) != 0 ? SVI_ZMTP_E_COMMAND_PARTS : SVI_ZMTP_E_PARTS;
    }
    return z->open || (flags & FLAG_COMMAND) != 0 ? SVI_ZMTP_MORE : SVI_ZMTP_E_EARLY;
}

static enum svi_zmtp_result judge_size(struct svi_zmtp *z)
{
    const bool command = (z->head[0] & FLAG_COMMAND) != 0;
    uint64_t size = 0;
    for (unsigned i = 1; i < z->head_size; i++) {
        size = size << 8 | z->head[i];
    }
    if (size > (command ? SVI_ZMTP_COMMAND : z->max_message)) {
        return command ? SVI_ZMTP_E_COMMAND_SIZE : SVI_ZMTP_E_MESSAGE_SIZE;
    }
    z->body_size = (size_t)size;
    return SVI_ZMTP_MORE;
}

static bool has_head(const struct svi_zmtp *z)
{
    return z->head_size >= 2 && ((z->head[0] & FLAG_LONG) == 0 || z->head_size == SVI_ZMTP_HEAD);
}

/* Takes what there is of a frame's head. MORE, unless that shows an error. */
static enum svi_zmtp_result take_head(struct svi_zmtp *z, struct svi_cursor *in)
{
    enum svi_zmtp_result result = SVI_ZMTP_MORE;
    while (result == SVI_ZMTP_MORE && !has_head(z) && in->at != in->end) {
        z->head[z->head_size++] = *in->at++;
        if (z->head_size == 1) {
            result = judge_flags(z, z->head[0]);
        } else if (has_head(z)) {
            result = judge_size(z);
        }
    }
    return result;
}

/* Takes the available part of a frame's body. Returns true when the body is complete. */
static bool take_body(struct svi_zmtp *z, struct svi_cursor *in, struct svi_zmtp_message *body)
{
    const size_t missing = z->body_size - z->body.size;
    const size_t size = svi_cursor_left(in) < missing ? svi_cursor_left(in) : missing;
    const uint8_t *bytes = (const uint8_t *)"";
    if (size != 0) {
        bytes = in->at;
        in->at += size;
    }
    if (z->body.size != 0 || size < missing) {
        svi_buf_append(&z->body, bytes, size);
        bytes = z->body.data;
    }
    if (size < missing || z->body.failed) {
        return false;
    }
    *body = (struct svi_zmtp_message){bytes, z->body_size};
    z->given = true;
    z->head_size = 0;
    return true;
}

/* Takes the next step of any kind. Returns MORE if there is nothing to report; then `in` is used
 * up, or another step can be made. */
static enum svi_zmtp_result step(struct svi_zmtp *z, struct svi_cursor *in, struct svi_buf *out,
                                 struct svi_zmtp_message *message)
{
    enum svi_zmtp_result result;
    if (z->greeted < SVI_ZMTP_GREETING) {
        return take_greeting(z, in);
    }
    if (!has_head(z)) {
        result = take_head(z, in);
        if (result != SVI_ZMTP_MORE || !has_head(z)) {
            return result;
        }
    }
    const bool command = (z->head[0] & FLAG_COMMAND) != 0;
    if (!take_body(z, in, message)) {
        return z->body.failed ? SVI_ZMTP_E_MEMORY : SVI_ZMTP_MORE;
    }
    return command ? take_command(z, message, out) : SVI_ZMTP_MESSAGE;
}

enum svi_zmtp_result svi_zmtp_next(struct svi_zmtp *z, struct svi_cursor *in, struct svi_buf *out,
                                   struct svi_zmtp_message *message)
{
    enum svi_zmtp_result result = z->broken;
    while (result == SVI_ZMTP_MORE) {
        if (z->given) {
            svi_buf_clear(&z->body);
            z->given = false;
        }
        result = step(z, in, out, message);
        if (result == SVI_ZMTP_MORE && in->at == in->end) {
            return result;
        }
    }
    if (result > SVI_ZMTP_MESSAGE) {
        z->broken = result;
    }
    return result;
}

enum svi_zmtp_result svi_zmtp_end(const struct svi_zmtp *z)
{
    return z->broken == SVI_ZMTP_MORE && (!z->open || z->head_size != 0) ? SVI_ZMTP_E_CUT
                                                                         : z->broken;
}

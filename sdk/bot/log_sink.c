#include "bot/log_sink.h"

#include "base/utf8.h"

#include <solvent/bot.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Copies text of any kind so that it can be written and read back. */
static void clean(char *out, size_t cap, const char *text,
                  unsigned (*character)(const uint8_t *bytes, size_t left))
{
    size_t size = 0;
    while (*text != 0) {
        const size_t length = character((const uint8_t *)text, strnlen(text, 4));
        const size_t more = length != 0 ? length : 1;

        if (size + more >= cap) {
            break;
        }
        memcpy(out + size, length != 0 ? text : "?", more);
        size += more;
        text += more;
    }
    out[size] = 0;
}

void sv_log(struct sv_match *m, const char *format, ...)
{
    struct svi_log_sink *log_sink = m->sdk;
    char raw[SV_MAX_LOG + 4], text[SV_MAX_LOG];
    va_list args;
    int written;
    if (log_sink == NULL) {
        /* Not even formatting is done without a sink. */
        return;
    }
    va_start(args, format);
    written = vsnprintf(raw, sizeof raw, format, args);
    va_end(args);
    if (written < 0) {
        return;
    }
    for (size_t size = strlen(raw); size != 0 && raw[size - 1] == '\n'; size--) {
        raw[size - 1] = 0;
    }
    clean(text, sizeof text, raw, svi_prose_character);
    log_sink->say(log_sink, &(struct sv_log_entry){.text = text});
}

bool sv_explaining(const struct sv_match *m)
{
    const struct svi_log_sink *log_sink = m->sdk;
    return log_sink != NULL && log_sink->explain;
}

unsigned sv_open(const struct sv_match *m)
{
    const struct svi_log_sink *log_sink = m->sdk;
    return 1 + (log_sink != NULL && log_sink->behind != NULL ? log_sink->behind(log_sink) : 0);
}

bool sv_say(struct sv_match *m, const char *format, ...)
{
    struct svi_log_sink *log_sink = m->sdk;
    char raw[SV_MAX_LOG], text[SV_MAX_SAY];
    va_list args;
    if (log_sink == NULL || !log_sink->talk) {
        return false;
    }
    va_start(args, format);
    const int written = vsnprintf(raw, sizeof raw, format, args);
    va_end(args);
    svi_said_copy(text, sizeof text, (const uint8_t *)raw, written > 0 ? strlen(raw) : 0);
    log_sink->talk = false;
    log_sink->say(log_sink, &(struct sv_log_entry){.text = text, .aloud = true});
    return true;
}

void sv_note(struct sv_match *m, const char *key, int64_t value)
{
    struct svi_log_sink *log_sink = m->sdk;
    char name[SV_MAX_KEY];
    if (log_sink != NULL) {
        clean(name, sizeof name, key[0] != 0 ? key : "?", svi_text_character);
        log_sink->say(log_sink, &(struct sv_log_entry){.key = name, .value = value});
    }
}

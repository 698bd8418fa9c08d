#include "tools/replay/exchanges.h"

#include "base/json.h"
#include "base/out.h"
#include "memory/memory.h"
#include "store/store.h"
#include "store/store_replies.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef SOLVENT_SITE
#include <zlib.h>
#endif

#define NAME_DIGITS 40
#define LARGEST_TEXT (16u << 20)

struct svi_exchanges {
    struct svi_store *replies;
    char *system[SV_MAX_SEATS]; /* the last one that was printed for the seat, or NULL */
    /* The exchange that is looked for, its seat, and where it goes. */
    char name[NAME_DIGITS + 1];
    unsigned seat;
    struct svi_buf *out;
};

enum sv_status svi_exchanges_open(struct svi_exchanges **out, const char *name,
                                  struct svi_error *error)
{
    char path[4096];
    uint64_t number;
    struct svi_store *replies = NULL;
    *out = NULL;
    const bool in_store =
        access(name, F_OK) != 0 && svi_store_split(name, path, sizeof path, &number);
    const enum sv_status status = in_store ? svi_store_open_replies(&replies, path, error) : SV_OK;
    if (replies != NULL) {
        *out = svi_new(1, sizeof **out);
        (*out)->replies = replies;
    }
    return status;
}

void svi_exchanges_close(struct svi_exchanges *x)
{
    if (x != NULL) {
        svi_store_destroy(x->replies);
        for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
            free(x->system[s]);
        }
        free(x);
    }
}

/* Returns a text of an exchange, which the caller frees. */
static char *text_of(const struct svi_store_exchange *e, enum svi_exchange_text which)
{
#ifdef SOLVENT_SITE
    int result = Z_BUF_ERROR;
    for (uLongf room = SVI_SMALL; result == Z_BUF_ERROR && room <= LARGEST_TEXT; room *= 4) {
        struct svi_buf text = {0};
        uLongf size = room;
        result = svi_buf_reserve(&text, room)
                     ? uncompress(text.data, &size, e->text[which].bytes, e->text[which].size)
                     : Z_MEM_ERROR;
        if (result == Z_OK) {
            text.size = size;
            return svi_text_of(&text);
        }
        svi_buf_finish(&text);
    }
    return svi_copy("(cannot be read)");
#else
    (void)e;
    (void)which;
    return svi_copy("(compressed: this build has no zlib)");
#endif
}

/* Appends a text with its title, indented. */
static void put_lines(struct svi_buf *out, const char *title, const char *text)
{
    svi_out_format(out, "        --- %s ---\n", title);
    while (*text != '\0') {
        const size_t size = strcspn(text, "\n");
        char *line = svi_copy_bytes(text, size);
        svi_out_text(out, "        ");
        svi_out_plain(out, line);
        svi_out_char(out, '\n');
        free(line);
        text += size + (text[size] != '\0');
    }
}

static void put_text(void *user, const struct svi_store_exchange *e)
{
    const char *const titles[SVI_EXCHANGE_TEXTS] = {"system", "prompt",
                                                    e->failed != NULL ? "no reply" : "reply"};
    struct svi_exchanges *x = user;
    svi_out_text(x->out, "        ");
    svi_out_plain(x->out, e->model);
    svi_out_format(x->out, ", %" PRId64 " + %" PRId64 " tokens, %.3f s, $%.6f\n", e->tokens_in,
                   e->tokens_out, e->seconds, e->dollars);
    for (enum svi_exchange_text i = 0; i < SVI_EXCHANGE_TEXTS; i++) {
        char *text = text_of(e, i), **last = &x->system[x->seat];
        if (i != SVI_EXCHANGE_SYSTEM || *last == NULL || strcmp(*last, text) != 0) {
            put_lines(x->out, titles[i], text);
        }
        if (i == SVI_EXCHANGE_SYSTEM) {
            free(*last);
            *last = text;
        } else {
            free(text);
        }
    }
}

static void put_json(void *user, const struct svi_store_exchange *e)
{
    static const char *const keys[SVI_EXCHANGE_TEXTS] = {"system", "prompt", "reply"};
    struct svi_exchanges *x = user;
    svi_json_key(x->out, x->name);
    svi_out_char(x->out, '{');
    svi_json_members(x->out, JSON_TEXT("model", e->model), JSON_INT("tokens_in", e->tokens_in),
                     JSON_INT("tokens_out", e->tokens_out));
    svi_out_format(x->out, ",\"seconds\":%.3f,\"dollars\":%.6f", e->seconds, e->dollars);
    if (e->failed != NULL) {
        svi_json_string(x->out, "failed", e->failed);
    }
    for (enum svi_exchange_text i = 0; i < SVI_EXCHANGE_TEXTS; i++) {
        SCOPED(scoped_free) char *text = text_of(e, i);
        svi_json_string(x->out, keys[i], text);
    }
    svi_out_char(x->out, '}');
}

/* Gives the exchange that the log line of an event names, if it is kept. */
static void put(struct svi_exchanges *x, const struct sv_event *ev, struct svi_buf *out,
                void (*take)(void *user, const struct svi_store_exchange *e))
{
    if (x != NULL && ev->type == SV_EVENT_LOG &&
        sscanf(ev->log_entry->text, "exchange %40[0-9a-f]:", x->name) == 1 &&
        strlen(x->name) == NAME_DIGITS) {
        x->seat = ev->seat;
        x->out = out;
        (void)svi_store_exchange(x->replies, x->name, take, x);
    }
}

void svi_exchanges_text(struct svi_exchanges *x, const struct sv_event *ev, struct svi_buf *out)
{
    put(x, ev, out, put_text);
}

void svi_exchanges_json(void *user, const struct sv_event *ev, struct svi_buf *out)
{
    put(user, ev, out, put_json);
}

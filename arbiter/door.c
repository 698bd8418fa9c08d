#include "arbiter/door.h"

#include "wire/wire.h"

#include <solvent/version.h>

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#define MAX_LINES 10u

static void refuse(struct svi_post *post, const struct svi_letter *letter, const char *name,
                   const char *reason)
{
    struct svi_buf frame = {0};
    svi_put_refused(&frame, reason);
    if (!frame.failed) {
        (void)svi_post_send(post, letter->from, letter->from_size, &frame);
    }
    svi_buf_finish(&frame);
    if (post->refused++ < MAX_LINES) {
        (void)fprintf(stderr, "solvent: refused a bot '%s': %s%s\n", name, reason,
                      post->refused == MAX_LINES ? " (no more lines like this)" : "");
    }
}

/* The bot that a hello is from: known by its token if we started it, else by its name. NULL when no such
 * bot is expected; *reason then says so. */
static struct svi_link *expected(struct svi_link *links, unsigned n_links,
                                 const struct svi_hello *hello, const char **reason)
{
    *reason = "the token is none of ours, or has been used";
    for (unsigned i = 0; i < n_links; i++) {
        struct svi_link *link = &links[i];
        const size_t size = strlen(link->token);
        if (link->spec->argv != NULL) {
            if (link->state == SVI_LINK_STARTING && strlen(hello->token) == size && size > 0 &&
                sodium_memcmp(hello->token, link->token, size) == 0) {
                return link;
            }
        } else if (hello->token[0] == '\0' && strcmp(hello->name, link->spec->name) == 0) {
            if (link->state != SVI_LINK_UP) {
                return link;
            }
            *reason = "a bot of that name is connected already";
        } else if (hello->token[0] == '\0' && *reason[0] == 't') {
            *reason = "no bot of that name is expected";
        }
    }
    return NULL;
}

void svi_door_knock(struct svi_post *post, struct svi_link *links, unsigned n_links,
                    const struct svi_letter *letter)
{
    struct svi_cursor frame = svi_cursor_over(letter->bytes, letter->size);
    struct svi_head head;
    struct svi_hello hello;
    char text[SVI_MAX_REASON];
    const char *reason = text;
    struct svi_link *link = NULL;
    if (svi_get_head(&frame, &head) != SV_OK || head.type != SVI_MESSAGE_HELLO) {
        return; /* from a bot given up lately, or junk */
    }
    const enum sv_status status = svi_get_hello(&frame, &head, &hello);
    if (status == SV_E_VERSION) {
        (void)snprintf(text, sizeof text, "protocol %u is spoken here, not %u", SVI_PROTOCOL,
                       hello.protocol);
    } else if (status != SV_OK) {
        (void)snprintf(text, sizeof text, "the hello cannot be read: %s", sv_status_text(status));
    } else {
        link = expected(links, n_links, &hello, &reason);
    }
    if (link == NULL) {
        refuse(post, letter, status == SV_OK ? hello.name : "?", reason);
        return;
    }
    const struct svi_welcome welcome = {.protocol = SVI_PROTOCOL,
                                        .arbiter = SV_VERSION_STRING,
                                        .decision_ms = link->place->config->decision_ms};
    svi_link_up(link, letter->from, letter->from_size, hello.answers, hello.matches, hello.model);
    svi_put_welcome(&link->out, &welcome);
}

#include "arbiter/door.h"

#include "wire/wire.h"

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
    const bool tokenless = hello->token[0] == '\0';
    bool by_name = false; /* some bot connects by itself */
    for (unsigned i = 0; i < n_links; i++) {
        struct svi_link *link = &links[i];
        const size_t size = strlen(link->token);
        if (link->spec->argv != NULL) {
            if (link->state == SVI_LINK_STARTING && strlen(hello->token) == size && size > 0 &&
                sodium_memcmp(hello->token, link->token, size) == 0) {
                return link;
            }
            continue;
        }
        by_name = true;
        if (tokenless && strcmp(hello->name, link->spec->name) == 0) {
            *reason = "a bot of that name is connected already";
            return link->state != SVI_LINK_UP ? link : NULL;
        }
    }
    *reason = tokenless && by_name ? "no bot of that name is expected"
                                   : "the token is none of ours, or has been used";
    return NULL;
}

void svi_door_knock(struct svi_post *post, struct svi_link *links, unsigned n_links,
                    const struct svi_letter *letter, int64_t now_us)
{
    struct svi_hello hello;
    char text[SVI_MAX_REASON];
    struct svi_link *link = NULL;
    struct svi_cursor frame = svi_cursor_over(letter->bytes, letter->size);
    struct svi_head head;
    if (svi_get_head(&frame, &head) != SV_OK || head.type != SVI_MESSAGE_HELLO) {
        return; /* from a bot given up lately, or junk */
    }
    const char *reason = svi_host_read_hello(letter->bytes, letter->size, &hello, text);
    if (reason == NULL) {
        link = expected(links, n_links, &hello, &reason);
    }
    if (link != NULL) {
        svi_link_up(link, letter->from, letter->from_size, &hello, now_us);
    } else {
        refuse(post, letter, hello.name[0] != '\0' ? hello.name : "?", reason);
    }
}

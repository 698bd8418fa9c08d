#include "config/league_text.h"

#include "base/out.h"
#include "memory/memory.h"

#include <string.h>

bool svi_league_text_hide(struct svi_league *league, size_t from, size_t to, const char *variable)
{
    unsigned at = league->n_hidden;
    while (at > 0 && league->hidden[at - 1].from > from) {
        at--;
    }
    if (at > 0 && league->hidden[at - 1].from == from) {
        return true; /* an alias: several variables have the value of one place */
    }
    struct svi_league_hidden *more = svi_grow(league->hidden, &league->hidden_room,
                                              league->n_hidden + 1u, sizeof *league->hidden);
    if (more == NULL) {
        return false;
    }
    league->hidden = more;
    memmove(more + at + 1, more + at, (league->n_hidden - at) * sizeof *more);
    more[at] = (struct svi_league_hidden){.from = from, .to = to, .variable = variable};
    league->n_hidden++;
    return true;
}

/* The byte at which a character begins, so many behind the one at `from`. */
static const char *forward(const char *from, size_t characters)
{
    for (; characters > 0; characters--) {
        do {
            from++;
        } while (((unsigned char)*from & 0xc0) == 0x80);
    }
    return from;
}

/* Where the value itself begins, behind its anchor and tag: what they name stays. */
static const char *behind_properties(const char *from, const char *end)
{
    while (from < end && (*from == '&' || *from == '!')) {
        while (from < end && strchr(" \t\r\n", *from) == NULL) {
            from++;
        }
        while (from < end && strchr(" \t\r\n", *from) != NULL) {
            from++;
        }
    }
    return from;
}

enum sv_status svi_league_text(const struct svi_league *league, struct svi_buf *out,
                               struct svi_error *error)
{
    struct svi_env_key key;
    const char *at = league->text, *value = league->text;
    size_t character = 0;
    if (league->n_hidden > 0) {
        const enum sv_status status = svi_env_key_load(&key, league->env_key, error);
        if (status != SV_OK) {
            return status;
        }
    }
    for (unsigned i = 0; i < league->n_hidden; i++) {
        const struct svi_league_hidden *hidden = &league->hidden[i];
        if (svi_env_is_hash(strchr(hidden->variable, '=') + 1)) {
            continue;
        }
        char hash[SVI_ENV_HASH_TEXT];
        value = forward(value, hidden->from - character);
        const char *end = forward(value, hidden->to - hidden->from);
        character = hidden->from;
        const char *from = behind_properties(value, end);
        while (end > from && strchr(" \t\r\n", end[-1]) != NULL) {
            end--; /* a block ends with its last line's end */
        }
        svi_env_hash(&key, hidden->variable, hash);
        svi_buf_append(out, at, (size_t)(from - at));
        svi_out_text(out, hash);
        at = end;
    }
    svi_buf_append(out, at, strlen(at) + 1);
    return SV_OK;
}

enum sv_status svi_league_key_mark(const struct svi_league *league, char mark[SVI_ENV_HASH_TEXT],
                                   struct svi_error *error)
{
    struct svi_env_key key;
    mark[0] = '\0';
    if (league->n_hidden == 0) {
        return SV_OK;
    }
    const enum sv_status status = svi_env_key_load(&key, league->env_key, error);
    if (status == SV_OK) {
        svi_env_hash(&key, "", mark); /* no variable is without a name */
    }
    return status;
}

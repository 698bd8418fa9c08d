#include "config/league_text.h"

#include "base/out.h"
#include "config/entries.h"
#include "edition/rule_words.h"
#include "edition/tree.h"
#include "memory/memory.h"

#include <stdio.h>
#include <string.h>

bool svi_league_text_hide(struct svi_league *league, size_t from, size_t to, const char *variable)
{
    unsigned at = league->n_hidden;
    while (at > 0 && league->hidden[at - 1].from > from) {
        at--;
    }
    if (at > 0 && league->hidden[at - 1].from == from) {
        return true; /* an alias: several variables share one value */
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

/* Returns the beginning of the value behind its anchor and tag, which stay in the text. */
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
        SVI_TRY(svi_env_key_load(&key, league->env_key, error));
    }
    for (unsigned i = 0; i < league->n_hidden; i++) {
        const struct svi_league_hidden *hidden = &league->hidden[i];
        if (svi_env_is_hash(strchr(hidden->variable, '=') + 1)) {
            continue;
        }
        char hash[SVI_ENV_HASH_TEXT];
        value += svi_tree_byte(value, SIZE_MAX, hidden->from - character);
        const char *end = value + svi_tree_byte(value, SIZE_MAX, hidden->to - hidden->from);
        character = hidden->from;
        const char *from = behind_properties(value, end);
        while (end > from && strchr(" \t\r\n", end[-1]) != NULL) {
            end--; /* a block includes the end of its last line */
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
    SVI_TRY(svi_env_key_load(&key, league->env_key, error));
    /* variables always have a name, so "" gives no value's hash */
    svi_env_hash(&key, "", mark);
    return SV_OK;
}

/* ---- identity -------------------------------------------------------------------------------- */

static void put_text(struct svi_buf *out, const char *key, const char *value)
{
    svi_out_format(out, "%s: %s\n", key, value);
}

static void put_number(struct svi_buf *out, const char *key, int64_t value)
{
    svi_out_format(out, "%s: %lld\n", key, (long long)value);
}

static void put_hex(struct svi_buf *out, const char *key, const uint8_t bytes[32])
{
    svi_out_format(out, "%s: ", key);
    svi_out_hex(out, bytes, 32);
    svi_out_char(out, '\n');
}

static void put_entry(struct svi_buf *out, unsigned number, const struct svi_entry *entry)
{
    char key[40];
    snprintf(key, sizeof key, "bots[%u].name", number);
    put_text(out, key, entry->name);
    svi_out_format(out, "bots[%u].%s\n", number, entry->definition);
    if (entry->versioned) {
        snprintf(key, sizeof key, "bots[%u].version", number);
        put_hex(out, key, entry->version);
    }
    if (entry->status != SVI_STATUS_PLAYS) {
        snprintf(key, sizeof key, "bots[%u].status", number);
        put_text(out, key, svi_status_name(entry->status));
    }
    if (entry->reason != NULL) {
        snprintf(key, sizeof key, "bots[%u].reason", number);
        put_text(out, key, entry->reason);
    }
}

static void put_terms(struct svi_buf *out, const struct svi_settings *settings)
{
    for (unsigned i = 0; i < SVI_TERM_COUNT; i++) {
        const size_t start = out->size;
        svi_out_format(out, "%s: ", svi_term_key((enum svi_term)i));
        const size_t value = out->size;
        svi_term_text(settings, (enum svi_term)i, out);
        if (out->size == value) {
            out->size = start; /* the file does not have this setting */
        } else {
            svi_out_char(out, '\n');
        }
    }
}

void svi_league_identity(const struct svi_league *league, const struct svi_settings *settings,
                         const struct svi_entries *entries, struct svi_buf *out)
{
    put_number(out, "rules version", SV_RULES_VERSION);
    put_text(out, "name", league->name);
    put_text(out, "edition", league->edition.name);
    for (unsigned i = 0; i < sv_rule_count(); i++) {
        char key[SV_MAX_NAME + 8], value[SVI_RULE_TEXT];
        snprintf(key, sizeof key, "rules.%s", sv_rule_describe(i)->name);
        svi_rule_format(i, sv_rule_get(&league->edition.rules, i), value);
        put_text(out, key, value);
    }
    put_hex(out, "edition's hash", league->edition_hash);
    put_terms(out, settings);
    if (league->seeded) {
        static const uint8_t no_salt[SV_SALT_BYTES];
        uint8_t commitment[32];
        sv_luck_commitment(league->settings.seed, no_salt, commitment);
        put_hex(out, "seed (its commitment)", commitment);
    } else {
        put_text(out, "seed", "secret");
    }
#define X(key, field) put_number(out, key, league->conditions.field);
    SVI_DECIDING_CONDITIONS(X)
#undef X
    if (league->talk) { /* other leagues keep the identity of earlier versions */
        put_text(out, "talk", "on");
    }
    put_number(out, "bots", entries->n);
    for (unsigned i = 0; i < entries->n; i++) {
        put_entry(out, i, &entries->entry[i]);
    }
}

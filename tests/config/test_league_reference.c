/* The reference of a league file's keys in docs/LEAGUE_FILE.md is what the rows say. */
#include "base/out.h"
#include "keys/league_keys.h"
#include "schedule/settings.h"
#include "tests/base/testing.h"
#include "tests/wire/page.h"

/* Appends the value that holds if a key is left out: ": 25", ": auto". */
static void put_left_out(struct svi_buf *out, const struct svi_league_key *key)
{
    char text[SVI_DECIMAL_TEXT];
    if (key->left_out == SVI_NONE_GIVEN) {
        return;
    }
    if (key->kind == SVI_KIND_NUMBER || key->kind == SVI_KIND_DECIMAL ||
        key->kind == SVI_KIND_FLAG) {
        svi_league_key_text(key, key->left_out, text);
        page_print(out, ": %s", text);
    } else if (key->shown[0] != '\0') {
        page_print(out, ": %s", key->shown);
    }
}

/* Of deals: what formats of their own leave out. */
static void put_formats_deals(struct svi_buf *out, const struct svi_league_key *key)
{
    for (unsigned i = 0; key == &svi_league_top_keys[SVI_LEAGUE_deals] && i < svi_format_count;
         i++) {
        if (svi_formats[i]->deals != 0) {
            page_print(out, "; %s: %u", svi_formats[i]->name, (unsigned)svi_formats[i]->deals);
        }
    }
}

static void put_key(struct svi_buf *out, const char *within, const struct svi_league_key *key)
{
    page_print(out, "- `%s%s%s", within, within[0] != '\0' ? "." : "", key->name);
    put_left_out(out, key);
    page_print(out, "` (");
    svi_setting_takes(key, out);
    put_formats_deals(out, key);
    page_print(out, "): %s", key->says);
    const size_t before = out->size;
    page_print(out, " Only with ");
    const size_t start = out->size;
    svi_format_owners(within[0] == '\0' ? key->name : "", out);
    if (out->size == start) {
        out->size = before;
    } else {
        page_print(out, ".");
    }
    page_print(out, "\n");
}

TEST(keys_are_in_the_page)
{
    struct svi_buf out = {0};
    for (unsigned l = 0; l < SVI_LEAGUE_KEY_LISTS; l++) {
        for (unsigned i = 0; i < svi_league_keys[l].count; i++) {
            put_key(&out, svi_league_keys[l].within, &svi_league_keys[l].key[i]);
        }
    }
    page_check("LEAGUE_FILE.md", "tests/config: keys", &out);
}

#include "tools/serve/game_filter.h"

#include "store/store.h"
#include "tools/report/html.h"

#include "base/out.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define ANY "any" /* as good as nothing: forms send a value for every field */

/* A value of a choice: as addresses and as people have it, and the number that it stands for. */
struct word {
    const char *name, *words;
    unsigned value;
};

static const struct word orders[] = {{"newest", "newest first", SVI_SITE_NEWEST},
                                     {"luckiest", "luckiest first", SVI_SITE_LUCKIEST},
                                     {"unluckiest", "unluckiest first", SVI_SITE_UNLUCKIEST},
                                     {0}};

static const struct word incidents[] = {{"all", "any incident", (1u << (SVI_INCIDENTS + 1)) - 1},
                                        {"late", "late answers", 1u << 0},
                                        {"malformed", "malformed answers", 1u << 1},
                                        {"illegal", "illegal answers", 1u << 2},
                                        {"dead", "process gone", 1u << 3},
                                        {"overtime", "time for the game used up", 1u << 4},
                                        {"forfeited", "forfeits", 1u << SVI_INCIDENTS},
                                        {0}};

/* ---- reading --------------------------------------------------------------------------------- */

struct reading {
    const char *(*find)(void *user, const char *name, bool *given);
    void *user;
};

/* A number; 0 without. False: it is none. */
static bool number(const struct reading *r, const char *name, bool may_be_any, uint64_t *value,
                   bool *given)
{
    const char *text = r->find(r->user, name, given);
    *value = 0;
    if (*given && may_be_any && strcmp(text, ANY) == 0) {
        *given = false;
    }
    if (!*given) {
        return true;
    }
    const size_t length = strlen(text);
    if (length == 0 || length > 9 || strspn(text, "0123456789") != length) {
        return false;
    }
    *value = strtoull(text, NULL, 10);
    return true;
}

static bool one_of(const struct reading *r, const char *name, const struct word list[],
                   unsigned *value)
{
    bool given;
    const char *text = r->find(r->user, name, &given);
    if (!given || strcmp(text, ANY) == 0) {
        return true;
    }
    for (; list->name != NULL; list++) {
        if (strcmp(text, list->name) == 0) {
            *value = list->value;
            return true;
        }
    }
    return false;
}

static bool ending(const struct reading *r, struct svi_game_filter *filter)
{
    bool given;
    const char *text = r->find(r->user, "ended", &given);
    if (!given || strcmp(text, ANY) == 0) {
        return true;
    }
    for (unsigned k = 0; k < SVI_FIGURE_ENDS; k++) {
        if (strcmp(text, sv_why_name(svi_figure_ends[k])) == 0) {
            filter->ended = svi_figure_ends[k];
            filter->by_ended = true;
        }
    }
    return filter->by_ended;
}

bool svi_game_filter_read(struct svi_game_filter *filter,
                          const char *(*find)(void *user, const char *name, bool *given),
                          void *user)
{
    const struct reading r = {find, user};
    unsigned order = SVI_SITE_NEWEST;
    bool given;
    *filter = (struct svi_game_filter){0};
    const bool read = number(&r, "after", false, &filter->after, &given) &&
                      number(&r, "before", false, &filter->before, &given) &&
                      number(&r, "limit", false, &filter->limit, &given) &&
                      number(&r, "bot", true, &filter->bot, &filter->by_bot) &&
                      number(&r, "against", true, &filter->against, &filter->by_against) &&
                      number(&r, "place", true, &filter->place, &given) && ending(&r, filter) &&
                      one_of(&r, "incident", incidents, &filter->incidents) &&
                      one_of(&r, "order", orders, &order);
    filter->order = (enum svi_site_order)order;
    return read;
}

/* ---- writing --------------------------------------------------------------------------------- */

static const struct word *word_of(const struct word list[], unsigned value)
{
    while (list->value != value) {
        list++;
    }
    return list;
}

/* Calls `put` with every name that has a value, and the value. */
static void each_value(const struct svi_game_filter *filter, uint64_t before,
                       void (*put)(struct svi_buf *out, unsigned n, const char *name,
                                   const char *text, uint64_t value),
                       struct svi_buf *out)
{
    unsigned n = 0;
    const struct {
        const char *name;
        bool is;
        uint64_t value;
    } numbers[] = {{"bot", filter->by_bot, filter->bot},
                   {"against", filter->by_against, filter->against},
                   {"place", filter->place > 0, filter->place},
                   {"before", before > 0, before}};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        if (numbers[k].is) {
            put(out, n++, numbers[k].name, NULL, numbers[k].value);
        }
    }
    if (filter->by_ended) {
        put(out, n++, "ended", sv_why_name((uint8_t)filter->ended), 0);
    }
    if (filter->incidents != 0) {
        put(out, n++, "incident", word_of(incidents, filter->incidents)->name, 0);
    }
    if (filter->order != SVI_SITE_NEWEST) {
        put(out, n, "order", word_of(orders, filter->order)->name, 0);
    }
}

static void put_value(struct svi_buf *out, const char *text, uint64_t value)
{
    if (text != NULL) {
        svi_html_text(out, text);
    } else {
        svi_html_format(out, "%" PRIu64, value);
    }
}

static void put_query(struct svi_buf *out, unsigned n, const char *name, const char *text,
                      uint64_t value)
{
    svi_html_format(out, "%s%s=", n == 0 ? "?" : "&", name);
    put_value(out, text, value);
}

void svi_game_filter_address(const struct svi_game_filter *filter, uint64_t before,
                             struct svi_buf *out)
{
    svi_out_text(out, "/games");
    each_value(filter, before, put_query, out);
}

static void put_bot(struct svi_buf *out, const struct svi_store_info *league, const char *before,
                    uint64_t bot)
{
    svi_html_format(out, "%s<a href=\"/bots/%" PRIu64 "\">%s</a>", before, bot, league->bot[bot]);
}

void svi_game_filter_words(const struct svi_game_filter *filter,
                           const struct svi_store_info *league, struct svi_buf *out)
{
    if (filter->by_bot) {
        put_bot(out, league, " of ", filter->bot);
    }
    if (filter->by_against) {
        put_bot(out, league, filter->by_bot ? " against " : " with ", filter->against);
    }
    if (filter->place > 0) {
        svi_html_format(out, ", place %" PRIu64, filter->place);
    }
    if (filter->by_ended) {
        svi_out_text(out, ", ended: ");
        svi_html_words(out, sv_why_name((uint8_t)filter->ended));
    }
    if (filter->incidents != 0) {
        svi_html_format(out, ", %s", word_of(incidents, filter->incidents)->words);
    }
    if (filter->before > 0 && filter->order == SVI_SITE_NEWEST) {
        svi_html_format(out, " before #%" PRIu64, filter->before);
    }
}

/* ---- the form -------------------------------------------------------------------------------- */

static void begin_select(struct svi_buf *out, const char *label, const char *name, const char *any)
{
    svi_html_format(out, "<label>%s <select name=%s>", label, name);
    if (any != NULL) {
        svi_html_format(out, "<option value=" ANY ">%s", any);
    }
}

static void put_option(struct svi_buf *out, const char *value, const char *words, bool chosen)
{
    svi_html_format(out, "<option value=%s%s>", value, chosen ? " selected" : "");
    svi_html_words(out, words);
}

static void put_words(struct svi_buf *out, const struct word list[], unsigned chosen)
{
    for (; list->name != NULL; list++) {
        put_option(out, list->name, list->words, list->value == chosen);
    }
    svi_out_text(out, "</select></label>\n");
}

static void put_bots(struct svi_buf *out, const struct svi_store_info *league, bool by,
                     uint64_t bot)
{
    for (unsigned id = 0; id < league->n_bots; id++) {
        svi_html_format(out, "<option value=%u%s>%s", id, by && id == bot ? " selected" : "",
                        league->bot[id]);
    }
    svi_out_text(out, "</select></label>\n");
}

static void put_hidden(struct svi_buf *out, unsigned n, const char *name, const char *text,
                       uint64_t value)
{
    (void)n;
    svi_html_format(out, "<input type=hidden name=%s value=", name);
    put_value(out, text, value);
    svi_out_char(out, '>');
}

/* The form that goes to the games before a number, otherwise chosen alike. */
static void put_jump(struct svi_buf *out, const struct svi_game_filter *filter)
{
    svi_out_text(out, "<form action=\"/games\"><label>Games before number <input type=number "
                      "name=before min=1 max=999999999 required></label> ");
    each_value(filter, 0, put_hidden, out);
    svi_out_text(out, "<button class=chip>show</button></form>\n");
}

void svi_game_filter_form(const struct svi_game_filter *filter, const struct svi_store_info *league,
                          bool has_luck, struct svi_buf *out)
{
    svi_out_text(out, "<form action=\"/games\" class=choose>\n");
    begin_select(out, "Bot", "bot", "all bots");
    put_bots(out, league, filter->by_bot, filter->bot);
    begin_select(out, "against", "against", "all bots");
    put_bots(out, league, filter->by_against, filter->against);
    begin_select(out, "its place", "place", ANY);
    for (unsigned place = 1; place <= league->seats; place++) {
        svi_html_format(out, "<option%s>%u", filter->place == place ? " selected" : "", place);
    }
    svi_out_text(out, "</select></label>\n");
    begin_select(out, "ended", "ended", "any way");
    for (unsigned k = 0; k < SVI_FIGURE_ENDS; k++) {
        const char *name = sv_why_name(svi_figure_ends[k]);
        put_option(out, name, name, filter->by_ended && filter->ended == svi_figure_ends[k]);
    }
    svi_out_text(out, "</select></label>\n");
    begin_select(out, "incidents", "incident", "with or without");
    put_words(out, incidents, filter->incidents);
    if (has_luck) {
        begin_select(out, "order", "order", NULL);
        put_words(out, orders, filter->order);
    }
    svi_out_text(out, "<button class=chip>show</button></form>\n");
    if (filter->order == SVI_SITE_NEWEST) {
        put_jump(out, filter);
    }
}

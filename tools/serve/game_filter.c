#include "tools/serve/game_filter.h"

#include "base/json.h"
#include "store/store_results.h"

#include <stdlib.h>
#include <string.h>

#define ANY "any" /* as good as nothing: forms send a value for every field */

/* A value of a choice: its name in an address, and the number that it stands for. */
struct word {
    const char *name;
    unsigned value;
};

static const struct word orders[] = {{"newest", SVI_SITE_NEWEST},
                                     {"oldest", SVI_SITE_OLDEST},
                                     {"luckiest", SVI_SITE_LUCKIEST},
                                     {"unluckiest", SVI_SITE_UNLUCKIEST},
                                     {0}};

static const struct word incidents[] = {{"all", (1u << (SVI_INCIDENTS + 1)) - 1},
                                        {"late", 1u << 0},
                                        {"malformed", 1u << 1},
                                        {"illegal", 1u << 2},
                                        {"dead", 1u << 3},
                                        {"overtime", 1u << 4},
                                        {"forfeited", 1u << SVI_INCIDENTS},
                                        {0}};

/* ---- reading --------------------------------------------------------------------------------- */

struct reading {
    const char *(*find)(void *user, const char *name, bool *given);
    void *user;
};

/* Reads a number; 0 if the query lacks it. Returns false if the text is not a number. */
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
                   unsigned *value, bool *given)
{
    const char *text = r->find(r->user, name, given);
    *given = *given && strcmp(text, ANY) != 0;
    if (!*given) {
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
                      one_of(&r, "incident", incidents, &filter->incidents, &given) &&
                      one_of(&r, "order", orders, &order, &filter->by_order);
    filter->order = (enum svi_site_order)order;
    return read;
}

/* ---- writing --------------------------------------------------------------------------------- */

static const char *name_of(const struct word list[], unsigned value)
{
    while (list->value != value) {
        list++;
    }
    return list->name;
}

void svi_game_filter_json(const struct svi_game_filter *filter, struct svi_buf *out)
{
    const struct {
        const char *name;
        bool is;
        uint64_t value;
    } numbers[] = {{"bot", filter->by_bot, filter->bot},
                   {"against", filter->by_against, filter->against},
                   {"place", filter->place > 0, filter->place},
                   {"before", filter->before > 0, filter->before},
                   {"after", filter->after > 0, filter->after},
                   {"limit", filter->limit > 0, filter->limit}};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        if (numbers[k].is) {
            svi_json_int(out, numbers[k].name, (int64_t)numbers[k].value);
        }
    }
    if (filter->by_ended) {
        svi_json_string(out, "ended", sv_why_name((uint8_t)filter->ended));
    }
    if (filter->incidents != 0) {
        svi_json_string(out, "incident", name_of(incidents, filter->incidents));
    }
    if (filter->by_order) {
        svi_json_string(out, "order", name_of(orders, filter->order));
    }
}

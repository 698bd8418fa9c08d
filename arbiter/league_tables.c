/* Who plays whom in a league file, and under which luck. */
#include "arbiter/league_read.h"

#include <string.h>

/* How many bits a person choosing such a text may have had in mind, at most. */
static unsigned seed_bits(const char *text)
{
    const size_t length = strlen(text);
    const bool decimal = strspn(text, "0123456789") == length;
    const bool hex = strspn(text, "0123456789abcdefABCDEF") == length;
    const unsigned each = decimal ? 3 : hex ? 4 : 6;
    return length >= 128 ? 128 : (unsigned)length * each;
}

static enum sv_status read_seed(struct svi_league *league, const struct svi_tree *tree,
                                const yaml_node_t *node)
{
    if (node == NULL) {
        return SV_OK;
    }
    const char *text = svi_tree_scalar(node);
    const bool null = text != NULL && node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
                      (strcmp(text, "~") == 0 || strcmp(text, "null") == 0);
    if (text == NULL || text[0] == 0 || null) {
        return svi_tree_unexpected(tree, node, "seed", "a number or a text, or no such key");
    }
    league->seeded = true;
    league->guessable = seed_bits(text) < 128;
    sv_luck_seed_text(text, league->seed);
    return SV_OK;
}

static enum sv_status read_format(struct svi_league *league, const struct svi_tree *tree,
                                  const yaml_node_t *node)
{
    const char *text = node != NULL ? svi_tree_scalar(node) : svi_format_name(0);
    for (unsigned i = 0; text != NULL && i < SVI_FORMAT_COUNT; i++) {
        if (strcmp(text, svi_format_name(i)) == 0 && svi_format_known(i)) {
            league->format = (enum svi_format)i;
            return SV_OK;
        }
        if (strcmp(text, svi_format_name(i)) == 0) {
            return svi_tree_wrong(tree, node, "format", SV_E_VERSION,
                                  "found \"%s\", which this version does not schedule yet, "
                                  "expected round_robin",
                                  text);
        }
    }
    return svi_tree_unexpected(tree, node, "format", "round_robin");
}

static enum sv_status read_seatings(struct svi_league *league, const struct svi_tree *tree,
                                    const yaml_node_t *node)
{
    const char *text = node != NULL ? svi_tree_scalar(node) : svi_seatings_name(0);
    for (unsigned i = 0; text != NULL && i < SVI_SEATINGS_COUNT; i++) {
        if (strcmp(text, svi_seatings_name(i)) == 0) {
            league->seatings = (enum svi_seatings)i;
            return SV_OK;
        }
    }
    return svi_tree_unexpected(tree, node, "seatings", "one of rotations, all, fixed");
}

static enum sv_status too_large(const struct svi_league *league, const struct svi_tree *tree,
                                const struct svi_league_tables *found)
{
    const unsigned long most = (unsigned long)SVI_MAX_SCHEDULED;
    const unsigned deals = league->deals, seats = league->seats;
    return found->deals != NULL
               ? svi_tree_wrong(tree, found->deals, "deals", SV_E_RANGE,
                                "found \"%u\" for %u bots at tables of %u, expected a league of at "
                                "most %lu matches",
                                deals, league->n_bots, seats, most)
               : svi_tree_wrong(tree, found->bots, "bots", SV_E_RANGE,
                                "found %u, with %u deals at tables of %u, expected a league of at "
                                "most %lu matches",
                                league->n_bots, deals, seats, most);
}

/* Seats and deals, which only together with the bots can be judged. */
static enum sv_status read_size(struct svi_league *league, const struct svi_tree *tree,
                                const struct svi_league_tables *found)
{
    league->seats = league->n_bots < 4 ? league->n_bots : 4;
    league->deals = 25;
    enum sv_status status =
        svi_league_read_number(tree, found->seats, "seats", 2, SV_MAX_SEATS, &league->seats);
    if (status == SV_OK && league->seats > league->n_bots) {
        status = svi_tree_wrong(tree, found->seats, "seats", SV_E_RANGE,
                                "found \"%u\" for %u bots, expected at most as many seats as bots",
                                (unsigned)league->seats, league->n_bots);
    }
    if (status == SV_OK) {
        status = svi_league_read_number(tree, found->deals, "deals", 1, INT32_MAX, &league->deals);
    }
    struct svi_schedule schedule;
    if (status == SV_OK &&
        svi_schedule_init(&schedule, league->n_bots, league->seats, league->deals, league->seatings,
                          league->seed) != SV_OK) {
        status = too_large(league, tree, found);
    }
    return status;
}

enum sv_status svi_league_read_tables(struct svi_league *league, const struct svi_tree *tree,
                                      const struct svi_league_tables *found)
{
    enum sv_status status = read_format(league, tree, found->format);
    if (status == SV_OK) {
        status = read_seatings(league, tree, found->seatings);
    }
    if (status == SV_OK) {
        status = read_seed(league, tree, found->seed);
    }
    return status == SV_OK ? read_size(league, tree, found) : status;
}

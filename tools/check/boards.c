#include "tools/check/boards.h"

#include "edition/edition_file.h"

#include <stdio.h>
#include <string.h>

#define ROUNDS "80" /* long enough for debts and bankruptcies */

const struct svi_check_board svi_check_boards[] = {
    {"everybody rich", "classic", {{"start_cash", "1000000"}}, false},
    {"everybody poor", "classic", {{"start_cash", "60"}, {"salary", "20"}}, false},
    {"deep counter-offers",
     "mega",
     {{"counter_offers", "8"},
      {"offers_per_window", "4"},
      {"window_passes", "10"},
      {"max_rounds", "25"}},
     false},
    {"scarce buildings",
     "classic",
     {{"houses", "3"}, {"hotels", "1"}, {"shortage", "auction"}, {"start_cash", "10000"}},
     false},
    {"sealed auctions, liquid bids",
     "classic",
     {{"auction", "sealed"}, {"bid_limit", "liquid"}},
     false},
    {"simultaneous auctions by steps of 7, estates mortgaged",
     "classic",
     {{"auction", "simultaneous"},
      {"auction_step", "7"},
      {"houses", "9"},
      {"shortage_open", "auction_min"},
      {"bankrupt_mortgages_all", "true"}},
     false},
    {"64 spaces", "mega", {{"speed_die", "always"}}, true},
    {"rent on request, tax by choice, bus tickets",
     "mega",
     {{"rent", "on_request"}, {"income_tax", "choice"}, {"bus", "ticket"}, {"speed_die", "always"}},
     false},
};
const unsigned svi_check_board_count = sizeof svi_check_boards / sizeof svi_check_boards[0];

bool svi_check_edition(struct sv_edition *e, const char *name, struct svi_error *error)
{
    return svi_edition_load(name, e, error) == SV_OK &&
           svi_edition_override(e, "max_rounds", ROUNDS, error) == SV_OK;
}

/* Adds streets like the first, three to a set, until the board is full. */
static bool grow(struct sv_edition *e, struct svi_error *error)
{
    struct sv_edition_error found;
    unsigned model = 0;
    while (e->space[model].kind != SV_SPACE_STREET) {
        model++;
    }
    for (unsigned n = 0; e->n_spaces < SV_MAX_SPACES; n++) {
        struct sv_space *space = &e->space[e->n_spaces];
        if (n % 3 == 0) {
            (void)snprintf(e->group[e->n_groups].name, sizeof e->group[0].name, "Far %u",
                           n / 3 + 1);
            e->n_groups++;
        }
        *space = e->space[model];
        (void)snprintf(space->name, sizeof space->name, "Far Street %u", n + 1);
        space->group = (uint8_t)(e->n_groups - 1);
        space->index = e->n_spaces++;
    }
    if (sv_edition_finish(e, &found) != SV_OK) {
        (void)svi_fail(error, SV_E_RANGE, "64 spaces: %s: %s", found.where, found.problem);
        return false;
    }
    return true;
}

bool svi_check_board(struct sv_edition *e, const struct svi_check_board *board,
                     struct svi_error *error)
{
    if (!svi_check_edition(e, board->base, error)) {
        return false;
    }
    for (unsigned i = 0; i < 8 && board->rules[i][0] != NULL; i++) {
        if (svi_edition_override(e, board->rules[i][0], board->rules[i][1], error) != SV_OK) {
            return false;
        }
    }
    return !board->grown || grow(e, error);
}

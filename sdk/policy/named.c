#include "policy/named.h"

#include <solvent/network.h>

#include <string.h>

static _Thread_local const struct sv_bot *taken;

int svi_policy_take(int argc, char **argv, const struct sv_bot *bot)
{
    (void)argc;
    (void)argv;
    taken = bot;
    return 0;
}

/* Returns the bot that a main() passes on. */
static const struct sv_bot *bot_of(int (*program)(int argc, char **argv))
{
    (void)program(0, NULL);
    return taken;
}

const struct sv_bot *sv_policy_at(unsigned i)
{
    switch (i) {
    case 0:
        return &sv_policy_random;
    case 1:
        return bot_of(svi_policy_tiny);
    case 2:
        return &sv_policy_careful;
    case 3:
        return bot_of(svi_policy_builder);
    case 4:
        return &sv_policy_trader;
    case 5:
        return &sv_policy_learner;
    case 6:
        return &sv_policy_planner;
    default:
        return NULL;
    }
}

const struct sv_bot *sv_policy_named(const char *name)
{
    static const struct sv_bot *const others[] = {&svi_policy_learner_1, &svi_policy_planner_1,
                                                  &svi_policy_gnome,     &svi_policy_hermit,
                                                  &svi_policy_seller,    &svi_policy_beggar};
    const struct sv_bot *bot;
    for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (strcmp(others[i]->name, name) == 0) {
            return others[i];
        }
    }
    for (unsigned i = 0; (bot = sv_policy_at(i)) != NULL; i++) {
        if (strcmp(bot->name, name) == 0) {
            return bot;
        }
    }
    return strcmp(name, "trained") == 0 ? sv_network_trained() : NULL;
}

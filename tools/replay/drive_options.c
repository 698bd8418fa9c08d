#include "tools/replay/drive.h"

#include "tools/console/arguments.h"

#include <stdlib.h>

enum { KEY_DRIVE = 512, KEY_LISTEN, KEY_FROM, KEY_STOP, KEY_WHAT_IF, KEY_SEAT_BOT };

static const struct argp_option options[] = {
    {"drive", KEY_DRIVE, "S", 0,
     "Ask a live bot what seat S was asked, and compare: -- COMMAND [ARGUMENT...]", 1},
    {"listen", KEY_LISTEN, "ENDPOINT", 0, "Instead of COMMAND: the bot connects there by itself",
     1},
    {"from", KEY_FROM, "N", 0,
     "Ask from decision N on (1). A bot that remembers should be asked from the beginning", 1},
    {"stop", KEY_STOP, 0, 0, "Stop at the first answer that differs", 1},
    {"what-if", KEY_WHAT_IF, "N", 0,
     "From decision N on play the live bot's answers, and record the new game", 1},
    {"seat-bot", KEY_SEAT_BOT, "K=COMMAND", 0,
     "With --what-if: a live bot in seat K too; may be repeated", 1},
    {"output", 'o', "FILE", 0, "With --what-if: where the new game goes (.svr)", 1},
    {0},
};

static void add_seat_bot(struct svi_drive_options *o, const char *word, struct argp_state *state)
{
    char error[256];
    const unsigned seat = (unsigned)(*word - '0');
    if (*word < '0' || seat >= SV_MAX_SEATS || word[1] != '=' || o->bot[seat].argv != NULL) {
        argp_failure(state, SVI_EXIT_USAGE, 0,
                     "--seat-bot: found '%s', expected K=COMMAND, K from 0 to %d and once each",
                     word, SV_MAX_SEATS - 1);
    } else if (!svi_bot_argument_init(&o->bot[seat], word + 2, error, sizeof error)) {
        argp_failure(state, SVI_EXIT_USAGE, 0, "--seat-bot: %s", error);
    } else if (o->bot[seat].argv == NULL) {
        argp_failure(state, SVI_EXIT_USAGE, 0, "--seat-bot: found '%s', expected K=COMMAND", word);
    }
}

static void check_options(const struct svi_drive_options *o, struct argp_state *state)
{
    bool seat_bots = false;
    for (unsigned i = 0; i < SV_MAX_SEATS; i++) {
        seat_bots |= o->bot[i].argv != NULL;
    }
    if (!o->given) {
        argp_failure(state, SVI_EXIT_USAGE, 0,
                     "found --listen, --from, --stop, --what-if, --seat-bot or --output alone, "
                     "expected with --drive");
    }
    if ((o->command == NULL) == (o->listen == NULL)) {
        argp_failure(state, SVI_EXIT_USAGE, 0,
                     "--drive: found %s, expected one of -- COMMAND and --listen ENDPOINT",
                     o->command == NULL ? "no bot" : "both");
    }
    if (o->what_if != 0 && (o->output == NULL || o->stop)) {
        argp_failure(state, SVI_EXIT_USAGE, 0, "--what-if: found %s, expected --output FILE%s",
                     o->stop ? "--stop" : "nowhere to record to", o->stop ? " alone" : "");
    }
    if (o->what_if == 0 && (o->output != NULL || seat_bots)) {
        argp_failure(state, SVI_EXIT_USAGE, 0,
                     "--seat-bot, --output: found without --what-if, expected with it");
    }
    if (o->bot[o->seat].argv != NULL) {
        argp_failure(state, SVI_EXIT_USAGE, 0,
                     "--seat-bot: found %u, expected another than --drive", o->seat);
    }
}

static error_t parse_option(int key, char *word, struct argp_state *state)
{
    struct svi_drive_options *o = state->input;
    o->any |= (key >= KEY_DRIVE && key <= KEY_SEAT_BOT) || key == 'o';
    switch (key) {
    case KEY_DRIVE:
        o->seat = svi_arguments_number(state, "--drive", word, 0, SV_MAX_SEATS - 1);
        o->given = true;
        return 0;
    case KEY_LISTEN:
        o->listen = word;
        return 0;
    case KEY_FROM:
        o->from = svi_arguments_number(state, "--from", word, 1, UINT32_MAX);
        return 0;
    case KEY_STOP:
        o->stop = true;
        return 0;
    case KEY_WHAT_IF:
        o->what_if = svi_arguments_number(state, "--what-if", word, 1, UINT32_MAX);
        return 0;
    case KEY_SEAT_BOT:
        add_seat_bot(o, word, state);
        return 0;
    case 'o':
        o->output = word;
        return 0;
    case ARGP_KEY_END:
        if (o->any) {
            check_options(o, state);
        }
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp svi_drive_argp = {options, parse_option, NULL, NULL, NULL, NULL, NULL};

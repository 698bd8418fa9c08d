#include "tools/replay/drive.h"

#include "tools/console/words.h"

static void add_seat_bot(struct svi_drive_options *o, const struct svi_words *w)
{
    struct svi_error error;
    const char *word = w->value;
    const unsigned seat = (unsigned)(*word - '0');
    if (*word < '0' || seat >= SV_MAX_SEATS || word[1] != '=' || o->bot[seat].argv != NULL) {
        svi_words_fail(w, "found '%s', expected K=COMMAND, K from 0 to %d and once each", word,
                       SV_MAX_SEATS - 1);
    } else if (!svi_bot_argument_init(&o->bot[seat], word + 2, &error)) {
        svi_words_fail(w, "%s", error.text);
    } else if (o->bot[seat].argv == NULL) {
        svi_words_fail(w, "found '%s', expected K=COMMAND", word);
    }
}

void svi_drive_check(const struct svi_drive_options *o, const struct svi_words *w)
{
    if (!o->any) {
        return;
    }
    bool seat_bots = false;
    for (unsigned i = 0; i < SV_MAX_SEATS; i++) {
        seat_bots |= o->bot[i].argv != NULL;
    }
    if (!o->given) {
        svi_words_fail(w,
                       "found --listen, --from, --stop, --what-if, --seat-bot or --output alone, "
                       "expected with --drive");
    }
    if ((o->command == NULL) == (o->listen == NULL)) {
        svi_words_fail(w, "--drive: found %s, expected one of -- COMMAND and --listen ENDPOINT",
                       o->command == NULL ? "no bot" : "both");
    }
    if (o->what_if != 0 && (o->output == NULL || o->stop)) {
        svi_words_fail(w, "--what-if: found %s, expected --output FILE%s",
                       o->stop ? "--stop" : "nowhere to record to", o->stop ? " alone" : "");
    }
    if (o->what_if == 0 && (o->output != NULL || seat_bots)) {
        svi_words_fail(w, "--seat-bot, --output: found without --what-if, expected with it");
    }
    if (o->seat < SV_MAX_SEATS && o->bot[o->seat].argv != NULL) {
        svi_words_fail(w, "--seat-bot: found %u, expected another than --drive", o->seat);
    }
}

void svi_drive_option(struct svi_drive_options *o, int key, const struct svi_words *w)
{
    o->any = true;
    switch (key) {
    case SVI_DRIVE:
        o->seat = svi_words_seat(w);
        o->given = true;
        break;
    case SVI_DRIVE_LISTEN:
        o->listen = w->value;
        break;
    case SVI_DRIVE_FROM:
        o->from = svi_words_number(w, 1, UINT32_MAX);
        break;
    case SVI_DRIVE_STOP:
        o->stop = true;
        break;
    case SVI_DRIVE_WHAT_IF:
        o->what_if = svi_words_number(w, 1, UINT32_MAX);
        break;
    case SVI_DRIVE_SEAT_BOT:
        add_seat_bot(o, w);
        break;
    default:
        o->output = w->value;
        break;
    }
}

/* An event as it is told to a bot: an array of its type and its fields, in the order of its row in
 * SV_EVENTS (<solvent/manifest.h>). Only those of SV_TOLD_EVENTS travel. */
#ifndef SVI_WIRE_EVENT_CODEC_H
#define SVI_WIRE_EVENT_CODEC_H

#include "base/buf.h"
#include "wire/cursor.h"

#include <solvent/event.h>

#define SVI_EVENT_MAX_BYTES 96u /* of one: an offer of nine integers is the longest */

/* Appends an event of a type that is told. */
void svi_put_event(struct svi_buf *buf, const struct sv_event *ev);

/* Reads an event; ev->type is SV_EVENT_COUNT for one of a type that is not known, or not told,
 * which has been passed over. Numbers are in the bounds of the game, whatever the edition; a reason
 * that is not known is SV_WHY_NONE. Members that its row does not have are 0, `space` and `unit`
 * SV_NONE. An offer is put into `offer`. */
enum sv_status svi_get_event(struct svi_cursor *c, struct sv_event *ev, struct sv_offer *offer);

#endif

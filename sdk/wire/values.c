#include "wire/values.h"

#include <string.h>

#define MOST_KINDS 32u /* that `answers` has bits for */

#define ONE(TYPE, member) +1
enum { OFFER_VALUES = 0 SV_OFFER_VALUES(ONE) };
#undef ONE

int svi_pack_offer(msgpack_packer *pk, struct sv_offer offer)
{
    msgpack_pack_array(pk, OFFER_VALUES);
#define X(TYPE, member) svi_put_value(pk, offer.member);
    SV_OFFER_VALUES(X)
#undef X
    return 0;
}

void svi_read_offer(struct svi_cursor *c, struct sv_offer *out)
{
    if (svi_get_array(c, OFFER_VALUES) != OFFER_VALUES) {
        svi_cursor_fail(c, SV_E_LENGTH);
    }
    *out = (struct sv_offer){0};
#define X(TYPE, member) svi_get_value(c, &out->member);
    SV_OFFER_VALUES(X)
#undef X
}

int svi_pack_whens(msgpack_packer *pk, const uint8_t when[SV_DECISION_COUNT])
{
    size_t size = SV_DECISION_COUNT;
    while (size > 0 && when[size - 1] == 0) {
        size--;
    }
    msgpack_pack_bin(pk, size);
    return msgpack_pack_bin_body(pk, when, size);
}

void svi_get_whens(struct svi_cursor *c, uint8_t when[SV_DECISION_COUNT])
{
    size_t size;
    const uint8_t *bytes = svi_get_bin(c, MOST_KINDS, &size);
    memset(when, 0, SV_DECISION_COUNT);
    if (bytes != NULL) {
        memcpy(when, bytes, size < SV_DECISION_COUNT ? size : SV_DECISION_COUNT);
    }
}

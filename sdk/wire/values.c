#include "wire/values.h"

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

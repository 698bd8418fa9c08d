#include "session/edition_cache.h"

#include "wire/edition_codec.h"

bool svi_edition_cache_init(struct svi_edition_cache *board, const struct sv_edition *edition,
                            unsigned number)
{
    board->edition = edition;
    board->number = number;
    svi_buf_init(&board->bytes);
    svi_edition_encode(edition, &board->bytes);
    if (board->bytes.failed || svi_edition_hash(edition, board->hash) != SV_OK) {
        svi_buf_finish(&board->bytes);
        return false;
    }
    return true;
}

void svi_edition_cache_finish(struct svi_edition_cache *board)
{
    svi_buf_finish(&board->bytes);
}

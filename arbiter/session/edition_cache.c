#include "session/edition_cache.h"

#include "wire/edition_codec.h"

bool svi_board_init(struct svi_board *board, const struct sv_edition *edition, unsigned number)
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

void svi_board_finish(struct svi_board *board)
{
    svi_buf_finish(&board->bytes);
}

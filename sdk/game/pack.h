/* Canonical little-endian layouts of what position.h does not pack itself. */
#ifndef SVI_GAME_PACK_H
#define SVI_GAME_PACK_H

#include <solvent/game.h>

#define SVI_COURSE_BYTES 776u

/* Packs a course into exactly SVI_COURSE_BYTES bytes, and back. Unpacking refuses (SV_E_RANGE) a
 * course in which no game under that edition can stand with that position and ask these seats. */
void svi_course_pack(const struct sv_course *c, uint8_t out[SVI_COURSE_BYTES]);
enum sv_status svi_course_unpack(const struct sv_edition *e, const struct sv_position *p,
                                 unsigned asked, struct sv_course *c,
                                 const uint8_t in[SVI_COURSE_BYTES]);

/* True when position and course can be sent to each of the seats `asked`: packed and unpacked, they
 * are accepted and are what they were (RULES 12.10). False for no seat. Tests and `solvent check`
 * look at every question of every game. */
bool svi_course_travels(const struct sv_edition *e, const struct sv_position *p,
                        const struct sv_course *course, unsigned asked);

#endif

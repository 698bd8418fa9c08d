/* Canonical little-endian layouts of the structs that position.h does not pack. The arbiter packs
 * courses for bots that want them (sv_bot.model); the bot's runtime unpacks them. Everything stays
 * the caller's. */
#ifndef SVI_GAME_PACK_H
#define SVI_GAME_PACK_H

#include <solvent/game.h>

#define SVI_COURSE_BYTES 776u

/* Pack a course into exactly SVI_COURSE_BYTES bytes, and unpack it. Unpacking refuses (SV_E_RANGE)
 * a course that is impossible in a game of that edition with that position that asks these seats;
 * do not use *c then. */
void svi_course_pack(const struct sv_course *c, uint8_t out[SVI_COURSE_BYTES]);
enum sv_status svi_course_unpack(const struct sv_edition *e, const struct sv_position *p,
                                 unsigned asked, struct sv_course *c,
                                 const uint8_t in[SVI_COURSE_BYTES]);

/* Returns whether position and course can be sent to each of the seats `asked`: after packing and
 * unpacking they are accepted and unchanged (RULES 12.10). False without seats. Tests and `solvent
 * check` call it for every question of every game. */
bool svi_course_travels(const struct sv_edition *e, const struct sv_position *p,
                        const struct sv_course *course, unsigned asked);

#endif

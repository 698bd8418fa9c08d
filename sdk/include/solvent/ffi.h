/* Functions for bindings to other languages, which cannot see the structs of the headers: editions
 * and courses as bytes, sizes of structs, and events as the messages of docs/PROTOCOL.md. The
 * Python package is built on them. A bot in C or C++ needs none of these. */
#ifndef SOLVENT_FFI_H
#define SOLVENT_FFI_H

#include <solvent/observation.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Decodes, checks and completes an edition from its canonical encoding (docs/PROTOCOL.md, section
 * 3), in which bots of other languages get it from an arbiter. Returns the status of the first
 * mistake, or SV_E_SYSTEM without memory; `out` is all zero then. */
enum sv_status sv_edition_decode(const uint8_t *bytes, size_t size, struct sv_edition *out);

/* Writes the encoding of a complete edition into `room` bytes, or the part that fits; 65536 bytes
 * hold any edition. Returns the length of the whole encoding; 0 without memory. */
size_t sv_edition_encode(const struct sv_edition *e, uint8_t *out, size_t room);

/* Returns the rules of an edition, to change with sv_rule_set() and then sv_edition_complete().
 * They are a part of the edition. */
struct sv_rules *sv_edition_rules(struct sv_edition *e);

/* Returns the size of a struct that other languages allocate: 0 edition, 1 state, 2 question, 3
 * answer, 4 setup, 5 course, 6 breach, 7 scene, 8 observation, 9 recorded, 10 text view, 11 event,
 * 12 answers, 13 odds; 0 bytes for other numbers. */
size_t sv_struct_bytes(unsigned which);

/* Writes the course of a state in its wire form, if it fits into `room` bytes. Returns its length
 * in bytes (course_bytes of the manifest). */
size_t sv_course_pack(const struct sv_state *st, uint8_t *out, size_t room);

/* Reads a course from its wire form. Returns SV_E_LENGTH for a wrong size, and SV_E_RANGE for a
 * course that is impossible in a game with that position that asks these seats; do not use `out`
 * then. */
enum sv_status sv_course_unpack(const struct sv_edition *e, const struct sv_position *p,
                                unsigned asked, const uint8_t *bytes, size_t size,
                                struct sv_course *out);

/* A log of the events of a game that is played in process, for bots of other languages. It makes
 * the messages `events` of docs/PROTOCOL.md (SV_TOLD_EVENTS), as the arbiter would send them, with
 * the same limits. */
struct sv_event_log;

/* Creates the empty log of one game; NULL without memory. sv_event_log_destroy() frees it. */
struct sv_event_log *sv_event_log_create(void);
void sv_event_log_destroy(struct sv_event_log *log); /* may be NULL */

/* Returns the sink that fills the log, which owns it. Pass it to sv_game_start() and to every
 * sv_apply() of the game. */
const struct sv_sink *sv_event_log_sink(struct sv_event_log *log);

/* Writes the message for `seat`, in match number `match`, with the events since the last message.
 * Returns its length; SV_EVENT_LOG_ROOM bytes hold any message. Returns 0 if nothing has happened.
 * Returns 0 too without memory for the message, or if `room` is too small: then the events come
 * with the next message. If memory ran out while the log took an event, every later result is 0. */
size_t sv_event_log_tell(struct sv_event_log *log, unsigned seat, uint64_t match, uint8_t *out,
                         size_t room);

/* Most bytes of a message of events. */
#define SV_EVENT_LOG_ROOM 16448u

/* As sv_history_note(), with the members of an event that it reads. */
void sv_history_told(struct sv_history *h, unsigned type, unsigned why, unsigned seat, unsigned to,
                     int32_t amount);

#ifdef __cplusplus
}
#endif

#endif

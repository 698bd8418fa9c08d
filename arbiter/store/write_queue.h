/* Puts matches into a store from a thread of its own, so that play never waits for the disk. Each
 * transaction holds all that has come in since the last, a tenth of a second or a mebibyte; so a
 * kill costs no more than that, and a slow league loses nothing. */
#ifndef SVI_ARBITER_STORE_WRITE_QUEUE_H
#define SVI_ARBITER_STORE_WRITE_QUEUE_H

#include "store/store.h"

struct svi_write_queue;

/* Starts it. Nothing else may use the store until svi_write_queue_destroy() has returned. NULL: no
 * thread or memory. */
struct svi_write_queue *svi_write_queue_create(struct svi_store *store);

/* From now on the store is copied to a file (svi_store_save()) when matches have come in and so
 * many seconds have passed since the last time. Before the first match. `path` must outlive the
 * writer. */
void svi_write_queue_save(struct svi_write_queue *writer, const char *path, unsigned every_s);

/* Hands over a match, which is copied. Waits while 64 MiB are still to be written. SV_E_SYSTEM: no
 * memory, or the store has failed at an earlier match: svi_store_error(), after destroy, says why.
 * Any thread. */
enum sv_status svi_write_queue_put(struct svi_write_queue *writer,
                                   const struct svi_store_match *match);

/* The same of a process that was lost. */
enum sv_status svi_write_queue_loss(struct svi_write_queue *writer, const struct svi_loss *loss);

/* The same of a bot that is parked. */
enum sv_status svi_write_queue_parked(struct svi_write_queue *writer,
                                      const struct svi_store_parked *row);

/* The same of matches in flight: svi_store_put_playing(). */
enum sv_status svi_write_queue_playing(struct svi_write_queue *writer, unsigned worker,
                                       const struct svi_playing rows[], unsigned n);

/* Notes how long the rest of the run takes (svi_store_run_left()). */
void svi_write_queue_left(struct svi_write_queue *writer, int64_t left_s);

/* Writes and commits what is left, ends the thread. SV_E_SYSTEM: something could not be written. */
enum sv_status svi_write_queue_destroy(struct svi_write_queue *writer);

#endif

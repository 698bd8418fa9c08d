/* A queue that stores matches on a thread of its own, so that play never waits for the disk. Each
 * transaction holds everything that has arrived since the last one, for a tenth of a second or up
 * to a mebibyte. So a kill loses no more than that, and a slow league loses nothing. A league's run
 * has one; its workers hand over their matches (arbiter/league/play_jobs.c). So does the load
 * benchmark. */
#ifndef SVI_ARBITER_STORE_WRITE_QUEUE_H
#define SVI_ARBITER_STORE_WRITE_QUEUE_H

#include "store/store.h"

struct svi_write_queue;

/* Starts the queue's thread. Nothing else may use the store until svi_write_queue_destroy() has
 * returned. Returns NULL if the thread cannot be started. The store stays the caller's. */
struct svi_write_queue *svi_write_queue_create(struct svi_store *store);

/* Copies the store to a file (svi_store_save()) from now on: whenever matches arrive and `every_s`
 * seconds have passed since the last copy. Call it before the first match. `path` must outlive the
 * queue. */
void svi_write_queue_save(struct svi_write_queue *writer, const char *path, unsigned every_s);

/* Copies a match, as svi_store_put() takes it, into the queue. Waits while 64 MiB are still to be
 * written. Any thread may call it. Returns SV_E_SYSTEM without memory, or if the store has failed
 * at an earlier match. Of a failed store svi_store_error() has the reason after
 * svi_write_queue_destroy(). */
enum sv_status svi_write_queue_put(struct svi_write_queue *writer,
                                   const struct svi_store_match *match);

/* As svi_write_queue_put(), for a lost process. */
enum sv_status svi_write_queue_loss(struct svi_write_queue *writer, const struct svi_loss *loss);

/* As svi_write_queue_put(), for a parked bot. */
enum sv_status svi_write_queue_parked(struct svi_write_queue *writer,
                                      const struct svi_store_parked *row);

/* As svi_write_queue_put(), for matches in flight: svi_store_put_playing(). */
enum sv_status svi_write_queue_playing(struct svi_write_queue *writer, unsigned worker,
                                       const struct svi_playing rows[], unsigned n);

/* Sets how long the rest of the run takes (svi_store_run_left()). */
void svi_write_queue_left(struct svi_write_queue *writer, int64_t left_s);

/* Writes and commits the rest, ends the thread and frees the queue, in any case. Returns
 * SV_E_SYSTEM if anything could not be written: nothing was written after the first error, also of
 * a copy. */
enum sv_status svi_write_queue_destroy(struct svi_write_queue *writer);

#endif

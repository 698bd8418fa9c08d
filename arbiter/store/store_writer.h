/* Puts matches into a store from a thread of its own, so that play never waits for the disk. Each
 * transaction holds all that has come in since the last, a tenth of a second or a mebibyte; so a kill costs no
 * more than that, and a slow league loses nothing. */
#ifndef SVI_ARBITER_STORE_STORE_WRITER_H
#define SVI_ARBITER_STORE_STORE_WRITER_H

#include "job/probe.h"
#include "store/store.h"

struct svi_store_writer;

/* Starts it. Nothing else may use the store until svi_store_writer_destroy() has returned. NULL: no thread
 * or memory. */
struct svi_store_writer *svi_store_writer_create(struct svi_store *store);

/* From now on the store is copied to a file (svi_store_save()) when matches have come in and so many seconds have passed since the last
 * time. Before the first match. `path` must outlive the writer. */
void svi_store_writer_save(struct svi_store_writer *writer, const char *path, unsigned every_s);

/* Hands over a match, which is copied. Waits while 64 MiB are still to be written. SV_E_SYSTEM: no memory,
 * or the store has failed at an earlier match: svi_store_error(), after destroy, says why. Any thread. */
enum sv_status svi_store_writer_put(struct svi_store_writer *writer,
                                    const struct svi_store_match *match);

/* The same of a probe of the session that has begun (store_nodes.h). */
enum sv_status svi_store_writer_probe(struct svi_store_writer *writer,
                                      const struct svi_probe *probe);

/* Writes and commits what is left, ends the thread. SV_E_SYSTEM: something could not be written. */
enum sv_status svi_store_writer_destroy(struct svi_store_writer *writer);

#endif

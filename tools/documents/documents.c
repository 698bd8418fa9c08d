#include "tools/documents/documents.h"

#include <string.h>

const struct svi_document *svi_document_named(const char *name, size_t size)
{
    for (const struct svi_document *d = svi_documents; d->name != NULL; d++) {
        if (strlen(d->name) == size && memcmp(d->name, name, size) == 0) {
            return d;
        }
    }
    return NULL;
}

const struct svi_document *svi_document_find(const char *topic)
{
    static const char folder[] = "docs/", ending[] = ".md";
    for (const struct svi_document *d = svi_documents; d->name != NULL; d++) {
        if (strcmp(d->topic, topic) == 0) {
            return d;
        }
    }
    topic += strncmp(topic, folder, strlen(folder)) == 0 ? strlen(folder) : 0;
    const size_t size = strlen(topic);
    const size_t end = strlen(ending);
    return size > end && strcmp(topic + size - end, ending) == 0
               ? svi_document_named(topic, size - end)
               : NULL;
}

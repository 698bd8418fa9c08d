#include "tools/report/csv.h"

#include "base/out.h"

#include <stdbool.h>
#include <string.h>

void svi_csv_text(struct svi_buf *out, const char *text)
{
    const bool quoted = strpbrk(text, ",\"\r\n") != NULL;
    svi_out_text(out, quoted ? "\"" : "");
    for (; *text != 0; text++) {
        svi_out_text(out, *text == '"' ? "\"" : "");
        svi_out_char(out, *text);
    }
    svi_out_text(out, quoted ? "\"" : "");
}

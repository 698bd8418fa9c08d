/* The files of `solvent new-bot`, as sdk/templates has them. */
#ifndef SVI_TOOLS_CLI_TEMPLATES_H
#define SVI_TOOLS_CLI_TEMPLATES_H

struct svi_template {
    const char *path; /* LANGUAGE/FILE; "common" is of all */
    const char *text;
};

extern const struct svi_template svi_templates[]; /* up to a row of NULLs */

#endif

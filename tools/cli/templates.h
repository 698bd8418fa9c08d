/* The files of `solvent new-bot`, compiled in from sdk/templates by cmake/EmbedTemplates.cmake.
 * Only cmd_new_bot.c reads these constants. */
#ifndef SVI_TOOLS_CLI_TEMPLATES_H
#define SVI_TOOLS_CLI_TEMPLATES_H

struct svi_template {
    const char *path; /* LANGUAGE/FILE; files below "common" belong to all languages */
    const char *text;
};

extern const struct svi_template svi_templates[]; /* ended by a row of NULLs */

#endif

/* Plays by a network that sdk/python/examples/train.py has trained: `trained [FILE]`; without a
 * file by the weights that are in the library. */
#include <solvent/network.h>

#include <stdio.h>

#define FILE_MOST (8u << 20) /* more than the largest network has */

static struct sv_network *load(const char *path, const char **wrong)
{
    static uint8_t bytes[FILE_MOST];
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        *wrong = "found no file that can be read, expected weights of train.py";
        return NULL;
    }
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    (void)fclose(file);
    return sv_network_create(bytes, size, wrong);
}

int main(int argc, char **argv)
{
    const bool given = argc > 1 && argv[1][0] != '-';
    const char *wrong = "";
    struct sv_network *net = given ? load(argv[1], &wrong) : NULL;
    if (given && net == NULL) {
        (void)fprintf(stderr, "trained: %s: %s\n", argv[1], wrong);
        return 2;
    }
    if (given) {
        argv[1] = argv[0];
    }
    const int status =
        sv_bot_main(argc - given, argv + given, given ? sv_network_bot(net) : sv_network_trained());
    sv_network_destroy(net);
    return status;
}

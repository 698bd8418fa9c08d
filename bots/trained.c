/* Plays by a network that sdk/python/examples/train.py has trained: `trained [FILE]`; without a file
 * by the weights of sdk/python/solvent/trained.net, which are in the program. */
#include <solvent/network.h>

#include <stdio.h>

#define FILE_MOST (8u << 20) /* more than the largest network has */

extern const uint8_t svb_trained_net[]; /* made from trained.net by CMake */
extern const size_t svb_trained_net_size;

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
    struct sv_network *net = given
                                 ? load(argv[1], &wrong)
                                 : sv_network_create(svb_trained_net, svb_trained_net_size, &wrong);
    if (net == NULL) {
        (void)fprintf(stderr, "trained: %s: %s\n", given ? argv[1] : "the weights inside", wrong);
        return 2;
    }
    if (given) {
        argv[1] = argv[0];
    }
    const int status = sv_bot_main(argc - given, argv + given, sv_network_bot(net));
    sv_network_destroy(net);
    return status;
}

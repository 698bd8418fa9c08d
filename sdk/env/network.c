/* A network that sdk/python/examples/train.py has trained, as a bot. An answer is put together
 * action by action (<solvent/actions.h>): each is the legal one with the highest score, the first
 * of equals.
 * All numbers are whole, so they are the same on every machine, and in Python
 * (sdk/python/solvent/network.py). */
#include "base/scoped.h"

#include <solvent/actions.h>
#include <solvent/network.h>
#include <solvent/observation.h>

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC "SVNET 1\n"
#define MAGIC_BYTES 8u
#define LAYERS 3u
#define ONE 1024
#define MOST INT16_MAX /* of an input and a hidden unit */
#define WIDEST 1024u   /* hidden layer */
#define SHIFT_MOST 15u

/* Floats of an observation when networks were first written. Later ones come behind these. */
#define FLOATS_FIRST 1691u

struct layer {
    unsigned in, out, shift;
    int16_t *weight;
    int32_t *bias;
    /* Greatest weight of each input, and greatest bias, without signs. */
    uint16_t *weight_most;
    int64_t bias_most;
};

/* Where a float of an observation comes from. */
struct source {
    uint16_t offset, of;
    /* The float is 1 where the number has this value, else 0; -1: the float is the number. */
    int16_t value;
    bool wide; /* an i32, else a u8 */
};

struct sv_network {
    struct sv_bot bot;
    uint16_t *column, *action;
    struct layer layer[LAYERS];
    struct source source[SV_OBSERVATION_FLOATS];
};

/* The user pointer of a match. */
struct seat {
    const struct sv_network *net;
    struct sv_history history;
};

/* ---- the file -------------------------------------------------------------------------------- */

static unsigned take_u16(const uint8_t **at)
{
    const unsigned number = (*at)[0] | (unsigned)(*at)[1] << 8;
    *at += 2;
    return number;
}

#define NO_MEMORY "found no memory for the weights"

/* These return NULL, or the fault as text. */
static const char *take_list(const uint8_t **at, unsigned count, unsigned below, uint16_t **out)
{
    *out = calloc(count, sizeof **out);
    for (unsigned i = 0; *out != NULL && i < count; i++) {
        (*out)[i] = (uint16_t)take_u16(at);
        if ((*out)[i] >= below) {
            return "found an input or an action that does not exist, expected those of this "
                   "version";
        }
    }
    return *out != NULL ? NULL : NO_MEMORY;
}

static const char *take_layer(const uint8_t **at, struct layer *l)
{
    const size_t weights = (size_t)l->in * l->out;
    l->shift = take_u16(at);
    l->weight = calloc(weights, sizeof *l->weight);
    l->bias = calloc(l->out, sizeof *l->bias);
    l->weight_most = calloc(l->in, sizeof *l->weight_most);
    if (l->weight == NULL || l->bias == NULL || l->weight_most == NULL) {
        return NO_MEMORY;
    }
    for (size_t i = 0; i < weights; i++) {
        const int weight = (int16_t)take_u16(at);
        uint16_t *most = &l->weight_most[i / l->out];

        l->weight[i] = (int16_t)weight;
        *most = (uint16_t)(abs(weight) > *most ? abs(weight) : *most);
    }
    for (unsigned i = 0; i < l->out; i++) {
        const uint32_t low = take_u16(at);
        l->bias[i] = (int32_t)(low | (uint32_t)take_u16(at) << 16);
        l->bias_most = llabs(l->bias[i]) > l->bias_most ? llabs(l->bias[i]) : l->bias_most;
    }
    return l->shift <= SHIFT_MOST ? NULL : "found a shift above 15, expected a smaller one";
}

static const char *read_net(struct sv_network *net, const uint8_t *bytes, size_t size)
{
    const uint8_t *at = bytes + MAGIC_BYTES;
    const size_t header = MAGIC_BYTES + 6 * sizeof(uint16_t);
    size_t whole = header;
    unsigned n[LAYERS + 1];
    if (size < header || memcmp(bytes, MAGIC, MAGIC_BYTES) != 0) {
        return "found no network, expected a file that train.py has written";
    }
    const unsigned observation = take_u16(&at), actions = take_u16(&at);
    if (observation < FLOATS_FIRST || observation > SV_OBSERVATION_FLOATS ||
        actions != SV_ACTION_COUNT) {
        return "found a network for other observations or actions, expected one of this version";
    }
    for (unsigned i = 0; i <= LAYERS; i++) {
        n[i] = take_u16(&at);
        if (n[i] == 0 || n[i] > (i == 0        ? observation
                                 : i == LAYERS ? (unsigned)SV_ACTION_COUNT
                                               : WIDEST)) {
            return "found a layer of a wrong size, expected inputs, hidden units and actions";
        }
    }
    whole += sizeof(uint16_t) * ((size_t)n[0] + n[LAYERS]);
    for (unsigned i = 0; i < LAYERS; i++) {
        whole += sizeof(uint16_t) + sizeof(int16_t) * n[i] * n[i + 1] + sizeof(int32_t) * n[i + 1];
    }
    if (size != whole) {
        return "found a file that is cut off or too long, expected the length that its head tells";
    }
    const char *wrong = take_list(&at, n[0], observation, &net->column);
    if (wrong == NULL) {
        wrong = take_list(&at, n[LAYERS], SV_ACTION_COUNT, &net->action);
    }
    for (unsigned i = 0; wrong == NULL && i < LAYERS; i++) {
        net->layer[i].in = n[i];
        net->layer[i].out = n[i + 1];
        wrong = take_layer(&at, &net->layer[i]);
    }
    return wrong;
}

/* ---- inputs ---------------------------------------------------------------------------------- */

static unsigned add_SHARE(struct source *sources, unsigned n, struct source source)
{
    sources[n] = source;
    sources[n].value = -1;
    return n + 1;
}

static unsigned add_ONE_OF(struct source *sources, unsigned n, struct source source)
{
    for (unsigned i = 0; i < source.of; i++) {
        sources[n + i] = source;
        sources[n + i].value = (int16_t)i;
    }
    return n + source.of;
}

static void find_sources(struct source *sources)
{
    unsigned n = 0;
#define X(TYPE, name, values, CODE, unit, text)                                                    \
    for (size_t i = 0; i < (values); i++) {                                                        \
        const size_t size = sizeof(((struct sv_observation *)0)->name[0]);                         \
        const size_t offset = offsetof(struct sv_observation, name) + i * size;                    \
        n = add_##CODE(                                                                            \
            sources, n,                                                                            \
            (struct source){.offset = (uint16_t)offset, .of = (unit), .wide = size > 1});          \
    }
    SV_OBSERVATION_FIELDS(X)
#undef X
}

static int16_t input(const struct sv_observation *seen, const struct source *s)
{
    const uint8_t *at = (const uint8_t *)seen + s->offset;
    int32_t number = *at;
    int64_t share;
    if (s->wide) {
        memcpy(&number, at, sizeof number);
    }
    if (s->value >= 0) {
        return number == s->value ? ONE : 0;
    }
    if (s->of > 0) {
        share = (int64_t)number * (ONE / s->of);
    } else {
        share = (int64_t)number * ONE / (seen->start_cash[0] > 0 ? seen->start_cash[0] : 1);
    }
    return share < 0 ? 0 : share > MOST ? MOST : (int16_t)share;
}

/* ---- the network ----------------------------------------------------------------------------- */

/* Returns whether no sum of a layer can leave 32 bits. */
static bool is_narrow(const struct layer *l, const int16_t x[])
{
    int64_t bound = l->bias_most;
    for (unsigned i = 0; i < l->in; i++) {
        bound += (int64_t)x[i] * l->weight_most[i];
    }
    return bound <= INT32_MAX;
}

static void run_narrow(const struct layer *l, const int16_t x[], int64_t out[])
{
    int32_t sum[SV_OBSERVATION_FLOATS];
    memcpy(sum, l->bias, l->out * sizeof *sum);
    for (unsigned i = 0; i < l->in; i++) {
        const int16_t *weight = l->weight + (size_t)i * l->out;
        for (unsigned j = 0; j < l->out && x[i] != 0; j++) {
            sum[j] += x[i] * weight[j];
        }
    }
    for (unsigned j = 0; j < l->out; j++) {
        out[j] = sum[j];
    }
}

static void run_wide(const struct layer *l, const int16_t x[], int64_t out[])
{
    for (unsigned j = 0; j < l->out; j++) {
        out[j] = l->bias[j];
    }
    for (unsigned i = 0; i < l->in; i++) {
        const int16_t *weight = l->weight + (size_t)i * l->out;
        for (unsigned j = 0; j < l->out && x[i] != 0; j++) {
            out[j] += (int64_t)x[i] * weight[j];
        }
    }
}

static unsigned choose(const struct sv_network *net, const struct sv_observation *seen,
                       const uint8_t mask[SV_ACTION_COUNT])
{
    int16_t x[SV_OBSERVATION_FLOATS] = {0};
    int64_t sum[SV_OBSERVATION_FLOATS];
    int64_t best = INT64_MIN;
    unsigned chosen = 0;
    while (mask[chosen] == 0) {
        chosen++; /* the first legal action, in case that no legal one has a score */
    }
    for (unsigned i = 0; i < net->layer[0].in; i++) {
        x[i] = input(seen, &net->source[net->column[i]]);
    }
    for (unsigned k = 0; k < LAYERS; k++) {
        (is_narrow(&net->layer[k], x) ? run_narrow : run_wide)(&net->layer[k], x, sum);
        for (unsigned j = 0; k + 1 < LAYERS && j < net->layer[k].out; j++) {
            const int64_t unit = sum[j] > 0 ? sum[j] >> net->layer[k].shift : 0;
            x[j] = (int16_t)(unit < MOST ? unit : MOST);
        }
    }
    for (unsigned j = 0; j < net->layer[LAYERS - 1].out; j++) {
        if (mask[net->action[j]] != 0 && sum[j] > best) {
            best = sum[j];
            chosen = net->action[j];
        }
    }
    return chosen;
}

/* ---- the bot --------------------------------------------------------------------------------- */

static void match_start(struct sv_match *m)
{
    struct seat *seat = calloc(1, sizeof *seat);
    if (seat != NULL) {
        seat->net = m->user;
    }
    m->user = seat;
}

static void match_end(struct sv_match *m, const struct sv_result *result)
{
    (void)result;
    free(m->user);
}

static void event(struct sv_match *m, const struct sv_event *ev)
{
    struct seat *seat = m->user;
    if (seat != NULL) {
        sv_history_note(&seat->history, ev);
    }
}

/* Without memory for the seat, leaves the default. */
static void answer(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct seat *seat = m->user;
    struct sv_observation seen;
    uint8_t mask[SV_ACTION_COUNT];
    if (seat == NULL) {
        return;
    }
    sv_action_begin(m->edition, m->position, q, a);
    do {
        sv_action_mask(m->edition, m->position, q, a, mask);
        sv_observe_with(&seat->history, m->edition, m->position, q, a, &seen);
    } while (!sv_action_take(m->edition, m->position, q, a, choose(seat->net, &seen, mask)));
}

struct sv_network *sv_network_create(const uint8_t *bytes, size_t size, const char **wrong)
{
    struct sv_network *net = calloc(1, sizeof *net);
    const char *fault = net != NULL ? read_net(net, bytes, size) : NO_MEMORY;
    if (fault != NULL) {
        *wrong = fault;
        sv_network_destroy(net);
        return NULL;
    }
    find_sources(net->source);
    net->bot = (struct sv_bot){.name = "trained",
                               .version = "1",
                               .matches = 256,
                               .user = net,
                               .match_start = match_start,
                               .match_end = match_end,
#define X(NAME, name, ...) .name = answer,
                               SV_DECISIONS(X)
#undef X
    };
    /* Only a bot with this callback is sent events. */
    for (unsigned i = 0; i < net->layer[0].in; i++) {
        if (net->column[i] >= FLOATS_FIRST) {
            net->bot.event = event;
        }
    }
    return net;
}

void sv_network_destroy(struct sv_network *n)
{
    if (n != NULL) {
        for (unsigned i = 0; i < LAYERS; i++) {
            svi_free_all(n->layer[i].weight, n->layer[i].bias, n->layer[i].weight_most);
        }
        svi_free_all(n->column, n->action, n);
    }
}

const struct sv_bot *sv_network_bot(const struct sv_network *n)
{
    return &n->bot;
}

/* ---- the weights of sdk/python/solvent/trained.net ------------------------------------------- */

extern const uint8_t svi_trained_net[]; /* made from trained.net by CMake */
extern const size_t svi_trained_net_size;

static struct sv_network *trained;

static void create_trained(void)
{
    const char *wrong;
    trained = sv_network_create(svi_trained_net, svi_trained_net_size, &wrong);
}

const struct sv_bot *sv_network_trained(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, create_trained);
    return trained != NULL ? &trained->bot : NULL;
}

#include "tools/console/seat_mark.h"

const struct svi_seat_mark svi_seat_marks[SV_MAX_SEATS] = {
    {'A', "red", "#c9374b", "#ff7a85", 167, 1},   {'B', "blue", "#2768c2", "#6fabff", 68, 4},
    {'C', "green", "#23804a", "#5fcf8b", 28, 2},  {'D', "amber", "#a35f00", "#f2ad46", 130, 3},
    {'E', "purple", "#7a4ccb", "#b493ff", 98, 5}, {'F', "teal", "#0b8086", "#45c9cf", 30, 6},
    {'G', "pink", "#b83c87", "#f58ac6", 169, 5},  {'H', "brown", "#715f48", "#cbb491", 137, 3},
};

/* Made by tools/fit/fit_rival.c: weights of the terms (policy/rival.h), by type. */
static const double types[][SVI_TERMS] = {
    {-0.91, -0.06, 0.03, -0.04},  /* random */
    {-5.22, -0.04, -0.02, -0.80}, /* tiny */
    {0.11, -0.00, 7.18, -0.70},   /* careful */
    {0.00, 0.16, 5.79, -0.74},    /* builder */
    {0.04, -0.20, 7.54, -0.19},   /* trader */
    {-0.76, 5.16, 0.06, -3.46},   /* learner */
    {-1.22, 0.47, 0.30, -0.95},   /* planner */
    {-4, 0, 0, 0},                /* whatever the offer */
    {-2.2, 0, 0, 0},              /* whatever the offer */
    {-0.8, 0, 0, 0},              /* whatever the offer */
    {0.4, 0, 0, 0},               /* whatever the offer */
    {3, 0, 0, 0},                 /* whatever the offer */
};

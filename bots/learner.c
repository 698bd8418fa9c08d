/* The learner as a program; how it decides is in sdk/policy/learner.c. The build makes `learner@1` of
 * the same source, with another POLICY. */
#include <solvent/policy.h>

#ifndef POLICY
#define POLICY "learner"
#endif

int main(int argc, char **argv)
{
    return sv_bot_main(argc, argv, sv_policy_named(POLICY));
}

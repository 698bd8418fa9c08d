/* The learner as a program; how it decides is in sdk/policy/learner.c. The build makes other
 * bots of the same source, such as `learner@1` and `gnome`, with another POLICY. */
#include <solvent/policy.h>

#ifndef POLICY
#define POLICY "learner"
#endif

int main(int argc, char **argv)
{
    return sv_bot_main(argc, argv, sv_policy_named(POLICY));
}

/* The learner as a program; how it decides is in sdk/policy/learner.c. */
#include <solvent/policy.h>

int main(int argc, char **argv)
{
    return sv_bot_main(argc, argv, &sv_policy_learner);
}

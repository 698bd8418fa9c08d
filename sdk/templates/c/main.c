#include "bot.h"

int main(int argc, char **argv)
{
    return sv_bot_main(argc, argv, &bot);
}

#include "policy/follow.h"

static void move_deed(struct sv_position *p, const struct sv_event *ev)
{
    const uint64_t deed = UINT64_C(1) << ev->space;
    if (ev->from < SV_BANK) {
        p->owned[ev->from] &= ~deed;
    }
    if (ev->to < SV_BANK) {
        p->owned[ev->to] |= deed;
    }
    p->owner[ev->space] = ev->to;
}

void svi_follow(struct sv_position *p, const struct sv_event *ev)
{
    switch ((enum sv_event_type)ev->type) {
    case SV_EVENT_TURN:
        p->turn_seat = ev->seat;
        p->turn = ev->turn;
        p->round = (uint16_t)ev->round;
        return;
    case SV_EVENT_MOVE:
        p->space[ev->seat] = ev->to;
        return;
    case SV_EVENT_JAIL:
        p->jail[ev->seat] = ev->on;
        return;
    case SV_EVENT_CASH:
        if (ev->from < SV_BANK) {
            p->cash[ev->from] -= ev->amount;
        }
        if (ev->to < SV_BANK) {
            p->cash[ev->to] += ev->amount;
        }
        return;
    case SV_EVENT_DEED:
        move_deed(p, ev);
        return;
    case SV_EVENT_LEVEL:
    case SV_EVENT_DEPOT:
        p->level[ev->space] = ev->type == SV_EVENT_LEVEL ? ev->to : ev->on;
        return;
    case SV_EVENT_MORTGAGE:
        p->mortgaged &= ~(UINT64_C(1) << ev->space);
        p->mortgaged |= (uint64_t)ev->on << ev->space;
        return;
    case SV_EVENT_JAIL_CARD:
        p->jail_holder[ev->card] = ev->to < SV_BANK ? ev->to : SV_BANK;
        return;
    case SV_EVENT_TICKET:
        if (ev->from < SV_BANK) {
            p->tickets[ev->from]--;
        }
        if (ev->to < SV_BANK) {
            p->tickets[ev->to]++;
        }
        return;
    case SV_EVENT_BANKRUPT:
        p->alive &= (uint8_t) ~(1u << ev->seat);
        p->place[ev->seat] = ev->on;
        return;
    default:
        return;
    }
}

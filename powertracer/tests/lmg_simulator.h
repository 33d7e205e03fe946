/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LMG_SIMULATOR_H
#define LMG_SIMULATOR_H
/** The other end of the line: an LMG meter that answers its commands and sends messages with faults
 *  of choice, at the pace of its cycles or as fast as they are taken. */

#include <stdbool.h>
#include <stdint.h>

/** What can happen to a message. Those up to NAN arrive whole. */
#define LMG_FAULT_LIST(X)                                                                          \
    X(none) X(split) X(garbage) X(twice) X(nan) X(drop) X(lose) X(header) X(cut) X(empty)
enum lmg_fault {
#define LMG_FAULT_ENUM(name) LMG_FAULT_##name,
    LMG_FAULT_LIST(LMG_FAULT_ENUM)
#undef LMG_FAULT_ENUM
        LMG_FAULT_KINDS
};

struct lmg_simulator {
    int line;             /* master of a pty, or a socket */
    const char *identity; /* answer to *IDN? */
    double watts;         /* of channel 1; channel n has n times as much */
    bool is_fast;         /* don't wait for the cycle's end */
    bool is_mute;         /* answer nothing */
    bool babbles;         /* send garbage all the time */
    uint64_t messages;    /* then hang up; 0: never */
    uint64_t silent_at;   /* from this message on 3 s without any; 0: never */
    uint32_t restart_at;  /* begin to count at 0 again; 0: never */
    bool uses[LMG_FAULT_KINDS];
    unsigned percent; /* of the messages that have a fault */
    uint64_t random;  /* state of the generator */

    /* what happened */
    uint64_t count[LMG_FAULT_KINDS];
    uint64_t good; /* arrived whole */
    uint64_t gaps; /* holes between those */
    bool is_in_gap;

    /* what it was told */
    bool is_packed;
    bool is_running;
    bool has_count;
    double cycle_s;
    char action[512];
    uint64_t number; /* of the cycle */
    int64_t next_ns;
};

/** Serve until the other side goes away or the last message is out. */
void lmg_simulator_serve(struct lmg_simulator *simulator);

/** Open a pty. @return its master, with the path of the slave; -1 on failure */
int lmg_simulator_open_pty(char *path, unsigned size);

#endif

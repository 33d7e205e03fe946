/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_LMG_LINE_H
#define HDPOWER_LMG_LINE_H
/** The dialogue with an LMG meter: commands that are confirmed, questions, the break. A device's
 * state begins with a struct hd_lmg_line. */

#include "power_lines.h"
#include "power_meter.h"

#define HD_LMG_ANSWER_NS (2 * (int64_t)NS_PER_S)

/* How the models differ. */
struct hd_lmg_model {
    const char *name;
    const char *language; /* chooses the short commands */
    const char *line_end;
    unsigned baud;
    const char *port; /* of TCP */
    int break_port;   /* TCP port that takes a break, 0: a break of telnet */
};

struct hd_lmg_line {
    const struct hd_lmg_model *model;
    struct hd_lines lines;
};

/** Open the line or connect. Each of these says what is wrong by meter->fault. */
bool hd__lmg_connect(struct hd_meter *meter);

/** End what the meter may still be doing for somebody else. */
bool hd__lmg_break(struct hd_meter *meter);

/** Send a command without waiting for anything. */
bool hd__lmg_send(struct hd_meter *meter, const char *command, int64_t deadline_ns);

/** Send a command and wait until it was carried out. */
bool hd__lmg_tell(struct hd_meter *meter, const char *command);
bool hd__lmg_tell_within(struct hd_meter *meter, const char *command, int64_t wait_ns);

/** Ask, and get the answer's line. */
bool hd__lmg_ask(struct hd_meter *meter, const char *question, char line[HD_LINE_SIZE]);

#endif

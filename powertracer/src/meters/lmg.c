/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ZES ZIMMER LMG450 and LMG95 (serial line, or a converter to TCP) and LMG670 (TCP): they measure
 * without a gap in cycles of equal length and send the mean values of each cycle when it has ended.
 *
 * Each command is confirmed by the answer to *OPC? before the next is sent, and what is on its way
 * out is never discarded. Each message has the cycle's number, so that a lost one is known; the
 * ends of cycles are told from these numbers and the least delayed messages (power_clock.h).
 * Source: FORMATS B 4.2, TOOLS 4.1; of the original's reader nothing is kept. */
#include "lmg_line.h"
#include "lmg_packed.h"
#include "power_clock.h"

#include <hdtrace/clock.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RESET_NS     (5 * (int64_t)NS_PER_S)
#define MARGIN_NS    ((int64_t)NS_PER_S)
#define FAREWELL_NS  (300 * (int64_t)NS_PER_MS)
#define COUNTS       65536
#define BITS_OF_BYTE 10
#define CHANNELS     7
#define OF_CHANNEL   3

struct lmg {
    struct hd_lmg_line line; /* the first */
    struct hd_lmg_packed packed;
    struct hd_device_clock clock;
    unsigned numbers[CHANNELS];
    size_t number_count;
    bool is_ascii;
    bool has_count;
    bool has_last; /* `last_count` is of a message */
    unsigned last_count;
    int64_t good_ns; /* when the last good message came */
};

static bool identify(struct hd_meter *meter)
{
    char line[HD_LINE_SIZE] = "";
    if (!hd__lmg_ask(meter, "*IDN?", line)) {
        return false;
    }
    (void)snprintf(meter->identity, sizeof meter->identity, "%.95s", line);
    return strstr(line, "LMG") != NULL ||
           hd__meter_fail(meter, "this is no LMG, it says '%.60s'", line);
}

static void compose_values(const struct lmg *lmg, char *text, size_t size)
{
    text[0] = '\0';
    for (size_t i = 0; i < lmg->number_count; i++) {
        const size_t used = strlen(text);
        const unsigned n = lmg->numbers[i];
        (void)snprintf(text + used, size - used, ";UTRMS%u?;ITRMS%u?;P%u?", n, n, n);
    }
}

/* What the trace will have is asked for once as text: the channels are there, and answers are
 * numbers. */
static bool test_values(struct hd_meter *meter, const char *values)
{
    const struct lmg *lmg = meter->state;
    char question[512];
    char line[HD_LINE_SIZE] = "";
    double numbers[HD_LMG_NUMBERS];
    (void)snprintf(question, sizeof question, "INIM%s", values);
    if (!hd__lmg_tell(meter, "FRMT ASCII") || !hd__lmg_ask(meter, question, line)) {
        return false;
    }
    return hd__read_numbers(line, numbers, HD_LMG_NUMBERS) == OF_CHANNEL * lmg->number_count ||
           hd__meter_fail(meter, "not the values that were asked for, but '%.60s'", line);
}

static bool program(struct hd_meter *meter)
{
    struct lmg *lmg = meter->state;
    char values[400];
    char command[512];
    compose_values(lmg, values, sizeof values);
    if (!test_values(meter, values)) {
        return false;
    }
    const char *count = lmg->has_count ? ";COUNT?" : "";
    (void)snprintf(command, sizeof command, "ACTN%s%s%s", count, values, count);
    if (!hd__lmg_tell(meter, command)) {
        return false;
    }
    const int64_t cycle_us = meter->interval_ns / 1000;
    (void)snprintf(command, sizeof command, "CYCL %lld.%06lld", (long long)(cycle_us / 1000000),
                   (long long)(cycle_us % 1000000));
    if (!hd__lmg_tell(meter, command)) {
        return false;
    }
    /* After FRMT PACKED a confirmation would be packed too. */
    const int64_t deadline_ns = hd__io_deadline(HD_LMG_ANSWER_NS);
    const bool is_started = (lmg->is_ascii || hd__lmg_send(meter, "FRMT PACKED", deadline_ns)) &&
                            hd__lmg_send(meter, "CONT ON", deadline_ns);
    return is_started || hd__meter_fail(meter, "CONT ON: %s", meter->io.fault);
}

static void choose_channels(struct hd_meter *meter, struct lmg *lmg)
{
    for (unsigned n = 1; n <= CHANNELS; n++) {
        if (strchr(meter->wanted, (int)('0' + n)) != NULL) {
            lmg->numbers[lmg->number_count++] = n;
        }
    }
}

static bool open_model(struct hd_meter *meter, const struct hd_lmg_model *model)
{
    struct lmg *lmg = calloc(1, sizeof *lmg);
    meter->state = lmg;
    if (lmg == NULL) {
        return hd__meter_fail(meter, "out of memory");
    }
    lmg->line.model = model;
    lmg->is_ascii = strcmp(hd__meter_text(meter, "format", "packed"), "ascii") == 0;
    lmg->has_count = hd__meter_number(meter, "count", 1) != 0;
    choose_channels(meter, lmg);
    lmg->packed.number_count = OF_CHANNEL * lmg->number_count + (lmg->has_count ? 2 : 0);
    lmg->packed.is_framed = lmg->has_count;
    const int64_t baud = (int64_t)hd__meter_number(meter, "baud", model->baud);
    const int64_t bytes = (int64_t)lmg->packed.number_count * (lmg->is_ascii ? 11 : 4) + 5;
    if (!hd__lmg_connect(meter)) {
        return false;
    }
    meter->bias_ns = meter->io.is_socket ? 0 : bytes * BITS_OF_BYTE * NS_PER_S / baud;
    meter->window_ns = meter->interval_ns;
    hd__device_clock_init(&lmg->clock, meter->interval_ns);
    if (!hd__lmg_break(meter)) {
        return false;
    }
    hd__io_discard_input(&meter->io);
    lmg->good_ns = hd_clock_get_ns();
    return hd__lmg_tell(meter, "*CLS") && hd__lmg_tell_within(meter, "*RST", RESET_NS) &&
           hd__lmg_tell(meter, model->language) && identify(meter) && program(meter);
}

static void describe(struct hd_meter *meter)
{
    const struct lmg *lmg = meter->state;
    for (size_t i = 0; i < lmg->number_count; i++) {
        (void)hd__meter_add(meter, HD_METER_VOLTAGE, "%u", lmg->numbers[i]);
        (void)hd__meter_add(meter, HD_METER_CURRENT, "%u", lmg->numbers[i]);
        (void)hd__meter_add(meter, HD_METER_POWER, "%u", lmg->numbers[i]);
    }
}

/* The next message that is there already. */
static bool next_message(struct hd_meter *meter, double numbers[HD_LMG_NUMBERS])
{
    struct lmg *lmg = meter->state;
    float packed[HD_LMG_NUMBERS] = {0};
    char line[HD_LINE_SIZE];
    if (!lmg->is_ascii) {
        const bool any = hd__lmg_packed_next(&lmg->packed, packed);
        for (size_t i = 0; any && i < lmg->packed.number_count; i++) {
            numbers[i] = packed[i];
        }
        meter->damaged = lmg->packed.damaged;
        return any;
    }
    while (hd__lines_next(&lmg->line.lines, line)) {
        if (hd__read_numbers(line, numbers, HD_LMG_NUMBERS) == lmg->packed.number_count) {
            return true;
        }
        meter->damaged++;
    }
    return false;
}

static enum hd_io_result receive(struct hd_meter *meter, int64_t deadline_ns)
{
    struct lmg *lmg = meter->state;
    size_t size = sizeof lmg->line.lines.bytes - lmg->line.lines.length;
    void *room = lmg->line.lines.bytes + lmg->line.lines.length;
    size_t got = 0;
    if (!lmg->is_ascii) {
        room = hd__lmg_packed_room(&lmg->packed, &size);
    }
    const enum hd_io_result result = hd__io_read(&meter->io, room, size, &got, deadline_ns);
    if (lmg->is_ascii) {
        lmg->line.lines.length += got;
    } else {
        lmg->packed.length += got;
    }
    return result;
}

/* How many cycles ended since the last message. @return false: this one isn't to be believed */
static bool count_cycles(struct lmg *lmg, double count, unsigned *passed)
{
    *passed = 1;
    if (!lmg->has_count) {
        return true;
    }
    if (!(count >= 0 && count < COUNTS) || floor(count) != count) {
        return false;
    }
    const unsigned now = (unsigned)count;
    const unsigned difference = (now - lmg->last_count) % COUNTS;
    if (lmg->has_last && difference == 0) {
        return false;
    }
    if (lmg->has_last && difference < COUNTS / 2) {
        *passed = difference;
    } else {
        /* The first, or the meter counts anew: how many are missing isn't known. */
        *passed = lmg->has_last ? COUNTS : 1;
        hd__device_clock_init(&lmg->clock, (int64_t)lmg->clock.nominal_ns);
    }
    lmg->last_count = now;
    lmg->has_last = true;
    return true;
}

static bool take_message(struct hd_meter *meter, const double *numbers,
                         struct hd_meter_sample *sample)
{
    struct lmg *lmg = meter->state;
    const int64_t now_ns = hd_clock_get_ns();
    const double *values = numbers + (lmg->has_count ? 1 : 0);
    unsigned passed = 0;
    if (!count_cycles(lmg, numbers[0], &passed)) {
        meter->damaged++;
        return false;
    }
    lmg->good_ns = now_ns;
    sample->to_ns = hd__device_clock_end(&lmg->clock, passed, now_ns - meter->bias_ns);
    sample->from_ns = sample->to_ns - (int64_t)lmg->clock.period_ns;
    sample->is_after_loss = passed > 1;
    for (size_t i = 0; i < OF_CHANNEL * lmg->number_count; i++) {
        sample->is_valid[i] = isfinite(values[i]);
        sample->numbers[i].real = values[i];
    }
    return true;
}

static enum hd_meter_result read_meter(struct hd_meter *meter, struct hd_meter_sample *sample)
{
    struct lmg *lmg = meter->state;
    double numbers[HD_LMG_NUMBERS] = {0};
    for (;;) {
        while (next_message(meter, numbers)) {
            if (take_message(meter, numbers, sample)) {
                return HD_METER_SAMPLE;
            }
        }
        /* Garbage may come as fast as it likes: what counts is the last good message. */
        const int64_t deadline_ns = lmg->good_ns + 2 * meter->interval_ns + MARGIN_NS;
        const enum hd_io_result result =
            hd_clock_get_ns() >= deadline_ns ? HD_IO_LATE : receive(meter, deadline_ns);
        if (result == HD_IO_STOP) {
            return HD_METER_NOTHING;
        }
        if (result != HD_IO_DONE) {
            return hd__meter_lose(meter, result == HD_IO_LATE ? "no message came in time" : NULL);
        }
    }
}

static void ask_for_errors(struct hd_meter *meter)
{
    char line[HD_LINE_SIZE] = "";
    char fault[sizeof meter->fault];
    memcpy(fault, meter->fault, sizeof fault);
    if (hd__lmg_tell_within(meter, "CONT OFF", FAREWELL_NS) && hd__lmg_tell(meter, "FRMT ASCII") &&
        hd__lmg_ask(meter, "ERRALL?", line) && line[0] != '\0' && line[0] != '0' &&
        fault[0] == '\0') {
        (void)hd__meter_fail(meter, "it says '%.80s'", line);
    } else {
        memcpy(meter->fault, fault, sizeof fault);
    }
}

static void close_meter(struct hd_meter *meter)
{
    if (meter->io.descriptor >= 0 && meter->state != NULL) {
        const int64_t deadline_ns = hd__io_deadline(FAREWELL_NS);
        (void)hd__lmg_send(meter, "CONT OFF", deadline_ns);
        (void)hd__lmg_send(meter, "*CLS", deadline_ns);
        (void)hd__lmg_send(meter, "*RST", deadline_ns);
        (void)hd__lmg_send(meter, "GTL", deadline_ns);
        hd__io_drain(&meter->io);
    }
    free(meter->state);
    meter->state = NULL;
}

static const struct hd_meter_key keys[] = {
    {"port", false, false, 0, 0},        {"address", false, false, 0, 0},
    {"baud", true, false, 9600, 230400}, {"format", false, false, 0, 0},
    {"count", true, false, 0, 1},        {"break-port", true, false, 0, 65535},
    {NULL, false, false, 0, 0},
};

#define LMG_DRIVER(model_name, open_function, words, least_ms)                                     \
    const struct hd_meter_driver hd__meter_##model_name = {                                        \
        .name = #model_name,                                                                       \
        .about = (words),                                                                          \
        .keys = keys,                                                                              \
        .cycle_ms = 100,                                                                           \
        .least_cycle_ms = (least_ms),                                                              \
        .most_cycle_ms = 60000,                                                                    \
        .is_stream = true,                                                                         \
        .open = (open_function),                                                                   \
        .describe = describe,                                                                      \
        .read = read_meter,                                                                        \
        .close = close_meter,                                                                      \
        .health = ask_for_errors,                                                                  \
    }

static bool open_450(struct hd_meter *meter)
{
    static const struct hd_lmg_model model = {
        "LMG450", ":SYSTem:LANGuage SHORT", "\n", 57600, "5025", 0};
    return open_model(meter, &model);
}

static bool open_95(struct hd_meter *meter)
{
    static const struct hd_lmg_model model = {"LMG95", "syst:lang short", "\r\n", 115200, "5025",
                                              0};
    return open_model(meter, &model);
}

static bool open_670(struct hd_meter *meter)
{
    static const struct hd_lmg_model model = {"LMG670", "*zlang short", "\n", 115200, "5025", 5026};
    return open_model(meter, &model);
}

LMG_DRIVER(lmg450, open_450, "ZES ZIMMER LMG450, by a serial line or a converter to TCP", 50);
LMG_DRIVER(lmg95, open_95, "ZES ZIMMER LMG95, by a serial line or a converter to TCP", 50);
LMG_DRIVER(lmg670, open_670, "ZES ZIMMER LMG670, by TCP", 20);

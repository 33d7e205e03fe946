/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any meter that answers a line of text with numbers: SCPI and what came before it. `model=` takes
 * questions from the table below; `query=`, `setup=` and `order=` say them otherwise. */
#include "power_lines.h"
#include "power_meter.h"

#include <hdtrace/clock.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define ANSWER_NS       (2 * (int64_t)NS_PER_S)
#define MOST_VALUES     24
#define ENERGY_PATIENCE 600.0 /* s: watt hours grow slowly */

/* What an answer's numbers are: P, U, I, E in joules, W: an energy in watt hours, -: left out. */
static const struct model {
    const char *name;
    const char *setup; /* lines separated by | */
    const char *query;
    const char *order;
} models[] = {
    {"generic", "", "MEAS:POW?", "P"},
    {"wt300",
     ":NUM:FORM ASC|:NUM:NORM:NUM 3|:NUM:NORM:ITEM1 U,1|:NUM:NORM:ITEM2 I,1|"
     ":NUM:NORM:ITEM3 P,1",
     ":NUM:NORM:VAL?", "U,I,P"},
    {"hmc8015", "CHAN1:MEAS:FUNC URMS,IRMS,P", "CHAN1:MEAS:DATA?", "U,I,P"},
    {"n6705", "", "MEAS:VOLT? (@1);CURR? (@1)", "U,I"},
};

struct scpi {
    struct hd_lines lines;
    const char *query;
    const char *end;
    char kinds[MOST_VALUES + 1];
    bool is_owed;    /* an answer that nobody waited for to the end */
    bool is_product; /* only U and I are told: P is their product, of direct current */
};

static bool fail_by_io(struct hd_meter *meter, const char *what)
{
    return hd__meter_fail(meter, "%.80s: %s", what, meter->io.fault);
}

static enum hd_io_result send_line(struct hd_meter *meter, const char *words, size_t length)
{
    const struct scpi *scpi = meter->state;
    char line[HD_LINE_SIZE];
    const int size = snprintf(line, sizeof line, "%.*s%s", (int)length, words, scpi->end);
    return size > 0 && (size_t)size < sizeof line
               ? hd__io_write(&meter->io, line, (size_t)size, hd__io_deadline(ANSWER_NS))
               : HD_IO_LOST;
}

static const struct model *find_model(const char *name)
{
    for (size_t i = 0; i < sizeof models / sizeof models[0]; i++) {
        if (strcasecmp(models[i].name, name) == 0) {
            return &models[i];
        }
    }
    return NULL;
}

static bool read_order(struct hd_meter *meter, struct scpi *scpi, const char *order)
{
    size_t count = 0;
    for (const char *c = order; *c != '\0'; c++) {
        if (*c == ',' || *c == ' ') {
            continue;
        }
        if (strchr("PUIEW-", *c) == NULL || count == MOST_VALUES) {
            return hd__meter_fail(meter, "order='%.60s' is not a list of P, U, I, E, W, -", order);
        }
        scpi->kinds[count++] = *c;
    }
    scpi->is_product = strcmp(scpi->kinds, "UI") == 0;
    return count > 0 || hd__meter_fail(meter, "order= names nothing");
}

static bool connect_meter(struct hd_meter *meter)
{
    char address[300];
    const char *port = hd__meter_text(meter, "port", NULL);
    if (port != NULL) {
        const bool with_flow_control = hd__meter_number(meter, "rtscts", 0) != 0;
        return (hd__meter_port(meter, address, sizeof address) &&
                hd__io_open_serial(&meter->io, address,
                                   (unsigned)hd__meter_number(meter, "baud", 9600),
                                   with_flow_control)) ||
               fail_by_io(meter, port);
    }
    return (hd__meter_address(meter, address, sizeof address) &&
            hd__io_connect(&meter->io, address, "5025", false, hd__io_deadline(ANSWER_NS))) ||
           fail_by_io(meter, address);
}

static bool ask(struct hd_meter *meter, const char *query, char line[HD_LINE_SIZE])
{
    struct scpi *scpi = meter->state;
    const bool is_done =
        send_line(meter, query, strlen(query)) == HD_IO_DONE &&
        hd__lines_get(&scpi->lines, &meter->io, line, hd__io_deadline(ANSWER_NS)) == HD_IO_DONE;
    return is_done || fail_by_io(meter, query);
}

static bool set_up(struct hd_meter *meter, const char *setup)
{
    for (const char *c = setup; *c != '\0';) {
        const size_t length = strcspn(c, "|");
        if (length > 0 && send_line(meter, c, length) != HD_IO_DONE) {
            return fail_by_io(meter, "setup");
        }
        c += length + (c[length] == '|');
    }
    return true;
}

static bool check_answer(struct hd_meter *meter)
{
    const struct scpi *scpi = meter->state;
    double numbers[MOST_VALUES];
    char line[HD_LINE_SIZE] = "";
    if (!ask(meter, scpi->query, line)) {
        return false;
    }
    const size_t found = hd__read_numbers(line, numbers, MOST_VALUES);
    return found == strlen(scpi->kinds) ||
           hd__meter_fail(meter, "%.40s: %zu values where order= names %zu: '%.40s'", scpi->query,
                          found, strlen(scpi->kinds), line);
}

static bool open_meter(struct hd_meter *meter)
{
    struct scpi *scpi = calloc(1, sizeof *scpi);
    char line[HD_LINE_SIZE] = "";
    const char *name = hd__meter_text(meter, "model", "generic");
    const struct model *model = find_model(name);
    meter->state = scpi;
    if (scpi == NULL) {
        return hd__meter_fail(meter, "out of memory");
    }
    if (model == NULL) {
        return hd__meter_fail(meter, "model='%.40s' is none of generic, wt300, hmc8015, n6705",
                              name);
    }
    scpi->query = hd__meter_text(meter, "query", model->query);
    scpi->end = strcmp(hd__meter_text(meter, "line-end", "lf"), "crlf") == 0 ? "\r\n" : "\n";
    if (!read_order(meter, scpi, hd__meter_text(meter, "order", model->order)) ||
        !connect_meter(meter)) {
        return false;
    }
    if (hd__meter_number(meter, "identify", 1) != 0) {
        if (!ask(meter, "*IDN?", line)) {
            return false;
        }
        (void)snprintf(meter->identity, sizeof meter->identity, "%.95s", line);
    }
    return set_up(meter, hd__meter_text(meter, "setup", model->setup)) && check_answer(meter);
}

static enum hd_meter_quantity quantity_of(char kind)
{
    return kind == 'U'   ? HD_METER_VOLTAGE
           : kind == 'I' ? HD_METER_CURRENT
           : kind == 'P' ? HD_METER_POWER
                         : HD_METER_ENERGY;
}

static void describe(struct hd_meter *meter)
{
    const struct scpi *scpi = meter->state;
    size_t seen[HD_METER_QUANTITIES] = {0};
    for (const char *kind = scpi->kinds; *kind != '\0'; kind++) {
        const enum hd_meter_quantity quantity = quantity_of(*kind);
        if (*kind == '-') {
            continue;
        }
        const size_t number = ++seen[quantity];
        struct hd_meter_channel *channel = number == 1
                                               ? hd__meter_add(meter, quantity, "%s", "")
                                               : hd__meter_add(meter, quantity, "%zu", number);
        channel->patience_ns = hd__meter_patience(meter, ENERGY_PATIENCE);
    }
    if (scpi->is_product) {
        (void)hd__meter_add(meter, HD_METER_POWER, "%s", "");
    }
}

static void take(const struct scpi *scpi, const double *numbers, struct hd_meter_sample *sample)
{
    size_t slot = 0;
    for (size_t i = 0; scpi->kinds[i] != '\0'; i++) {
        const char kind = scpi->kinds[i];
        if (kind == '-') {
            continue;
        }
        /* What is over the range is told as 9.9E37. */
        sample->is_valid[slot] = isfinite(numbers[i]) && fabs(numbers[i]) < 1e30;
        if (kind != 'E' && kind != 'W') {
            sample->numbers[slot].real = numbers[i];
        } else {
            const double joules = kind == 'W' ? numbers[i] * 3600 : numbers[i];
            sample->is_valid[slot] = sample->is_valid[slot] && joules >= 0 && joules < 1e12;
            sample->numbers[slot].uj =
                sample->is_valid[slot] ? (uint64_t)(joules * UJ_PER_J + 0.5) : 0;
        }
        slot++;
    }
    if (scpi->is_product) {
        sample->is_valid[slot] = sample->is_valid[0] && sample->is_valid[1];
        sample->numbers[slot].real = numbers[0] * numbers[1];
    }
}

/* Wait for the answer to a question that was broken off. */
static enum hd_io_result take_owed(struct hd_meter *meter)
{
    struct scpi *scpi = meter->state;
    char line[HD_LINE_SIZE] = "";
    const enum hd_io_result result =
        hd__lines_get(&scpi->lines, &meter->io, line, hd__io_deadline(ANSWER_NS));
    scpi->is_owed = result != HD_IO_DONE;
    return result;
}

/* An answer that isn't one is followed by a new question; one that came too late must not be taken
 * for the answer to the next. */
static enum hd_meter_result read_meter(struct hd_meter *meter, struct hd_meter_sample *sample)
{
    struct scpi *scpi = meter->state;
    double numbers[MOST_VALUES] = {0};
    char line[HD_LINE_SIZE] = "";
    enum hd_io_result result = scpi->is_owed ? take_owed(meter) : HD_IO_DONE;
    if (result == HD_IO_DONE) {
        scpi->lines.length = 0;
        hd__io_discard_input(&meter->io);
    }
    const int64_t before_ns = hd_clock_get_ns();
    result = result == HD_IO_DONE ? send_line(meter, scpi->query, strlen(scpi->query)) : result;
    while (result == HD_IO_DONE) {
        result = hd__lines_get(&scpi->lines, &meter->io, line, before_ns + ANSWER_NS);
        if (result == HD_IO_DONE &&
            hd__read_numbers(line, numbers, MOST_VALUES) == strlen(scpi->kinds)) {
            hd__meter_stamp(meter, sample, before_ns);
            take(scpi, numbers, sample);
            return HD_METER_SAMPLE;
        }
        meter->damaged += result == HD_IO_DONE ? 1 : 0;
    }
    scpi->is_owed = true;
    return result == HD_IO_STOP ? HD_METER_NOTHING : hd__meter_lose(meter, NULL);
}

static void close_meter(struct hd_meter *meter)
{
    free(meter->state);
    meter->state = NULL;
}

static const struct hd_meter_key keys[] = {
    {"address", false, false, 0, 0},
    {"port", false, false, 0, 0},
    {"baud", true, false, 9600, 230400},
    {"rtscts", true, false, 0, 1},
    {"line-end", false, false, 0, 0},
    {"model", false, false, 0, 0},
    {"setup", false, false, 0, 0},
    {"query", false, false, 0, 0},
    {"order", false, false, 0, 0},
    {"identify", true, false, 0, 1},
    HD_METER_PATIENCE,
    {NULL, false, false, 0, 0},
};

const struct hd_meter_driver hd__meter_scpi = {
    .name = "scpi",
    .about = "any meter that answers a line with numbers, by TCP or a serial line",
    .keys = keys,
    .cycle_ms = 1000,
    .least_cycle_ms = 10,
    .most_cycle_ms = 3600000,
    .open = open_meter,
    .describe = describe,
    .read = read_meter,
    .close = close_meter,
};

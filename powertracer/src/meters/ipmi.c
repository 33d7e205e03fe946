/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sensors of a management controller whose unit is watts, by IPMI over the network: power supplies,
 * boards, processors. They are found in the controller's repository of sensor records and have the
 * names that these give them. Source: IPMI 2.0 specification, 33, 35.14, 36.3 and 43.1. */
#include "ipmi_session.h"

#include <hdtrace/clock.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTION_SENSOR  0x04
#define GET_READING      0x2d
#define FUNCTION_STORAGE 0x0a
#define RESERVE          0x22
#define GET_RECORD       0x23
#define FULL_RECORD      0x01
#define CONTROLLER       0x20
#define WATTS            6
#define LAST_RECORD      0xffff
#define MOST_RECORDS     2000
#define MOST_SENSORS     32
#define PIECE            16
#define HEADER_SIZE      5
#define RECORD_SIZE      64
#define NAME_AT          48
#define IS_SCANNING      0x40
#define IS_UNAVAILABLE   0x20
#define HALF_SECOND      (NS_PER_S / 2)

struct sensor {
    uint8_t number, unit;
    unsigned form; /* of readings: 0 unsigned, 1 ones' complement, 2 two's complement */
    double factor, offset;
    char name[20];
};

struct sensors {
    struct hd_ipmi ipmi;
    struct sensor items[MOST_SENSORS];
    size_t count;
};

static bool ask_storage(struct hd_meter *meter, struct hd_ipmi_message *request,
                        struct hd_ipmi_message *answer)
{
    struct sensors *sensors = meter->state;
    request->function = FUNCTION_STORAGE;
    if (hd__ipmi_ask(meter, &sensors->ipmi, request, answer) != HD_IO_DONE) {
        return hd__meter_fail(meter, "sensor records: %s", meter->io.fault);
    }
    return answer->data[0] == 0 ||
           hd__meter_fail(meter, "it has no sensor records (code %02x)", answer->data[0]);
}

/* Bytes of a record, in pieces that each controller can answer. */
static bool read_piece(struct hd_meter *meter, uint16_t reservation, uint16_t record, size_t at,
                       size_t size, uint8_t *out, uint16_t *next)
{
    struct hd_ipmi_message answer;
    struct hd_ipmi_message request = {.command = GET_RECORD,
                                      .data = {(uint8_t)reservation, (uint8_t)(reservation >> 8),
                                               (uint8_t)record, (uint8_t)(record >> 8), (uint8_t)at,
                                               (uint8_t)size},
                                      .size = 6};
    if (!ask_storage(meter, &request, &answer)) {
        return false;
    }
    if (answer.size != 3 + size) {
        return hd__meter_fail(meter, "a sensor record is cut");
    }
    *next = hd__ipmi_get_16(answer.data + 1);
    memcpy(out, answer.data + 3, size);
    return true;
}

static bool read_record(struct hd_meter *meter, uint16_t reservation, uint16_t record,
                        uint8_t bytes[RECORD_SIZE], uint16_t *next)
{
    memset(bytes, 0, RECORD_SIZE);
    if (!read_piece(meter, reservation, record, 0, HEADER_SIZE, bytes, next)) {
        return false;
    }
    size_t size = HEADER_SIZE + (size_t)bytes[4];
    size = size > RECORD_SIZE ? RECORD_SIZE : size;
    const bool is_wanted = bytes[3] == FULL_RECORD;
    for (size_t at = HEADER_SIZE; is_wanted && at < size; at += PIECE) {
        uint16_t same = 0;
        const size_t piece = size - at < PIECE ? size - at : PIECE;
        if (!read_piece(meter, reservation, record, at, piece, bytes + at, &same)) {
            return false;
        }
    }
    return true;
}

/* A number of `bits` bits with a sign. */
static int signed_of(unsigned number, unsigned bits)
{
    const int value = (int)(number & ((1U << bits) - 1));
    return value >= 1 << (bits - 1) ? value - (1 << bits) : value;
}

/* Reading x means (M x + B 10^k) 10^r watts. */
static void add_sensor(struct sensors *sensors, const uint8_t *record)
{
    const bool is_linear = (record[23] & 0x7f) == 0;
    const unsigned form = record[20] >> 6;
    if (record[3] != FULL_RECORD || record[5] != CONTROLLER || record[21] != WATTS || !is_linear ||
        form > 2 || (record[20] & 0x07) != 0 || sensors->count == MOST_SENSORS) {
        return;
    }
    struct sensor *sensor = &sensors->items[sensors->count++];
    const int m = signed_of((unsigned)(record[25] & 0xc0) << 2 | record[24], 10);
    const int b = signed_of((unsigned)(record[27] & 0xc0) << 2 | record[26], 10);
    const double scale = pow(10.0, signed_of(record[29] >> 4, 4));
    *sensor = (struct sensor){.number = record[7], .unit = record[6] & 3, .form = form};
    sensor->factor = m * scale;
    sensor->offset = b * pow(10.0, signed_of(record[29], 4)) * scale;
    const size_t length = record[NAME_AT - 1] & 0x1f;
    const bool is_text = record[NAME_AT - 1] >> 6 == 3 && length > 0 && length <= 16;
    if (is_text) {
        memcpy(sensor->name, record + NAME_AT, length);
    } else {
        (void)snprintf(sensor->name, sizeof sensor->name, "sensor%u", sensor->number);
    }
}

static bool find_sensors(struct hd_meter *meter)
{
    struct sensors *sensors = meter->state;
    struct hd_ipmi_message reserve = {.command = RESERVE};
    struct hd_ipmi_message answer;
    uint16_t record = 0;
    if (!ask_storage(meter, &reserve, &answer)) {
        return false;
    }
    const uint16_t reservation = hd__ipmi_get_16(answer.data + 1);
    for (int i = 0; i < MOST_RECORDS && record != LAST_RECORD; i++) {
        uint8_t bytes[RECORD_SIZE];
        uint16_t next = LAST_RECORD;
        if (!read_record(meter, reservation, record, bytes, &next)) {
            return false;
        }
        add_sensor(sensors, bytes);
        record = next;
    }
    return sensors->count > 0 || hd__meter_fail(meter, "none of its sensors tells watts");
}

static bool open_controller(struct hd_meter *meter)
{
    struct sensors *sensors = calloc(1, sizeof *sensors);
    meter->state = sensors;
    if (sensors == NULL) {
        return hd__meter_fail(meter, "out of memory");
    }
    meter->bias_ns = HALF_SECOND;
    (void)snprintf(meter->identity, sizeof meter->identity, "IPMI %.80s",
                   hd__meter_text(meter, "address", ""));
    return hd__ipmi_open(meter, &sensors->ipmi) && find_sensors(meter);
}

static void describe(struct hd_meter *meter)
{
    const struct sensors *sensors = meter->state;
    for (size_t i = 0; i < sensors->count; i++) {
        (void)hd__meter_add(meter, HD_METER_POWER, "%s", sensors->items[i].name);
    }
}

static double watts_of(const struct sensor *sensor, uint8_t reading)
{
    int number = sensor->form == 0 ? reading : signed_of(reading, 8);
    number += sensor->form == 1 && number < 0 ? 1 : 0;
    return number * sensor->factor + sensor->offset;
}

static enum hd_meter_result read_controller(struct hd_meter *meter, struct hd_meter_sample *sample)
{
    struct sensors *sensors = meter->state;
    const int64_t before_ns = hd_clock_get_ns();
    for (size_t i = 0; i < sensors->count; i++) {
        const struct sensor *sensor = &sensors->items[i];
        const struct hd_ipmi_message request = {.function = FUNCTION_SENSOR,
                                                .unit = sensor->unit,
                                                .command = GET_READING,
                                                .data = {sensor->number},
                                                .size = 1};
        struct hd_ipmi_message answer;
        const enum hd_io_result result = hd__ipmi_ask(meter, &sensors->ipmi, &request, &answer);
        if (result != HD_IO_DONE) {
            return result == HD_IO_STOP ? HD_METER_NOTHING : hd__meter_lose(meter, NULL);
        }
        const bool is_told = answer.data[0] == 0 && answer.size >= 3;
        sample->is_valid[i] = is_told && (answer.data[2] & IS_SCANNING) != 0 &&
                              (answer.data[2] & IS_UNAVAILABLE) == 0;
        sample->numbers[i].real = is_told ? watts_of(sensor, answer.data[1]) : 0.0;
        meter->damaged += is_told ? 0 : 1;
    }
    hd__meter_stamp(meter, sample, before_ns);
    return HD_METER_SAMPLE;
}

static void close_controller(struct hd_meter *meter)
{
    struct sensors *sensors = meter->state;
    if (sensors != NULL) {
        hd__ipmi_close(meter, &sensors->ipmi);
    }
    free(sensors);
    meter->state = NULL;
}

static const struct hd_meter_key keys[] = {HD_IPMI_KEYS, {NULL, false, false, 0, 0}};

const struct hd_meter_driver hd__meter_ipmi = {
    .name = "ipmi",
    .about = "watts of a management controller's sensors (IPMI)",
    .keys = keys,
    .cycle_ms = 1000,
    .least_cycle_ms = 100,
    .most_cycle_ms = 30000,
    .open = open_controller,
    .describe = describe,
    .read = read_controller,
    .close = close_controller,
};

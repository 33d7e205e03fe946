/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Power distribution units by SNMP, version 1, 2c or 3: one GET for all values of a cycle. Units
 * tell their mean of a second or so. */
#include "ber.h"
#include "snmp_objects.h"
#include "snmp_usm.h"

#include <hdtrace/clock.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ANSWER_NS   ((int64_t)NS_PER_S)
#define TRIES       3
#define GET         0xa0
#define RESPONSE    0xa2
#define VERSION_3   3
#define HALF_SECOND (NS_PER_S / 2)
#define ROUNDS      4 /* until an agent of version 3 is known */

struct snmp {
    struct hd_snmp_objects objects;
    int32_t request;
    int32_t version; /* 0 is 1, 1 is 2c */
    const char *community;
    struct hd_usm usm; /* of version 3 */
};

static void put_request(const struct snmp *snmp, struct hd_ber_writer *writer)
{
    hd__ber_begin(writer);
    for (size_t i = snmp->objects.count; i > 0; i--) {
        const struct hd_snmp_object *object = &snmp->objects.items[i - 1];
        const size_t end = hd__ber_size(writer);
        hd__ber_put_bytes(writer, HD_BER_NULL, "", 0);
        hd__ber_put_bytes(writer, HD_BER_OID, object->oid, object->oid_size);
        hd__ber_wrap(writer, HD_BER_SEQUENCE, end);
    }
    hd__ber_wrap(writer, HD_BER_SEQUENCE, 0);
    hd__ber_put_integer(writer, 0);
    hd__ber_put_integer(writer, 0);
    hd__ber_put_integer(writer, snmp->request);
    hd__ber_wrap(writer, GET, 0);
}

static bool compose(struct snmp *snmp, struct hd_ber_writer *writer)
{
    if (snmp->version == VERSION_3) {
        struct hd_ber_writer request;
        put_request(snmp, &request);
        return !request.is_full &&
               hd__usm_compose(&snmp->usm, snmp->request, request.bytes + request.begin,
                               hd__ber_size(&request), writer);
    }
    put_request(snmp, writer);
    hd__ber_put_bytes(writer, HD_BER_OCTETS, snmp->community, strlen(snmp->community));
    hd__ber_put_integer(writer, snmp->version);
    hd__ber_wrap(writer, HD_BER_SEQUENCE, 0);
    return !writer->is_full;
}

static bool take_integer(struct hd_ber_reader *reader, int64_t *number)
{
    struct hd_ber_reader content;
    uint8_t tag = 0;
    return hd__ber_take(reader, &tag, &content) && tag == HD_BER_INTEGER &&
           hd__ber_read_integer(&content, number);
}

/* A number: an integer, a counter, a gauge, or text as some units tell it. */
static bool read_value(uint8_t tag, const struct hd_ber_reader *content, double *number)
{
    int64_t integer = 0;
    char text[32];
    const char *cursor = text;
    if (tag == HD_BER_OCTETS) {
        (void)snprintf(text, sizeof text, "%.*s", (int)(content->left < 31 ? content->left : 31),
                       (const char *)content->at);
        return hd__read_real(&cursor, number);
    }
    const bool is_number = tag == HD_BER_INTEGER || (tag >= 0x41 && tag <= 0x43) || tag == 0x46;
    if (!is_number || !hd__ber_read_integer(content, &integer)) {
        return false;
    }
    *number = (double)integer;
    return true;
}

/* The numbers of an answer. @return false: not the one to this request; `*error` is what the unit
 * says */
static bool read_answer(const struct snmp *snmp, struct hd_ber_reader body, double *numbers,
                        int64_t *error)
{
    struct hd_ber_reader pdu;
    struct hd_ber_reader list;
    uint8_t tag = 0;
    int64_t number = 0;
    int64_t index = 0;
    if (!hd__ber_take(&body, &tag, &pdu) || tag != RESPONSE || !take_integer(&pdu, &number) ||
        number != snmp->request || !take_integer(&pdu, error) || !take_integer(&pdu, &index) ||
        !hd__ber_take(&pdu, &tag, &list)) {
        return false;
    }
    for (size_t i = 0; i < snmp->objects.count; i++) {
        struct hd_ber_reader pair;
        struct hd_ber_reader name;
        struct hd_ber_reader value;
        numbers[i] = NAN;
        if (!hd__ber_take(&list, &tag, &pair) || !hd__ber_take(&pair, &tag, &name) ||
            name.left != snmp->objects.items[i].oid_size ||
            memcmp(name.at, snmp->objects.items[i].oid, name.left) != 0 ||
            !hd__ber_take(&pair, &tag, &value)) {
            return false;
        }
        if (!read_value(tag, &value, &numbers[i])) {
            numbers[i] = NAN;
        }
    }
    return true;
}

static enum hd_usm_result parse(struct hd_meter *meter, uint8_t *bytes, size_t size,
                                double *numbers, int64_t *error)
{
    struct snmp *snmp = meter->state;
    struct hd_ber_reader message = {bytes, size};
    struct hd_ber_reader body;
    struct hd_ber_reader community;
    uint8_t tag = 0;
    int64_t version = 0;
    if (snmp->version == VERSION_3) {
        const enum hd_usm_result result = hd__usm_take(meter, &snmp->usm, bytes, size, &body);
        if (result != HD_USM_ANSWER) {
            return result;
        }
    } else if (!hd__ber_take(&message, &tag, &body) || tag != HD_BER_SEQUENCE ||
               !take_integer(&body, &version) || !hd__ber_take(&body, &tag, &community)) {
        return HD_USM_IGNORE;
    }
    return read_answer(snmp, body, numbers, error) ? HD_USM_ANSWER : HD_USM_IGNORE;
}

/* One question and what comes of it, until a deadline. */
static enum hd_io_result ask(struct hd_meter *meter, double *numbers, int64_t *error,
                             int64_t *time_ns, enum hd_usm_result *answered)
{
    struct snmp *snmp = meter->state;
    struct hd_ber_writer request;
    uint8_t answer[HD_USM_MESSAGE_SIZE];
    size_t size = 0;
    *answered = HD_USM_IGNORE;
    snmp->request = (snmp->request + 1) & 0x7fffff;
    if (!compose(snmp, &request)) {
        (void)snprintf(meter->io.fault, sizeof meter->io.fault, "too many objects for a message");
        return HD_IO_LOST;
    }
    const int64_t before_ns = hd_clock_get_ns();
    enum hd_io_result result = hd__io_write(&meter->io, request.bytes + request.begin,
                                            hd__ber_size(&request), before_ns + ANSWER_NS);
    while (result == HD_IO_DONE && *answered == HD_USM_IGNORE) {
        result = hd__io_read(&meter->io, answer, sizeof answer, &size, before_ns + ANSWER_NS);
        if (result == HD_IO_DONE) {
            *answered = parse(meter, answer, size, numbers, error);
            meter->damaged += *answered == HD_USM_IGNORE ? 1 : 0;
        }
    }
    const int64_t after_ns = hd_clock_get_ns();
    *time_ns = before_ns + (after_ns - before_ns) / 2;
    return result;
}

/* Ask, and ask again: packets get lost. Each time has a number of its own, late answers don't
 * count. */
static enum hd_io_result get(struct hd_meter *meter, double *numbers, int64_t *error,
                             int64_t *time_ns)
{
    enum hd_io_result result = HD_IO_LATE;
    enum hd_usm_result answered = HD_USM_IGNORE;
    for (int i = 0; i < TRIES && result == HD_IO_LATE; i++) {
        int rounds = 0;
        do {
            result = ask(meter, numbers, error, time_ns, &answered);
        } while (result == HD_IO_DONE && answered == HD_USM_AGAIN && ++rounds < ROUNDS);
    }
    if (result == HD_IO_DONE && answered != HD_USM_ANSWER) {
        (void)snprintf(meter->io.fault, sizeof meter->io.fault, "%.110s",
                       answered == HD_USM_REFUSED ? meter->fault
                                                  : "it does not let itself be known");
        return HD_IO_LOST;
    }
    return result;
}

static bool check_first(struct hd_meter *meter)
{
    const struct snmp *snmp = meter->state;
    double numbers[HD_SNMP_OBJECTS];
    int64_t error = 0;
    int64_t time_ns = 0;
    const enum hd_io_result result = get(meter, numbers, &error, &time_ns);
    if (result != HD_IO_DONE) {
        const bool is_late = result == HD_IO_LATE;
        char cause[sizeof meter->io.fault];
        memcpy(cause, meter->io.fault, sizeof cause);
        return hd__meter_fail(meter, "%s%s", cause,
                              snmp->version != VERSION_3 ? " (address, community)"
                              : is_late                  ? " (address, privacy-file)"
                                                         : "");
    }
    for (size_t i = 0; i < snmp->objects.count; i++) {
        if (error != 0 || isnan(numbers[i])) {
            return hd__meter_fail(meter, "it has no number at object %zu of %zu", i + 1,
                                  snmp->objects.count);
        }
    }
    return true;
}

static bool open_unit(struct hd_meter *meter)
{
    char address[300];
    struct snmp *snmp = calloc(1, sizeof *snmp);
    meter->state = snmp;
    if (snmp == NULL) {
        return hd__meter_fail(meter, "out of memory");
    }
    const double version = hd__meter_number(meter, "version", 2);
    snmp->version = version < 2 ? 0 : version < VERSION_3 ? 1 : VERSION_3;
    snmp->community = hd__meter_text(meter, "community", "public");
    snmp->request = (int32_t)(hd_clock_get_ns() >> 20 & 0x7fffff);
    meter->bias_ns = HALF_SECOND;
    if (!hd__snmp_choose(meter, &snmp->objects)) {
        return false;
    }
    if (snmp->version == VERSION_3 && !hd__usm_open(meter, &snmp->usm)) {
        return false;
    }
    if (!hd__meter_address(meter, address, sizeof address) ||
        !hd__io_connect(&meter->io, address, "161", true, hd__io_deadline(ANSWER_NS))) {
        return hd__meter_fail(meter, "%.100s: %s", address, meter->io.fault);
    }
    (void)snprintf(meter->identity, sizeof meter->identity, "SNMP %.80s", address);
    return check_first(meter);
}

static void describe(struct hd_meter *meter)
{
    const struct snmp *snmp = meter->state;
    for (size_t i = 0; i < snmp->objects.count; i++) {
        hd__meter_add(meter, HD_METER_POWER, "%s", snmp->objects.items[i].label)->in_total =
            snmp->objects.items[i].in_total;
    }
}

static enum hd_meter_result read_unit(struct hd_meter *meter, struct hd_meter_sample *sample)
{
    const struct snmp *snmp = meter->state;
    double numbers[HD_SNMP_OBJECTS];
    int64_t error = 0;
    int64_t time_ns = 0;
    const enum hd_io_result result = get(meter, numbers, &error, &time_ns);
    if (result != HD_IO_DONE) {
        return result == HD_IO_STOP ? HD_METER_NOTHING : hd__meter_lose(meter, NULL);
    }
    sample->to_ns = time_ns - meter->bias_ns;
    for (size_t i = 0; i < snmp->objects.count; i++) {
        sample->is_valid[i] = error == 0 && isfinite(numbers[i]);
        sample->numbers[i].real = numbers[i] * snmp->objects.items[i].factor;
    }
    return HD_METER_SAMPLE;
}

static void close_unit(struct hd_meter *meter)
{
    struct snmp *snmp = meter->state;
    if (snmp != NULL) {
        hd__usm_close(&snmp->usm);
    }
    free(snmp);
    meter->state = NULL;
}

static const struct hd_meter_key keys[] = {
    {"address", false, true, 0, 0},
    {"community", false, false, 0, 0},
    {"version", true, false, 1, 3},
    {"oid", false, false, 0, 0},
    {"model", false, false, 0, 0},
    {"outlets", false, false, 0, 0},
    HD_USM_KEYS,
    {NULL, false, false, 0, 0},
};

const struct hd_meter_driver hd__meter_snmp = {
    .name = "snmp",
    .about = "power distribution units by SNMP 1, 2c or 3",
    .keys = keys,
    .cycle_ms = 1000,
    .least_cycle_ms = 100,
    .most_cycle_ms = 3600000,
    .open = open_unit,
    .describe = describe,
    .read = read_unit,
    .close = close_unit,
};

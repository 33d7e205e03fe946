/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Power distribution units by SNMP, version 1 or 2c: one GET for all values of a cycle. `model=`
 * takes the objects from the table below; `oid=` lists others, each as OID, or OID*FACTOR to have
 * watts. Units tell their mean of a second or so. Sources: the makers' MIBs (TOOLS 4.3). */
#include "ber.h"
#include "power_meter.h"

#include <hdtrace/clock.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define ANSWER_NS   ((int64_t)NS_PER_S)
#define TRIES       3
#define MOST_OIDS   48
#define OID_SIZE    64
#define GET         0xa0
#define RESPONSE    0xa2
#define HALF_SECOND (NS_PER_S / 2)

/* Of outlets `%u` stands for the number. */
static const struct model {
    const char *name;
    const char *device;
    const char *outlet;
    double device_factor, outlet_factor;
} models[] = {
    /* APC: 0.01 kW of the unit, W of a metered outlet */
    {"apc", "1.3.6.1.4.1.318.1.1.26.4.3.1.5.1", "1.3.6.1.4.1.318.1.1.26.9.4.3.1.7.%u", 10.0, 1.0},
    /* Raritan PDU2: active power (type 5) of inlet 1 and of outlets, W */
    {"raritan", "1.3.6.1.4.1.13742.6.5.2.3.1.4.1.1.5", "1.3.6.1.4.1.13742.6.5.4.3.1.4.1.%u.5", 1.0,
     1.0},
};

struct object {
    uint8_t oid[OID_SIZE];
    size_t oid_size;
    double factor;
    char label[HD_METER_LABEL_SIZE];
    bool in_total;
};

struct snmp {
    struct object objects[MOST_OIDS];
    size_t count;
    int32_t request;
    int32_t version; /* 0 is 1, 1 is 2c */
    const char *community;
};

static bool add_object(struct hd_meter *meter, const char *oid, double factor, const char *label,
                       bool in_total)
{
    struct snmp *snmp = meter->state;
    if (snmp->count == MOST_OIDS) {
        return hd__meter_fail(meter, "more than %d objects", MOST_OIDS);
    }
    struct object *object = &snmp->objects[snmp->count];
    object->oid_size = hd__ber_encode_oid(oid, object->oid, sizeof object->oid);
    object->factor = factor;
    object->in_total = in_total;
    (void)snprintf(object->label, sizeof object->label, "%s", label);
    if (object->oid_size < 2) {
        return hd__meter_fail(meter, "oid='%.60s' is not numbers joined by '.'", oid);
    }
    snmp->count++;
    return true;
}

/* The one object is the device; several are its outlets, 1, 2, ... */
static bool add_listed(struct hd_meter *meter, const char *list)
{
    const bool is_one = strchr(list, ',') == NULL;
    unsigned number = 1;
    for (const char *c = list; *c != '\0'; c += strspn(c, ", ")) {
        char oid[160];
        char label[16] = "";
        const size_t length = strcspn(c, ", ");
        double factor = 1.0;
        (void)snprintf(oid, sizeof oid, "%.*s", (int)length, c);
        char *star = strchr(oid, '*');
        const char *cursor = star == NULL ? "" : star + 1;
        if (star != NULL && (!hd__read_real(&cursor, &factor) || *cursor != '\0')) {
            return hd__meter_fail(meter, "oid='%.60s' is not OID*FACTOR", oid);
        }
        if (star != NULL) {
            *star = '\0';
        }
        if (!is_one) {
            (void)snprintf(label, sizeof label, "%u", number++);
        }
        if (!add_object(meter, oid, factor, label, true)) {
            return false;
        }
        c += length;
    }
    return true;
}

static bool add_model(struct hd_meter *meter, const char *name)
{
    const char *outlets = hd__meter_text(meter, "outlets", "");
    for (size_t i = 0; i < sizeof models / sizeof models[0]; i++) {
        const struct model *model = &models[i];
        if (strcasecmp(model->name, name) != 0) {
            continue;
        }
        if (!add_object(meter, model->device, model->device_factor, "", false)) {
            return false;
        }
        for (const char *c = outlets; *c != '\0'; c += strspn(c, ", ")) {
            char oid[160];
            char label[24];
            char *end = NULL;
            const unsigned long number = strtoul(c, &end, 10);
            if (end == c || number > 1000) {
                return hd__meter_fail(meter, "outlets='%.60s' is not a list of numbers", outlets);
            }
            const size_t place = strcspn(model->outlet, "%");
            (void)snprintf(oid, sizeof oid, "%.*s%lu%s", (int)place, model->outlet, number,
                           model->outlet + place + 2);
            (void)snprintf(label, sizeof label, "outlet%lu", number);
            if (!add_object(meter, oid, model->outlet_factor, label, false)) {
                return false;
            }
            c = end;
        }
        return true;
    }
    return hd__meter_fail(meter, "model='%.40s' is none of apc, raritan", name);
}

static void compose(const struct snmp *snmp, struct hd_ber_writer *writer)
{
    hd__ber_begin(writer);
    for (size_t i = snmp->count; i > 0; i--) {
        const struct object *object = &snmp->objects[i - 1];
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
    hd__ber_put_bytes(writer, HD_BER_OCTETS, snmp->community, strlen(snmp->community));
    hd__ber_put_integer(writer, snmp->version);
    hd__ber_wrap(writer, HD_BER_SEQUENCE, 0);
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

/* @return false: not the answer to this request; `*error` is what the unit says */
static bool parse(const struct snmp *snmp, const uint8_t *bytes, size_t size, double *numbers,
                  int64_t *error)
{
    struct hd_ber_reader message = {bytes, size};
    struct hd_ber_reader body;
    struct hd_ber_reader pdu;
    struct hd_ber_reader list;
    uint8_t tag = 0;
    int64_t number = 0;
    int64_t index = 0;
    if (!hd__ber_take(&message, &tag, &body) || tag != HD_BER_SEQUENCE ||
        !take_integer(&body, &number) || !hd__ber_take(&body, &tag, &list) ||
        !hd__ber_take(&body, &tag, &pdu) || tag != RESPONSE || !take_integer(&pdu, &number) ||
        number != snmp->request || !take_integer(&pdu, error) || !take_integer(&pdu, &index) ||
        !hd__ber_take(&pdu, &tag, &list)) {
        return false;
    }
    for (size_t i = 0; i < snmp->count; i++) {
        struct hd_ber_reader pair;
        struct hd_ber_reader name;
        struct hd_ber_reader value;
        numbers[i] = NAN;
        if (!hd__ber_take(&list, &tag, &pair) || !hd__ber_take(&pair, &tag, &name) ||
            name.left != snmp->objects[i].oid_size ||
            memcmp(name.at, snmp->objects[i].oid, name.left) != 0 ||
            !hd__ber_take(&pair, &tag, &value)) {
            return false;
        }
        if (!read_value(tag, &value, &numbers[i])) {
            numbers[i] = NAN;
        }
    }
    return true;
}

/* Ask, and ask again: packets get lost. Each time has a number of its own, late answers don't
 * count. */
static enum hd_io_result get(struct hd_meter *meter, double *numbers, int64_t *error,
                             int64_t *time_ns)
{
    struct snmp *snmp = meter->state;
    enum hd_io_result result = HD_IO_LATE;
    for (int i = 0; i < TRIES && result == HD_IO_LATE; i++) {
        struct hd_ber_writer request;
        uint8_t answer[2048];
        size_t size = 0;
        snmp->request = (snmp->request + 1) & 0x7fffff;
        compose(snmp, &request);
        const int64_t before_ns = hd_clock_get_ns();
        result = hd__io_write(&meter->io, request.bytes + request.begin, hd__ber_size(&request),
                              before_ns + ANSWER_NS);
        while (result == HD_IO_DONE) {
            result = hd__io_read(&meter->io, answer, sizeof answer, &size, before_ns + ANSWER_NS);
            if (result == HD_IO_DONE && parse(snmp, answer, size, numbers, error)) {
                const int64_t after_ns = hd_clock_get_ns();
                *time_ns = before_ns + (after_ns - before_ns) / 2;
                return HD_IO_DONE;
            }
            meter->damaged += result == HD_IO_DONE ? 1 : 0;
        }
    }
    return result;
}

static bool check_first(struct hd_meter *meter)
{
    const struct snmp *snmp = meter->state;
    double numbers[MOST_OIDS];
    int64_t error = 0;
    int64_t time_ns = 0;
    if (get(meter, numbers, &error, &time_ns) != HD_IO_DONE) {
        return hd__meter_fail(meter, "%s (address, community)", meter->io.fault);
    }
    for (size_t i = 0; i < snmp->count; i++) {
        if (error != 0 || isnan(numbers[i])) {
            return hd__meter_fail(meter, "it has no number at object %zu of %zu", i + 1,
                                  snmp->count);
        }
    }
    return true;
}

static bool open_unit(struct hd_meter *meter)
{
    char address[300];
    struct snmp *snmp = calloc(1, sizeof *snmp);
    const char *oids = hd__meter_text(meter, "oid", NULL);
    const char *model = hd__meter_text(meter, "model", NULL);
    meter->state = snmp;
    if (snmp == NULL) {
        return hd__meter_fail(meter, "out of memory");
    }
    snmp->version = hd__meter_number(meter, "version", 2) < 2 ? 0 : 1;
    snmp->community = hd__meter_text(meter, "community", "public");
    snmp->request = (int32_t)(hd_clock_get_ns() >> 20 & 0x7fffff);
    meter->bias_ns = HALF_SECOND;
    if (oids == NULL && model == NULL) {
        return hd__meter_fail(meter, "neither model= nor oid= says what to read");
    }
    if (!(oids != NULL ? add_listed(meter, oids) : add_model(meter, model))) {
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
    for (size_t i = 0; i < snmp->count; i++) {
        hd__meter_add(meter, HD_METER_POWER, "%s", snmp->objects[i].label)->in_total =
            snmp->objects[i].in_total;
    }
}

static enum hd_meter_result read_unit(struct hd_meter *meter, struct hd_meter_sample *sample)
{
    const struct snmp *snmp = meter->state;
    double numbers[MOST_OIDS];
    int64_t error = 0;
    int64_t time_ns = 0;
    const enum hd_io_result result = get(meter, numbers, &error, &time_ns);
    if (result != HD_IO_DONE) {
        return result == HD_IO_STOP ? HD_METER_NOTHING : hd__meter_lose(meter, NULL);
    }
    sample->to_ns = time_ns - meter->bias_ns;
    for (size_t i = 0; i < snmp->count; i++) {
        sample->is_valid[i] = error == 0 && isfinite(numbers[i]);
        sample->numbers[i].real = numbers[i] * snmp->objects[i].factor;
    }
    return HD_METER_SAMPLE;
}

static void close_unit(struct hd_meter *meter)
{
    free(meter->state);
    meter->state = NULL;
}

static const struct hd_meter_key keys[] = {
    {"address", false, true, 0, 0}, {"community", false, false, 0, 0},
    {"version", true, false, 1, 2}, {"oid", false, false, 0, 0},
    {"model", false, false, 0, 0},  {"outlets", false, false, 0, 0},
    {NULL, false, false, 0, 0},
};

const struct hd_meter_driver hd__meter_snmp = {
    .name = "snmp",
    .about = "power distribution units by SNMP 1 or 2c",
    .keys = keys,
    .cycle_ms = 1000,
    .least_cycle_ms = 100,
    .most_cycle_ms = 3600000,
    .open = open_unit,
    .describe = describe,
    .read = read_unit,
    .close = close_unit,
};

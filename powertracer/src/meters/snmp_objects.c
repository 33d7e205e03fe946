/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `model=` takes the objects from the table below; `oid=` lists others, each as OID, or OID*FACTOR
 * to have watts. Sources: the makers' MIBs (TOOLS 4.3). */
#include "snmp_objects.h"

#include "ber.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

static bool add_object(struct hd_meter *meter, struct hd_snmp_objects *objects, const char *oid,
                       double factor, const char *label, bool in_total)
{
    if (objects->count == HD_SNMP_OBJECTS) {
        return hd__meter_fail(meter, "more than %d objects", HD_SNMP_OBJECTS);
    }
    struct hd_snmp_object *object = &objects->items[objects->count];
    object->oid_size = hd__ber_encode_oid(oid, object->oid, sizeof object->oid);
    object->factor = factor;
    object->in_total = in_total;
    (void)snprintf(object->label, sizeof object->label, "%s", label);
    if (object->oid_size < 2) {
        return hd__meter_fail(meter, "oid='%.60s' is not numbers joined by '.'", oid);
    }
    objects->count++;
    return true;
}

/* The one object is the device; several are its outlets, 1, 2, ... */
static bool add_listed(struct hd_meter *meter, struct hd_snmp_objects *objects, const char *list)
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
        if (!add_object(meter, objects, oid, factor, label, true)) {
            return false;
        }
        c += length;
    }
    return true;
}

static bool add_model(struct hd_meter *meter, struct hd_snmp_objects *objects, const char *name)
{
    const char *outlets = hd__meter_text(meter, "outlets", "");
    for (size_t i = 0; i < sizeof models / sizeof models[0]; i++) {
        const struct model *model = &models[i];
        if (strcasecmp(model->name, name) != 0) {
            continue;
        }
        if (!add_object(meter, objects, model->device, model->device_factor, "", false)) {
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
            if (!add_object(meter, objects, oid, model->outlet_factor, label, false)) {
                return false;
            }
            c = end;
        }
        return true;
    }
    return hd__meter_fail(meter, "model='%.40s' is none of apc, raritan", name);
}

bool hd__snmp_choose(struct hd_meter *meter, struct hd_snmp_objects *objects)
{
    const char *oids = hd__meter_text(meter, "oid", NULL);
    const char *model = hd__meter_text(meter, "model", NULL);
    if (oids == NULL && model == NULL) {
        return hd__meter_fail(meter, "neither model= nor oid= says what to read");
    }
    return oids != NULL ? add_listed(meter, objects, oids) : add_model(meter, objects, model);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_SNMP_OBJECTS_H
#define HDPOWER_SNMP_OBJECTS_H
/** Which objects of a unit are asked for. */

#include "power_meter.h"

#define HD_SNMP_OBJECTS  48
#define HD_SNMP_OID_SIZE 64

struct hd_snmp_object {
    uint8_t oid[HD_SNMP_OID_SIZE];
    size_t oid_size;
    double factor;
    char label[HD_METER_LABEL_SIZE];
    bool in_total;
};

struct hd_snmp_objects {
    struct hd_snmp_object items[HD_SNMP_OBJECTS];
    size_t count;
};

/** Choose them as the configuration says. @return false: meter->fault says what is wrong with it */
bool hd__snmp_choose(struct hd_meter *meter, struct hd_snmp_objects *objects);

#endif

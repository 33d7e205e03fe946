/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_METER_H
#define HDPOWER_METER_H
/** What a back-end is. One = one file in meters/ and one row in the list below. */

#include "power_io.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The back-ends, as named in `device=`. */
#define HD_METER_LIST(X)                                                                           \
    X(lmg450)                                                                                      \
    X(lmg95)                                                                                       \
    X(lmg670)                                                                                      \
    X(scpi)                                                                                        \
    X(powercap)                                                                                    \
    X(rapl)                                                                                        \
    X(hwmon) X(pm_counters) X(file) X(command) X(nvml) X(redfish) X(snmp) X(dcmi) X(ipmi) X(msr)

#define HD_METER_CHANNELS   96
#define HD_METER_LABEL_SIZE 40
#define NS_PER_S            1000000000
#define NS_PER_MS           1000000
#define UJ_PER_J            1000000

enum hd_meter_quantity {
    HD_METER_VOLTAGE, /* V */
    HD_METER_CURRENT, /* A */
    HD_METER_POWER,   /* W */
    HD_METER_ENERGY,  /* a counter, uJ */
    HD_METER_QUANTITIES
};

struct hd_meter_channel {
    char label[HD_METER_LABEL_SIZE]; /* "" is the device as a whole */
    enum hd_meter_quantity quantity;
    bool in_total;        /* the device's power is the sum of those */
    uint64_t range_uj;    /* of an energy counter: 0 comes after it; 0: it doesn't wrap */
    double most_watts;    /* what grows faster was begun again; 0: 100 kW */
    int64_t patience_ns;  /* a counter that stands longer is dead; 0: 5 s */
    uint64_t standing_uj; /* where it stood when it was found dead at the opening */
    bool is_dead;         /* left out */
};

/** One measurement of all channels. */
struct hd_meter_sample {
    int64_t from_ns; /* 0: it follows the one before */
    int64_t to_ns;
    bool is_after_loss; /* what the device measured before this is lost */
    bool is_valid[HD_METER_CHANNELS];
    union {
        double real;
        uint64_t uj;
    } numbers[HD_METER_CHANNELS];
};

enum hd_meter_result {
    HD_METER_SAMPLE,
    HD_METER_NOTHING, /* told to stop, or nothing came yet */
    HD_METER_LOST     /* close and open again; the fault says why */
};

/** A key of the configuration that a back-end knows beside those of all: device, name, host, cycle,
 *  bias. Numbers have a range. */
struct hd_meter_key {
    const char *name;
    bool is_number;
    bool is_needed;
    double minimum, maximum;
};

/** The key of those whose energy counters may stand for long, and that don't say how long. */
#define HD_METER_PATIENCE                                                                          \
    {                                                                                              \
        "patience", true, false, 0.1, 86400                                                        \
    }

/** One line of the configuration. */
struct hd_meter_setting {
    char *name;
    char *value;
    unsigned line;
};

struct hd_meter;

struct hd_meter_driver {
    const char *name;
    const char *about;
    const struct hd_meter_key *keys; /* ends with a name of NULL */
    unsigned cycle_ms;               /* without `cycle=` */
    unsigned least_cycle_ms, most_cycle_ms;
    bool is_stream; /* read waits for the device, which has a clock of its own */
    bool is_local;  /* read never waits */

    /** Tell in a few words what of its kind this machine has. @return false: nothing that can be
     *  found without a configuration, as where it is NULL. */
    bool (*probe)(const char *root, char *found, size_t size);

    /** Open the device and have it measure. @return false: meter->fault says why; close is called
     *  all the same. */
    bool (*open)(struct hd_meter *meter);

    /** Add the channels of an opened device by hd__meter_add. */
    void (*describe)(struct hd_meter *meter);

    enum hd_meter_result (*read)(struct hd_meter *meter, struct hd_meter_sample *sample);

    void (*close)(struct hd_meter *meter);

    /** Ask the device itself, when it is closed, what went wrong; NULL where it can't tell. */
    void (*health)(struct hd_meter *meter);
};

/** A device. Thread: its own. */
struct hd_meter {
    const struct hd_meter_driver *driver;
    const char *name;
    const char *root;
    const char *host; /* of this machine, for `%h` */
    const struct hd_meter_setting *settings;
    size_t setting_count;
    char *wanted; /* labels that traces ask for, separated by blanks */
    int64_t interval_ns;
    int64_t bias_ns;   /* from the end of an interval to its being read */
    int64_t window_ns; /* over which the device averages, 0: not known */
    char identity[96];
    uint64_t damaged;
    struct hd_meter_channel channels[HD_METER_CHANNELS];
    size_t channel_count;
    struct hd_io io;
    void *state;
    char fault[160];
};

#define HD_METER_EXTERN(name) extern const struct hd_meter_driver hd__meter_##name;
HD_METER_LIST(HD_METER_EXTERN)
#undef HD_METER_EXTERN

/** Find a back-end by its name, letter case aside, or NULL. */
const struct hd_meter_driver *hd__meter_find(const char *name);
/** The i-th back-end, or NULL beyond the last. */
const struct hd_meter_driver *hd__meter_get(size_t index);

/** Probe by opening the device without a configuration and counting its channels: "3 counters". */
bool hd__meter_probe(const struct hd_meter_driver *driver, const char *root, const char *what,
                     char *found, size_t size);

/** A setting's text, or what holds without it. */
const char *hd__meter_text(const struct hd_meter *meter, const char *name, const char *otherwise);
double hd__meter_number(const struct hd_meter *meter, const char *name, double otherwise);

/** For a channel's patience_ns: what `patience=` says, else `otherwise_s`. */
int64_t hd__meter_patience(const struct hd_meter *meter, double otherwise_s);

/** The setting `port` below the root. @return false: too long, `io.fault` says so */
bool hd__meter_port(struct hd_meter *meter, char *path, size_t size);

/** The setting `address` with the host's name for `%h`. @return false: empty or too long,
 *  `io.fault` says which, and `address` has what there was room for */
bool hd__meter_address(struct hd_meter *meter, char *address, size_t size);

/** Set the end of a sample that was read since `before_ns`: the middle of that time, less the bias.
 */
void hd__meter_stamp(const struct hd_meter *meter, struct hd_meter_sample *sample,
                     int64_t before_ns);

/** Read a secret from the first line of the file that a setting names; "" without the setting. */
bool hd__meter_secret(struct hd_meter *meter, const char *name, char *secret, size_t size);

/** Add a channel; NULL when there are too many. */
struct hd_meter_channel *hd__meter_add(struct hd_meter *meter, enum hd_meter_quantity quantity,
                                       const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** Whether a device tells the power of a label itself, beside its energy. */
bool hd__meter_has_power(const struct hd_meter *meter, const char *label);

/** Say what is wrong. @return false, for `return hd__meter_fail(...)` in `open` */
bool hd__meter_fail(struct hd_meter *meter, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/** The same for `read`, with what the transport says when the format is NULL. */
enum hd_meter_result hd__meter_lose(struct hd_meter *meter, const char *cause);

/** What a quantity is called: "P", and its unit and grouping. */
const char *hd__quantity_name(enum hd_meter_quantity quantity);
/** Find a quantity by its name, letter case aside. @return HD_METER_QUANTITIES: none */
enum hd_meter_quantity hd__quantity_find(const char *name, size_t length);

/** Read a real number as instruments write it. @return false: none, or not a number */
bool hd__read_real(const char **cursor, double *number);

#endif

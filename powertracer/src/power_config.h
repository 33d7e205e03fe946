/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_CONFIG_H
#define HDPOWER_CONFIG_H
/** The configuration file: that of the original (FORMATS B 4.2) and what came since: sections
 *  [Device], keys of further back-ends, labels in quotes. */

#include "power_meter.h"

#include <hdtrace/status.h>

struct hd_power_device_config {
    const struct hd_meter_driver *driver;
    char *name;
    char *host; /* that it is attached to, or NULL */
    unsigned line;
    struct hd_meter_setting *settings;
    size_t setting_count;
};

#define HD_POWER_TERMS 16

/** A channel that is added to or subtracted from others. */
struct hd_power_term_config {
    size_t device;
    char *channel; /* its label; NULL: the device as a whole */
    bool is_minus;
    bool is_right; /* of <= */
};

/** A sum of channels, or a relation between two sums. */
struct hd_power_formula_config {
    char *text; /* NULL: none */
    char *name; /* of the result */
    bool is_relation;
    double tolerance; /* by which the left side may be more, in percent of the right one */
    struct hd_power_term_config terms[HD_POWER_TERMS];
    size_t term_count;
    unsigned line;
};

enum hd_trace_type { HD_TRACE_STATS, HD_TRACE_ASCII };

#define HD_POWER_LABELS    16
#define HD_POWER_NO_DEVICE SIZE_MAX

struct hd_power_trace_config {
    size_t device;   /* HD_POWER_NO_DEVICE: its values are computed */
    bool has_device; /* it says which */
    struct hd_power_formula_config formula;
    enum hd_trace_type type;
    char *labels[HD_POWER_LABELS]; /* of `node=`; or the file's name, for text */
    size_t label_count;
    char *channels; /* labels of channels, separated by commas; NULL: all */
    bool has_quantity[HD_METER_QUANTITIES];
    unsigned line;
};

struct hd_power_config {
    char *path;
    char *project;
    char *levels[HD_POWER_LABELS];
    size_t level_count;
    struct hd_power_device_config *devices;
    size_t device_count;
    struct hd_power_trace_config *traces;
    size_t trace_count;
    struct hd_power_formula_config *checks;
    size_t check_count;
    double limit_s;    /* within which all devices are opened */
    char message[512]; /* of the first fault: "FILE:LINE: cause" */
};

/** Read a file. Free the configuration in any case.
 *  @return HD_OK | HD_FORMAT | HD_NOMEM; the message is set unless HD_OK */
hd_status hd__power_config_read(struct hd_power_config *config, const char *path);

/** Read the text of one. */
hd_status hd__power_config_parse(struct hd_power_config *config, const char *path,
                                 const char *text);

/** Add a trace in the words of the original's command line, TYPES:CHANNEL:OUTPUT, of the first
 *  device. */
hd_status hd__power_config_add_trace(struct hd_power_config *config, const char *words);

/** Set `port=` of the first device, as HOST:/dev/X. */
hd_status hd__power_config_set_port(struct hd_power_config *config, const char *port);

/** Split a path of labels joined by `_`; a label may be in quotes. Labels are to be freed.
 *  @return how many; 0: not such a path, or without memory */
size_t hd__power_split_labels(const char *text, char *labels[HD_POWER_LABELS]);

/** Check what only the whole can tell, after the last addition. */
hd_status hd__power_config_check(struct hd_power_config *config);

void hd__power_config_free(struct hd_power_config *config);

/** Tell whether two names are of the same host: one may be without its domain. */
bool hd__power_is_same_host(const char *a, const char *b);

#endif

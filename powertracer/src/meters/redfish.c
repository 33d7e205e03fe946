/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Redfish: power and energy of a chassis as its management controller tells them, by HTTP, over
 * TLS for an address https://..., with one connection that is kept. EnvironmentMetrics has
 * PowerWatts and EnergykWh; older controllers have Power with PowerControl. Without a path the
 * first chassis that has one of them is taken. */
#include "power_meter.h"
#include "power_tls.h"

#include <hdtrace/clock.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define ANSWER_NS       (3 * (int64_t)NS_PER_S)
#define BODY_SIZE       ((size_t)256 * 1024)
#define PATH_SIZE       200
#define UJ_PER_KWH      3.6e12
#define ENERGY_PATIENCE 3600.0 /* s */
#define HALF_SECOND     (NS_PER_S / 2)

struct redfish {
    char *body; /* head and content of an answer */
    size_t length;
    char host[300];
    char login[256];    /* line of the head, or "" */
    struct hd_tls *tls; /* NULL: without */
    char path[PATH_SIZE];
    bool has_power;
    bool has_energy;
    bool is_owed; /* an answer that nobody waited for to the end */
};

/* The text behind "KEY": in JSON, from `from` on; NULL without. Objects within don't matter: names
 * are unique in what is read here. */
static const char *find_key(const char *from, const char *key)
{
    char quoted[40];
    const int length = snprintf(quoted, sizeof quoted, "\"%s\"", key);
    for (const char *c = strstr(from, quoted); c != NULL; c = strstr(c + 1, quoted)) {
        const char *value = c + length;
        value += strspn(value, " \t\r\n");
        if (*value == ':') {
            value++;
            return value + strspn(value, " \t\r\n");
        }
    }
    return NULL;
}

/* A number that is told as `"KEY": 1.5` or `"KEY": {"Reading": 1.5}`. */
static bool find_number(const char *from, const char *key, double *number)
{
    const char *value = find_key(from, key);
    if (value != NULL && *value == '{') {
        value = find_key(value, "Reading");
    }
    return value != NULL && hd__read_real(&value, number);
}

static size_t content_length(const char *head, const char *end)
{
    static const char name[] = "\nContent-Length:";
    for (const char *c = head; c + sizeof name < end; c++) {
        if (strncasecmp(c, name, sizeof name - 1) == 0) {
            return (size_t)strtoul(c + sizeof name - 1, NULL, 10);
        }
    }
    return SIZE_MAX;
}

/* Whether all of an answer is here: as long as its head says, or up to the last chunk. */
static bool is_whole(const struct redfish *redfish, const char **content)
{
    const char *end = strstr(redfish->body, "\r\n\r\n");
    if (end == NULL) {
        return false;
    }
    *content = end + 4;
    const size_t head = (size_t)(*content - redfish->body);
    const size_t length = content_length(redfish->body, end);
    if (length != SIZE_MAX) {
        return redfish->length - head >= length;
    }
    return redfish->length >= 5 && strcmp(redfish->body + redfish->length - 5, "0\r\n\r\n") == 0;
}

static enum hd_io_result read_some(struct hd_meter *meter, size_t *got, int64_t deadline_ns)
{
    struct redfish *redfish = meter->state;
    char *room = redfish->body + redfish->length;
    const size_t size = BODY_SIZE - 1 - redfish->length;
    return redfish->tls == NULL
               ? hd__io_read(&meter->io, room, size, got, deadline_ns)
               : hd__tls_read(redfish->tls, &meter->io, room, size, got, deadline_ns);
}

static enum hd_io_result receive(struct hd_meter *meter, const char **content, int64_t deadline_ns)
{
    struct redfish *redfish = meter->state;
    while (!is_whole(redfish, content)) {
        size_t got = 0;
        if (redfish->length + 1 >= BODY_SIZE) {
            (void)snprintf(meter->io.fault, sizeof meter->io.fault, "its answer has no end");
            return HD_IO_LOST;
        }
        const enum hd_io_result result = read_some(meter, &got, deadline_ns);
        if (result != HD_IO_DONE) {
            return result;
        }
        redfish->length += got;
        redfish->body[redfish->length] = '\0';
    }
    redfish->is_owed = false;
    return HD_IO_DONE;
}

static enum hd_io_result send_request(struct hd_meter *meter, const char *path, int64_t deadline_ns)
{
    struct redfish *redfish = meter->state;
    char request[1024];
    const int length = snprintf(request, sizeof request,
                                "GET %s HTTP/1.1\r\nHost: %s\r\nAccept: application/json\r\n"
                                "Connection: keep-alive\r\n%s\r\n",
                                path, redfish->host, redfish->login);
    redfish->length = 0;
    redfish->body[0] = '\0';
    redfish->is_owed = true;
    return redfish->tls == NULL
               ? hd__io_write(&meter->io, request, (size_t)length, deadline_ns)
               : hd__tls_write(redfish->tls, &meter->io, request, (size_t)length, deadline_ns);
}

/* @return HD_IO_LOST also for an answer that is not 200; the transport's fault says why */
static enum hd_io_result get(struct hd_meter *meter, const char *path, const char **content)
{
    const struct redfish *redfish = meter->state;
    const int64_t deadline_ns = hd__io_deadline(ANSWER_NS);
    /* Where the last question was broken off its answer comes first. */
    enum hd_io_result result = redfish->is_owed ? receive(meter, content, deadline_ns) : HD_IO_DONE;
    result = result == HD_IO_DONE ? send_request(meter, path, deadline_ns) : result;
    result = result == HD_IO_DONE ? receive(meter, content, deadline_ns) : result;
    if (result == HD_IO_DONE &&
        (strncmp(redfish->body, "HTTP/1.", 7) != 0 || strncmp(redfish->body + 8, " 200", 4) != 0)) {
        (void)snprintf(
            meter->io.fault, sizeof meter->io.fault, "%.60s: %.*s", path,
            (int)strcspn(redfish->body, "\r\n") > 40 ? 40 : (int)strcspn(redfish->body, "\r\n"),
            redfish->body);
        return HD_IO_LOST;
    }
    return result;
}

static bool has_values(const struct redfish *redfish, const char *content, double *watts,
                       double *kwh)
{
    (void)redfish;
    *watts = NAN;
    *kwh = NAN;
    if (!find_number(content, "PowerWatts", watts) &&
        !find_number(content, "PowerConsumedWatts", watts)) {
        *watts = NAN;
    }
    if (!find_number(content, "EnergykWh", kwh)) {
        *kwh = NAN;
    }
    return !isnan(*watts) || !isnan(*kwh);
}

static bool try_path(struct hd_meter *meter, const char *path)
{
    struct redfish *redfish = meter->state;
    const char *content = "";
    double watts = NAN;
    double kwh = NAN;
    if (get(meter, path, &content) != HD_IO_DONE || !has_values(redfish, content, &watts, &kwh)) {
        return false;
    }
    (void)snprintf(redfish->path, sizeof redfish->path, "%s", path);
    redfish->has_power = !isnan(watts);
    redfish->has_energy = !isnan(kwh);
    return true;
}

/* The first member of the list of chassis that tells power. */
static bool search(struct hd_meter *meter)
{
    static const char *const parts[] = {"EnvironmentMetrics", "Power"};
    const char *content = "";
    if (get(meter, "/redfish/v1/Chassis", &content) != HD_IO_DONE) {
        return hd__meter_fail(meter, "%s", meter->io.fault);
    }
    char *list = strdup(content);
    bool is_found = false;
    const char *members = list == NULL ? NULL : find_key(list, "Members");
    const char *member = members == NULL ? NULL : find_key(members, "@odata.id");
    for (; member != NULL && !is_found; member = find_key(member, "@odata.id")) {
        const size_t length = *member == '"' ? strcspn(member + 1, "\"") : 0;
        for (size_t i = 0; i < 2 && !is_found && length > 0 && length < PATH_SIZE - 40; i++) {
            char path[PATH_SIZE];
            (void)snprintf(path, sizeof path, "%.*s/%s", (int)length, member + 1, parts[i]);
            is_found = try_path(meter, path);
        }
    }
    free(list);
    return is_found || hd__meter_fail(meter, "no chassis tells power");
}

static void encode_base64(const char *text, char *out)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const size_t length = strlen(text);
    for (size_t i = 0; i < length; i += 3) {
        unsigned bits = 0;
        for (size_t b = 0; b < 3; b++) {
            bits = bits << 8 | (i + b < length ? (unsigned char)text[i + b] : 0);
        }
        *out++ = digits[bits >> 18];
        *out++ = digits[bits >> 12 & 63];
        *out++ = (char)(i + 1 < length ? digits[bits >> 6 & 63] : '=');
        *out++ = (char)(i + 2 < length ? digits[bits & 63] : '=');
    }
    *out = '\0';
}

static bool set_login(struct hd_meter *meter)
{
    struct redfish *redfish = meter->state;
    char password[64];
    char both[128];
    char encoded[180];
    const char *user = hd__meter_text(meter, "user", NULL);
    if (!hd__meter_secret(meter, "password-file", password, sizeof password)) {
        return false;
    }
    if (user != NULL) {
        (void)snprintf(both, sizeof both, "%.60s:%s", user, password);
        encode_base64(both, encoded);
        (void)snprintf(redfish->login, sizeof redfish->login, "Authorization: Basic %s\r\n",
                       encoded);
    }
    return true;
}

/* Take `http://` or `https://` from the address. @return whether it was the latter */
static bool take_scheme(char *address)
{
    const bool is_secure = strncasecmp(address, "https://", 8) == 0;
    const size_t length = is_secure ? 8 : strncasecmp(address, "http://", 7) == 0 ? 7 : 0;
    memmove(address, address + length, strlen(address) - length + 1);
    return is_secure;
}

static bool begin_tls(struct hd_meter *meter)
{
    struct redfish *redfish = meter->state;
    const char *insecure = hd__meter_text(meter, "insecure", "no");
    const bool is_yes = strcasecmp(insecure, "yes") == 0 || strcmp(insecure, "1") == 0;
    if (!is_yes && strcasecmp(insecure, "no") != 0 && strcmp(insecure, "0") != 0) {
        return hd__meter_fail(meter, "insecure='%.40s' is not yes or no", insecure);
    }
    char name[sizeof redfish->host];
    (void)snprintf(name, sizeof name, "%s", redfish->host);
    hd__io_cut_port(name);
    const struct hd_tls_options options = {name, hd__meter_text(meter, "ca-file", NULL), is_yes};
    redfish->tls = hd__tls_open(&meter->io, &options, ANSWER_NS);
    return redfish->tls != NULL || hd__meter_fail(meter, "%.60s: %s", name, meter->io.fault);
}

static bool open_service(struct hd_meter *meter)
{
    struct redfish *redfish = calloc(1, sizeof *redfish);
    const char *path = hd__meter_text(meter, "path", NULL);
    meter->state = redfish;
    if (redfish == NULL || (redfish->body = malloc(BODY_SIZE)) == NULL) {
        return hd__meter_fail(meter, "out of memory");
    }
    meter->bias_ns = HALF_SECOND;
    if (!set_login(meter)) {
        return false;
    }
    if (!hd__meter_address(meter, redfish->host, sizeof redfish->host)) {
        return hd__meter_fail(meter, "%.100s: %s", redfish->host, meter->io.fault);
    }
    const bool is_secure = take_scheme(redfish->host);
    if (!hd__io_connect(&meter->io, redfish->host, is_secure ? "443" : "80", false,
                        hd__io_deadline(ANSWER_NS))) {
        return hd__meter_fail(meter, "%.100s: %s", redfish->host, meter->io.fault);
    }
    if (is_secure && !begin_tls(meter)) {
        return false;
    }
    if (path == NULL ? !search(meter) : !try_path(meter, path)) {
        return path == NULL ? false
                            : hd__meter_fail(meter, "%s",
                                             meter->io.fault[0] == '\0' ? "no power is told there"
                                                                        : meter->io.fault);
    }
    (void)snprintf(meter->identity, sizeof meter->identity, "Redfish %.80s", redfish->path);
    return true;
}

static void describe(struct hd_meter *meter)
{
    const struct redfish *redfish = meter->state;
    if (redfish->has_power) {
        (void)hd__meter_add(meter, HD_METER_POWER, "%s", "");
    }
    if (redfish->has_energy) {
        /* In steps of 1 Wh and more. */
        hd__meter_add(meter, HD_METER_ENERGY, "%s", "")->patience_ns =
            hd__meter_patience(meter, ENERGY_PATIENCE);
    }
}

static enum hd_meter_result read_service(struct hd_meter *meter, struct hd_meter_sample *sample)
{
    struct redfish *redfish = meter->state;
    const char *content = "";
    double numbers[2];
    size_t slot = 0;
    const int64_t before_ns = hd_clock_get_ns();
    const enum hd_io_result result = get(meter, redfish->path, &content);
    if (result != HD_IO_DONE) {
        return result == HD_IO_STOP ? HD_METER_NOTHING : hd__meter_lose(meter, NULL);
    }
    hd__meter_stamp(meter, sample, before_ns);
    meter->damaged += has_values(redfish, content, &numbers[0], &numbers[1]) ? 0 : 1;
    if (redfish->has_power) {
        sample->is_valid[slot] = isfinite(numbers[0]);
        sample->numbers[slot++].real = numbers[0];
    }
    if (redfish->has_energy) {
        sample->is_valid[slot] = numbers[1] >= 0 && numbers[1] < 1e6;
        sample->numbers[slot].uj =
            sample->is_valid[slot] ? (uint64_t)(numbers[1] * UJ_PER_KWH + 0.5) : 0;
    }
    return HD_METER_SAMPLE;
}

static void close_service(struct hd_meter *meter)
{
    struct redfish *redfish = meter->state;
    if (redfish != NULL) {
        hd__tls_close(redfish->tls);
        free(redfish->body);
    }
    free(redfish);
    meter->state = NULL;
}

static const struct hd_meter_key keys[] = {
    {"address", false, true, 0, 0},
    {"path", false, false, 0, 0},
    {"user", false, false, 0, 0},
    {"password-file", false, false, 0, 0},
    {"ca-file", false, false, 0, 0},
    {"insecure", false, false, 0, 0},
    HD_METER_PATIENCE,
    {NULL, false, false, 0, 0},
};

const struct hd_meter_driver hd__meter_redfish = {
    .name = "redfish",
    .about = "chassis power by Redfish, by HTTP or HTTPS",
    .keys = keys,
    .cycle_ms = 1000,
    .least_cycle_ms = 20,
    .most_cycle_ms = 3600000,
    .open = open_service,
    .describe = describe,
    .read = read_service,
    .close = close_service,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session.h"

#include <ftw.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

hd_status session_open(struct session *session, const char *text, const char *root)
{
    static const char *const levels[] = {"Hostname", "Rank"};
    static const char *const labels[] = {"n1"};
    struct hd_power_config config = {0};
    *session = (struct session){.power = NULL};
    assert_true(scratch_folder(session->folder, sizeof session->folder, "power-test"));
    assert_int_equal(hd_topology_create(session->folder, "p", 2, levels, &session->topology),
                     HD_OK);
    assert_int_equal(hd_topology_get_node(session->topology, 1, labels, &session->node), HD_OK);
    const hd_power_options options = {
        .topology = session->topology, .node = session->node, .host = "n1", .root = root};
    hd_status status = hd__power_config_parse(&config, "pt.cfg", text);
    status = status == HD_OK ? hd__power_config_check(&config) : status;
    if (status == HD_OK) {
        status = hd__power_create(&config, &options, &session->power, session->message);
        status = status == HD_OK ? hd__power_open_files(session->power, session->message) : status;
    } else {
        (void)snprintf(session->message, sizeof session->message, "%s", config.message);
    }
    hd__power_config_free(&config);
    return status;
}

enum hd_meter_result session_read(struct session *session, size_t device)
{
    hd_status written = HD_OK;
    const enum hd_meter_result result =
        hd__power_device_read(session->power->devices[device], &written);
    assert_int_equal(written, HD_OK);
    return result;
}

const struct hd_power_value *session_value(const struct session *session, size_t device,
                                           enum hd_meter_quantity quantity, const char *label)
{
    const struct hd_power_device *of = session->power->devices[device];
    for (size_t i = 0; i < of->meter.channel_count; i++) {
        if (of->meter.channels[i].quantity == quantity &&
            strcmp(of->meter.channels[i].label, label) == 0) {
            return &of->values[i];
        }
    }
    return NULL;
}

void put_file(const char *root, const char *path, const char *format, ...)
{
    char whole[512];
    const int length = snprintf(whole, sizeof whole, "%s%s", root, path);
    assert_true(length > 0 && (size_t)length < sizeof whole);
    for (char *c = whole + 1; *c != '\0'; c++) {
        if (*c == '/') {
            *c = '\0';
            (void)mkdir(whole, 0777);
            *c = '/';
        }
    }
    /* Not truncated first: a reader in another thread would see an empty file. */
    char content[4096];
    va_list arguments;
    va_start(arguments, format);
    const int size = vsnprintf(content, sizeof content, format, arguments);
    va_end(arguments);
    assert_true(size >= 0 && (size_t)size < sizeof content);
    FILE *file = fopen(whole, "r+");
    file = file == NULL ? fopen(whole, "w") : file;
    assert_non_null(file);
    assert_int_equal(fwrite(content, 1, (size_t)size, file), size);
    assert_int_equal(fflush(file), 0);
    assert_int_equal(ftruncate(fileno(file), size), 0);
    assert_int_equal(fclose(file), 0);
}

long session_file_size(const struct session *session, const char *name)
{
    char path[512];
    struct stat status;
    (void)snprintf(path, sizeof path, "%s/%s", session->folder, name);
    return stat(path, &status) == 0 ? (long)status.st_size : -1;
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status;
    (void)type;
    (void)place;
    return remove(path);
}

void remove_tree(const char *path)
{
    /* NOLINTNEXTLINE(concurrency-mt-unsafe): nobody else has this folder open */
    (void)nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

void session_close(struct session *session)
{
    assert_int_equal(hd_power_destroy(session->power), HD_OK);
    hd_topology_destroy(session->topology);
    remove_tree(session->folder);
}

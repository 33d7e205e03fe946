/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lmg_line.h"

#include <stdio.h>
#include <string.h>

static bool fail_by_io(struct hd_meter *meter, const char *what)
{
    return hd__meter_fail(meter, "%.80s: %s", what, meter->io.fault);
}

bool hd__lmg_send(struct hd_meter *meter, const char *command, int64_t deadline_ns)
{
    const struct hd_lmg_line *own = meter->state;
    char line[512];
    const int length = snprintf(line, sizeof line, "%s%s", command, own->model->line_end);
    return length > 0 && (size_t)length < sizeof line &&
           hd__io_write(&meter->io, line, (size_t)length, deadline_ns) == HD_IO_DONE;
}

/* Send a command and wait until it was carried out. Lines that aren't the confirmation are left
 * over from what was sent before. */
bool hd__lmg_tell_within(struct hd_meter *meter, const char *command, int64_t wait_ns)
{
    struct hd_lmg_line *own = meter->state;
    char line[HD_LINE_SIZE];
    const int64_t deadline_ns = hd__io_deadline(wait_ns);
    bool is_sent =
        hd__lmg_send(meter, command, deadline_ns) && hd__lmg_send(meter, "*OPC?", deadline_ns);
    while (is_sent && hd__lines_get(&own->lines, &meter->io, line, deadline_ns) == HD_IO_DONE) {
        if (strcmp(line, "1") == 0) {
            return true;
        }
    }
    return fail_by_io(meter, command);
}

bool hd__lmg_tell(struct hd_meter *meter, const char *command)
{
    return hd__lmg_tell_within(meter, command, HD_LMG_ANSWER_NS);
}

bool hd__lmg_ask(struct hd_meter *meter, const char *question, char line[HD_LINE_SIZE])
{
    struct hd_lmg_line *own = meter->state;
    const int64_t deadline_ns = hd__io_deadline(HD_LMG_ANSWER_NS);
    return (hd__lmg_send(meter, question, deadline_ns) &&
            hd__lines_get(&own->lines, &meter->io, line, deadline_ns) == HD_IO_DONE) ||
           fail_by_io(meter, question);
}

/* The LMG670 takes the break on a port of its own and answers `0 ok`. */
static bool break_by_port(struct hd_meter *meter, const char *address, int port)
{
    struct hd_io other = {.descriptor = -1, .stop = meter->io.stop};
    struct hd_lines lines = {.length = 0};
    char line[HD_LINE_SIZE];
    char host[256];
    char service[12];
    const int64_t deadline_ns = hd__io_deadline(HD_LMG_ANSWER_NS);
    const char *colon = strrchr(address, ':');
    const bool has_port = colon != NULL && (strchr(address, ':') == colon || colon[-1] == ']');
    (void)snprintf(host, sizeof host, "%.*s",
                   has_port ? (int)(colon - address) : (int)strlen(address), address);
    (void)snprintf(service, sizeof service, "%d", port);
    const bool is_done = hd__io_connect(&other, host, service, false, deadline_ns) &&
                         hd__io_write(&other, "break\n", 6, deadline_ns) == HD_IO_DONE &&
                         hd__lines_get(&lines, &other, line, deadline_ns) == HD_IO_DONE &&
                         strncmp(line, "0", 1) == 0;
    hd__io_close(&other);
    return is_done || hd__meter_fail(meter, "break on port %d: %s", port,
                                     other.fault[0] == '\0' ? "refused" : other.fault);
}

bool hd__lmg_connect(struct hd_meter *meter)
{
    const struct hd_lmg_model *model = ((const struct hd_lmg_line *)meter->state)->model;
    const char *path = hd__meter_text(meter, "port", "");
    char whole[300];
    if (hd__meter_text(meter, "address", NULL) == NULL) {
        return (hd__meter_port(meter, whole, sizeof whole) &&
                hd__io_open_serial(&meter->io, whole,
                                   (unsigned)hd__meter_number(meter, "baud", model->baud), true)) ||
               fail_by_io(meter, path);
    }
    return (hd__meter_address(meter, whole, sizeof whole) &&
            hd__io_connect(&meter->io, whole, model->port, false,
                           hd__io_deadline(HD_LMG_ANSWER_NS))) ||
           fail_by_io(meter, whole);
}

/* Ends what the meter may still be doing for somebody else. */
bool hd__lmg_break(struct hd_meter *meter)
{
    const struct hd_lmg_model *model = ((const struct hd_lmg_line *)meter->state)->model;
    char address[300];
    if (!meter->io.is_socket) {
        return hd__io_send_break(&meter->io) || fail_by_io(meter, "break");
    }
    const int port = (int)hd__meter_number(meter, "break-port", model->break_port);
    if (port > 0) {
        return hd__meter_address(meter, address, sizeof address) &&
               break_by_port(meter, address, port);
    }
    return hd__io_write(&meter->io, "\xff\xf3", 2, hd__io_deadline(HD_LMG_ANSWER_NS)) ==
               HD_IO_DONE ||
           fail_by_io(meter, "break");
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_IO_H
#define HDPOWER_IO_H
/** The way to a device: a serial line or a socket. Every wait has an end: a deadline by hd_clock,
 * or that the sampler stops. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct hd_io {
    int descriptor;   /* -1: closed */
    int stop;         /* readable when the sampler stops; -1: never does */
    int64_t limit_ns; /* waits end then as if it stopped; 0: no such limit */
    bool is_socket;
    char fault[120];
};

enum hd_io_result {
    HD_IO_DONE,
    HD_IO_LATE, /* the deadline passed */
    HD_IO_STOP, /* the sampler stops, or its limit passed */
    HD_IO_LOST  /* the other side went away */
};

int64_t hd__io_deadline(int64_t wait_ns);

/** Make a pipe that programs started meanwhile by other threads don't get. */
bool hd__io_pipe(int ends[2]);

/** Open a line, 8 bits without parity, every byte as it is. */
bool hd__io_open_serial(struct hd_io *io, const char *path, unsigned baud, bool with_flow_control);

/** Connect to HOST or HOST:PORT or [HOST]:PORT; `port` is used where the address has none. */
bool hd__io_connect(struct hd_io *io, const char *address, const char *port, bool is_datagram,
                    int64_t deadline_ns);

/** Cut HOST:PORT or [HOST]:PORT down to HOST. */
void hd__io_cut_port(char *address);

enum hd_io_result hd__io_write(struct hd_io *io, const void *data, size_t size,
                               int64_t deadline_ns);

/** Wait until something can be read, and read what is there: `*got` > 0 when done. */
enum hd_io_result hd__io_read(struct hd_io *io, void *data, size_t size, size_t *got,
                              int64_t deadline_ns);

/** Wait for nothing but the deadline. @return false: the sampler stops */
bool hd__io_sleep(const struct hd_io *io, int64_t deadline_ns);

/** Forget what came in and wasn't read; what is on its way out stays. */
void hd__io_discard_input(struct hd_io *io);

/** Send a break on a serial line. */
bool hd__io_send_break(struct hd_io *io);

/** Wait a moment, at most 200 ms, until what was written is out. */
void hd__io_drain(struct hd_io *io);

void hd__io_close(struct hd_io *io);

#endif

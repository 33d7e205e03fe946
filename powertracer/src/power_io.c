/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "power_io.h"

#include <errno.h>
#include <fcntl.h>
#include <hdtrace/clock.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_MS 1000000

int64_t hd__io_deadline(int64_t wait_ns)
{
    return hd_clock_get_ns() + wait_ns;
}

static void explain(struct hd_io *io, const char *what, int cause)
{
    char text[80];
    if (strerror_r(cause, text, sizeof text) != 0) {
        (void)snprintf(text, sizeof text, "error %d", cause);
    }
    (void)snprintf(io->fault, sizeof io->fault, "%.30s%s%s", what, what[0] == '\0' ? "" : ": ",
                   text);
}

static bool give_up(struct hd_io *io, const char *what, int cause)
{
    explain(io, what, cause);
    hd__io_close(io);
    return false;
}

/* Wait for the descriptor. A wait is cut into pieces of a minute, poll counts in int. */
static enum hd_io_result wait_for(struct hd_io *io, short events, int64_t deadline_ns)
{
    const bool is_limited = io->limit_ns != 0 && io->limit_ns < deadline_ns;
    const int64_t end_ns = is_limited ? io->limit_ns : deadline_ns;
    for (;;) {
        const int64_t left_ms = (end_ns - hd_clock_get_ns() + NS_PER_MS - 1) / NS_PER_MS;
        struct pollfd wanted[] = {{.fd = io->descriptor, .events = events},
                                  {.fd = io->stop, .events = POLLIN}};
        const int limit = left_ms < 0 ? 0 : left_ms > 60000 ? 60000 : (int)left_ms;
        const int ready = poll(wanted, 2, limit);
        if (ready < 0 && errno != EINTR) {
            explain(io, "poll", errno);
            return HD_IO_LOST;
        }
        if (ready > 0 && wanted[1].revents != 0) {
            return HD_IO_STOP;
        }
        if (ready > 0 && wanted[0].revents != 0) {
            return HD_IO_DONE;
        }
        if (ready == 0 && hd_clock_get_ns() >= end_ns) {
            (void)snprintf(io->fault, sizeof io->fault, "no answer");
            return is_limited ? HD_IO_STOP : HD_IO_LATE;
        }
    }
}

static speed_t speed_of(unsigned baud)
{
    static const struct {
        unsigned baud;
        speed_t speed;
    } speeds[] = {{9600, B9600},   {19200, B19200},   {38400, B38400},
                  {57600, B57600}, {115200, B115200}, {230400, B230400}};
    for (size_t i = 0; i < sizeof speeds / sizeof speeds[0]; i++) {
        if (speeds[i].baud == baud) {
            return speeds[i].speed;
        }
    }
    return B0;
}

bool hd__io_open_serial(struct hd_io *io, const char *path, unsigned baud, bool with_flow_control)
{
    struct termios line;
    io->is_socket = false;
    io->descriptor = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (io->descriptor < 0 || tcgetattr(io->descriptor, &line) != 0) {
        return give_up(io, "", errno);
    }
    /* All that would change a byte on its way is off; no CR to LF either, packed numbers have
     * both. */
    line.c_iflag = IGNBRK;
    line.c_oflag = 0;
    line.c_lflag = 0;
    line.c_cflag = CS8 | CREAD | CLOCAL;
#ifdef CRTSCTS
    line.c_cflag |= with_flow_control ? CRTSCTS : 0;
#endif
    line.c_cc[VMIN] = 1;
    line.c_cc[VTIME] = 0;
    const speed_t speed = speed_of(baud);
    if (speed == B0 || cfsetispeed(&line, speed) != 0 || cfsetospeed(&line, speed) != 0 ||
        tcsetattr(io->descriptor, TCSANOW, &line) != 0) {
        return give_up(io, "cannot set the line", speed == B0 ? EINVAL : errno);
    }
    return true;
}

/* HOST, HOST:PORT or [HOST]:PORT in two parts. */
static bool split_address(const char *address, const char *port, char *host, size_t size,
                          const char **service)
{
    const char *begin = address;
    const char *end = address + strlen(address);
    *service = port;
    const char *colon = strrchr(address, ':');
    if (address[0] == '[' && strchr(address, ']') != NULL) {
        begin++;
        end = strchr(address, ']');
        colon = end[1] == ':' ? end + 1 : NULL;
    } else if (colon != NULL && strchr(address, ':') == colon) {
        end = colon;
    } else {
        colon = NULL; /* an IPv6 address as it is */
    }
    *service = colon == NULL ? port : colon + 1;
    const int length = snprintf(host, size, "%.*s", (int)(end - begin), begin);
    return length > 0 && (size_t)length < size && (*service)[0] != '\0';
}

void hd__io_cut_port(char *address)
{
    char host[256];
    const char *service = NULL;
    if (split_address(address, "0", host, sizeof host, &service)) {
        memcpy(address, host, strlen(host) + 1);
    }
}

static bool connect_one(struct hd_io *io, const struct addrinfo *target, int64_t deadline_ns)
{
    const int yes = 1;
    io->descriptor =
        socket(target->ai_family, target->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (io->descriptor < 0) {
        return give_up(io, "", errno);
    }
    if (target->ai_socktype == SOCK_STREAM) {
        (void)setsockopt(io->descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    }
    if (connect(io->descriptor, target->ai_addr, target->ai_addrlen) == 0) {
        return true;
    }
    if (errno != EINPROGRESS) {
        return give_up(io, "", errno);
    }
    int cause = ETIMEDOUT;
    socklen_t length = sizeof cause;
    const enum hd_io_result result = wait_for(io, POLLOUT, deadline_ns);
    if (result == HD_IO_DONE) {
        (void)getsockopt(io->descriptor, SOL_SOCKET, SO_ERROR, &cause, &length);
    }
    return (result == HD_IO_DONE && cause == 0) || give_up(io, "", cause);
}

bool hd__io_connect(struct hd_io *io, const char *address, const char *port, bool is_datagram,
                    int64_t deadline_ns)
{
    char host[256];
    const char *service = NULL;
    const struct addrinfo hints = {.ai_socktype = is_datagram ? SOCK_DGRAM : SOCK_STREAM};
    struct addrinfo *targets = NULL;
    io->is_socket = true;
    io->descriptor = -1;
    if (!split_address(address, port, host, sizeof host, &service)) {
        (void)snprintf(io->fault, sizeof io->fault, "not an address as HOST:PORT");
        return false;
    }
    const int cause = getaddrinfo(host, service, &hints, &targets);
    if (cause != 0) {
        /* NOLINTNEXTLINE(concurrency-mt-unsafe): the GNU library has constant texts */
        (void)snprintf(io->fault, sizeof io->fault, "%s", gai_strerror(cause));
        return false;
    }
    bool is_connected = false;
    for (const struct addrinfo *one = targets; one != NULL && !is_connected; one = one->ai_next) {
        is_connected = connect_one(io, one, deadline_ns);
    }
    freeaddrinfo(targets);
    return is_connected;
}

enum hd_io_result hd__io_write(struct hd_io *io, const void *data, size_t size, int64_t deadline_ns)
{
    const char *bytes = data;
    size_t done = 0;
    while (done < size) {
        const enum hd_io_result result = wait_for(io, POLLOUT, deadline_ns);
        if (result != HD_IO_DONE) {
            return result;
        }
        const ssize_t sent = io->is_socket
                                 ? send(io->descriptor, bytes + done, size - done, MSG_NOSIGNAL)
                                 : write(io->descriptor, bytes + done, size - done);
        if (sent > 0) {
            done += (size_t)sent;
        } else if (sent < 0 && errno != EAGAIN && errno != EINTR) {
            explain(io, "", errno);
            return HD_IO_LOST;
        }
    }
    return HD_IO_DONE;
}

enum hd_io_result hd__io_read(struct hd_io *io, void *data, size_t size, size_t *got,
                              int64_t deadline_ns)
{
    *got = 0;
    for (;;) {
        const enum hd_io_result result = wait_for(io, POLLIN, deadline_ns);
        if (result != HD_IO_DONE) {
            return result;
        }
        const ssize_t received = read(io->descriptor, data, size);
        if (received > 0) {
            *got = (size_t)received;
            return HD_IO_DONE;
        }
        if (received == 0) {
            (void)snprintf(io->fault, sizeof io->fault, "the connection was closed");
            return HD_IO_LOST;
        }
        if (errno != EAGAIN && errno != EINTR) {
            explain(io, "", errno);
            return HD_IO_LOST;
        }
    }
}

bool hd__io_sleep(const struct hd_io *io, int64_t deadline_ns)
{
    struct hd_io nothing = {.descriptor = -1, .stop = io->stop, .limit_ns = io->limit_ns};
    return wait_for(&nothing, 0, deadline_ns) == HD_IO_LATE;
}

void hd__io_discard_input(struct hd_io *io)
{
    char bytes[256];
    if (!io->is_socket) {
        (void)tcflush(io->descriptor, TCIFLUSH);
    }
    while (read(io->descriptor, bytes, sizeof bytes) > 0) {
    }
}

bool hd__io_send_break(struct hd_io *io)
{
    if (tcsendbreak(io->descriptor, 0) != 0) { /* NOLINT(concurrency-mt-unsafe): an ioctl */
        explain(io, "", errno);
        return false;
    }
    return true;
}

/* tcdrain has no limit, a line that the other side holds would keep us for ever. */
void hd__io_drain(struct hd_io *io)
{
    int waiting = 0;
    for (int i = 0; i < 20 && !io->is_socket; i++) {
        const struct timespec moment = {.tv_nsec = 10L * NS_PER_MS};
        if (ioctl(io->descriptor, TIOCOUTQ, &waiting) != 0 || waiting == 0) {
            return;
        }
        (void)nanosleep(&moment, NULL);
    }
}

void hd__io_close(struct hd_io *io)
{
    if (io->descriptor >= 0) {
        (void)close(io->descriptor);
    }
    io->descriptor = -1;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Known bytes, which nobody else adds to, are in the records within 1 %: over the loopback of a
 * network of our own, to a block device of our own, and by this process to a disk. What the machine
 * doesn't allow is skipped, and said. */
#include "check.h"
#include "fake_stats.h"
#include "scratch.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <hdrut/rut.h>
#include <linux/loop.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

enum {
    CHUNK = 1 << 20,
    CHUNK_COUNT = 32,
    DATAGRAM = 60000,
    DATAGRAM_COUNT = 400,
    ALIGNMENT = 4096
};

static int reset(void **state)
{
    (void)state;
    fake_reset();
    return 0;
}

static hd_rut *start(const char *sources)
{
    const hd_rut_options options = {.interval_ms = 20, .sources = sources};
    hd_rut *rut = NULL;
    assert_int_equal(hd_rut_create(fake_node(), &options, &rut), HD_OK);
    assert_int_equal(hd_rut_start(rut), HD_OK);
    return rut;
}

static void end(hd_rut *rut)
{
    assert_int_equal(hd_rut_stop(rut), HD_OK);
    assert_int_equal(hd_rut_destroy(rut), HD_OK);
}

/* Over all groups that have the value: a device that appears leads to the next. */
static double sum(const char *name)
{
    double total = 0;
    for (size_t g = 0; g < fake_group_count; g++) {
        for (size_t i = 0; fake_has(&fake_groups[g], name) && i < fake_groups[g].record_count;
             i++) {
            total += fake_get(&fake_groups[g], i, name);
        }
    }
    return total;
}

static void assert_within_one_percent(double found, double known)
{
    if (found < 0.99 * known || found > 1.01 * known) {
        fail_msg("%.0f bytes are recorded of %.0f", found, known);
    }
}

/* Write so many chunks, past the cache where the file allows it, and have them on the device. */
static bool write_chunks(const char *path, int count)
{
    void *data = NULL;
    int descriptor = open(path, O_WRONLY | O_CLOEXEC | O_DIRECT);
    descriptor = descriptor < 0 ? open(path, O_WRONLY | O_CLOEXEC) : descriptor;
    if (descriptor < 0 || posix_memalign(&data, ALIGNMENT, CHUNK) != 0) {
        return false;
    }
    memset(data, 'x', CHUNK);
    bool is_written = true;
    for (int i = 0; i < count && is_written; i++) {
        is_written = pwrite(descriptor, data, CHUNK, (off_t)i * CHUNK) == CHUNK;
    }
    is_written = fsync(descriptor) == 0 && is_written;
    (void)close(descriptor);
    free(data);
    return is_written;
}

struct loop {
    char file[SCRATCH_SIZE]; /* behind it */
    char device[32];
    int descriptor;
};

static bool attach(struct loop *loop, int file)
{
    const int control = open("/dev/loop-control", O_RDWR | O_CLOEXEC);
    const int number = control < 0 ? -1 : ioctl(control, LOOP_CTL_GET_FREE);
    if (control >= 0) {
        (void)close(control);
    }
    (void)snprintf(loop->device, sizeof loop->device, "loop%d", number);
    char path[64];
    (void)snprintf(path, sizeof path, "/dev/%s", loop->device);
    loop->descriptor = number < 0 ? -1 : open(path, O_RDWR | O_CLOEXEC);
    return loop->descriptor >= 0 && ioctl(loop->descriptor, LOOP_SET_FD, file) == 0;
}

static bool open_loop(struct loop *loop)
{
    *loop = (struct loop){.descriptor = -1};
    const int file = scratch_file(loop->file, sizeof loop->file, "hdrut-loop");
    const bool is_attached =
        file >= 0 && ftruncate(file, (off_t)CHUNK * CHUNK_COUNT) == 0 && attach(loop, file);
    if (file >= 0) {
        (void)close(file);
    }
    return is_attached;
}

static void close_loop(const struct loop *loop)
{
    if (loop->descriptor >= 0) {
        (void)ioctl(loop->descriptor, LOOP_CLR_FD);
        (void)close(loop->descriptor);
    }
    (void)unlink(loop->file);
}

static bool write_to_loop(const struct loop *loop, int chunks)
{
    char path[64];
    (void)snprintf(path, sizeof path, "/dev/%s", loop->device);
    return write_chunks(path, chunks);
}

static void bytes_to_a_block_device_agree(void **state)
{
    (void)state;
    struct loop loop;
    /* The first chunk has the device listed before the sampling begins. */
    if (!open_loop(&loop) || !write_to_loop(&loop, 1)) {
        close_loop(&loop);
        print_message("skipped: no loop device can be had here\n");
        skip();
    }
    hd_rut *rut = start("block");
    const bool is_written = write_to_loop(&loop, CHUNK_COUNT);
    end(rut);
    close_loop(&loop);
    char value[64];
    (void)snprintf(value, sizeof value, "WRITTEN_SECTORS:%s", loop.device);
    if (!fake_has(&fake_groups[0], value)) {
        print_message("skipped: %s is not in /proc/diskstats\n", loop.device);
        skip();
    }
    assert_true(is_written);
    assert_within_one_percent(512 * sum(value), (double)CHUNK * CHUNK_COUNT);
}

/* Whether /proc/diskstats can tell of the device a file is on: not of tmpfs, overlays, networks. */
static bool is_on_a_disk(int file)
{
    struct stat status;
    char path[64];
    if (fstat(file, &status) != 0) {
        return false;
    }
    (void)snprintf(path, sizeof path, "/sys/dev/block/%u:%u", major(status.st_dev),
                   minor(status.st_dev));
    return major(status.st_dev) != 0 && access(path, F_OK) == 0;
}

static void bytes_to_a_disk_agree(void **state)
{
    (void)state;
    char path[] = "/var/tmp/hdrut-disk-XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    const bool is_visible = is_on_a_disk(file);
    (void)close(file);
    if (!is_visible) {
        (void)unlink(path);
        print_message("skipped: /var/tmp is on no block device that is visible\n");
        skip();
    }
    hd_rut *rut = start("block,self");
    const bool is_written = write_chunks(path, CHUNK_COUNT);
    end(rut);
    (void)unlink(path);
    assert_true(is_written);
    const double known = (double)CHUNK * CHUNK_COUNT;
    assert_within_one_percent(sum("PROC_DEVICE_WRITTEN"), known);
    assert_true(sum("HDD_WRITE") > 0.99 * known); /* others write too */
}

static bool enter_own_network(void)
{
    if (unshare(CLONE_NEWNET) != 0 && unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) {
        return false;
    }
    struct ifreq request = {.ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING};
    const int descriptor = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    const bool is_up = descriptor >= 0 && ioctl(descriptor, SIOCSIFFLAGS, &request) == 0;
    if (descriptor >= 0) {
        (void)close(descriptor);
    }
    return is_up;
}

static double send_datagrams(void)
{
    static const char data[DATAGRAM];
    const struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(9), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    const struct sockaddr *to = (const struct sockaddr *)(const void *)&address;
    const int receiver = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    const int sender = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    assert_true(receiver >= 0 && sender >= 0);
    assert_int_equal(bind(receiver, to, sizeof address), 0); /* else refusals go over it too */
    double sent = 0;
    for (int i = 0; i < DATAGRAM_COUNT; i++) {
        const ssize_t count = sendto(sender, data, sizeof data, 0, to, sizeof address);
        sent += count > 0 ? (double)count : 0;
    }
    (void)close(receiver);
    (void)close(sender);
    return sent;
}

/* The last test: there is no way back for who isn't root. */
static void bytes_over_a_loopback_of_our_own_agree(void **state)
{
    (void)state;
    if (!enter_own_network()) {
        print_message("skipped: no network of our own can be had here: %s\n", strerror(errno));
        skip();
    }
    hd_rut *rut = start("net");
    const double sent = send_datagrams();
    end(rut);
    assert_true(sent > 0);
    assert_within_one_percent(sum("NET_IN_lo"), sent);
    assert_within_one_percent(sum("NET_OUT_lo"), sent);
    assert_within_one_percent(sum("NET_IN"), sent);
    assert_true(sum("NET_IN_EXT") == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(bytes_to_a_block_device_agree, reset, reset),
        cmocka_unit_test_setup_teardown(bytes_to_a_disk_agree, reset, reset),
        cmocka_unit_test_setup_teardown(bytes_over_a_loopback_of_our_own_agree, reset, reset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

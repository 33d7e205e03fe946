/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fake_kernel.h"

#include "check.h"

#include <errno.h>
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <linux/taskstats.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { FAMILY = 29 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct fake_taskstats now; /* guarded by the mutex */
static int sockets[2];
static pthread_t thread;

struct message {
    _Alignas(8) unsigned char bytes[1024];
    size_t length;
};

static void put(struct message *message, const void *bytes, size_t size)
{
    memcpy(message->bytes + message->length, bytes, size);
    message->length += (size + 3U) & ~(size_t)3U;
}

static void put_attribute(struct message *message, uint16_t kind, const void *bytes, size_t size)
{
    const struct nlattr head = {(uint16_t)(sizeof(struct nlattr) + size), kind};
    put(message, &head, sizeof head);
    put(message, bytes, size);
}

static void put_stats(struct message *message, const struct fake_taskstats *fake)
{
    struct taskstats stats;
    memset(&stats, 0, sizeof stats);
    stats.version = fake->version;
    static const size_t counts[] = {
        offsetof(struct taskstats, cpu_count),       offsetof(struct taskstats, blkio_count),
        offsetof(struct taskstats, swapin_count),    offsetof(struct taskstats, freepages_count),
        offsetof(struct taskstats, thrashing_count), offsetof(struct taskstats, compact_count),
        offsetof(struct taskstats, wpcopy_count),
    };
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        /* Each total is behind its count. */
        const uint64_t numbers[] = {fake->number, fake->number * (i + 1)};
        memcpy((unsigned char *)&stats + counts[i], numbers, sizeof numbers);
    }
    struct message nested = {.length = 0};
    put_attribute(&nested, TASKSTATS_TYPE_TGID, &fake->asked_about, sizeof fake->asked_about);
    put_attribute(&nested, TASKSTATS_TYPE_STATS, &stats, fake->length);
    put_attribute(message, TASKSTATS_TYPE_AGGR_TGID, nested.bytes, nested.length);
}

static void put_error(struct message *message, struct nlmsghdr *head, int error)
{
    const int32_t negative = -error;
    head->nlmsg_type = NLMSG_ERROR;
    message->length = NLMSG_HDRLEN;
    put(message, &negative, sizeof negative);
    put(message, head, sizeof *head);
}

static void answer(const unsigned char *question)
{
    struct nlmsghdr head;
    memcpy(&head, question, sizeof head);
    struct message message = {.length = NLMSG_HDRLEN + GENL_HDRLEN};
    const uint16_t family = FAMILY;
    const bool is_lookup = head.nlmsg_type == GENL_ID_CTRL;
    if (is_lookup && now.family_gap != 0) {
        put_error(&message, &head, ENOENT);
    } else if (is_lookup) {
        put_attribute(&message, CTRL_ATTR_FAMILY_NAME, TASKSTATS_GENL_NAME,
                      sizeof TASKSTATS_GENL_NAME);
        put_attribute(&message, CTRL_ATTR_FAMILY_ID, &family, sizeof family);
    } else if (now.refusal != 0) {
        put_error(&message, &head, now.refusal);
    } else {
        assert_int_equal(head.nlmsg_type, FAMILY);
        memcpy(&now.asked_about, question + NLMSG_HDRLEN + GENL_HDRLEN + sizeof(struct nlattr),
               sizeof now.asked_about);
        put_stats(&message, &now);
    }
    head.nlmsg_len = (uint32_t)message.length;
    const uint32_t sequence = head.nlmsg_seq;
    for (int i = 0; i < now.late_answers; i++) {
        head.nlmsg_seq = sequence + 100;
        memcpy(message.bytes, &head, sizeof head);
        (void)send(sockets[1], message.bytes, message.length, MSG_NOSIGNAL);
    }
    head.nlmsg_seq = sequence;
    memcpy(message.bytes, &head, sizeof head);
    (void)send(sockets[1], message.bytes, message.length, MSG_NOSIGNAL);
}

static void *serve(void *argument)
{
    (void)argument;
    unsigned char question[256];
    while (recv(sockets[1], question, sizeof question, 0) > 0) {
        (void)pthread_mutex_lock(&mutex);
        answer(question);
        (void)pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

void fake_kernel_start(const struct fake_taskstats *taskstats)
{
    now = *taskstats;
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, sockets), 0);
    assert_int_equal(pthread_create(&thread, NULL, serve, NULL), 0);
}

int fake_kernel_socket(void)
{
    return sockets[0];
}

void fake_kernel_set(const struct fake_taskstats *taskstats)
{
    (void)pthread_mutex_lock(&mutex);
    now = *taskstats;
    (void)pthread_mutex_unlock(&mutex);
}

struct fake_taskstats fake_kernel_get(void)
{
    (void)pthread_mutex_lock(&mutex);
    const struct fake_taskstats copy = now;
    (void)pthread_mutex_unlock(&mutex);
    return copy;
}

void fake_kernel_join(void)
{
    assert_int_equal(pthread_join(thread, NULL), 0);
    (void)close(sockets[1]);
}

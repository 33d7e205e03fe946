/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernel answers before the sending returns, so a wait would only come from a message that was
 * lost; the socket's time limit ends it. Numbers are in the byte order of the machine. */
#include "rut_netlink.h"

#include <errno.h>
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { LONGEST_VALUE = 32, LONGEST_WAIT_US = 100000 };

struct question {
    struct nlmsghdr head;
    struct genlmsghdr generic;
    struct nlattr attribute;
    unsigned char value[LONGEST_VALUE];
};

/* Messages and attributes begin at multiples of four bytes. */
static size_t align(size_t length)
{
    return (length + 3U) & ~(size_t)3U;
}

int hd__rut_netlink_socket(void)
{
    return socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_GENERIC);
}

/* Take the message apart as far as its attributes. */
static int check_answer(const struct hd_rut_netlink *netlink)
{
    struct nlmsghdr head;
    if (netlink->length < sizeof head) {
        return -1;
    }
    memcpy(&head, netlink->answer, sizeof head);
    if (head.nlmsg_len > netlink->length || head.nlmsg_len < sizeof head) {
        return -1;
    }
    if (head.nlmsg_type == NLMSG_ERROR) {
        int32_t error = 0; /* the first field, below 0 */
        if (head.nlmsg_len < sizeof head + sizeof error) {
            return -1;
        }
        memcpy(&error, netlink->answer + sizeof head, sizeof error);
        return error < 0 ? -error : -1;
    }
    return head.nlmsg_type == netlink->family ? 0 : -1;
}

/* What an earlier question got too late is dropped. */
static int receive(struct hd_rut_netlink *netlink)
{
    struct nlmsghdr head = {0};
    do {
        const ssize_t got = recv(netlink->descriptor, netlink->answer, sizeof netlink->answer, 0);
        if (got < 0 && errno != EINTR) {
            netlink->length = 0;
            return errno;
        }
        netlink->length = got < 0 ? 0 : (size_t)got;
        if (netlink->length >= sizeof head) {
            memcpy(&head, netlink->answer, sizeof head);
        }
    } while (head.nlmsg_seq != netlink->sequence);
    return check_answer(netlink);
}

int hd__rut_netlink_ask(struct hd_rut_netlink *netlink, uint8_t command, uint16_t attribute,
                        const void *value, size_t size)
{
    if (size > LONGEST_VALUE) {
        return EMSGSIZE;
    }
    struct question question;
    memset(&question, 0, sizeof question);
    const size_t used = sizeof question - LONGEST_VALUE + size;
    question.head.nlmsg_len = (uint32_t)used;
    question.head.nlmsg_type = netlink->family;
    question.head.nlmsg_flags = NLM_F_REQUEST;
    question.head.nlmsg_seq = ++netlink->sequence;
    question.generic.cmd = command;
    question.generic.version = 1;
    question.attribute.nla_len = (uint16_t)(sizeof question.attribute + size);
    question.attribute.nla_type = attribute;
    memcpy(question.value, value, size);
    const ssize_t sent = send(netlink->descriptor, &question, align(used), MSG_NOSIGNAL);
    return sent < 0 ? errno : receive(netlink);
}

int hd__rut_netlink_open(struct hd_rut_netlink *netlink, int descriptor, const char *family)
{
    const struct timeval limit = {.tv_usec = LONGEST_WAIT_US};
    *netlink = (struct hd_rut_netlink){.descriptor = descriptor, .family = GENL_ID_CTRL};
    int cause = setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit) == 0
                    ? hd__rut_netlink_ask(netlink, CTRL_CMD_GETFAMILY, CTRL_ATTR_FAMILY_NAME,
                                          family, strlen(family) + 1)
                    : errno;
    const struct hd_rut_attributes number =
        hd__rut_netlink_find(hd__rut_netlink_attributes(netlink), CTRL_ATTR_FAMILY_ID);
    if (cause == 0 && number.length < sizeof netlink->family) {
        cause = -1;
    }
    if (cause != 0) {
        hd__rut_netlink_close(netlink);
        return cause;
    }
    memcpy(&netlink->family, number.start, sizeof netlink->family);
    return 0;
}

struct hd_rut_attributes hd__rut_netlink_attributes(const struct hd_rut_netlink *netlink)
{
    const size_t heads = NLMSG_HDRLEN + GENL_HDRLEN;
    const size_t length = netlink->length < heads ? 0 : netlink->length - heads;
    return (struct hd_rut_attributes){netlink->answer + heads, length};
}

struct hd_rut_attributes hd__rut_netlink_find(struct hd_rut_attributes attributes, uint16_t kind)
{
    struct nlattr head;
    while (attributes.length >= sizeof head) {
        memcpy(&head, attributes.start, sizeof head);
        if (head.nla_len < sizeof head || head.nla_len > attributes.length) {
            break;
        }
        if ((head.nla_type & NLA_TYPE_MASK) == kind) {
            return (struct hd_rut_attributes){attributes.start + sizeof head,
                                              head.nla_len - sizeof head};
        }
        const size_t step = align((size_t)head.nla_len);
        if (step > attributes.length) {
            break;
        }
        attributes.start += step;
        attributes.length -= step;
    }
    return (struct hd_rut_attributes){attributes.start, 0};
}

void hd__rut_netlink_close(struct hd_rut_netlink *netlink)
{
    if (netlink->descriptor >= 0) {
        (void)close(netlink->descriptor);
    }
    netlink->descriptor = -1;
}

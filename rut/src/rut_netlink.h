/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDRUT_NETLINK_H
#define HDRUT_NETLINK_H
/** Questions to the kernel by generic netlink, each answered by one message. */

#include <stddef.h>
#include <stdint.h>

#define HD_RUT_NETLINK_SIZE 4096

struct hd_rut_netlink {
    int descriptor;
    uint16_t family; /* who is asked */
    uint32_t sequence;
    size_t length; /* of the answer */
    _Alignas(8) unsigned char answer[HD_RUT_NETLINK_SIZE];
};

/** Open a socket to the kernel. Returns a descriptor or -1 with errno. */
int hd__rut_netlink_socket(void);

/** Take over a socket and look for a family by its name.
 *  @return 0 | an errno value (the socket is closed then) */
int hd__rut_netlink_open(struct hd_rut_netlink *netlink, int descriptor, const char *family);

/** Ask with one attribute. The answer's attributes are read by hd__rut_netlink_find.
 *  @return 0 | an errno value, as the kernel's refusal | -1 for an answer that isn't understood */
int hd__rut_netlink_ask(struct hd_rut_netlink *netlink, uint8_t command, uint16_t attribute,
                        const void *value, size_t size);

/** Attributes of a message, or those nested in one of them. */
struct hd_rut_attributes {
    const unsigned char *start;
    size_t length;
};

struct hd_rut_attributes hd__rut_netlink_attributes(const struct hd_rut_netlink *netlink);

/** Find the first attribute of a kind; its content has length 0 when there is none. */
struct hd_rut_attributes hd__rut_netlink_find(struct hd_rut_attributes attributes, uint16_t kind);

void hd__rut_netlink_close(struct hd_rut_netlink *netlink);

#endif

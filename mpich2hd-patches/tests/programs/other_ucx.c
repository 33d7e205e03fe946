/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions of UCX that the agent stands before; with LACKS not all of them. */
#include <stddef.h>
#include <stdint.h>

typedef int create_function(void *worker, const void *parameters, void **endpoint);
typedef void *send_function(void *endpoint, const void *buffer, size_t count, uint64_t tag,
                            const void *parameters);
typedef void *receive_function(void *worker, void *buffer, size_t count, uint64_t tag,
                               uint64_t mask, const void *parameters);
#define EXPORTED extern __attribute__((visibility("default")))
EXPORTED create_function ucp_ep_create;
EXPORTED send_function ucp_tag_send_nbx;
EXPORTED receive_function ucp_tag_recv_nbx;

int ucp_ep_create(void *worker, const void *parameters, void **endpoint)
{
    (void)parameters;
    *endpoint = worker;
    return 0;
}

void *ucp_tag_send_nbx(void *endpoint, const void *buffer, size_t count, uint64_t tag,
                       const void *parameters)
{
    (void)buffer;
    (void)count;
    (void)tag;
    (void)parameters;
    return endpoint;
}

void *ucp_tag_recv_nbx(void *worker, void *buffer, size_t count, uint64_t tag, uint64_t mask,
                       const void *parameters)
{
    (void)buffer;
    (void)count;
    (void)tag;
    (void)mask;
    (void)parameters;
    return worker;
}

#ifndef LACKS
EXPORTED send_function ucp_tag_send_sync_nbx;
void *ucp_tag_send_sync_nbx(void *endpoint, const void *buffer, size_t count, uint64_t tag,
                            const void *parameters)
{
    return ucp_tag_send_nbx(endpoint, buffer, count, tag, parameters);
}
#endif

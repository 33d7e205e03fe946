/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_TLS_H
#define HDPOWER_TLS_H
/** TLS over a connected socket by libssl, which is loaded when a device needs it. The library sees
 * no socket: every wait is one of hd_io, with its deadline and its stop. */

#include "power_io.h"

struct hd_tls;

struct hd_tls_options {
    const char *host;    /* that the certificate has to be of */
    const char *ca_file; /* PEM; NULL: what the system trusts */
    bool is_insecure;    /* any certificate will do */
};

/** Begin; the other side has so long to answer, what is loaded here takes its own time.
 *  @return NULL: io->fault says why */
struct hd_tls *hd__tls_open(struct hd_io *io, const struct hd_tls_options *options,
                            int64_t wait_ns);

/** As hd__io_write and hd__io_read. */
enum hd_io_result hd__tls_write(struct hd_tls *tls, struct hd_io *io, const void *data, size_t size,
                                int64_t deadline_ns);
enum hd_io_result hd__tls_read(struct hd_tls *tls, struct hd_io *io, void *data, size_t size,
                               size_t *got, int64_t deadline_ns);

/** NULL is allowed. The socket stays open. */
void hd__tls_close(struct hd_tls *tls);

#endif

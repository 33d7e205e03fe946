/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_IPMI_BEGIN_H
#define HDPOWER_IPMI_BEGIN_H
/** What a session is made of, for the two ways that it begins. */

#include "ipmi_session.h"

#define HD_IPMI_APP 0x06 /* the function of all that is about sessions */

/** Send, and wait for the answer; again when it doesn't come. `message` is what it holds, or NULL.
 */
enum hd_io_result hd__ipmi_exchange(struct hd_meter *meter, struct hd_ipmi *ipmi,
                                    struct hd_ipmi_packet *request,
                                    const struct hd_ipmi_message *message,
                                    struct hd_ipmi_packet *answer, struct hd_ipmi_message *told);

/** Fail by what the transport says. @return false */
bool hd__ipmi_fail(struct hd_meter *meter, const char *step);

/** Begin a session of IPMI 2.0 (ipmi_rakp.c). */
bool hd__ipmi_begin(struct hd_meter *meter, struct hd_ipmi *ipmi);

/** Begin one of IPMI 1.5 (ipmi_old.c); `methods` are the bits of those that the controller offers.
 */
bool hd__ipmi_begin_old(struct hd_meter *meter, struct hd_ipmi *ipmi, uint8_t methods);

/** Sign a packet of IPMI 1.5, and check the signature of an answer. */
void hd__ipmi_sign_old(const struct hd_ipmi *ipmi, struct hd_ipmi_packet *packet);
bool hd__ipmi_is_signed_old(const struct hd_ipmi *ipmi, const struct hd_ipmi_packet *packet);

#endif

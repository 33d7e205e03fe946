/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The agent of a client: preloaded to a program that uses OrangeFS, or linked before its library.
 * It looks whether the library is there and is built as it was measured, and else does nothing. */
#include "bmi.h"
#include "control.h"
#include "flow.h"
#include "machines.h"
#include "post.h"
#include "say.h"

const char hdpvfs_role_name[] = "client";
const hdpvfs_facility hdpvfs_role = HDPVFS_CLIENT;
const bool hdpvfs_samples_node = false;

static void report(const char *what, const char *reason)
{
    if (reason != NULL) {
        hdpvfs_say("%s: %s", what, reason);
    }
}

static void install(const hdpvfs_object *object)
{
    size_t states = 0;
    const char *const reason = hdpvfs_machines_install(object, &states);
    if (reason != NULL) {
        hdpvfs_say("nothing is recorded: this OrangeFS is not one that is known: %s", reason);
        return;
    }
    hdpvfs_session_init();
    report("operations are not related to servers", hdpvfs_post_install(object));
    report("messages (BMI) are not recorded", hdpvfs_bmi_install(object));
    report("flows (FLOW) are not recorded", hdpvfs_flow_install(object));
    hdpvfs_control_begin();
}

__attribute__((constructor)) static void start(void)
{
    hdpvfs_object object;
    hdpvfs_config_init();
    if (!hdpvfs_config_now.enabled) {
        return;
    }
    if (sizeof(void *) != 8 || !hdpvfs_post_find(&object)) {
        hdpvfs_say("nothing is recorded: this program has no OrangeFS client, or hides its "
                   "symbols (link it with -rdynamic)");
        return;
    }
    install(&object);
}

__attribute__((destructor)) static void stop(void)
{
    hdpvfs_session_end();
}

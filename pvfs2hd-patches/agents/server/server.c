/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The agent of a server: preloaded, or linked before the server's own libraries. It looks whether
 * the program is an OrangeFS server that is built as it was measured, and else does nothing. */
#include "bmi.h"
#include "control.h"
#include "flow.h"
#include "machines.h"
#include "osio.h"
#include "requests.h"
#include "say.h"
#include "trove.h"

const char hdpvfs_role_name[] = "server";
const hdpvfs_facility hdpvfs_role = HDPVFS_SERVER;
const bool hdpvfs_samples_node = true;

static void report(const char *what, const char *reason)
{
    if (reason != NULL) {
        hdpvfs_say("%s are not recorded: %s", what, reason);
    }
}

/* Record what is to be recorded, or look whether to. */
static void begin(void)
{
    hdpvfs_osio_init();
    hdpvfs_session_init();
    hdpvfs_control_begin();
}

static void install(const hdpvfs_object *object)
{
    size_t states = 0;
    const char *const reason = hdpvfs_machines_install(object, &states);
    if (reason != NULL) {
        hdpvfs_say("nothing is recorded: this OrangeFS is not one that is known: %s", reason);
        return;
    }
    hdpvfs_requests_init(object);
    report("messages (BMI)", hdpvfs_bmi_install(object));
    report("flows (FLOW)", hdpvfs_flow_install(object));
    report("operations of the storage layer (TROVE)", hdpvfs_trove_install(object));
    begin();
}

__attribute__((constructor)) static void start(void)
{
    hdpvfs_object object;
    hdpvfs_config_init();
    if (!hdpvfs_config_now.enabled) {
        return;
    }
    if (sizeof(void *) == 8 && hdpvfs_object_find("pvfs2_unexpected_sm", &object)) {
        install(&object);
    } else if (sizeof(void *) == 8 && hdpvfs_calls != 0) {
        hdpvfs_say("only machines, requests and the system's reads and writes are recorded: the "
                   "server hides its symbols (link it with -rdynamic)");
        begin();
    } else {
        hdpvfs_say("nothing is recorded: this program is no OrangeFS server, or it hides its "
                   "symbols (link it with -rdynamic)");
    }
}

__attribute__((destructor)) static void stop(void)
{
    hdpvfs_session_end();
}

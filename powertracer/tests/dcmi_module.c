/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A module of OpenIPMI's simulator ipmi_sim: it answers DCMI's Get Power Reading with what the file
 * of its options says: WATTS FAULT. Faults: `none`; `idle`, it doesn't measure; `busy`, an error;
 * `short`, half of an answer; `dead`, the time of the reading stands still. */
#include <OpenIPMI/mcserv.h>
#include <stdio.h>
#include <string.h>

int ipmi_sim_module_print_version(sys_data_t *sys, const char *options);
int ipmi_sim_module_init(sys_data_t *sys, const char *options);

enum { GROUP = 0xdc, POWER_READING = 2, SIZE = 19, IS_MEASURING = 0x40, BUSY = 0xc0 };

static char path[512];
static unsigned now_s;

static void answer(lmc_data_t *mc, msg_t *msg, unsigned char *data, unsigned int *size, void *own)
{
    unsigned watts = 0;
    char fault[16] = "none";
    FILE *file = fopen(path, "r");
    (void)mc;
    (void)own;
    if (file != NULL) {
        (void)!fscanf(file, "%u %15s", &watts, fault); /* NOLINT(cert-err34-c): the test's own */
        (void)fclose(file);
    }
    memset(data, 0, SIZE);
    data[0] = msg->cmd != POWER_READING ? 0xc1 : strcmp(fault, "busy") == 0 ? BUSY : 0;
    data[1] = GROUP;
    *size = data[0] != 0 ? 2 : strcmp(fault, "short") == 0 ? SIZE / 2 : SIZE;
    for (unsigned i = 0; i < 4; i++) {
        data[2 + 2 * i] = (unsigned char)watts;
        data[3 + 2 * i] = (unsigned char)(watts >> 8);
        data[10 + i] = (unsigned char)(now_s >> (8 * i));
    }
    now_s += strcmp(fault, "dead") == 0 ? 0 : 1;
    data[18] = strcmp(fault, "idle") == 0 ? 0 : IS_MEASURING;
}

int ipmi_sim_module_print_version(sys_data_t *sys, const char *options)
{
    (void)sys;
    (void)options;
    return 0;
}

int ipmi_sim_module_init(sys_data_t *sys, const char *options)
{
    (void)sys;
    (void)snprintf(path, sizeof path, "%s", options);
    ipmi_emu_register_group_extension_handler(GROUP, answer, NULL);
    return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "files.h"

#include "claim.h"
#include "say.h"
#include "session.h"

#include <hdtrace/clock.h>
#include <stdio.h>
#include <string.h>

/* What a server records, and a client. */
static bool is_recorded(hdpvfs_facility facility)
{
    const bool server = hdpvfs_role == HDPVFS_SERVER;
    const bool own =
        facility == HDPVFS_FLOW || facility == HDPVFS_BMI || facility == hdpvfs_role ||
        (server && (facility == HDPVFS_TROVE || facility == HDPVFS_REQ || facility == HDPVFS_BREQ));
    return own && hdpvfs_config_now.wanted[facility];
}

/* Two servers of one machine write into one project: the second one's node is HOST.2. */
static const char *get_host(char *text, size_t size, const char *project)
{
    const hdpvfs_config *const c = &hdpvfs_config_now;
    const unsigned place =
        hdpvfs_role == HDPVFS_SERVER ? hdpvfs_claim(c->folder, project, c->host) : 1;
    (void)snprintf(text, size, place > 1 ? "%s.%u" : "%s", c->host, place);
    return text;
}

static hd_status open_layer(hdpvfs_files *files, hdpvfs_facility facility, size_t above,
                            const char *const *path)
{
    const char *labels[3] = {path[0], path[1], NULL};
    const hd_topology_node *node = NULL;
    labels[above] = hdpvfs_facility_names[facility];
    hd_status status = hd_topology_get_node(files->topology, above + 1, labels, &node);
    if (status == HD_OK) {
        status = hd_relation_create(node, &files->relations[facility]);
    }
    return status == HD_OK ? hd_fragment_create(node, &files->fragments[facility]) : status;
}

static hd_status open_steps(hdpvfs_files *files, hdpvfs_facility facility)
{
    const char *const name = hdpvfs_facility_names[facility];
    const hd_stats_value value = {name, HD_STATS_INT32, "#", name};
    hdpvfs_steps *const steps = &files->steps[facility];
    hd_status status = hd_stats_create(files->node, name, 1, &value, 0, NULL, &steps->stats);
    steps->last_ns = hd_clock_get_ns();
    return status == HD_OK ? hd_stats_begin(steps->stats, steps->last_ns) : status;
}

static hd_fragment *get_fragment(const hdpvfs_files *files)
{
    for (int i = 0; i < HDPVFS_RELATIONS; i++) {
        if (files->fragments[i] != NULL) {
            return files->fragments[i];
        }
    }
    return NULL;
}

/* Sampling is extra: without it the rest is recorded. */
static void open_rut(hdpvfs_files *files)
{
    const hd_rut_options options = {.interval_ms = hdpvfs_config_now.rut_ms,
                                    .sources = hdpvfs_config_now.rut_groups};
    if (!hdpvfs_samples_node || hdpvfs_config_now.rut_ms == 0) {
        return;
    }
    hd_status status = hd_rut_create(files->node, &options, &files->rut);
    if (status == HD_OK) {
        status = hd_rut_start(files->rut);
    }
    if (status != HD_OK) {
        hdpvfs_say("utilization is not sampled: %s", hd_error_get_text());
        (void)hd_rut_destroy(files->rut);
        files->rut = NULL;
    }
}

static hd_status open_all(hdpvfs_files *files, const char *project)
{
    const hdpvfs_config *const c = &hdpvfs_config_now;
    const bool server = hdpvfs_role == HDPVFS_SERVER;
    static const char *const of_server[] = {"Hostname", "Layer"};
    static const char *const of_rank[] = {"Hostname", "Rank", "Layer"};
    static const char *const of_process[] = {"Hostname", "Process", "Layer"};
    char host[sizeof c->host + 16];
    const char *const path[2] = {get_host(host, sizeof host, project), server ? NULL : c->place};
    const size_t above = server ? 1 : 2;
    hd_status status = hd_topology_create(c->folder, project, above + 1,
                                          server       ? of_server
                                          : c->is_rank ? of_rank
                                                       : of_process,
                                          &files->topology);
    if (status == HD_OK) {
        status = hd_topology_get_node(files->topology, above, path, &files->node);
    }
    for (int i = HDPVFS_SERVER; i < HDPVFS_RELATIONS && status == HD_OK; i++) {
        status = is_recorded((hdpvfs_facility)i)
                     ? open_layer(files, (hdpvfs_facility)i, above, path)
                     : HD_OK;
    }
    for (int i = HDPVFS_TROVE; i < HDPVFS_COUNTS_END && status == HD_OK; i++) {
        status = is_recorded((hdpvfs_facility)i) ? open_steps(files, (hdpvfs_facility)i) : HD_OK;
    }
    return status;
}

/* The project declares what groups there are, also after a crash. */
static hd_status declare(hdpvfs_files *files)
{
    hd_fragment *const fragment = get_fragment(files);
    hd_status status = HD_OK;
    for (int i = 0; i < HDPVFS_FACILITIES && fragment != NULL && status == HD_OK; i++) {
        if (files->steps[i].stats != NULL) {
            status = hd_fragment_add_group(fragment, hdpvfs_facility_names[i], files->node);
        }
    }
    if (status == HD_OK && files->rut != NULL && fragment != NULL) {
        status = hd_fragment_add_group(fragment, "Utilization", files->node);
    }
    return status;
}

hd_status hdpvfs_files_open(hdpvfs_files *files, const char *project)
{
    memset(files, 0, sizeof *files);
    hd_status status = open_all(files, project);
    if (status == HD_OK) {
        open_rut(files);
        status = declare(files);
    }
    if (status != HD_OK) {
        (void)hdpvfs_files_close(files);
    }
    return status;
}

/* The clock is read before the lock is there: time never goes back here. */
static hd_status write_step(hdpvfs_steps *steps, int64_t now_ns)
{
    steps->last_ns = now_ns < steps->last_ns ? steps->last_ns : now_ns;
    hd_stats_set_int(steps->stats, 0, steps->pending);
    return hd_stats_end_record(steps->stats, steps->last_ns);
}

hd_status hdpvfs_files_step(hdpvfs_files *files, hdpvfs_facility facility, int change,
                            int64_t now_ns)
{
    hdpvfs_steps *const steps = &files->steps[facility];
    if (steps->stats == NULL) {
        return HD_OK;
    }
    now_ns = now_ns == 0 ? hd_clock_get_ns() : now_ns;
    hdpvfs_lock_take(&steps->lock);
    const hd_status status = write_step(steps, now_ns);
    steps->pending += change;
    hdpvfs_lock_give(&steps->lock);
    return status;
}

/* What is pending now will end where nobody records it: the last record is 0. */
static hd_status close_steps(hdpvfs_steps *steps)
{
    const int64_t now_ns = hd_clock_get_ns();
    hd_status status = steps->stats == NULL ? HD_OK : write_step(steps, now_ns);
    if (steps->pending != 0) {
        steps->pending = 0;
        status = status == HD_OK ? write_step(steps, now_ns) : status;
    }
    const hd_status closed = hd_stats_destroy(steps->stats);
    return status == HD_OK ? closed : status;
}

/* Groups of utilization beyond the first are known at the end. */
static void declare_more(const hdpvfs_files *files)
{
    hd_fragment *const fragment = get_fragment(files);
    const unsigned count = hd_rut_get_group_count(files->rut);
    for (unsigned i = 2; fragment != NULL && i <= count; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "Utilization.%u", i);
        (void)!hd_fragment_add_group(fragment, name, files->node);
    }
}

hd_status hdpvfs_files_close(hdpvfs_files *files)
{
    hd_status status = HD_OK;
    if (files->rut != NULL) {
        (void)hd_rut_stop(files->rut);
        declare_more(files);
        status = hd_rut_destroy(files->rut);
    }
    for (int i = 0; i < HDPVFS_FACILITIES; i++) {
        const hd_status closed = close_steps(&files->steps[i]);
        status = status == HD_OK ? closed : status;
    }
    for (int i = 0; i < HDPVFS_RELATIONS; i++) {
        const hd_status closed = hd_relation_destroy(files->relations[i]);
        status = status == HD_OK ? closed : status;
        (void)hd_fragment_destroy(files->fragments[i]);
    }
    hd_topology_destroy(files->topology);
    memset(files, 0, sizeof *files);
    return status;
}

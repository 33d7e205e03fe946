/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <glib-unix.h>
#include <glib/gstdio.h>
#include <sampling/daemon.h>
#include <sampling/file_check.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

enum { WATCH_MS = 100, PATH_SIZE = 4096, LONGEST_S = 1000000 };

hd_status hd__own_project_open(struct hd_own_project *project, const char *directory,
                               const char *name, size_t level_count, const char *const *levels,
                               const char *host)
{
    const char *const labels[] = {host};
    *project = (struct hd_own_project){.directory = g_strdup(directory), .name = g_strdup(name)};
    hd_status status = hd_topology_create(directory, name, level_count, levels, &project->topology);
    if (status == HD_OK) {
        status = hd_topology_get_node(project->topology, 1, labels, &project->node);
    }
    return status;
}

static hd_status find_info(const struct hd_own_project *project, char *path, size_t size)
{
    return hd_topology_get_path(project->node, NULL, "info", path, size);
}

const char *hd__own_project_check(const struct hd_own_project *project, char *path, size_t size)
{
    const hd_status status = find_info(project, path, size);
    if (status != HD_OK) {
        (void)g_strlcpy(path, project->directory, size);
        return hd_status_get_text(status);
    }
    const int cause = hd__check_writable(path);
    return cause == 0 ? NULL : g_strerror(cause);
}

hd_status hd__own_project_begin(struct hd_own_project *project)
{
    char path[PATH_SIZE];
    const hd_status status = find_info(project, path, sizeof path);
    if (status != HD_OK) {
        return status;
    }
    (void)g_file_get_contents(path, &project->earlier, &project->earlier_length, NULL);
    return hd_fragment_create(project->node, &project->fragment);
}

hd_status hd__own_project_declare(struct hd_own_project *project, const char *group, unsigned first,
                                  unsigned last)
{
    hd_status status = HD_OK;
    for (unsigned i = first; status == HD_OK && i <= last; i++) {
        g_autofree char *name = i == 1 ? g_strdup(group) : g_strdup_printf("%s.%u", group, i);
        status = hd_fragment_add_group(project->fragment, name, project->node);
    }
    return status;
}

static hd_status add_fragments(const struct hd_own_project *own, hd_project *project)
{
    g_autoptr(GDir) dir = g_dir_open(own->directory, 0, NULL);
    g_autofree char *beginning = g_strconcat(own->name, "_", NULL);
    hd_status status = HD_OK;
    for (const char *name = dir == NULL ? NULL : g_dir_read_name(dir);
         name != NULL && status != HD_NOMEM; name = g_dir_read_name(dir)) {
        g_autofree char *path = g_build_filename(own->directory, name, NULL);
        g_autofree char *text = NULL;
        size_t length = 0;
        if (g_str_has_prefix(name, beginning) && g_str_has_suffix(name, ".info") &&
            g_file_get_contents(path, &text, &length, NULL)) {
            status = hd_project_add_fragment(project, text, length, name);
        }
    }
    return status == HD_NOMEM ? status : HD_OK;
}

hd_status hd__own_project_write(const struct hd_own_project *own)
{
    char path[PATH_SIZE];
    hd_project *project = NULL;
    hd_status status = hd_topology_get_project_path(own->topology, path, sizeof path);
    if (status == HD_OK) {
        status = hd_project_create(own->name, &project);
    }
    if (status == HD_OK) {
        status = add_fragments(own, project);
    }
    if (status == HD_OK) {
        status = hd_project_write(project, path);
    }
    hd_project_destroy(project);
    return status;
}

void hd__own_project_discard(const struct hd_own_project *project)
{
    char path[PATH_SIZE];
    if ((project->fragment == NULL && project->earlier == NULL) ||
        find_info(project, path, sizeof path) != HD_OK) {
        return;
    }
    if (project->earlier != NULL) {
        (void)g_file_set_contents(path, project->earlier, (gssize)project->earlier_length, NULL);
    } else {
        (void)unlink(path);
    }
}

void hd__own_project_close(struct hd_own_project *project)
{
    (void)hd_fragment_destroy(project->fragment);
    hd_topology_destroy(project->topology);
    g_free(project->directory);
    g_free(project->name);
    g_free(project->earlier);
    *project = (struct hd_own_project){0};
}

struct watch {
    GMainLoop *loop;
    pid_t pid;
};

static gboolean on_end(gpointer loop)
{
    g_main_loop_quit(loop);
    return G_SOURCE_CONTINUE;
}

static gboolean on_watch(gpointer data)
{
    const struct watch *watch = data;
    if (kill(watch->pid, 0) != 0 && errno == ESRCH) {
        g_main_loop_quit(watch->loop);
    }
    return G_SOURCE_CONTINUE;
}

const char *hd__check_end(int64_t pid, double duration_s, bool is_elsewhere, const char **option)
{
    *option = "--pid";
    if (pid < 0 || pid > G_MAXINT32 ||
        (pid > 0 && !is_elsewhere && kill((pid_t)pid, 0) != 0 && errno == ESRCH)) {
        return "no such process";
    }
    *option = "--duration";
    return duration_s >= 0 && duration_s <= LONGEST_S ? NULL : "must be 0 to 1000000 s";
}

const char *hd__check_folder(const char *path)
{
    if (!g_file_test(path, G_FILE_TEST_IS_DIR)) {
        return "no such folder";
    }
    return g_access(path, W_OK | X_OK) == 0 ? NULL : g_strerror(errno);
}

void hd__wait_for_end(pid_t pid, double duration_s, const char *begun)
{
    struct watch watch = {g_main_loop_new(NULL, FALSE), pid};
    g_unix_signal_add(SIGINT, on_end, watch.loop);
    g_unix_signal_add(SIGTERM, on_end, watch.loop);
    if (duration_s > 0) {
        g_timeout_add((guint)(duration_s * 1000), on_end, watch.loop);
    }
    if (pid != 0) {
        g_timeout_add(WATCH_MS, on_watch, &watch);
    }
    (void)fputs(begun, stderr);
    g_main_loop_run(watch.loop);
    g_main_loop_unref(watch.loop);
}

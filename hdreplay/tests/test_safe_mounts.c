/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A replay does not leave its root by mounts below it. */
#include "check.h"
#include "mounts.h"
#include "safe_place.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NO_MOUNTS = 77, EIGHTH_BYTES = 1 << 17 };

/* In a process of its own.
 * @return 0, or the number of the step that went wrong */
static int use_mounts(const struct place *place)
{
    static char one[] = "m/one";
    static char two[] = "two";
    g_autofree char *path = g_build_filename(place->folder, "mounted", NULL);
    g_autofree char *over_folder = g_build_filename(path, "m", NULL);
    g_autofree char *over_file = g_build_filename(path, "two", NULL);
    g_autoptr(GPtrArray) files = g_ptr_array_new();
    struct safe_root root;
    g_ptr_array_add(files, one);
    g_ptr_array_add(files, two);
    if (!mounts_begin() || mount("none", path, "tmpfs", 0, "size=1m,mode=0700") != 0) {
        return NO_MOUNTS;
    }
    if (!safe_root_open(path, "id", &root, NULL) || !safe_root_begin(&root, files, NULL)) {
        return 1;
    }
    const int file = safe_root_create(&root, two, NULL);
    if (file < 0 || posix_fallocate(file, 0, (off_t)EIGHTH_BYTES * 6) != 0 || close(file) != 0) {
        return 2;
    }
    if (!safe_root_has_space(&root, (uint64_t)EIGHTH_BYTES * 7, NULL) ||
        safe_root_has_space(&root, (uint64_t)EIGHTH_BYTES * 8, NULL)) {
        return 3; /* what the first run has left makes room */
    }
    g_autofree char *source = g_build_filename(path, "source", NULL);
    g_autofree char *source_file = g_build_filename(source, "one", NULL);
    if (!safe_root_make_folders(&root, one, NULL) || g_mkdir(source, 0700) != 0 ||
        !g_file_set_contents(source_file, "mine", -1, NULL) ||
        mount(source, over_folder, NULL, MS_BIND, NULL) != 0 ||
        mount(source_file, over_file, NULL, MS_BIND, NULL) != 0) {
        return 4; /* the same file system at two more places */
    }
    if (safe_root_check(&root, one, NULL) || safe_root_check(&root, two, NULL) ||
        safe_root_create(&root, "m/three", NULL) >= 0 || safe_root_clean(&root, NULL)) {
        return 5;
    }
    if (umount(over_folder) != 0 || safe_root_clean(&root, NULL)) {
        return 6; /* the file alone keeps it */
    }
    if (umount(over_file) != 0 || g_access(source_file, F_OK) != 0 ||
        !safe_root_clean(&root, NULL) || g_access(source_file, F_OK) != 0) {
        return 7;
    }
    return 0;
}

static void does_not_cross_mounts(void **user)
{
    const struct place *place = *user;
    g_autofree char *path = g_build_filename(place->folder, "mounted", NULL);
    int status = 0;
    assert_int_equal(g_mkdir(path, 0700), 0);
    const pid_t child = fork();
    if (child == 0) {
        _exit(use_mounts(place));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == NO_MOUNTS) {
        print_message("skipped: no mount may be made here\n");
        skip();
    }
    assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(does_not_cross_mounts),
    };
    return cmocka_run_group_tests(tests, place_make, place_remove);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "safe_place.h"

#include "check.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

void place_put(const char *folder, const char *name, const char *text)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    assert_true(g_file_set_contents(path, text, -1, NULL));
}

int place_make(void **user)
{
    struct place *place = g_new0(struct place, 1);
    g_autoptr(GPtrArray) none = g_ptr_array_new();
    GError *error = NULL;
    place->folder = g_dir_make_tmp("hdreplay_safe_XXXXXX", NULL);
    place->root_path = g_build_filename(place->folder, "root", NULL);
    place->outside = g_build_filename(place->folder, "outside", NULL);
    assert_int_equal(g_mkdir(place->root_path, 0700), 0);
    assert_int_equal(g_mkdir(place->outside, 0700), 0);
    place_put(place->outside, "precious", "mine");
    assert_true(safe_root_open(place->root_path, "id", &place->root, &error));
    assert_true(safe_root_begin(&place->root, none, &error));
    const int fd = place->root.fd;
    assert_int_equal(symlinkat(place->outside, fd, "link"), 0);
    assert_int_equal(symlinkat("loop", fd, "loop"), 0);
    assert_int_equal(mkfifoat(fd, "fifo", 0600), 0);
    assert_int_equal(mkdirat(fd, "dir", 0700), 0);
    assert_int_equal(symlinkat("../../outside/precious", fd, "dir/link"), 0);
    g_autofree char *precious = g_build_filename(place->outside, "precious", NULL);
    assert_int_equal(linkat(AT_FDCWD, precious, fd, "hard", 0), 0);
    *user = place;
    return 0;
}

int place_remove(void **user)
{
    struct place *place = *user;
    g_autofree char *command = g_strdup_printf("rm -rf '%s'", place->folder);
    assert_true(g_spawn_command_line_sync(command, NULL, NULL, NULL, NULL));
    safe_root_close(&place->root);
    g_free(place->folder);
    g_free(place->root_path);
    g_free(place->outside);
    g_free(place);
    return 0;
}

void place_assert_outside_untouched(const struct place *place)
{
    g_autoptr(GDir) dir = g_dir_open(place->outside, 0, NULL);
    g_autofree char *path = g_build_filename(place->outside, "precious", NULL);
    g_autofree char *text = NULL;
    assert_string_equal(g_dir_read_name(dir), "precious");
    assert_null(g_dir_read_name(dir));
    assert_true(g_file_get_contents(path, &text, NULL, NULL));
    assert_string_equal(text, "mine");
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A replay touches nothing beside its root, whatever is in the way. */
#include "check.h"
#include "safe_place.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void does_not_follow_what_is_in_the_way(void **user)
{
    const struct place *place = *user;
    static const char *const traps[] = {"link/x", "link",   "loop", "loop/x", "dir/link",
                                        "fifo",   "fifo/x", "hard", "dir"};
    for (size_t i = 0; i < G_N_ELEMENTS(traps); i++) {
        GError *error = NULL;
        assert_int_equal(safe_root_create(&place->root, traps[i], &error), -1);
        assert_non_null(strstr(error->message, traps[i]));
        g_clear_error(&error);
        assert_false(safe_root_check(&place->root, traps[i], NULL));
    }
    place_assert_outside_untouched(place);
}

static void deletes_only_what_the_manifest_lists(void **user)
{
    struct place *place = *user;
    GError *error = NULL;
    /* Traps that are listed are left alone as well. */
    place_put(place->root_path, ".hdreplay-manifest", "f link\n");
    assert_false(safe_root_clean(&place->root, &error));
    g_clear_error(&error);
    place_put(place->root_path, ".hdreplay-manifest", "f link/precious\n");
    assert_false(safe_root_clean(&place->root, NULL));
    place_put(place->root_path, ".hdreplay-manifest", "f ../outside/precious\n");
    assert_false(safe_root_clean(&place->root, NULL));
    place_put(place->root_path, ".hdreplay-manifest", "f hard\n");
    assert_false(safe_root_clean(&place->root, NULL));
    place_put(place->root_path, ".hdreplay-manifest", "d link\n");
    assert_false(safe_root_clean(&place->root, NULL));
    place_assert_outside_untouched(place);
}

static void a_second_run_replaces_the_first(void **user)
{
    const struct place *place = *user;
    g_autofree char *path = g_build_filename(place->folder, "again", NULL);
    g_autoptr(GPtrArray) files = g_ptr_array_new();
    static char first[] = "a/b/c";
    static char second[] = "a/d";
    g_ptr_array_add(files, first);
    g_ptr_array_add(files, second);
    assert_int_equal(g_mkdir(path, 0700), 0);
    for (unsigned run = 0; run < 3; run++) {
        struct safe_root root;
        GError *error = NULL;
        assert_true(safe_root_open(path, "one", &root, &error));
        assert_int_equal(root.has_marker, run > 0);
        if (!safe_root_begin(&root, files, &error)) {
            fail_msg("run %u: %s", run, error->message);
        }
        const int file = safe_root_create(&root, "a/b/c", &error);
        assert_true(file >= 0);
        close(file);
        assert_true(safe_root_is_first_to_fail(&root, "why\n"));
        assert_false(safe_root_is_first_to_fail(&root, "why\n"));
        if (run == 2) {
            assert_true(safe_root_clean(&root, &error));
        }
        safe_root_close(&root);
    }
    assert_int_equal(g_rmdir(path), 0); /* nothing is left */
}

/* As of a program that makes a file for each of many steps and ranks; all but its beginning is a
 * hole here, which ends the text. */
static void a_manifest_may_be_larger_than_64_mib(void **user)
{
    enum { BYTES = 65 << 20 };
    const struct place *place = *user;
    g_autofree char *path = g_build_filename(place->folder, "many", NULL);
    g_autofree char *manifest = g_build_filename(path, ".hdreplay-manifest", NULL);
    g_autoptr(GPtrArray) none = g_ptr_array_new();
    struct safe_root root;
    GError *error = NULL;
    assert_int_equal(g_mkdir(path, 0700), 0);
    assert_true(safe_root_open(path, "one", &root, &error));
    assert_true(safe_root_begin(&root, none, &error));
    place_put(path, "made", "");
    place_put(path, ".hdreplay-manifest", "f made\n");
    assert_int_equal(truncate(manifest, BYTES), 0);
    if (!safe_root_clean(&root, &error)) {
        fail_msg("%s", error->message);
    }
    safe_root_close(&root);
    assert_int_equal(g_rmdir(path), 0);
}

static void empties_what_it_opens_to_read(void **user)
{
    const struct place *place = *user;
    const char *leaf = NULL;
    place_put(place->root_path, "full", "text");
    const int folder = safe_root_open_folder(&place->root, "full", &leaf, NULL);
    assert_true(folder >= 0);
    const int file = safe_root_open_file(&place->root, folder, leaf, O_RDONLY | O_TRUNC);
    assert_true(file >= 0);
    struct stat info;
    assert_int_equal(fstat(file, &info), 0);
    assert_int_equal(info.st_size, 0);
    assert_int_equal(write(file, "x", 1), -1);
    assert_int_equal(close(file), 0);
    assert_int_equal(close(folder), 0);
}

static void assert_refused(const char *path, const char *id, const char *cause)
{
    struct safe_root root;
    GError *error = NULL;
    assert_false(safe_root_open(path, id, &root, &error));
    assert_non_null(strstr(error->message, cause));
    g_clear_error(&error);
}

static void refuses_roots_that_are_not_ours(void **user)
{
    const struct place *place = *user;
    g_autofree char *link = g_build_filename(place->folder, "to_root", NULL);
    assert_int_equal(symlink(place->root_path, link), 0);
    assert_refused(link, "id", "a link");
    assert_refused("/", "id", "refused");
    assert_refused(place->outside, "id", "precious");
    assert_refused(place->root_path, "other", "another plan");
    g_autofree char *open = g_build_filename(place->folder, "open", NULL);
    assert_int_equal(g_mkdir(open, 0700), 0);
    assert_int_equal(g_chmod(open, 0777), 0);
    assert_refused(open, "id", "others may write");
    assert_int_equal(g_chmod(open, 0770), 0);
    assert_refused(open, "id", "others may write");
    g_autofree char *colon = g_build_filename(place->folder, "ufs:", NULL);
    assert_int_equal(g_mkdir(colon, 0700), 0);
    assert_refused(colon, "id", "colon");
    assert_refused("/nowhere/at/all", "id", "/nowhere/at/all");
    assert_false(safe_root_has_space(&place->root, UINT64_MAX, NULL));
    assert_true(safe_root_has_space(&place->root, 1, NULL));
}

/* Without the marker nothing is ours, whatever its name; with it what is written replaces names and
 * never what they lead to. */
static void own_names_are_no_way_out(void **user)
{
    static const char *const names[] = {".hdreplay-manifest", ".hdreplay-failed",
                                        ".hdreplay-manifest-new"};
    const struct place *place = *user;
    g_autofree char *path = g_build_filename(place->folder, "named", NULL);
    g_autofree char *precious = g_build_filename(place->outside, "precious", NULL);
    g_autoptr(GPtrArray) none = g_ptr_array_new();
    struct safe_root root;
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *own = g_build_filename(path, names[i], NULL);
        assert_int_equal(g_mkdir(path, 0700), 0);
        assert_int_equal(link(precious, own), 0);
        assert_refused(path, "id", names[i]);
        assert_int_equal(g_unlink(own), 0);
        assert_int_equal(mkfifo(own, 0600), 0);
        assert_refused(path, "id", names[i]);
        assert_int_equal(g_unlink(own), 0);
        assert_true(safe_root_open(path, "id", &root, NULL));
        assert_int_equal(link(precious, own), 0); /* between the look and the start */
        assert_false(safe_root_begin(&root, none, NULL));
        assert_int_equal(g_unlink(own), 0);
        assert_true(safe_root_begin(&root, none, NULL));
        g_unlink(own);
        assert_int_equal(link(precious, own), 0);
        assert_int_equal(safe_root_begin(&root, none, NULL), i != 0);
        place_assert_outside_untouched(place);
        g_unlink(own);
        assert_true(safe_root_begin(&root, none, NULL));
        assert_true(safe_root_clean(&root, NULL));
        safe_root_close(&root);
        assert_int_equal(g_rmdir(path), 0);
    }
}

/* ROMIO has a file beside each one with a shared pointer, which stays when a run is killed. */
static void deletes_shared_pointers(void **user)
{
    const struct place *place = *user;
    static char path[] = "a/b";
    g_autofree char *longest = g_strnfill(200, 'n'); /* the longest that a part of a name may be */
    g_autofree char *long_one = g_strdup_printf(".%s.shfp.1.2", longest);
    g_autofree char *folder = g_build_filename(place->folder, "shared", NULL);
    g_autofree char *below = g_build_filename(folder, "a", NULL);
    g_autoptr(GPtrArray) files = g_ptr_array_new();
    struct safe_root root;
    g_ptr_array_add(files, path);
    g_ptr_array_add(files, longest);
    assert_int_equal(g_mkdir(folder, 0700), 0);
    assert_true(safe_root_open(folder, "id", &root, NULL));
    assert_true(safe_root_begin(&root, files, NULL));
    assert_true(safe_root_make_folders(&root, path, NULL));
    place_put(below, ".b.shfp.1234", "");
    place_put(below, ".b.shfp.12.-5", "");
    place_put(folder, long_one, "");
    assert_true(safe_root_begin(&root, files, NULL));
    assert_true(safe_root_make_folders(&root, path, NULL));
    place_put(below, ".b.shfp.of_mine", "");
    assert_false(safe_root_begin(&root, files, NULL));
    assert_int_equal(faccessat(root.fd, "a/.b.shfp.of_mine", F_OK, 0), 0);
    safe_root_close(&root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(does_not_follow_what_is_in_the_way),
        cmocka_unit_test(a_second_run_replaces_the_first),
        cmocka_unit_test(a_manifest_may_be_larger_than_64_mib),
        cmocka_unit_test(empties_what_it_opens_to_read),
        cmocka_unit_test(refuses_roots_that_are_not_ours),
        cmocka_unit_test(own_names_are_no_way_out),
        cmocka_unit_test(deletes_shared_pointers),
        cmocka_unit_test(deletes_only_what_the_manifest_lists),
    };
    return cmocka_run_group_tests(tests, place_make, place_remove);
}

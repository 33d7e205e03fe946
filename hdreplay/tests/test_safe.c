/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A replay touches nothing beside its root, whatever names and whatever is in the way. */
#include "safe/safe_root.h"

#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sched.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NAMES = 1000000, CREATED_EVERY = 100 };

static const char *const pieces[] = {
    "..",   "/",        ".",     "a",    "link",   "ufs:",      "dir",
    "\n",   "\x7f",     ":",     "//",   "b c",    ".hdreplay", "-rf",
    "fifo", "~",        "$HOME", "\\",   "*",      "/../",      "/etc",
    "proc", "self",     "fd",    "dev",  "null",   "link/",     "dir/",
    "hard", "\xff\xfe", "/./",   "%s%n", "..\x01", "pvfs2:",    ".hdreplay-manifest",
    "loop", "%2e%2e",   "....",  "/.."};

static uint64_t state = 88172645463325252U;

static uint64_t next_number(uint64_t limit)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state % limit;
}

static void make_name(char *to, size_t size)
{
    const uint64_t count = 1 + next_number(7);
    size_t length = 0;
    to[0] = '\0';
    for (uint64_t i = 0; i < count; i++) {
        const char *piece = pieces[next_number(G_N_ELEMENTS(pieces))];
        if (length + strlen(piece) + 1 < size) {
            memcpy(to + length, piece, strlen(piece) + 1);
            length += strlen(piece);
        }
    }
    if (next_number(100) == 0) { /* too long as a part, or as a whole */
        memset(to + length, 'x', size - length - 1);
        to[size - 1] = '\0';
    }
}

/* Written anew, so that it shares no code with what it checks. */
static bool leads_down(const char *path)
{
    size_t part = 0;
    const char *begin = path;
    if (*path == '\0' || strlen(path) > SAFE_NAME_BYTES_MAX) {
        return false;
    }
    for (const char *at = path;; at++) {
        const unsigned char byte = (unsigned char)*at;
        if (byte == '/' || byte == '\0') {
            if (part == 0 || part > 255 || (part == 1 && begin[0] == '.') ||
                (part == 2 && begin[0] == '.' && begin[1] == '.') ||
                (part >= 9 && memcmp(begin, ".hdreplay", 9) == 0)) {
                return false;
            }
            part = 0;
            begin = at + 1;
        } else {
            part++;
        }
        if (byte == '\0') {
            return true;
        }
        if (byte < 32 || byte == 127 || byte == ':') {
            return false;
        }
    }
}

struct place {
    char *folder; /* holds root and outside */
    char *root_path;
    char *outside;
    struct safe_root root;
};

static void put(const char *folder, const char *name, const char *text)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    assert_true(g_file_set_contents(path, text, -1, NULL));
}

/* A root that somebody has filled with traps after it became ours. */
static int make_place(void **user)
{
    struct place *place = g_new0(struct place, 1);
    g_autoptr(GPtrArray) none = g_ptr_array_new();
    GError *error = NULL;
    place->folder = g_dir_make_tmp("hdreplay_safe_XXXXXX", NULL);
    place->root_path = g_build_filename(place->folder, "root", NULL);
    place->outside = g_build_filename(place->folder, "outside", NULL);
    assert_int_equal(g_mkdir(place->root_path, 0700), 0);
    assert_int_equal(g_mkdir(place->outside, 0700), 0);
    put(place->outside, "precious", "mine");
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

static int remove_place(void **user)
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

static void assert_outside_untouched(const struct place *place)
{
    g_autoptr(GDir) dir = g_dir_open(place->outside, 0, NULL);
    g_autofree char *path = g_build_filename(place->outside, "precious", NULL);
    g_autofree char *text = NULL;
    assert_string_equal(g_dir_read_name(dir), "precious");
    assert_null(g_dir_read_name(dir));
    assert_true(g_file_get_contents(path, &text, NULL, NULL));
    assert_string_equal(text, "mine");
}

static void create_one(const struct place *place, const char *path)
{
    const int file = safe_root_create(&place->root, path, NULL);
    struct stat info;
    if (file < 0) {
        return;
    }
    assert_int_equal(fstat(file, &info), 0);
    assert_true(S_ISREG(info.st_mode) && info.st_nlink == 1);
    assert_true(safe_root_check(&place->root, path, NULL));
    g_autofree char *link = g_strdup_printf("/proc/self/fd/%d", file);
    g_autofree char *real = g_file_read_link(link, NULL);
    g_autofree char *expected = g_strconcat(place->root.path, "/", path, NULL);
    assert_string_equal(real, expected);
    assert_int_equal(close(file), 0);
}

static void hostile_names_stay_below_the_root(void **user)
{
    const struct place *place = *user;
    char name[1400];
    char to[200];
    unsigned mapped_count = 0;
    g_autoptr(GArray) rules = g_array_new(FALSE, FALSE, sizeof(struct safe_rule));
    static char from[] = "ufs:";
    const struct safe_rule rule = {from, to, NULL, FALSE};
    g_autoptr(GArray) globs = g_array_new(FALSE, FALSE, sizeof(struct safe_rule));
    g_autoptr(GRegex) all = g_regex_new("\\A([^/]*)(.*)\\z", G_REGEX_RAW, 0, NULL);
    const struct safe_rule glob = {from, to, all, TRUE};
    to[0] = '\0';
    g_array_append_val(rules, rule);
    g_array_append_val(globs, glob);
    for (unsigned i = 0; i < NAMES; i++) {
        make_name(name, next_number(50) == 0 ? sizeof name : 120);
        if (i % 1000 == 0) {
            make_name(to, sizeof to);
            memcpy(to, i % 3000 == 0 ? "{2}{1}" : "{host}", 6);
        }
        GError *error = NULL;
        gboolean varies = FALSE;
        const struct safe_user who = {i, i % 5 == 0 ? "../.." : "host"};
        g_autofree char *path = safe_name_map(name,
                                              i % 4 == 0   ? rules
                                              : i % 4 == 2 ? globs
                                                           : NULL,
                                              &who, &varies, &error);
        assert_true((path == NULL) == (error != NULL));
        g_clear_error(&error);
        if (path == NULL) {
            continue;
        }
        mapped_count++;
        assert_true(leads_down(path));
        assert_true(safe_name_is_plain(path));
        if (mapped_count % CREATED_EVERY == 0) {
            create_one(place, path);
        }
    }
    assert_in_range(mapped_count, NAMES / 20, NAMES);
    assert_outside_untouched(place);
}

static void assert_mapped(const char *rule, const char *name, const char *expected)
{
    GError *error = NULL;
    gboolean varies = FALSE;
    g_autoptr(GArray) rules = g_array_new(FALSE, FALSE, sizeof(struct safe_rule));
    g_array_set_clear_func(rules, safe_rule_clear);
    struct safe_rule one;
    assert_true(safe_rule_parse(rule, &one, &error));
    g_array_append_val(rules, one);
    const struct safe_user user = {7, "node1"};
    g_autofree char *path = safe_name_map(name, rules, &user, &varies, &error);
    assert_string_equal(path == NULL ? error->message : path, expected);
    assert_int_equal(varies, strstr(expected, "7") != NULL || strstr(expected, "node1") != NULL);
}

static void maps_names_by_globs_expressions_and_who_uses_them(void **user)
{
    (void)user;
    assert_mapped("/scratch=fast", "/scratch/a/b", "fast/a/b");
    assert_mapped("/scratch=fast/{host}/{rank}", "/scratch/a", "fast/node1/7/a");
    assert_mapped("glob:/scratch/*/out.?=o/{1}.{2}", "/scratch/me/out.x", "o/me.x");
    assert_mapped("glob:/scratch/*/out.?=o/{1}.{2}", "/scratch/me/too/out.x",
                  "scratch/me/too/out.x");
    assert_mapped("glob:/**/*.h5=all/{2}-{rank}", "/a/b/c.h5", "all/c-7");
    assert_mapped("glob:/x[a-c][!0-9].dat={2}{1}", "/xbz.dat", "zb");
    assert_mapped("glob:/x[a-c][!0-9].dat={2}{1}", "/xb5.dat", "xb5.dat");
    assert_mapped("glob:/a+b(c)=plus", "/a+b(c)", "plus");
    assert_mapped("re:/u(\\d+)/(.*)\\.dat=u{1}/{2}", "/u12/x.y.dat", "u12/x.y");
    assert_mapped("re:/u(\\d+)/(.*)\\.dat=u{1}/{2}", "/u12/x.dat.old", "u12/x.dat.old");
    assert_mapped("re:/(.*)={1}/../x", "/a", "file /a: refused: it has `..'");
    static const char *const bad[] = {"=x",          "a",           "glob:=x",    "re:(=x",
                                      "re:a={1}",    "a=b{1}",      "a=b{0}",     "a=b{",
                                      "glob:*=b{2}", "re:a=b{ran}", "glob:[=b{1}"};
    for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
        struct safe_rule rule;
        GError *error = NULL;
        assert_false(safe_rule_parse(bad[i], &rule, &error));
        assert_non_null(strstr(error->message, "--map"));
        g_clear_error(&error);
    }
}

/* The same names as they are, without being mapped. */
static void raw_paths_are_refused_or_plain(void **user)
{
    const struct place *place = *user;
    char name[300];
    for (unsigned i = 0; i < NAMES / 20; i++) {
        make_name(name, sizeof name);
        const bool is_plain = leads_down(name);
        if (!is_plain) {
            assert_int_equal(safe_root_create(&place->root, name, NULL), -1);
            assert_false(safe_root_make_folders(&place->root, name, NULL));
            assert_false(safe_root_check(&place->root, name, NULL));
        }
    }
    assert_outside_untouched(place);
}

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
    assert_outside_untouched(place);
}

static void deletes_only_what_the_manifest_lists(void **user)
{
    struct place *place = *user;
    GError *error = NULL;
    /* Traps that are listed are left alone as well. */
    put(place->root_path, ".hdreplay-manifest", "f link\n");
    assert_false(safe_root_clean(&place->root, &error));
    g_clear_error(&error);
    put(place->root_path, ".hdreplay-manifest", "f link/precious\n");
    assert_false(safe_root_clean(&place->root, NULL));
    put(place->root_path, ".hdreplay-manifest", "f ../outside/precious\n");
    assert_false(safe_root_clean(&place->root, NULL));
    put(place->root_path, ".hdreplay-manifest", "f hard\n");
    assert_false(safe_root_clean(&place->root, NULL));
    put(place->root_path, ".hdreplay-manifest", "d link\n");
    assert_false(safe_root_clean(&place->root, NULL));
    assert_outside_untouched(place);
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
    put(path, "made", "");
    put(path, ".hdreplay-manifest", "f made\n");
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
    put(place->root_path, "full", "text");
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
        assert_outside_untouched(place);
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
    put(below, ".b.shfp.1234", "");
    put(below, ".b.shfp.12.-5", "");
    put(folder, long_one, "");
    assert_true(safe_root_begin(&root, files, NULL));
    assert_true(safe_root_make_folders(&root, path, NULL));
    put(below, ".b.shfp.of_mine", "");
    assert_false(safe_root_begin(&root, files, NULL));
    assert_int_equal(faccessat(root.fd, "a/.b.shfp.of_mine", F_OK, 0), 0);
    safe_root_close(&root);
}

/* --- with mounts of our own
 * -----------------------------------------------------------------------
 */

enum { NO_MOUNTS = 77, EIGHTH_BYTES = 1 << 17 };

static bool write_to(const char *path, const char *text)
{
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    const bool ok = file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text);
    if (file >= 0) {
        close(file);
    }
    return ok;
}

static bool may_mount(void)
{
    const unsigned uid = geteuid();
    g_autofree char *map = g_strdup_printf("0 %u 1", uid);
    if (unshare(uid == 0 ? CLONE_NEWNS : CLONE_NEWNS | CLONE_NEWUSER) != 0 ||
        (uid != 0 && !write_to("/proc/self/uid_map", map))) {
        return false;
    }
    return mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0;
}

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
    if (!may_mount() || mount("none", path, "tmpfs", 0, "size=1m,mode=0700") != 0) {
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
        cmocka_unit_test(maps_names_by_globs_expressions_and_who_uses_them),
        cmocka_unit_test(hostile_names_stay_below_the_root),
        cmocka_unit_test(raw_paths_are_refused_or_plain),
        cmocka_unit_test(does_not_follow_what_is_in_the_way),
        cmocka_unit_test(a_second_run_replaces_the_first),
        cmocka_unit_test(a_manifest_may_be_larger_than_64_mib),
        cmocka_unit_test(empties_what_it_opens_to_read),
        cmocka_unit_test(refuses_roots_that_are_not_ours),
        cmocka_unit_test(own_names_are_no_way_out),
        cmocka_unit_test(deletes_shared_pointers),
        cmocka_unit_test(does_not_cross_mounts),
        cmocka_unit_test(deletes_only_what_the_manifest_lists),
    };
    return cmocka_run_group_tests(tests, make_place, remove_place);
}

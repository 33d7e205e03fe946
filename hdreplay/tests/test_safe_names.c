/* SPDX-License-Identifier: GPL-3.0-or-later */
/* No name that a trace may have leads out of the root of a replay. */
#include "check.h"
#include "safe_place.h"

#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
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
    place_assert_outside_untouched(place);
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
    place_assert_outside_untouched(place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_names_by_globs_expressions_and_who_uses_them),
        cmocka_unit_test(hostile_names_stay_below_the_root),
        cmocka_unit_test(raw_paths_are_refused_or_plain),
    };
    return cmocka_run_group_tests(tests, place_make, place_remove);
}

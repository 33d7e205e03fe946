/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hdtrace-merge, given as argument, on what 256 ranks leave: every communicator has all its
 * members, each with its own number for it. */
#include "many_ranks.h"
#include "support.h"

#include <hdtrace/project.h>
#include <libxml/parser.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SIDE = 16, RANKS = SIDE * SIDE };

static const char *merge_program;

static void merge(const char *option)
{
    const pid_t child = fork();
    if (child == 0) {
        (void)close(STDOUT_FILENO);
        (void)execl(merge_program, merge_program, option, test_folder(), (char *)NULL);
        _exit(127);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static xmlDocPtr read_project(void)
{
    xmlDocPtr document = xmlReadFile(test_path("many.proj"), NULL, XML_PARSE_NOBLANKS);
    assert_non_null(document);
    return document;
}

static xmlNodePtr child_of(xmlNodePtr parent, const char *name)
{
    for (xmlNodePtr child = parent->children; child != NULL; child = child->next) {
        if (strcmp((const char *)child->name, name) == 0) {
            return child;
        }
    }
    fail_msg("no %s in %s", name, (const char *)parent->name);
    return NULL;
}

static int number_of(xmlNodePtr element, const char *name)
{
    xmlChar *const text = xmlGetProp(element, (const xmlChar *)name);
    const int number = text == NULL ? -2 : (int)strtol((const char *)text, NULL, 10);
    xmlFree(text);
    return number;
}

static void check_member(xmlNodePtr member, int rank, int local, int comm, int group)
{
    assert_int_equal(number_of(member, "global"), rank);
    assert_int_equal(number_of(member, "local"), local);
    assert_int_equal(number_of(member, "cid"), many_ranks_cid(rank, comm));
    assert_int_equal(number_of(member, "group"), group);
}

/* A communicator whose members are first, first + step, ... */
static xmlNodePtr check_comm(xmlNodePtr element, int comm, int first, int step, int count)
{
    static const char *const names[] = {"WORLD", "SELF", "row", "column", "", ""};
    xmlChar *const name = xmlGetProp(element, (const xmlChar *)"name");
    assert_string_equal(name, names[comm]);
    xmlFree(name);
    xmlNodePtr member = element->children;
    for (int i = 0; i < count; i++, member = member->next) {
        assert_non_null(member);
        check_member(member, first + i * step, comm == MANY_RANKS_SELF ? 0 : i, comm, -2);
    }
    assert_null(member);
    return element->next;
}

/* Kept in the order in which processes told of them, by the names of their files: 0, 1, 10, ... */
static void check_lines_of_the_grid(xmlNodePtr list, bool gids)
{
    bool seen[2][SIDE] = {{false}};
    int count = 0;
    for (xmlNodePtr c = list->children; c != NULL; c = c->next, count++) {
        xmlChar *const name = xmlGetProp(c, (const xmlChar *)"name");
        xmlChar *const gid = xmlGetProp(c, (const xmlChar *)"gid");
        const int first = number_of(c->children, "global");
        assert_int_equal(gid != NULL, gids && strcmp((const char *)name, "SELF") != 0);
        if (strcmp((const char *)name, "row") == 0) {
            seen[0][first / SIDE] = true;
            (void)check_comm(c, MANY_RANKS_ROW, first, 1, SIDE);
        } else if (strcmp((const char *)name, "column") == 0) {
            seen[1][first] = true;
            (void)check_comm(c, MANY_RANKS_COLUMN, first, SIDE, SIDE);
        }
        xmlFree(gid);
        xmlFree(name);
    }
    for (int i = 0; i < SIDE; i++) {
        assert_true(seen[0][i] && seen[1][i]);
    }
    assert_int_equal(count, 2 * SIDE + (gids ? 4 : 3));
}

/* Those that all processes are in; rank 0's fragment tells of them first, in its order. */
static void check_large_ones(xmlNodePtr list, bool gids)
{
    xmlNodePtr c = list->children;
    c = check_comm(c, MANY_RANKS_WORLD, 0, 1, RANKS);
    c = check_comm(c, MANY_RANKS_SELF, 0, 1, RANKS);
    c = check_comm(c, MANY_RANKS_ROW, 0, 1, SIDE);
    c = check_comm(c, MANY_RANKS_COLUMN, 0, SIDE, SIDE);
    c = check_comm(c, MANY_RANKS_DUP, 0, 1, RANKS);
    if (gids) {
        xmlNodePtr member = c->children;
        for (int i = 0; i < RANKS; i++, member = member->next) {
            check_member(member, i, i % (RANKS / 2), MANY_RANKS_HALVES, i >= RANKS / 2);
        }
        assert_null(member);
    }
}

static void check_types(xmlNodePtr list)
{
    assert_int_equal(xmlChildElementCount(list), RANKS);
    for (xmlNodePtr rank = list->children; rank != NULL; rank = rank->next) {
        assert_int_equal(xmlChildElementCount(rank), MANY_RANKS_TYPES);
    }
}

static void check_files(xmlNodePtr list)
{
    assert_int_equal(xmlChildElementCount(list), MANY_RANKS_SHARED_FILES + RANKS);
    xmlNodePtr file = list->children;
    for (int i = 0; i < MANY_RANKS_SHARED_FILES; i++, file = file->next) {
        xmlChar *const bytes = xmlNodeGetContent(child_of(file, "InitialSize"));
        assert_int_equal(strtol((const char *)bytes, NULL, 10), i * 8);
        xmlFree(bytes);
    }
}

static void check_topology(xmlNodePtr topology)
{
    assert_int_equal(xmlChildElementCount(topology), 1 + RANKS / MANY_RANKS_PER_HOST);
    for (xmlNodePtr host = topology->children->next; host != NULL; host = host->next) {
        assert_int_equal(xmlChildElementCount(host), MANY_RANKS_PER_HOST);
    }
}

static void generate(bool gids)
{
    const many_ranks run = {.side = SIDE, .gids = gids, .own_file = true};
    assert_true(many_ranks_write(&run, test_folder(), "many"));
}

static void check(bool gids)
{
    xmlDocPtr document = read_project();
    xmlNodePtr root = xmlDocGetRootElement(document);
    check_topology(child_of(root, "Topology"));
    check_files(child_of(root, "FileList"));
    check_large_ones(child_of(root, "CommunicatorList"), gids);
    check_lines_of_the_grid(child_of(root, "CommunicatorList"), gids);
    check_types(child_of(root, "Datatypes"));
    assert_int_equal(xmlChildElementCount(child_of(root, "ExternalStatistics")), 1);
    xmlFreeDoc(document);
}

static void members_listed_once_reach_every_process(void **state)
{
    (void)state;
    generate(true);
    merge("--");
    check(true);
}

static void members_listed_by_every_process_are_joined(void **state)
{
    (void)state;
    generate(false);
    merge("--");
    check(false);
}

/* --- a project that is there already ---------------------------------------------------------- */

static const char *fragment_of(int rank)
{
    char name[64];
    (void)snprintf(name, sizeof name, "many_node%03d_%d_0.info", rank / MANY_RANKS_PER_HOST, rank);
    return test_path(name);
}

/* What rank 0 writes when only some ranks came in time, edited by hand. */
static void write_part(int count)
{
    static const char description[] = "<Description>by hand</Description>";
    static const char own[] = "<Mine a=\"1\"><x/></Mine>";
    static const char file[] =
        "<InitialSize>5</InitialSize><Distribution implementation=\"other\"/>";
    hd_project *project = NULL;
    assert_int_equal(hd_project_create("many", &project), HD_OK);
    for (int rank = 0; rank < count; rank++) {
        size_t length = 0;
        char *const text = test_read(strrchr(fragment_of(rank), '/') + 1, &length);
        assert_non_null(text);
        assert_int_equal(hd_project_add_fragment(project, text, length, "part"), HD_OK);
        free(text);
    }
    hd_project_set_missing(project, (size_t)(RANKS - count), RANKS);
    assert_int_equal(hd_project_keep(project, HD_KEPT_ELEMENT, NULL, own, sizeof own - 1), HD_OK);
    assert_int_equal(
        hd_project_keep(project, HD_KEPT_ELEMENT, NULL, description, sizeof description - 1),
        HD_OK);
    assert_int_equal(hd_project_keep(project, HD_KEPT_FILE, "/scratch/project/run/out.000003", file,
                                     sizeof file - 1),
                     HD_OK);
    assert_int_equal(hd_project_keep(project, HD_KEPT_DATATYPES, "3", "", 0), HD_INVALID);
    assert_int_equal(hd_project_write(project, test_path("many.proj")), HD_OK);
    hd_project_destroy(project);
}

static void check_parts(bool are_missing, const char *missing)
{
    static const char *const kept[] = {"<Description>by hand</Description>",
                                       "<Mine a=\"1\"><x/></Mine>",
                                       "<Distribution implementation=\"other\"/>"};
    char *const text = test_read("many.proj", NULL);
    assert_non_null(text);
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        assert_int_equal(test_count(text, kept[i]), 1);
    }
    assert_int_equal(strstr(text, missing) != NULL, are_missing);
    free(text);
}

static void a_project_that_lacks_processes_is_completed(void **state)
{
    (void)state;
    generate(true);
    write_part(10);
    check_parts(true, "missing=\"246\"");
    assert_int_equal(remove(fragment_of(3)), 0); /* it was told by message alone */
    assert_int_equal(remove(fragment_of(5)), 0);
    assert_int_equal(rename(fragment_of(200), test_path("later")), 0);
    merge("--incomplete");
    check_parts(true, " missing=\"1\"");
    assert_int_equal(rename(test_path("later"), fragment_of(200)), 0);
    merge("--incomplete");
    check_parts(false, "missing=");
    check(true);
    char *const before = test_read("many.proj", NULL);
    merge("--"); /* once more changes nothing */
    char *const after = test_read("many.proj", NULL);
    assert_string_equal(before, after);
    free(before);
    free(after);
    assert_int_equal(remove(fragment_of(7)), 0);
    merge("--");
    check(true);
}

static void a_complete_project_can_be_left_alone(void **state)
{
    (void)state;
    static const char whole[] = "<Application name='many'/>\n";
    generate(true);
    FILE *const out = fopen(test_path("many.proj"), "wb");
    assert_non_null(out);
    (void)fputs(whole, out);
    assert_int_equal(fclose(out), 0);
    merge("--incomplete");
    char *const text = test_read("many.proj", NULL);
    assert_string_equal(text, whole);
    free(text);
}

static void a_project_that_cannot_be_read_is_put_aside(void **state)
{
    (void)state;
    static const char broken[] = "<Application name='many'><FileList>\n";
    generate(true);
    FILE *const out = fopen(test_path("many.proj"), "wb");
    assert_non_null(out);
    (void)fputs(broken, out);
    assert_int_equal(fclose(out), 0);
    merge("--");
    char *const text = test_read("many.proj.old", NULL);
    assert_string_equal(text, broken);
    free(text);
    check(true);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(members_listed_once_reach_every_process),
        TEST(members_listed_by_every_process_are_joined),
        TEST(a_project_that_lacks_processes_is_completed),
        TEST(a_complete_project_can_be_left_alone),
        TEST(a_project_that_cannot_be_read_is_put_aside),
    };
    if (argc != 2) {
        (void)fputs("usage: hdtrace-many-ranks MERGE\n", stderr);
        return 2;
    }
    merge_program = argv[1];
    return cmocka_run_group_tests_name("many_ranks", tests, NULL, NULL);
}

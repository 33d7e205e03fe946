/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hdtrace-merge, given as argument, on what 256 ranks leave: every communicator has all its
 * members, each with its own number for it. */
#include "many_ranks.h"
#include "support.h"

#include <libxml/parser.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SIDE = 16, RANKS = SIDE * SIDE };

static const char *merge_program;

static void merge(const many_ranks *run)
{
    assert_true(many_ranks_write(run, test_folder(), "many"));
    const pid_t child = fork();
    if (child == 0) {
        (void)close(STDOUT_FILENO);
        (void)execl(merge_program, merge_program, test_folder(), (char *)NULL);
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

static void check(bool gids)
{
    const many_ranks run = {.side = SIDE, .gids = gids, .own_file = true};
    merge(&run);
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
    check(true);
}

static void members_listed_by_every_process_are_joined(void **state)
{
    (void)state;
    check(false);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(members_listed_once_reach_every_process),
        TEST(members_listed_by_every_process_are_joined),
    };
    if (argc != 2) {
        (void)fputs("usage: hdtrace-many-ranks MERGE\n", stderr);
        return 2;
    }
    merge_program = argv[1];
    return cmocka_run_group_tests_name("many_ranks", tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the agent looks at in a file of ROMIO before it takes the file's table over: each thing that
 * is not as it was measured closes the exit with one line, and the file stays as it is. */
#include "adio_abi.h"
#include "agent.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

mpich2hd_gate_type mpich2hd_gate;
MPICH2HD_OWN_GATE;

/* Stands for the library: what lies in it is known, and nothing else. */
static struct {
    ADIOI_Fns table;
    char name[200];
    char code[sizeof(ADIOI_Fns) / sizeof(void *)];
} library;

static char said[200];
static int lines;

void agent_warn(const char *exit, const char *reason)
{
    lines++;
    (void)snprintf(said, sizeof said, "%s: %s", exit, reason);
}

bool agent_contains(agent_range range, const void *address)
{
    return (uintptr_t)address >= range.begin && (uintptr_t)address < range.end;
}

agent_range agent_find_object(const void *address)
{
    const agent_range all = {(uintptr_t)&library, (uintptr_t)(&library + 1)};
    return agent_contains(all, address) ? all : (agent_range){0, 0};
}

/* A file as it was measured. */
static struct ADIOI_FileD make(void)
{
    struct ADIOI_FileD file = {.magic = ADIO_MAGIC, .fns = &library.table};
    const void *words[sizeof(ADIOI_Fns) / sizeof(void *)];
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        words[i] = &library.code[i];
    }
    memcpy(&library.table, words, sizeof words);
    library.table.fsname = library.name;
    (void)snprintf(library.name, sizeof library.name, "UFS: a driver");
    return file;
}

static void is_taken(void)
{
    struct ADIOI_FileD file = make();
    agent_adopt_file(&file);
    assert_int_equal(lines, 0);
    assert_ptr_not_equal(file.fns, &library.table);
    ADIOI_Fns *const taken = file.fns;
    agent_adopt_file(&file); /* ours already */
    assert_ptr_equal(file.fns, taken);
}

/* The exit closes once and for all, so each test is a process of its own: argv says which. */
static void is_refused(struct ADIOI_FileD *file, const char *reason)
{
    char expected[200];
    ADIOI_Fns *const table = file->fns;
    (void)snprintf(expected, sizeof expected, "ROMIO's calls of file systems: %s", reason);
    agent_adopt_file(file);
    assert_string_equal(said, expected);
    struct ADIOI_FileD good = make();
    agent_adopt_file(&good);
    assert_int_equal(lines, 1);
    assert_ptr_equal(file->fns, table);
    assert_ptr_equal(good.fns, &library.table);
}

static void run(void **state)
{
    static const mpich2hd_callbacks somebody;
    const char *const what = *state;
    mpich2hd_gate.callbacks = &somebody; /* without, tables stay as they are */
    struct ADIOI_FileD file = make();
    ADIOI_Fns elsewhere = library.table;
    char own_code = 0;
    const void *const foreign = &own_code;
    if (strcmp(what, "good") == 0) {
        is_taken();
    } else if (strcmp(what, "mark") == 0) {
        file.magic++;
        is_refused(&file, "a file's mark is another one");
    } else if (strcmp(what, "place") == 0) {
        file.fns = &elsewhere;
        is_refused(&file, "a file's table is elsewhere");
    } else if (strcmp(what, "entries") == 0) {
        memcpy(&library.table.ADIOI_xxx_Close, &foreign, sizeof foreign);
        is_refused(&file, "a file's table has other entries");
    } else if (strcmp(what, "functions") == 0) {
        library.table.ADIOI_xxx_ReadContig = NULL;
        is_refused(&file, "a file's table has other entries");
    } else {
        (void)snprintf(library.name, sizeof library.name, "no driver");
        is_refused(&file, "a file's table has no name");
    }
}

int main(int argc, char **argv)
{
    static char good[] = "good";
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(run, argc > 1 ? argv[1] : good),
    };
    return cmocka_run_group_tests_name("agent_files", tests, NULL, NULL);
}

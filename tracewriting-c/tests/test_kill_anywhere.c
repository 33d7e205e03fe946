/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A process may be killed between any two of its instructions: a line that has its end stands in
 * the file as it is meant. The process is stopped at each instruction, and its file looked at. */
#include "random_calls.h"
#include "support.h"

#include <fcntl.h>
#include <hdtrace/relation.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FILE_BYTES = 98304, LINE_BYTES = 8192, FAILED = 1, REFUSED = 2 };

#ifdef __x86_64__
enum { CAN_STEP = 1 };
#else /* an instruction that asks for its cache line and is stopped then may never get it */
enum { CAN_STEP = 0 };
#endif

/* What is written: the file, and how. */
typedef struct subject {
    const char *file;
    bool (*create)(void);
    bool (*write)(void);
} subject;

/* --- relations -------------------------------------------------------------------------------- */

enum { PHRASES = 4, RELATION_LINES = 14 };

static hd_relation *relation;
static const hd_relation_phrase *phrases[PHRASES];
static char long_value[1100];

static const hd_relation_attribute attributes[] = {
    {"file", "one/of/those/long/paths/that/need/more/than/one/block/of/text"}, {"size", "<4096>"}};

static bool create_relation(void)
{
    memset(long_value, 'n', sizeof long_value - 1);
    return hd_relation_phrase_create("write", 0, NULL, &phrases[0]) == HD_OK &&
           hd_relation_phrase_create("pwrite", 2, attributes, &phrases[1]) == HD_OK &&
           hd_relation_phrase_create(NULL, 2, attributes, &phrases[2]) == HD_OK &&
           hd_relation_phrase_create(NULL, 0, NULL, &phrases[3]) == HD_OK &&
           hd_relation_create(test_node(test_topology()), &relation) == HD_OK;
}

/* All kinds of lines, also longer than a block of what is made ready, and than what is made where
 * it will stand. */
static bool write_relation(void)
{
    const hd_relation_attribute long_one = {"name", long_value};
    hd_token token;
    hd_token inner;
    bool good = hd_relation_create_token(relation, &token) == HD_OK &&
                hd_token_begin_state(token, "io_sm", 2, attributes) == HD_OK &&
                hd_relation_create_child(relation, token, &inner) == HD_OK;
    for (size_t i = 0; i < PHRASES && good; i++) {
        good = hd_token_put(inner, phrases[i]) == HD_OK;
    }
    return good && hd_token_begin_state(inner, "read", 0, NULL) == HD_OK &&
           hd_token_end_state(inner, 2, attributes, "<x v='3'/>") == HD_OK &&
           hd_token_begin_state(inner, "open", 1, &long_one) == HD_OK &&
           hd_token_end_state(inner, 0, NULL, NULL) == HD_OK && hd_token_destroy(inner) == HD_OK &&
           hd_token_end_state(token, 0, NULL, NULL) == HD_OK && hd_token_destroy(token) == HD_OK;
}

/* --- a trace ---------------------------------------------------------------------------------- */

enum { CALLS = 25 };

static hd_trace *trace;
static random_calls calls;

static bool create_trace(void)
{
    calls = (random_calls){.seed = test_seed(), .longest = 1000};
    trace = random_calls_create(test_node(test_topology()), &(hd_trace_options){.index = true});
    return trace != NULL;
}

static bool write_trace(void)
{
    for (unsigned i = 0; i < CALLS; i++) {
        random_calls_step(&calls, trace);
    }
    return true;
}

/* --- how it is stopped ------------------------------------------------------------------------ */

/* The process; it stops itself before it writes, and when it has written. */
static void run(const subject *s)
{
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || !s->create()) {
        _exit(FAILED);
    }
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) {
        _exit(REFUSED);
    }
    (void)raise(SIGSTOP);
    (void)raise(s->write() ? SIGSTOP : SIGABRT);
    _exit(FAILED);
}

/* The next instruction. True: it was one, and no stop of the process's own. */
static bool step(pid_t child)
{
    int status = 0;
    assert_int_equal(ptrace(PTRACE_SINGLESTEP, child, NULL, NULL), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSTOPPED(status));
    assert_true(WSTOPSIG(status) == SIGTRAP || WSTOPSIG(status) == SIGSTOP);
    return WSTOPSIG(status) == SIGTRAP;
}

/* Copy the lines that have their ends by now. @return the bytes of all of them */
static size_t take_ended(char *seen, const char *file, size_t bytes)
{
    const char *end = NULL;
    while (bytes < FILE_BYTES && (end = memchr(file + bytes, '\n', LINE_BYTES)) != NULL) {
        const size_t line = (size_t)(end + 1 - file) - bytes;
        memcpy(seen + bytes, file + bytes, line);
        bytes += line;
    }
    return bytes;
}

static void stop_everywhere(const subject *s, pid_t child, char *seen)
{
    const int fd = open(test_path(s->file), O_RDONLY);
    struct stat about;
    assert_true(fd >= 0);
    assert_int_equal(fstat(fd, &about), 0);
    if (about.st_size == 0) {
        print_message("files are not mapped here: what was written last is in memory\n");
        (void)close(fd);
        return;
    }
    assert_true(about.st_size >= FILE_BYTES + LINE_BYTES); /* it grows in larger steps */
    void *const mapped = mmap(NULL, FILE_BYTES + LINE_BYTES, PROT_READ, MAP_SHARED, fd, 0);
    assert_true(mapped != MAP_FAILED);
    size_t bytes = take_ended(seen, mapped, 0);
    unsigned steps = 0;
    for (; step(child); steps++) {
        bytes = take_ended(seen, mapped, bytes);
    }
    print_message("%u instructions, %zu bytes\n", steps, bytes);
    assert_in_range(bytes, 500, FILE_BYTES - 1); /* later ones would not have been looked at */
    assert_true(steps > 1000);
    assert_memory_equal(seen, mapped, bytes);
    seen[bytes] = '\0';
    (void)munmap(mapped, FILE_BYTES + LINE_BYTES);
    (void)close(fd);
}

/* The lines that the file has at last; *seen is empty where that can't be tried. */
static void check(const subject *s, char *seen)
{
    *seen = '\0';
    if (!CAN_STEP) {
        print_message("only on x86_64\n");
        return;
    }
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        run(s);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == REFUSED) {
        print_message("no process may be stopped here by another\n");
        return;
    }
    assert_true(WIFSTOPPED(status));
    stop_everywhere(s, child, seen);
    (void)kill(child, SIGKILL);
    (void)waitpid(child, &status, 0);
}

static char seen[FILE_BYTES + LINE_BYTES + 1];

static void a_line_of_relations_that_ends_is_whole(void **state)
{
    (void)state;
    check(&(const subject){"app_n1_0_0.rel", create_relation, write_relation}, seen);
    if (*seen == '\0') {
        skip();
    }
    assert_int_equal(test_count(seen, "\n"), 1 + RELATION_LINES);
    assert_int_equal(test_count(seen, " time=\""), RELATION_LINES);
}

static void a_line_of_a_trace_that_ends_is_whole(void **state)
{
    (void)state;
    check(&(const subject){"app_n1_0_0.trc", create_trace, write_trace}, seen);
    if (*seen == '\0') {
        skip();
    }
    assert_true(test_count(seen, "\n") > CALLS / 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_line_of_relations_that_ends_is_whole),
        TEST(a_line_of_a_trace_that_ends_is_whole),
    };
    return cmocka_run_group_tests_name("kill_anywhere", tests, NULL, NULL);
}

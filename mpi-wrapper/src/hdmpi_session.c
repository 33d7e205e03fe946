/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Start and end of the traced run. */
#include "hdmpi_session.h"

#include "hdmpi_chain.h"
#include "hdmpi_ids.h"
#include "hdmpi_inside.h"
#include "hdmpi_record.h"

#include <errno.h>
#include <hdtrace/clock.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* File names end at 255 bytes: the rest is for host, rank, thread or group, and the suffix. */
enum { PROJECT_NAME_MAX = 150 };

hd__session hd__run = {.comm = MPI_COMM_NULL};

void hd__warn(const char *message)
{
    char line[512];
    const int saved = errno;
    const int length = hd__run.pid == 0 ? snprintf(line, sizeof(line), "hdtrace: %s\n", message)
                                        : snprintf(line, sizeof(line), "hdtrace: rank %d: %s\n",
                                                   hd__run.rank, message);
    const size_t size = length < (int)sizeof(line) ? (size_t)length : sizeof(line) - 1;
    if (write(STDERR_FILENO, line, size) < 0) {
        errno = saved; /* there is nobody left to tell */
    }
    errno = saved;
}

void hd__warn_status(const char *what)
{
    static atomic_bool warned; /* one reason is enough for a process */
    char message[400];
    if (!atomic_exchange(&warned, true)) {
        (void)snprintf(message, sizeof(message), "%s: %s", what, hd_error_get_text());
        hd__warn(message);
    }
}

/* A forked child inherits buffers and files that are the parent's business. */
static void forked_child(void)
{
    atomic_store(&hd__run.state, HD__CLOSED);
}

static void program_name(char *name, size_t size)
{
    char line[1024] = "";
    FILE *const file = fopen("/proc/self/cmdline", "re");
    if (file != NULL) {
        line[fread(line, 1, sizeof(line) - 1, file)] = '\0';
        (void)fclose(file);
    }
    const char *const slash = strrchr(line, '/');
    const char *const base = slash == NULL ? line : slash + 1;
    (void)snprintf(name, size, "%.200s", base[0] == '\0' ? "program" : base);
}

/* Set the directory of all files: absolute, because files are made until the end of the run. */
static void name_directory(const char *prefix, size_t length)
{
    char current[2048] = "";
    const bool relative = prefix[0] != '/' && getcwd(current, sizeof(current)) != NULL;
    (void)snprintf(hd__run.directory, sizeof(hd__run.directory), "%s%s%.*s",
                   relative ? current : "", relative ? "/" : "", (int)length, prefix);
}

/* Cut a text, but not inside a UTF-8 character. */
static void cut(char *text, size_t length)
{
    if (strlen(text) > length) {
        while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80) {
            length--;
        }
        text[length] = '\0';
    }
}

/* Spawned processes count their ranks from 0 as well. */
static void name_spawned(char *text, size_t size)
{
    MPI_Comm parent = MPI_COMM_NULL;
    PMPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL) {
        (void)snprintf(text, size, "-spawned%ld", (long)hd__run.pid);
    }
}

static void name_whole(char *name, const char *ending)
{
    cut(name, PROJECT_NAME_MAX - strlen(ending));
    (void)snprintf(hd__run.project, sizeof(hd__run.project), "%.*s%s", PROJECT_NAME_MAX, name,
                   ending);
}

/* HDTRACE_PREFIX is a string put in front: up to its last slash a directory, then a part of the
 * project's name. */
static void name_project(void)
{
    const hd__config *const config = &hd__run.config;
    const char *const slash = strrchr(config->prefix, '/');
    const char *const rest = slash == NULL ? config->prefix : slash + 1;
    name_directory(config->prefix, (size_t)(rest - config->prefix));
    char program[208];
    program_name(program, sizeof(program));
    char spawned[32] = "";
    if (!hd__run.is_alone) {
        name_spawned(spawned, sizeof(spawned));
    }
    char name[512];
    (void)snprintf(name, sizeof(name), "%s%s", rest,
                   config->project == NULL ? program : config->project);
    name_whole(name, spawned);
    if (!hd__run.is_alone && hd__run.rank == 0 && hd__project_is_an_ancestors()) {
        (void)snprintf(spawned, sizeof(spawned), "-inner%ld", (long)hd__run.pid);
        name_whole(name, spawned);
    }
}

/* All ranks use the name that rank 0 has, also when they run other programs. Files of this process
 * that are open already keep theirs. */
static void agree_on_project(void)
{
    char name[sizeof(hd__run.project)];
    memcpy(name, hd__run.project, sizeof(name));
    PMPI_Bcast(name, (int)sizeof(name), MPI_CHAR, 0, hd__run.comm);
    if (!hd__run.is_alone) {
        memcpy(hd__run.project, name, sizeof(name));
    }
}

static void name_host(void)
{
    if (hd__run.config.host != NULL) {
        (void)snprintf(hd__run.host, sizeof(hd__run.host), "%s", hd__run.config.host);
    } else if (gethostname(hd__run.host, sizeof(hd__run.host) - 1) != 0) {
        (void)snprintf(hd__run.host, sizeof(hd__run.host), "localhost");
    }
}

static bool make_topology(void)
{
    static const char *const levels[] = {"Hostname", "Rank", "Thread"};
    if (hd_topology_create(hd__run.directory, hd__run.project, 3, levels, &hd__run.topology) !=
        HD_OK) {
        hd__warn_status("cannot record");
        return false;
    }
    hd__host_enter(hd__run.topology);
    return true;
}

/* Ranks that are not asked for take part in what all do, and write the project if they are first.
 */
static bool open_files(void)
{
    return make_topology() && hd__config_has_rank(hd__run.config.ranks, hd__run.rank) &&
           hd__thread_get() != NULL && hd__run.fragment != NULL;
}

/* Of the node's ranks that record. */
static bool is_first_of_node(MPI_Comm node_comm)
{
    const bool records = hd__config_has_rank(hd__run.config.ranks, hd__run.rank);
    const int own = records ? hd__run.rank : INT_MAX;
    int first = 0;
    return PMPI_Allreduce(&own, &first, 1, MPI_INT, MPI_MIN, node_comm) == MPI_SUCCESS && records &&
           first == own;
}

/* The state lasts until the program goes on. What the wrapper added is told apart, so that it is
 * not taken for the program's own work after MPI_Init. */
static void record_start(const char *element, int64_t begin_ns, int64_t returned_ns, int required,
                         int provided)
{
    hd_trace *const trace = hd__thread_get()->trace;
    hd_trace_begin_state_at(trace, element, begin_ns);
    if (required >= 0) {
        hd_trace_add_int(trace, "required", required);
        hd_trace_add_int(trace, "provided", provided);
    }
    const int64_t now_ns = hd_clock_get_ns();
    hd_trace_add_int(trace, "tracerNs", now_ns - returned_ns);
    hd_trace_end_state_at(trace, now_ns);
    /* A run that is killed early still leaves files that can be read. */
    if (hd_trace_flush(trace) != HD_OK) {
        hd__warn_status("cannot write the trace");
    }
}

/* Before anybody can have read the clock. */
static bool has_wrong_clock;
static bool has_other_mpi;

static __attribute__((constructor)) void process_begins(void)
{
    has_other_mpi = hd__chain_has_other_mpi();
    has_wrong_clock = !hd__config_select_clock();
}

static void warn_first_rank(const char *message)
{
    int rank = hd__run.rank;
    if (hd__run.is_alone) {
        if (rank == 0) {
            hd__warn(message);
        }
    } else if (PMPI_Comm_rank(MPI_COMM_WORLD, &rank) == MPI_SUCCESS && rank == 0) {
        hd__warn(message);
    }
}

/* What all processes do together. @return whether this one samples its node */
static bool meet(void)
{
    PMPI_Comm_set_errhandler(hd__run.comm, MPI_ERRORS_RETURN);
    PMPI_Comm_rank(hd__run.comm, &hd__run.rank);
    PMPI_Comm_size(hd__run.comm, &hd__run.rank_count);
    hd__run.pid = getpid();
    name_host();
    if (!hd__run.is_alone) {
        name_project();
    }
    agree_on_project();
    hd__host_agree();
    MPI_Comm node_comm = MPI_COMM_NULL;
    PMPI_Comm_split_type(hd__run.comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node_comm);
    hd__clock_measure(node_comm);
    const bool samples = is_first_of_node(node_comm);
    PMPI_Comm_free(&node_comm);
    return samples;
}

/* The count of ranks when there is none. */
static int get_first_that_records(void)
{
    int first = 0;
    while (first < hd__run.rank_count && !hd__config_has_rank(hd__run.config.ranks, first)) {
        first++;
    }
    return first;
}

/* What a death can take along where files are not mapped (FORMATS A3). */
static void warn_of_loss(const hd_trace *trace)
{
    const size_t bytes = hd_trace_get_loss_bytes(trace);
    if (bytes == 0 || get_first_that_records() != hd__run.rank) {
        return;
    }
    char message[400];
    (void)snprintf(
        message, sizeof(message),
        "files can't be mapped safely in %.150s: the death of a process takes along what "
        "its threads recorded in the last second, at most %zu KiB each%s",
        hd__run.directory[0] == '\0' ? "." : hd__run.directory, bytes / 1024,
        hd__run.config.mode == HD_TRACE_RING ? "; HDTRACE_MODE=ring is not used" : "");
    hd__warn(message);
}

static void warn_without_ranks(void)
{
    if (hd__run.rank == 0 && get_first_that_records() == hd__run.rank_count) {
        char message[200];
        (void)snprintf(message, sizeof(message),
                       "HDTRACE_RANKS=%.80s names none of the %d ranks: nothing is recorded",
                       hd__run.config.ranks, hd__run.rank_count);
        hd__warn(message);
    }
}

/* What concerns nobody else. */
static void begin_recording(bool samples)
{
    warn_without_ranks();
    hd__filter_init(&hd__run.config, warn_first_rank);
    hd__templates_create();
    hd__status_init();
    pthread_atfork(NULL, NULL, forked_child);
    hd__run.fenced = !hd__fence_init();
    const bool usable = open_files();
    atomic_store(&hd__run.recording, true);
    atomic_store(&hd__run.state, usable ? HD__ACTIVE : HD__MUTE);
    if (usable) {
        warn_of_loss(hd__thread_get()->trace);
        hd__switch_init();
        hd__comms_init();
        hd__types_init();
        hd__relation_open();
        hd__inside_start(warn_first_rank);
        if (!hd__run.is_alone) {
            hd__sampler_start(samples);
            hd__power_start(samples);
        }
    }
}

void hd__session_start(const char *element, int64_t begin_ns, int64_t returned_ns, int required,
                       int provided)
{
    if (has_other_mpi) {
        return; /* a handle of it, as in a question for the rank, would end the program */
    }
    hd__config_read(&hd__run.config, warn_first_rank);
    if (has_wrong_clock) {
        warn_first_rank("HDTRACE_CLOCK: there is no such clock here, the default one is used");
    }
    const int state = atomic_load(&hd__run.state);
    if (!hd__run.config.enabled || (state != HD__IDLE && !hd__run.is_alone) ||
        PMPI_Comm_dup(MPI_COMM_WORLD, &hd__run.comm) != MPI_SUCCESS) {
        return;
    }
    const bool samples = meet();
    if (hd__run.is_alone) {
        hd__run.is_alone = false;
        if (state == HD__ACTIVE) {
            hd__comms_init();
            record_start(element, begin_ns, returned_ns, required, provided);
        }
        return;
    }
    begin_recording(samples);
    if (atomic_load(&hd__run.state) == HD__ACTIVE) {
        record_start(element, begin_ns, returned_ns, required, provided);
    }
    if (hd__run.config.verbose && hd__run.rank == 0) {
        char message[400];
        (void)snprintf(message, sizeof(message), "recording %d ranks into %.200s%.100s.proj",
                       hd__run.rank_count, hd__run.directory, hd__run.project);
        hd__warn(message);
    }
}

#if MPI_VERSION >= 4
static void warn_rank_0(const char *message)
{
    if (hd__run.rank == 0) {
        hd__warn(message);
    }
}

void hd__session_start_alone(MPI_Session session, int64_t begin_ns, int64_t returned_ns)
{
    MPI_Group world = MPI_GROUP_NULL;
    if (atomic_load(&hd__run.state) != HD__IDLE ||
        PMPI_Group_from_session_pset(session, "mpi://WORLD", &world) != MPI_SUCCESS) {
        return;
    }
    PMPI_Group_rank(world, &hd__run.rank);
    PMPI_Group_size(world, &hd__run.rank_count);
    PMPI_Group_free(&world);
    hd__config_read(&hd__run.config, warn_rank_0);
    if (!hd__run.config.enabled) {
        return;
    }
    hd__run.is_alone = true;
    hd__run.pid = getpid();
    name_host();
    name_project();
    begin_recording(false);
    if (atomic_load(&hd__run.state) == HD__ACTIVE) {
        record_start("Session_init", begin_ns, returned_ns, -1, -1);
    }
    if (hd__run.config.rut_interval_ms != 0) {
        warn_rank_0("HDTRACE_RUT_MS is not used: which ranks share a node is known after MPI_Init");
    }
    if (hd__run.config.power != NULL) {
        warn_rank_0("HDTRACE_POWER is not used: which ranks share a node is known after MPI_Init");
    }
}
#endif

void hd__session_close(void)
{
    const int before = atomic_exchange(&hd__run.state, HD__CLOSED);
    hd__fence_threads();
    if (before != HD__ACTIVE || hd__run.pid != getpid()) {
        return;
    }
    hd__inside_stop();
    hd__sampler_stop();
    hd__power_stop();
    if (hd__run.is_alone && !hd__run.collected && hd__run.rank == 0) {
        char message[400];
        (void)snprintf(message, sizeof(message), "no MPI_Finalize, run: hdtrace merge %.250s",
                       hd__run.directory[0] == '\0' ? "." : hd__run.directory);
        hd__warn(message);
    }
    if (!hd__threads_close()) {
        return;
    }
    hd__relation_close();
    hd_fragment_destroy(hd__run.fragment);
    hd__run.fragment = NULL;
}

/* exit() or return from main without MPI_Finalize. */
static __attribute__((destructor)) void process_ends(void)
{
    if (atomic_load(&hd__run.state) == HD__ACTIVE) {
        hd__run.ending = true;
        hd__session_close();
    }
}

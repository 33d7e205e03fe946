/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Begin and end of what this library records of a process, and of its children. */
#include "hdposix_session.h"

#include "hdposix_files.h"
#include "hdposix_real.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <hdtrace/clock.h>
#include <link.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_MAX_BYTES = 150, CLAIMS_MAX = 1000, OWN_MAX = 16 };

hdp__process hdp__run;

_Thread_local bool hdp__inside __attribute__((tls_model("initial-exec")));
_Thread_local int hdp__vforked __attribute__((tls_model("initial-exec")));

static pthread_mutex_t begin_lock = PTHREAD_MUTEX_INITIALIZER;

/* --- messages --------------------------------------------------------------------------------- */

/* What stderr was when the process began: a file that got the number since is the program's. */
static struct {
    bool is_open;
    dev_t device;
    ino_t inode;
} told;

static void remember_stderr(void)
{
    struct stat status;
    told.is_open = fstat(STDERR_FILENO, &status) == 0;
    told.device = told.is_open ? status.st_dev : 0;
    told.inode = told.is_open ? status.st_ino : 0;
}

static bool is_stderr_there(void)
{
    struct stat status;
    return told.is_open && fstat(STDERR_FILENO, &status) == 0 && status.st_dev == told.device &&
           status.st_ino == told.inode;
}

void hdp__warn(const char *message)
{
    char line[512];
    const int saved = errno;
    int cancel;
    const int length = snprintf(line, sizeof line, "hdtrace: %s\n", message);
    const size_t size = length < (int)sizeof line ? (size_t)length : sizeof line - 1;
    (void)pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    if (is_stderr_there() && HDP_REAL(write)(STDERR_FILENO, line, size) < 0) {
        errno = saved; /* there is nobody left to tell */
    }
    (void)pthread_setcancelstate(cancel, NULL);
    errno = saved;
}

void hdp__warn_status(const char *what)
{
    static atomic_bool warned; /* one reason is enough for a process */
    char message[400];
    if (!atomic_exchange(&warned, true)) {
        (void)snprintf(message, sizeof message, "%s: %s", what, hd_error_get_text());
        hdp__warn(message);
    }
}

/* Processes of a pipeline would all say the same of one environment. */
static void ignore(const char *message)
{
    (void)message;
}

/* --- own code --------------------------------------------------------------------------------- */

typedef struct range {
    uintptr_t begin, end;
} range;

static range own[OWN_MAX];
static size_t own_count;
static range own_all = {UINTPTR_MAX, 0};

static bool is_own_name(const char *path)
{
    static const char *const names[] = {"libhdtrace.", "libhdmpi.",   "libhdmpi-openmpi.",
                                        "librut.",     "libhdposix.", "libpowertracer.",
                                        "libmpich2hd", "libhdpvfs"};
    const char *const slash = strrchr(path, '/');
    const char *const base = slash == NULL ? path : slash + 1;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strncmp(base, names[i], strlen(names[i])) == 0) {
            return true;
        }
    }
    return false;
}

static int add_object(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size;
    (void)unused;
    if (own_count == OWN_MAX || info->dlpi_name == NULL || !is_own_name(info->dlpi_name)) {
        return 0;
    }
    range all = {UINTPTR_MAX, 0};
    for (size_t i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *const header = &info->dlpi_phdr[i];
        const uintptr_t begin = info->dlpi_addr + header->p_vaddr;
        if (header->p_type == PT_LOAD) {
            all.begin = begin < all.begin ? begin : all.begin;
            all.end = begin + header->p_memsz > all.end ? begin + header->p_memsz : all.end;
        }
    }
    own[own_count++] = all;
    own_all.begin = all.begin < own_all.begin ? all.begin : own_all.begin;
    own_all.end = all.end > own_all.end ? all.end : own_all.end;
    return 0;
}

void hdp__own_code_find(void)
{
    dl_iterate_phdr(add_object, NULL);
}

bool hdp__is_own_code(const void *address)
{
    const uintptr_t at = (uintptr_t)address;
    if (at < own_all.begin || at >= own_all.end) {
        return false;
    }
    for (size_t i = 0; i < own_count; i++) {
        if (at >= own[i].begin && at < own[i].end) {
            return true;
        }
    }
    return false;
}

/* --- names ------------------------------------------------------------------------------------ */

/* All of this is done under the lock of the beginning; texts are static since a thread may have a
 * small stack. */

static void get_program_name(char *name, size_t size)
{
    static char line[1024];
    const int fd = HDP_REAL(open)("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    const ssize_t length = fd < 0 ? 0 : HDP_REAL(read)(fd, line, sizeof line - 1);
    line[length < 0 ? 0 : length] = '\0';
    if (fd >= 0) {
        (void)HDP_REAL(close)(fd);
    }
    const char *const slash = strrchr(line, '/');
    const char *const base = slash == NULL ? line : slash + 1;
    (void)snprintf(name, size, "%.*s", NAME_MAX_BYTES, base[0] == '\0' ? "program" : base);
}

static bool make_topology(void)
{
    static const char *const levels[] = {"Hostname", "Rank", "Thread"};
    return hd_topology_create(hdp__run.directory, hdp__run.project, 3, levels,
                              &hdp__run.topology) == HD_OK;
}

/* Take the project's name for this process, which nobody else then uses: its first fragment is made
 * by one process alone. 0, or a number of the system's errors. */
static int claim(void)
{
    const char *const labels[] = {hdp__run.host, "0", "0"};
    const hd_topology_node *node = NULL;
    static char path[HDP_PATH_BYTES];
    if (!make_topology()) {
        return EINVAL;
    }
    if (hd_topology_get_node(hdp__run.topology, 3, labels, &node) != HD_OK ||
        hd_topology_get_path(node, NULL, "info", path, sizeof path) != HD_OK) {
        return ENAMETOOLONG;
    }
    const int fd = HDP_REAL(open)(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) {
        return errno;
    }
    (void)HDP_REAL(close)(fd);
    return 0;
}

/* NAME, or where that is taken NAME-PID, NAME-PID.2, ... */
static bool claim_project(const char *name)
{
    int error = EEXIST;
    for (int i = 0; i < CLAIMS_MAX && error == EEXIST; i++) {
        char ending[48] = "";
        if (i > 0) {
            (void)snprintf(ending, sizeof ending, i == 1 ? "-%ld" : "-%ld.%d", (long)hdp__run.pid,
                           i);
        }
        (void)snprintf(hdp__run.project, sizeof hdp__run.project, "%.*s%s", NAME_MAX_BYTES, name,
                       ending);
        error = claim();
        if (error != 0) {
            hd_topology_destroy(hdp__run.topology);
            hdp__run.topology = NULL;
        }
    }
    if (error != 0) {
        char message[400], reason[100] = "";
        (void)snprintf(message, sizeof message, "cannot record into %.200s: %s",
                       hdp__run.directory[0] == '\0' ? "." : hdp__run.directory,
                       strerror_r(error, reason, sizeof reason));
        hdp__warn(message);
    }
    return error == 0;
}

/* HDTRACE_PREFIX is a string put in front: up to its last slash a directory, then a part of the
 * project's name. */
static bool name_all(void)
{
    const hd__config *const config = &hdp__run.config;
    const char *const slash = strrchr(config->prefix, '/');
    const char *const rest = slash == NULL ? config->prefix : slash + 1;
    static char current[2048], program[256], name[512];
    const bool relative = config->prefix[0] != '/' && getcwd(current, sizeof current) != NULL;
    (void)snprintf(hdp__run.directory, sizeof hdp__run.directory, "%s%s%.*s",
                   relative ? current : "", relative ? "/" : "", (int)(rest - config->prefix),
                   config->prefix);
    if (config->host != NULL) {
        (void)snprintf(hdp__run.host, sizeof hdp__run.host, "%s", config->host);
    } else if (gethostname(hdp__run.host, sizeof hdp__run.host - 1) != 0) {
        (void)snprintf(hdp__run.host, sizeof hdp__run.host, "localhost");
    }
    get_program_name(program, sizeof program);
    (void)snprintf(name, sizeof name, "%s%s", rest,
                   config->project == NULL ? program : config->project);
    return claim_project(name);
}

/* --- begin ------------------------------------------------------------------------------------ */

static bool begin(void)
{
    hd__config_read(&hdp__run.config, ignore);
    return hdp__run.config.enabled && name_all();
}

void hdp__session_begin(void)
{
    int cancel; /* a thread that is cancelled keeps its locks */
    (void)pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    (void)pthread_mutex_lock(&begin_lock);
    const int state = atomic_load(&hdp__run.state);
    if (state == HDP_READY || state == HDP_FORKED) {
        const bool usable = begin();
        hdp__run.lender = usable ? &hdp__own_lender : NULL;
        atomic_store(&hdp__run.state, usable ? HDP_ACTIVE : HDP_OFF);
    }
    (void)pthread_mutex_unlock(&begin_lock);
    (void)pthread_setcancelstate(cancel, NULL);
}

static void child_begins(void)
{
    const pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
    begin_lock = fresh;
    hdp__inside = false;
    hdp__run.lender = NULL;
    hdp__run.topology = NULL;
    hdp__run.fragment = NULL;
    hdp__run.pid = getpid();
    hdp__run.generation++;
    hdp__threads_renew();
    hdp__files_renew();
    if (atomic_load(&hdp__run.state) != HDP_OFF) {
        atomic_store(&hdp__run.state, HDP_FORKED);
    }
}

static const hd__lender *find_lender(void)
{
    void *const found = dlsym(RTLD_DEFAULT, "hdMPI_lender");
    const hd__lender *(*get)(void) = NULL;
    if (found == NULL) {
        return NULL;
    }
    memcpy(&get, &found, sizeof found);
    const hd__lender *const lender = get();
    return lender->version == HD__LENDER_VERSION ? lender : NULL;
}

static __attribute__((constructor)) void process_begins(void)
{
    hdp__real_find();
    hdp__own_code_find();
    remember_stderr();
    hdp__run.pid = getpid();
    hdp__run.generation = 1;
    hdp__run.lender = find_lender();
    (void)pthread_atfork(hdp__share_descriptors, NULL, child_begins);
    if (hdp__run.lender == NULL) {
        (void)hd__config_select_clock();
    }
    atomic_store(&hdp__run.state, hdp__run.lender == NULL ? HDP_READY : HDP_ACTIVE);
}

/* --- end -------------------------------------------------------------------------------------- */

static void write_project(void)
{
    hd_project *project = NULL;
    char path[HDP_PATH_BYTES];
    size_t length = 0;
    const char *const text =
        hdp__run.fragment == NULL ? NULL : hd_fragment_get_text(hdp__run.fragment, &length);
    if (text == NULL) {
        return;
    }
    const bool written =
        hd_project_create(hdp__run.project, &project) == HD_OK &&
        hd_project_add_fragment(project, text, length, "this process") == HD_OK &&
        hdp__threads_add_to(project) &&
        hd_topology_get_project_path(hdp__run.topology, path, sizeof path) == HD_OK &&
        hd_project_write(project, path) == HD_OK;
    if (!written) {
        hdp__warn_status("no project file was written, run: hdtrace merge");
    }
    hd_project_destroy(project);
}

void hdp__session_end(void)
{
    const bool has_own = hdp__run.lender == &hdp__own_lender;
    const int before = atomic_exchange(&hdp__run.state, HDP_OFF);
    if (before != HDP_ACTIVE || !has_own || hdp__run.pid != getpid()) {
        return;
    }
    int cancel;
    (void)pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    hdp__inside = true;
    hdp__threads_close();
    write_project();
    (void)hd_fragment_destroy(hdp__run.fragment);
    hdp__run.fragment = NULL;
    hdp__inside = false;
    (void)pthread_setcancelstate(cancel, NULL);
}

/* exit() or return from main. */
static __attribute__((destructor)) void process_ends(void)
{
    const int saved = errno;
    hdp__session_end();
    errno = saved;
}

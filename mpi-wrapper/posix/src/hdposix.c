/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frame of every recorded call. */
#include "hdposix.h"

#include "hdposix_session.h"

#include <dlfcn.h>
#include <hdtrace/template.h>
#include <string.h>
#include <sys/resource.h>

enum { ATTRIBUTES_MAX = 12, USUAL_DESCRIPTORS = 1024 };

static const struct shape {
    const char *element;
    const char *attributes[ATTRIBUTES_MAX];
} shapes[HDP_FUNCTION_COUNT] = {
#define X(id, element, ...) {element, {__VA_ARGS__, NULL}},
    HDP_SHAPES(X)
#undef X
};

static const hd_template *templates[HDP_FUNCTION_COUNT];
static unsigned char counts[HDP_FUNCTION_COUNT];

/* --- shapes ------------------------------------------------------------------------------------
 */

static void create_shape(hdp__function function)
{
    static const char *const whence[] = {"Set", "Cur", "End"};
    const struct shape *const shape = &shapes[function];
    hd_attribute attributes[ATTRIBUTES_MAX + 2];
    size_t count = 0;
    while (count < ATTRIBUTES_MAX && shape->attributes[count] != NULL) {
        attributes[count] = (hd_attribute){shape->attributes[count], HD_ATTRIBUTE_INT, NULL};
        count++;
    }
    counts[function] = (unsigned char)count;
    attributes[count++] = (hd_attribute){"cpuNs", HD_ATTRIBUTE_INT, NULL};
    const hdp__function first = function >= HDP_F_FSEEK_SET ? HDP_F_FSEEK_SET : HDP_F_LSEEK_SET;
    if (function >= first && function <= first + SEEK_END) {
        attributes[count++] =
            (hd_attribute){"whence", HD_ATTRIBUTE_CONSTANT, whence[function - first]};
    }
    if (hd_template_create(shape->element, count, attributes, &templates[function]) != HD_OK) {
        templates[function] = NULL; /* written in the general way */
    }
}

static __attribute__((constructor)) void create_shapes(void)
{
    const int saved = errno;
    for (int i = 0; i < HDP_FUNCTION_COUNT; i++) {
        create_shape((hdp__function)i);
    }
    errno = saved;
}

/* --- threads of MPI ----------------------------------------------------------------------------
 */

/* Libraries that keep threads of their own for progress: these have nothing of the program's. */
static bool is_of_mpi(const void *caller)
{
    static const char *const names[] = {"libmpi",  "libmpich", "libuc",     "libopen-", "libevent",
                                        "libpmix", "libprrte", "libfabric", "mca_",     "libpsm"};
    Dl_info info;
    if (dladdr(caller, &info) == 0 || info.dli_fname == NULL) {
        return false;
    }
    const char *const slash = strrchr(info.dli_fname, '/');
    const char *const base = slash == NULL ? info.dli_fname : slash + 1;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strncmp(base, names[i], strlen(names[i])) == 0) {
            return true;
        }
    }
    return false;
}

static _Thread_local bool is_foreign __attribute__((tls_model("initial-exec")));

/* A thread's first call decides whether it is recorded, unless it calls MPI itself. */
static hd_trace *take(const hd__lender *lender, const void *caller)
{
    hd_trace *const trace = lender->enter(true);
    if (trace != NULL) {
        return trace;
    }
    if (lender != &hdp__own_lender && (is_foreign || is_of_mpi(caller))) {
        is_foreign = true;
        return NULL;
    }
    return lender->enter(false);
}

/* --- enter -------------------------------------------------------------------------------------
 */

/* Take the thread. The state is not open yet. */
static hd_trace *enter(bool moves_data, const void *caller)
{
    const int state = atomic_load_explicit(&hdp__run.state, memory_order_acquire);
    if (state == HDP_EARLY || state == HDP_OFF || hdp__inside || hdp__is_borrowed() ||
        (state == HDP_FORKED && !moves_data) || hdp__is_own_code(caller)) {
        return NULL;
    }
    hdp__inside = true;
    if (state != HDP_ACTIVE) {
        hdp__session_begin();
    }
    const hd__lender *const lender = hdp__run.lender;
    hd_trace *const trace = lender == NULL ? NULL : take(lender, caller);
    if (trace == NULL) {
        hdp__inside = false;
    }
    return trace;
}

static void open_state(void)
{
    hdp__run.lender->open();
    hdp__inside = false;
}

static void leave(void)
{
    hdp__run.lender->leave();
    hdp__inside = false;
}

static bool enter_descriptor(hdp__op *op, int fd, bool moves_data, const void *caller)
{
    const int saved = errno;
    op->trace = enter(moves_data, caller);
    op->file = op->trace == NULL ? NULL : hdp__file_get(op->trace, fd);
    if (op->file != NULL) {
        open_state();
    } else if (op->trace != NULL) {
        leave();
    }
    errno = saved;
    return op->file != NULL;
}

bool hdp__enter_data(hdp__op *op, int fd, const void *caller)
{
    return enter_descriptor(op, fd, true, caller);
}

bool hdp__enter_file(hdp__op *op, int fd, const void *caller)
{
    return enter_descriptor(op, fd, false, caller);
}

bool hdp__enter_pair(hdp__op *op, int from, int to, int64_t *to_fid, int64_t *to_oid,
                     const void *caller)
{
    const int saved = errno;
    *to_fid = HDP_ABSENT;
    *to_oid = HDP_ABSENT;
    op->trace = enter(true, caller);
    op->file = op->trace == NULL ? NULL : hdp__file_get(op->trace, from);
    if (op->file != NULL) {
        const hdp__file *const other = hdp__file_get(op->trace, to);
        if (other != NULL) {
            *to_fid = other->fid;
            *to_oid = other->oid;
        }
        open_state();
    } else if (op->trace != NULL) {
        leave();
    }
    errno = saved;
    return op->file != NULL;
}

/* Where a stream stands, from what was seen of it; else it is asked. */
static int64_t tell(hdp__file *file, FILE *stream)
{
    if (file->kind != HDP_REGULAR) {
        return HDP_ABSENT;
    }
    if (!file->is_told) {
        const off_t offset = ftello(stream);
        if (offset < 0) {
            return HDP_ABSENT;
        }
        hdp__file_stream(file, offset);
    }
    return atomic_load_explicit(&file->position, memory_order_relaxed);
}

bool hdp__enter_stream(hdp__op *op, FILE *stream, bool moves_data, const void *caller)
{
    const int saved = errno;
    op->fd = fileno(stream);
    op->trace = op->fd < 0 ? NULL : enter(moves_data, caller);
    op->file = op->trace == NULL ? NULL : hdp__file_get(op->trace, op->fd);
    if (op->file != NULL) {
        op->before = tell(op->file, stream);
        open_state();
    } else if (op->trace != NULL) {
        leave();
    }
    errno = saved;
    return op->file != NULL;
}

bool hdp__enter_name(hdp__op *op, const void *caller)
{
    const int saved = errno;
    op->trace = enter(false, caller);
    op->file = NULL;
    if (op->trace != NULL) {
        open_state();
    }
    errno = saved;
    return op->trace != NULL;
}

/* --- leave -------------------------------------------------------------------------------------
 */

bool hdp__back(hdp__op *op)
{
    op->error = errno;
    hdp__inside = true;
    op->trace = hdp__run.lender == NULL ? NULL : hdp__run.lender->back(&op->cpu_ns);
    if (op->trace == NULL) {
        hdp__inside = false;
        errno = op->error;
        return false;
    }
    op->values = hd_trace_return_state(op->trace);
    return true;
}

void hdp__skip(hdp__op *op)
{
    hd_trace_skip_state(op->trace);
    leave();
    errno = op->error;
}

void hdp__close(hdp__op *op, hdp__function function, bool failed)
{
    if (failed || templates[function] == NULL) {
        hdp__describe(op, function);
        hdp__finish(op, failed);
        return;
    }
    const unsigned count = counts[function];
    uint64_t absent = 0;
    op->values[count] = op->cpu_ns;
    for (unsigned i = 0; i <= count; i++) {
        absent |= (uint64_t)(op->values[i] == HDP_ABSENT) << i;
    }
    hd_trace_close_state(op->trace, templates[function], absent);
    leave();
    errno = op->error;
}

void hdp__describe(hdp__op *op, hdp__function function)
{
    const unsigned count = counts[function];
    int64_t copy[ATTRIBUTES_MAX]; /* the slots are the trace's */
    memcpy(copy, op->values, sizeof copy);
    hd_trace_name_state(op->trace, shapes[function].element);
    for (unsigned i = 0; i < count; i++) {
        if (copy[i] != HDP_ABSENT) {
            hd_trace_add_int(op->trace, shapes[function].attributes[i], copy[i]);
        }
    }
}

void hdp__put_text(const hdp__op *op, const char *name, const char *text)
{
    if (text != NULL) {
        hd_trace_add_text(op->trace, name, text);
    }
}

void hdp__finish(hdp__op *op, bool failed)
{
    if (failed) {
        const char *const name = strerrorname_np(op->error);
        hdp__put_text(op, "err", name == NULL ? "0" : name);
    }
    if (op->cpu_ns != HDP_ABSENT) {
        hd_trace_add_int(op->trace, "cpuNs", op->cpu_ns);
    }
    hd_trace_end_state(op->trace);
    leave();
    errno = op->error;
}

/* The tracer's descriptors are the last quarter of those that a process can have, below 1024: so
 * many it takes at most, and a program seldom chooses one of them itself. */
static int first_own(void)
{
    struct rlimit most;
    const bool is_less = getrlimit(RLIMIT_NOFILE, &most) == 0 && most.rlim_cur < USUAL_DESCRIPTORS;
    const int count = is_less ? (int)most.rlim_cur : USUAL_DESCRIPTORS;
    return count - count / 4;
}

int hdp__move_own(int fd, const void *caller)
{
    if (fd < 0 || !(hdp__inside || hdp__is_own_code(caller))) {
        return fd;
    }
    const int saved = errno;
    const int first = first_own();
    if (fd >= first) {
        errno = saved;
        return fd;
    }
    const int moved = HDP_REAL(fcntl)(fd, F_DUPFD_CLOEXEC, first);
    const int error = errno;
    (void)HDP_REAL(close)(fd);
    errno = moved < 0 ? error : saved;
    return moved;
}

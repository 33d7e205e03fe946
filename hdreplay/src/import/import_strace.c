/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "import_births.h"

#include "plan/plan_error.h"

#include <string.h>

/* --- processes and threads ---------------------------------------------------------------------
 */

static void process_free(gpointer data)
{
    struct import_process *process = data;
    g_hash_table_unref(process->table);
    g_array_unref(process->maps);
    g_free(process->folder);
    g_free(process);
}

static void thread_free(gpointer data)
{
    struct import_thread *thread = data;
    if (thread->closing.opening != NULL) {
        import_opening_unref(thread->closing.opening);
    }
    g_free(thread);
}

static void end_thread(struct importing *s, struct import_thread *thread)
{
    s->summary->unfinished += thread->pending != NULL && s->project != NULL;
    if (thread->trace != NULL) {
        project_close_trace(s->project, thread->trace);
    }
    (void)g_hash_table_remove(s->threads, GINT_TO_POINTER(thread->pid));
}

static struct import_process *new_process(struct importing *s, int pid,
                                          const struct import_process *parent, bool shares_files)
{
    struct import_process *process = g_new0(struct import_process, 1);
    process->number = s->processes->len;
    process->pid = pid;
    process->maps = g_array_new(FALSE, FALSE, sizeof(struct import_map));
    process->table = parent == NULL ? import_table_new()
                     : shares_files ? g_hash_table_ref(parent->table)
                                    : import_table_copy(parent->table);
    process->folder = parent == NULL ? NULL : g_strdup(parent->folder);
    process->rank = s->project == NULL ? NULL : g_ptr_array_index(s->ranks, process->number);
    g_ptr_array_add(s->processes, process);
    if (s->project == NULL) {
        const guint64 none = 0;
        g_array_append_val(s->use, none);
    }
    return process;
}

/* Who is first seen here. What cloned it may not be in the log: then it is a process. */
static struct import_thread *find_thread(struct importing *s, const struct import_births *births,
                                         int pid)
{
    struct import_thread *thread = g_hash_table_lookup(s->threads, GINT_TO_POINTER(pid));
    if (thread != NULL) {
        return thread;
    }
    const struct import_birth *birth = import_births_take(s, births, pid);
    const struct import_thread *parent =
        birth == NULL ? NULL : g_hash_table_lookup(s->threads, GINT_TO_POINTER(birth->parent));
    thread = g_new0(struct import_thread, 1);
    thread->pid = pid;
    thread->process = parent != NULL && birth->is_thread
                          ? parent->process
                          : new_process(s, pid, parent == NULL ? NULL : parent->process,
                                        birth != NULL && birth->shares_files);
    g_hash_table_insert(s->threads, GINT_TO_POINTER(pid), thread);
    return thread;
}

/* --- states ------------------------------------------------------------------------------------
 */

void import_open_trace(struct importing *s)
{
    struct import_thread *thread = s->thread;
    struct import_process *process = thread->process;
    if (s->project != NULL && thread->trace == NULL && process->rank != NULL) {
        thread->trace =
            project_add_trace(s->project, process->rank, process->next_thread, thread->pid);
        s->summary->threads += thread->trace != NULL;
        process->next_thread += thread->trace != NULL;
    }
}

hd_trace *import_begin(struct importing *s, const char *name)
{
    if (s->project == NULL) {
        g_array_index(s->use, guint64, s->thread->process->number)++;
        return NULL;
    }
    import_open_trace(s);
    import_count(s->summary->calls, name);
    hd_trace_begin_state_at(s->thread->trace, name, s->begin_ns);
    return s->thread->trace;
}

void import_end(struct importing *s)
{
    if (s->call.error[0] != '\0') {
        hd_trace_add_text(s->thread->trace, "err", s->call.error);
    }
    hd_trace_end_state_at(s->thread->trace, s->end_ns);
}

void import_add(struct importing *s, const char *name, gint64 value)
{
    if (value >= 0) {
        hd_trace_add_int(s->thread->trace, name, value);
    }
}

void import_add_file(struct importing *s, const char *name, struct import_file *file,
                     gint64 size_bytes)
{
    if (s->thread->trace != NULL) {
        s->summary->files += !file->is_used;
        file->is_used = true;
        hd_trace_add_int(
            s->thread->trace, name,
            project_add_file(s->project, s->thread->process->rank, file->name, size_bytes));
    }
}

hd_trace *import_begin_on(struct importing *s, const char *state,
                          const struct import_descriptor *descriptor)
{
    hd_trace *trace = import_begin(s, state);
    import_add_opening(s, descriptor);
    return trace;
}

void import_add_opening(struct importing *s, const struct import_descriptor *descriptor)
{
    struct import_file *file = descriptor->opening->file;
    import_add_file(s, "fid", file, import_file_size(file));
    import_add(s, "oid", descriptor->oid);
}

bool import_failed(const struct importing *s)
{
    return s->call.error[0] != '\0' || s->call.result == -1;
}

/* --- the way through ---------------------------------------------------------------------------
 */

static const char *handle(struct importing *s, const struct import_event *begin,
                          const struct import_event *end, const char *text)
{
    struct import_thread *thread = s->thread;
    const char *cause = import_call_read(text, &s->call);
    if (cause != NULL) {
        return cause;
    }
    if (!s->call.is_known) {
        s->summary->unfinished += s->project != NULL && import_knows(s->call.name);
        return NULL;
    }
    s->begin_ns = MAX(begin->time_ns, thread->last_ns);
    s->end_ns = s->call.duration_ns >= 0 ? begin->time_ns + s->call.duration_ns : end->time_ns;
    s->end_ns = MAX(s->begin_ns, s->end_ns);
    cause = import_handle(s);
    if (cause == import_not_io && s->project != NULL) {
        import_count(s->summary->skipped, s->call.name);
    }
    thread->last_ns = cause == import_done ? s->end_ns : thread->last_ns;
    return cause == import_done || cause == import_not_io ? NULL : cause;
}

static void begin_call(struct importing *s, const struct import_event *event)
{
    static const char close[] = "close(";
    const char *const digits = event->text + strlen(close);
    s->summary->unfinished += s->thread->pending != NULL && s->project != NULL;
    s->thread->pending = event;
    if (g_str_has_prefix(event->text, close) && g_ascii_isdigit(*digits)) {
        import_vacate(s, g_ascii_strtoll(digits, NULL, 10));
    }
}

static const char *end_call(struct importing *s, const struct import_event *event)
{
    const struct import_event *begin = s->thread->pending;
    s->thread->pending = NULL;
    if (begin == NULL) { /* strace came while it was on its way */
        s->summary->unfinished += s->project != NULL;
        return NULL;
    }
    g_autofree char *text = import_event_join(begin, event);
    return text == NULL ? "not the end of a call" : handle(s, begin, event, text);
}

static gboolean walk(struct importing *s, const struct import_births *births, GError **error)
{
    for (guint i = 0; i < s->log->events->len; i++) {
        const struct import_event *event = &g_array_index(s->log->events, struct import_event, i);
        const char *cause = NULL;
        s->thread = find_thread(s, births, event->pid);
        switch (event->kind) {
        case IMPORT_BEGINS:
            begin_call(s, event);
            break;
        case IMPORT_ENDS:
            cause = end_call(s, event);
            break;
        case IMPORT_WHOLE:
            cause = handle(s, event, event, event->text);
            break;
        case IMPORT_LOST:
            s->thread->pending = NULL;
            s->summary->unfinished += s->project != NULL;
            break;
        case IMPORT_EXIT:
            end_thread(s, s->thread);
            break;
        }
        if (cause != NULL) {
            return import_log_fail(s->log, event, cause, error);
        }
    }
    GHashTableIter iter;
    gpointer value = NULL;
    g_hash_table_iter_init(&iter, s->threads);
    while (g_hash_table_iter_next(&iter, NULL, &value)) {
        struct import_thread *thread = value;
        s->summary->unfinished += thread->pending != NULL && s->project != NULL;
        if (thread->trace != NULL) {
            project_close_trace(s->project, thread->trace);
        }
    }
    g_hash_table_remove_all(s->threads);
    return TRUE;
}

/* --- the second time ---------------------------------------------------------------------------
 */

/* Processes are found in the same order as the first time: the rank of each is known before. */
static void make_ranks(struct importing *s, GPtrArray *ranks, const char *host)
{
    for (guint i = 0; i < s->use->len; i++) {
        const bool has_io = g_array_index(s->use, guint64, i) > 0;
        g_ptr_array_add(
            ranks, has_io ? project_add_rank(s->project, host, (int)s->summary->processes) : NULL);
        s->summary->processes += has_io;
        s->summary->idle += !has_io;
    }
}

/* One whose descriptors turned out to be no files. */
static void complete_ranks(struct importing *s)
{
    for (guint i = 0; i < s->processes->len; i++) {
        const struct import_process *process = g_ptr_array_index(s->processes, i);
        if (process->rank != NULL && process->next_thread == 0) {
            hd_trace *trace = project_add_trace(s->project, process->rank, 0, process->pid);
            s->summary->threads += trace != NULL;
            project_close_trace(s->project, trace);
        }
    }
}

static gboolean write(struct importing *s, const struct import_options *options,
                      const struct import_births *births, GError **error)
{
    const char *const name = options->name != NULL     ? options->name
                             : births->program != NULL ? births->program
                                                       : "strace";
    g_autoptr(GPtrArray) ranks = g_ptr_array_new();
    s->project = project_begin(options->output, name, "strace", MAX(births->first_ns, 1), error);
    if (s->project == NULL) {
        return FALSE;
    }
    make_ranks(s, ranks, options->host == NULL ? "localhost" : options->host);
    g_ptr_array_set_size(s->processes, 0);
    import_files_again(s->files);
    s->ranks = ranks;
    if (!walk(s, births, error)) {
        project_drop(s->project);
        return FALSE;
    }
    complete_ranks(s);
    return project_end(s->project, error);
}

static gboolean has_io(const GArray *use)
{
    for (guint i = 0; i < use->len; i++) {
        if (g_array_index(use, guint64, i) > 0) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean import_strace(const struct import_options *options, struct import_summary *summary,
                       GError **error)
{
    struct importing s = {.log = import_log_read(options->inputs, error), .summary = summary};
    if (s.log == NULL) {
        return FALSE;
    }
    struct import_births births;
    s.files = import_files_new();
    s.threads = g_hash_table_new_full(NULL, NULL, NULL, thread_free);
    s.processes = g_ptr_array_new_with_free_func(process_free);
    s.use = g_array_new(FALSE, FALSE, sizeof(guint64));
    gboolean ok = import_births_find(s.log, &births, error) && walk(&s, &births, error);
    if (ok && !has_io(s.use)) {
        ok = plan_fail(error, "%s: holds no I/O of files", options->inputs[0]);
    }
    ok = ok && write(&s, options, &births, error);
    g_hash_table_unref(s.threads);
    g_ptr_array_unref(s.processes);
    g_array_unref(s.use);
    g_hash_table_unref(s.files);
    import_births_fini(&births);
    import_log_free(s.log);
    return ok;
}

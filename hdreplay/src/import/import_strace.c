/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "import_strace.h"

#include "plan/plan_error.h"

#include <string.h>

/* How a process or thread came to be. */
struct birth {
    int parent;
    bool is_thread;
    bool shares_files;
    gpointer seen_by; /* the project, of the time that it was seen at last; or the log */
};

struct births {
    GHashTable *all; /* pid: GArray of struct birth; a number may be given again */
    char *program;   /* of the first execve */
    gint64 first_ns; /* time of the first line */
};

static const char resumed[] = "resumed>";
static const char unfinished[] = "<unfinished ...>";

/* --- lines -------------------------------------------------------------------------------------
 */

/* A call of two lines as one. NULL: the second does not belong to the first */
static char *join(const struct import_event *begin, const struct import_event *end)
{
    const char *const rest = strstr(end->text, resumed);
    const char *const stop = g_strrstr(begin->text, unfinished);
    if (rest == NULL || stop == NULL) {
        return NULL;
    }
    return g_strdup_printf("%.*s%s", (int)(stop - begin->text), begin->text,
                           rest + strlen(resumed));
}

static bool makes_process(const char *text)
{
    return g_str_has_prefix(text, "clone(") || g_str_has_prefix(text, "clone3(") ||
           g_str_has_prefix(text, "fork(") || g_str_has_prefix(text, "vfork(");
}

static bool has_flag(const struct import_call *call, const char *flag)
{
    for (guint i = 0; i < call->count; i++) {
        struct import_word flags;
        struct import_word word = call->arguments[i];
        if (import_word_field(word, "flags", &flags)) {
            word = flags;
        } else if (import_word_begins(word, "flags=")) {
            word =
                (struct import_word){word.text + strlen("flags="), word.length - strlen("flags=")};
        }
        if (import_word_has(word, flag)) {
            return true;
        }
    }
    return false;
}

static void free_births(gpointer data)
{
    g_array_unref(data);
}

/* Who has this number next, of one time through the log. NULL: nobody whose birth is known */
static const struct birth *take_birth(const struct importing *s, const struct births *births,
                                      int pid)
{
    GArray *all = g_hash_table_lookup(births->all, GINT_TO_POINTER(pid));
    const gpointer time = s->project == NULL ? (gpointer)s->log : (gpointer)s->project;
    for (guint i = 0; all != NULL && i < all->len; i++) {
        struct birth *birth = &g_array_index(all, struct birth, i);
        if (birth->seen_by != time) {
            birth->seen_by = time;
            return birth;
        }
    }
    return NULL;
}

static const char *note_birth(struct births *births, int pid, const char *text)
{
    struct import_call call;
    const char *const cause = import_call_read(text, &call);
    if (cause != NULL || !call.is_known || call.result <= 0 || call.result > G_MAXINT) {
        return cause;
    }
    const gpointer key = GINT_TO_POINTER((int)call.result);
    const struct birth birth = {pid, has_flag(&call, "CLONE_THREAD"),
                                has_flag(&call, "CLONE_FILES"), NULL};
    GArray *all = g_hash_table_lookup(births->all, key);
    if (all == NULL) {
        all = g_array_new(FALSE, FALSE, sizeof(struct birth));
        g_hash_table_insert(births->all, key, all);
    }
    g_array_append_val(all, birth);
    return NULL;
}

static void note_program(struct births *births, const char *text)
{
    struct import_call call;
    if (births->program == NULL && g_str_has_prefix(text, "execve(") &&
        import_call_read(text, &call) == NULL && call.count > 0 && call.result == 0) {
        g_autofree char *path = import_word_string(call.arguments[0]);
        births->program = path == NULL || *path == '\0' ? NULL : g_path_get_basename(path);
    }
}

/* Children show up before their parents' call has returned: who they are is found out first. */
static gboolean find_births(const struct import_log *log, struct births *births, GError **error)
{
    g_autoptr(GHashTable) pending = g_hash_table_new(NULL, NULL);
    births->first_ns = G_MAXINT64;
    for (guint i = 0; i < log->events->len; i++) {
        struct import_event *event = &g_array_index(log->events, struct import_event, i);
        const gpointer pid = GINT_TO_POINTER(event->pid);
        const char *cause = NULL;
        births->first_ns = MIN(births->first_ns, event->time_ns);
        if (event->kind == IMPORT_BEGINS) {
            g_hash_table_insert(pending, pid, event);
        } else if (event->kind == IMPORT_WHOLE) {
            note_program(births, event->text);
            cause = makes_process(event->text) ? note_birth(births, event->pid, event->text) : NULL;
        } else if (event->kind == IMPORT_ENDS) {
            const struct import_event *begin = g_hash_table_lookup(pending, pid);
            if (begin != NULL && makes_process(begin->text)) {
                g_autofree char *text = join(begin, event);
                cause =
                    text == NULL ? "not the end of a call" : note_birth(births, event->pid, text);
            }
            (void)g_hash_table_remove(pending, pid);
        }
        if (cause != NULL) {
            return import_log_fail(log, event, cause, error);
        }
    }
    return TRUE;
}

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
static struct import_thread *find_thread(struct importing *s, const struct births *births, int pid)
{
    struct import_thread *thread = g_hash_table_lookup(s->threads, GINT_TO_POINTER(pid));
    if (thread != NULL) {
        return thread;
    }
    const struct birth *birth = take_birth(s, births, pid);
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
    g_autofree char *text = join(begin, event);
    return text == NULL ? "not the end of a call" : handle(s, begin, event, text);
}

static gboolean walk(struct importing *s, const struct births *births, GError **error)
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
                      const struct births *births, GError **error)
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
    struct births births = {g_hash_table_new_full(NULL, NULL, NULL, free_births), NULL, 0};
    s.files = import_files_new();
    s.threads = g_hash_table_new_full(NULL, NULL, NULL, thread_free);
    s.processes = g_ptr_array_new_with_free_func(process_free);
    s.use = g_array_new(FALSE, FALSE, sizeof(guint64));
    gboolean ok = find_births(s.log, &births, error) && walk(&s, &births, error);
    if (ok && !has_io(s.use)) {
        ok = plan_fail(error, "%s: holds no I/O of files", options->inputs[0]);
    }
    ok = ok && write(&s, options, &births, error);
    g_hash_table_unref(s.threads);
    g_ptr_array_unref(s.processes);
    g_array_unref(s.use);
    g_hash_table_unref(s.files);
    g_hash_table_unref(births.all);
    g_free(births.program);
    import_log_free(s.log);
    return ok;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "import_log.h"

#include "plan/plan_error.h"

#include <stdlib.h>
#include <string.h>

enum { DIGITS_OF_NS = 9, QUOTED_BYTES = 60 };

static const gint64 second_ns = G_GINT64_CONSTANT(1000000000);
static const gint64 most_seconds = G_GINT64_CONSTANT(4000000000);
static const char pending[] = "<unfinished ...>";

gboolean import_log_fail(const struct import_log *log, const struct import_event *event,
                         const char *cause, GError **error)
{
    g_autofree char *begin = g_strndup(event->text, QUOTED_BYTES);
    g_autofree char *text = g_strescape(begin, "\"");
    return plan_fail(error, "%s:%u: %s: %s", (char *)g_ptr_array_index(log->names, event->file),
                     event->line, cause, text);
}

/* --- pieces of lines ---------------------------------------------------------------------------
 */

/* SECONDS.DIGITS; NULL: it is none. */
static const char *take_time(const char *at, gint64 *time_ns)
{
    gint64 seconds = 0;
    gint64 part = 0;
    int digits = 0;
    const char *begin = at;
    for (; g_ascii_isdigit(*at) && seconds < most_seconds; at++) {
        seconds = seconds * 10 + (*at - '0');
    }
    if (at == begin || *at != '.' || seconds >= most_seconds) {
        return NULL;
    }
    for (at++; g_ascii_isdigit(*at) && digits < DIGITS_OF_NS; at++, digits++) {
        part = part * 10 + (*at - '0');
    }
    if (digits == 0) {
        return NULL;
    }
    for (; digits < DIGITS_OF_NS; digits++) {
        part *= 10;
    }
    *time_ns = seconds * second_ns + part;
    return at;
}

/* A number of a process; NULL: none. */
static const char *take_pid(const char *at, int *pid)
{
    char *end = NULL;
    const gint64 number = g_ascii_isdigit(*at) ? g_ascii_strtoll(at, &end, 10) : 0;
    if (number <= 0 || number > G_MAXINT) {
        return NULL;
    }
    *pid = (int)number;
    return end;
}

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t");
}

/* `[pid N] ` or `N `, where it stands. */
static const char *take_process(const char *at, int *pid)
{
    static const char mark[] = "[pid";
    if (g_str_has_prefix(at, mark)) {
        at = take_pid(skip_blanks(at + strlen(mark)), pid);
        return at == NULL || *at != ']' ? NULL : skip_blanks(at + 1);
    }
    int number = 0;
    const char *behind = take_pid(at, &number);
    if (behind == NULL || (*behind != ' ' && *behind != '\t')) {
        return at; /* a time */
    }
    *pid = number;
    return skip_blanks(behind);
}

/* What strace tells of itself: who is traced from now on. */
static bool is_message(const char *line)
{
    return g_str_has_prefix(line, "strace: Process ") || g_str_has_prefix(line, "Process ");
}

static enum import_event_kind kind_of(const char *text)
{
    const char *const last = g_strrstr(text, pending);
    const char *const behind = last == NULL ? "" : last + strlen(pending);
    if (last != NULL && *behind == '\0') {
        return g_str_has_prefix(text, "<... ") ? IMPORT_LOST : IMPORT_BEGINS;
    }
    if (last != NULL && g_str_has_prefix(behind, ") ") && g_str_has_suffix(behind, "= ?")) {
        return IMPORT_LOST;
    }
    return g_str_has_prefix(text, "<... ")  ? IMPORT_ENDS
           : g_str_has_prefix(text, "+++ ") ? IMPORT_EXIT
                                            : IMPORT_WHOLE;
}

/* --- calls -------------------------------------------------------------------------------------
 */

static bool take_name(const char **at, char *name, size_t size)
{
    size_t length = 0;
    while (g_ascii_isalnum((*at)[length]) || (*at)[length] == '_') {
        length++;
    }
    if (length == 0 || length >= size || (*at)[length] != '(') {
        return false;
    }
    memcpy(name, *at, length);
    name[length] = '\0';
    *at += length + 1;
    return true;
}

/* `-1 ENOENT (No such file or directory)`, `3</path>`, `?`, `? ERESTARTSYS (To be restarted)`. */
static bool take_result(const char *text, size_t length, struct import_call *call)
{
    size_t first = 0;
    struct import_word rest = {text, length};
    if (import_words_next(&rest, &call->returned) != IMPORT_WORD) {
        return false;
    }
    while (first < call->returned.length && call->returned.text[first] != ' ' &&
           call->returned.text[first] != '<') {
        first++;
    }
    const struct import_word number = {text, first};
    call->is_known = !import_word_is(number, "?");
    if (call->is_known && !import_word_number(number, &call->result)) {
        return false;
    }
    if (call->is_known && call->result == -1 && text[first] == ' ' && text[first + 1] == 'E') {
        size_t name = 0;
        while (name + 1 < sizeof call->error && g_ascii_isupper(text[first + 1 + name])) {
            call->error[name] = text[first + 1 + name];
            name++;
        }
        while (name + 1 < sizeof call->error && g_ascii_isdigit(text[first + 1 + name])) {
            call->error[name] = text[first + 1 + name];
            name++;
        }
        call->error[name] = '\0';
    }
    return true;
}

/* ` <0.000123>` at the end. */
static size_t take_duration(const char *text, size_t length, gint64 *duration_ns)
{
    const char *const open = g_strrstr_len(text, (gssize)length, " <");
    const char *const behind = open == NULL ? NULL : take_time(open + 2, duration_ns);
    if (behind == NULL || *behind != '>' || behind + 1 != text + length) {
        *duration_ns = -1;
        return length;
    }
    return (size_t)(open - text);
}

const char *import_call_read(const char *text, struct import_call *call)
{
    enum import_step step = IMPORT_WORD;
    memset(call, 0, sizeof *call);
    if (!take_name(&text, call->name, sizeof call->name)) {
        return "no call of strace -f -ttt -T -y";
    }
    struct import_word rest = {text, strlen(text)};
    struct import_word word;
    while ((step = import_words_next(&rest, &word)) == IMPORT_WORD) {
        if (call->count == IMPORT_ARGUMENTS) {
            return "more arguments than a call has";
        }
        call->arguments[call->count++] = word;
        if (rest.length > 0 && *rest.text == ')') {
            break;
        }
    }
    if (step == IMPORT_BAD || rest.length == 0 || *rest.text != ')') {
        return "the arguments have no end";
    }
    const char *result = skip_blanks(rest.text + 1);
    if (*result != '=') {
        return "no result";
    }
    result = skip_blanks(result + 1);
    const size_t length = take_duration(result, strlen(result), &call->duration_ns);
    return take_result(result, length, call) ? NULL : "the result is no number";
}

/* --- files -------------------------------------------------------------------------------------
 */

void import_log_free(struct import_log *log)
{
    if (log != NULL) {
        g_ptr_array_unref(log->names);
        g_ptr_array_unref(log->contents);
        g_array_unref(log->events);
        g_free(log);
    }
}

/* X.PID, as -ff names them; 0: another name. */
static int pid_of_name(const char *path)
{
    int pid = 0;
    const char *const dot = strrchr(path, '.');
    const char *const end = dot == NULL ? NULL : take_pid(dot + 1, &pid);
    return end != NULL && *end == '\0' ? pid : 0;
}

static gboolean add_line(struct import_log *log, const char *line, int own_pid, guint number,
                         GError **error)
{
    struct import_event event = {
        .pid = own_pid, .file = log->names->len - 1, .line = number, .text = line};
    const char *at = skip_blanks(line);
    if (*at == '\0' || is_message(at)) {
        return TRUE;
    }
    at = take_process(at, &event.pid);
    at = at == NULL ? NULL : take_time(at, &event.time_ns);
    if (at == NULL || *at != ' ') {
        return import_log_fail(log, &event, "no line of strace -ttt", error);
    }
    event.text = skip_blanks(at);
    if (g_str_has_prefix(event.text, "--- ")) {
        return TRUE;
    }
    event.kind = kind_of(event.text);
    g_array_append_val(log->events, event);
    return TRUE;
}

static gboolean add_file(struct import_log *log, const char *path, GError **error)
{
    char *content = NULL;
    gsize length = 0;
    if (!g_file_get_contents(path, &content, &length, NULL)) {
        return plan_fail(error, "%s: can't be read", path);
    }
    g_ptr_array_add(log->contents, content);
    g_ptr_array_add(log->names, g_strdup(path));
    const char *const end = content + length;
    guint number = 0;
    for (char *line = content; line < end;) {
        char *const stop = memchr(line, '\n', (size_t)(end - line));
        char *const next = stop == NULL ? content + length : stop;
        number++;
        if (memchr(line, '\0', (size_t)(next - line)) != NULL) {
            return plan_fail(error, "%s:%u: holds a byte 0", path, number);
        }
        *next = '\0'; /* behind the content there is one anyway */
        if (next > line && next[-1] == '\r') {
            next[-1] = '\0';
        }
        if (!add_line(log, line, pid_of_name(path), number, error)) {
            return FALSE;
        }
        line = next + 1;
    }
    return TRUE;
}

/* --- order -------------------------------------------------------------------------------------
 */

/* A call takes effect at its end, but that a descriptor is free is told at the begin of close. */
static gint64 order_of(const struct import_event *event)
{
    gint64 duration_ns = 0;
    if (event->kind == IMPORT_WHOLE && !g_str_has_prefix(event->text, "close(")) {
        (void)take_duration(event->text, strlen(event->text), &duration_ns);
    }
    return event->time_ns + MAX(duration_ns, 0);
}

static gint compare(gconstpointer a, gconstpointer b)
{
    const struct import_event *one = a;
    const struct import_event *other = b;
    if (one->order != other->order) {
        return one->order < other->order ? -1 : 1;
    }
    return one->file != other->file ? (one->file < other->file ? -1 : 1)
                                    : (one->line < other->line ? -1 : one->line > other->line);
}

/* One file stands in the order in which strace saw things; several are put together by time. */
static void sort(struct import_log *log)
{
    gint64 last = G_MININT64;
    for (guint i = 0; i < log->events->len; i++) {
        struct import_event *event = &g_array_index(log->events, struct import_event, i);
        const bool is_first = i == 0 || event[-1].file != event->file;
        const gint64 order = log->names->len == 1 ? (gint64)i : order_of(event);
        event->order = is_first ? order : MAX(order, last);
        last = event->order;
    }
    g_array_sort(log->events, compare);
}

/* Without a number in front a line is of the process that strace began with, which gets one when
 * there are several. */
static void name_first(struct import_log *log)
{
    g_autoptr(GHashTable) born = g_hash_table_new(NULL, NULL);
    int first = 0;
    for (guint i = 0; i < log->events->len; i++) {
        const struct import_event *event = &g_array_index(log->events, struct import_event, i);
        const bool clones =
            strstr(event->text, "clone") != NULL || strstr(event->text, "fork") != NULL;
        const char *const result = clones ? g_strrstr(event->text, "= ") : NULL;
        int child = 0;
        if (result != NULL && take_pid(result + 2, &child) != NULL) {
            g_hash_table_add(born, GINT_TO_POINTER(child));
        }
    }
    for (guint i = 0; i < log->events->len && first == 0; i++) {
        const int pid = g_array_index(log->events, struct import_event, i).pid;
        first = g_hash_table_contains(born, GINT_TO_POINTER(pid)) ? 0 : pid;
    }
    for (guint i = 0; i < log->events->len; i++) {
        struct import_event *event = &g_array_index(log->events, struct import_event, i);
        event->pid = event->pid == 0 ? first : event->pid;
    }
}

struct import_log *import_log_read(char **paths, GError **error)
{
    struct import_log *log = g_new0(struct import_log, 1);
    log->names = g_ptr_array_new_with_free_func(g_free);
    log->contents = g_ptr_array_new_with_free_func(g_free);
    log->events = g_array_new(FALSE, FALSE, sizeof(struct import_event));
    for (guint i = 0; paths[i] != NULL; i++) {
        if (!add_file(log, paths[i], error)) {
            import_log_free(log);
            return NULL;
        }
    }
    name_first(log);
    sort(log);
    return log;
}

char *import_event_join(const struct import_event *begin, const struct import_event *end)
{
    static const char resumed[] = "resumed>";
    static const char unfinished[] = "<unfinished ...>";
    const char *const rest = strstr(end->text, resumed);
    const char *const stop = g_strrstr(begin->text, unfinished);
    if (rest == NULL || stop == NULL) {
        return NULL;
    }
    return g_strdup_printf("%.*s%s", (int)(stop - begin->text), begin->text,
                           rest + strlen(resumed));
}

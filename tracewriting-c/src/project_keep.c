/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files and datatypes of a project, and what it takes over from an earlier file. */
#include "error.h"
#include "project_data.h"
#include "sys.h"
#include "text.h"

#include <errno.h>
#include <libxml/parser.h>
#include <limits.h>
#include <string.h>

void hd__project_kept_destroy(hd_project *project)
{
    while (project->files.first != NULL) {
        hd__project_file *const file = project->files.first;
        project->files.first = file->next;
        hd__system.release(file->name);
        hd__system.release(file->body);
        hd__system.release(file);
    }
    while (project->processes.first != NULL) {
        hd__project_process *const process = project->processes.first;
        project->processes.first = process->next;
        hd__project_types_destroy(process->types);
        hd__system.release(process->body);
        hd__system.release(process);
    }
    while (project->bare.first != NULL) {
        hd__project_process *const process = project->bare.first;
        project->bare.first = process->next;
        hd__system.release(process);
    }
    while (project->elements.first != NULL) {
        hd__project_element *const element = project->elements.first;
        project->elements.first = element->next;
        hd__system.release(element->text);
        hd__system.release(element);
    }
}

hd__project_file *hd__project_get_file(hd_project *project, const char *name, int64_t bytes)
{
    const uint64_t hash = hd__hash(name, strlen(name), 0);
    hd__project_file *file = NULL;
    for (size_t at = 0; (file = hd__table_next(&project->files_by_name, hash, &at)) != NULL;) {
        if (strcmp(file->name, name) == 0) {
            return file;
        }
    }
    file = hd__system.alloc(sizeof *file);
    if (file == NULL) {
        return NULL;
    }
    file->name = hd__text_copy(name);
    file->bytes = bytes;
    if (file->name == NULL || !hd__table_add(&project->files_by_name, hash, file)) {
        hd__system.release(file->name);
        hd__system.release(file);
        return NULL;
    }
    HD__APPEND(&project->files, file);
    return file;
}

static hd__project_process *make_process(hd__table *by_number, int64_t rank, int64_t thread)
{
    const uint64_t hash = hd__hash(&rank, sizeof rank, (uint64_t)thread);
    hd__project_process *const process = hd__system.alloc(sizeof *process);
    if (process == NULL || !hd__table_add(by_number, hash, process)) {
        hd__system.release(process);
        return NULL;
    }
    process->rank = rank;
    process->thread = thread;
    return process;
}

static const hd__project_process *find(const hd__table *by_number, int64_t rank, int64_t thread)
{
    const uint64_t hash = hd__hash(&rank, sizeof rank, (uint64_t)thread);
    const hd__project_process *process = NULL;
    for (size_t at = 0; (process = hd__table_next(by_number, hash, &at)) != NULL;) {
        if (process->rank == rank && process->thread == thread) {
            break;
        }
    }
    return process;
}

hd__project_process *hd__project_add_process(hd_project *project, int64_t rank, int64_t thread)
{
    hd__project_process *const process = make_process(&project->processes_by_number, rank, thread);
    if (process != NULL) {
        HD__APPEND(&project->processes, process);
    }
    return process;
}

bool hd__project_add_bare(hd_project *project, int64_t rank, int64_t thread)
{
    if (find(&project->bare_by_number, rank, thread) != NULL) {
        return true;
    }
    hd__project_process *const process = make_process(&project->bare_by_number, rank, thread);
    if (process != NULL) {
        HD__APPEND(&project->bare, process);
    }
    return process != NULL;
}

const hd__project_process *hd__project_find_process(const hd_project *project, int64_t rank,
                                                    int64_t thread)
{
    return find(&project->processes_by_number, rank, thread);
}

/* --- an earlier file -------------------------------------------------------------------------- */

static bool is_valid(const char *text)
{
    while (*text != '\0') {
        const size_t length = hd__utf8_length(text);
        const bool control = (unsigned char)*text < 0x20 && strchr("\t\n\r", *text) == NULL;
        if (length == 0 || control) {
            return false;
        }
        text += length;
    }
    return true;
}

/* The earlier file may be of another encoding, which the new one is not. */
static char *copy(const char *text, size_t length)
{
    char *const bytes = hd__system.alloc(length + 1);
    if (bytes != NULL && length > 0) {
        memcpy(bytes, text, length);
    }
    if (bytes == NULL || is_valid(bytes)) {
        return bytes;
    }
    char *const valid = hd__copy_valid(bytes);
    hd__system.release(bytes);
    return valid;
}

/* Whether libxml2 can read it as content of an element. */
static hd__result parse(const char *xml)
{
    hd__result result = HD__NO_MEMORY;
    hd__buffer text = {0};
    hd__buffer_add(&text, "<x>");
    hd__buffer_add(&text, xml);
    hd__buffer_add(&text, "</x>");
    const bool fits = !text.failed && text.used <= INT_MAX;
    xmlParserCtxtPtr context = fits ? xmlNewParserCtxt() : NULL;
    if (context != NULL) {
        memset(context->sax, 0, sizeof *context->sax); /* it builds no tree and says nothing */
        xmlFreeDoc(xmlCtxtReadMemory(context, text.text, (int)text.used, NULL, "UTF-8",
                                     XML_PARSE_NONET | XML_PARSE_HUGE));
        if (context->errNo != XML_ERR_NO_MEMORY) {
            result = context->wellFormed ? HD__DONE : HD__BAD;
        }
        xmlFreeParserCtxt(context);
    }
    hd__buffer_fini(&text);
    return result;
}

/* A copy that can be written, unless there is one already. */
static hd__result take(char **body, const char *xml, size_t length)
{
    if (*body != NULL) {
        return HD__DONE;
    }
    char *const text = copy(xml, length);
    const hd__result result = text == NULL ? HD__NO_MEMORY : parse(text);
    if (result != HD__DONE) {
        hd__system.release(text);
        return result;
    }
    *body = text;
    return HD__DONE;
}

static hd__result keep_file(hd_project *project, const char *name, const char *xml, size_t length)
{
    char *const valid = hd__copy_valid(name); /* as the names in fragments */
    hd__project_file *const file = valid == NULL ? NULL : hd__project_get_file(project, valid, 0);
    hd__system.release(valid);
    return file == NULL ? HD__NO_MEMORY : take(&file->body, xml, length);
}

static hd__result keep_datatypes(hd_project *project, int64_t rank, int64_t thread, const char *xml,
                                 size_t length)
{
    if (hd__project_find_process(project, rank, thread) != NULL) {
        return HD__DONE;
    }
    char *body = NULL;
    const hd__result result = take(&body, xml, length);
    if (result != HD__DONE) {
        return result;
    }
    hd__project_process *const process = hd__project_add_process(project, rank, thread);
    if (process == NULL) {
        hd__system.release(body);
        return HD__NO_MEMORY;
    }
    process->body = body;
    return HD__DONE;
}

static hd__result keep_element(hd_project *project, const char *xml, size_t length)
{
    static const char description[] = "<Description";
    hd__project_element *const element = hd__system.alloc(sizeof *element);
    const hd__result result = element == NULL ? HD__NO_MEMORY : take(&element->text, xml, length);
    if (result != HD__DONE) {
        hd__system.release(element);
        return result;
    }
    element->is_description =
        length >= sizeof description && memcmp(xml, description, sizeof description - 1) == 0;
    HD__APPEND(&project->elements, element);
    return HD__DONE;
}

static bool read_process(const char *key, int64_t *rank, int64_t *thread)
{
    if (key == NULL || !hd__take_int(&key, rank) || *key != ';') {
        return false;
    }
    key++;
    return hd__take_int(&key, thread) && *key == '\0';
}

hd_status hd_project_keep(hd_project *project, hd_kept kind, const char *key, const char *xml,
                          size_t length)
{
    int64_t rank = 0;
    int64_t thread = 0;
    hd__result result = HD__BAD;
    if (project == NULL || xml == NULL || (kind == HD_KEPT_FILE && key == NULL) ||
        (kind == HD_KEPT_DATATYPES && !read_process(key, &rank, &thread))) {
        return hd__fail(HD_INVALID, "project: nothing that can be kept");
    }
    const int saved = errno; /* libxml2 does not keep it */
    switch (kind) {
    case HD_KEPT_FILE:
        result = keep_file(project, key, xml, length);
        break;
    case HD_KEPT_DATATYPES:
        result = keep_datatypes(project, rank, thread, xml, length);
        break;
    case HD_KEPT_ELEMENT:
        result = keep_element(project, xml, length);
        break;
    }
    errno = saved;
    return result == HD__DONE  ? HD_OK
           : result == HD__BAD ? hd__fail(HD_FORMAT, "project: no well-formed XML")
                               : hd__fail(HD_NOMEM, "project: no memory");
}

void hd_project_set_missing(hd_project *project, size_t missing, size_t rank_count)
{
    if (project != NULL) {
        project->missing = missing;
        project->rank_count = rank_count;
    }
}

void hd_project_set_compat_original(hd_project *project)
{
    if (project != NULL) {
        project->compat = true;
    }
}

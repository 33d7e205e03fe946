/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files and datatypes of a project, and what it takes over from an earlier file. */
#include "error.h"
#include "project_data.h"
#include "sys.h"

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

hd__project_process *hd__project_add_process(hd_project *project, int64_t rank, int64_t thread)
{
    const uint64_t hash = hd__hash(&rank, sizeof rank, (uint64_t)thread);
    hd__project_process *const process = hd__system.alloc(sizeof *process);
    if (process == NULL || !hd__table_add(&project->processes_by_number, hash, process)) {
        hd__system.release(process);
        return NULL;
    }
    process->rank = rank;
    process->thread = thread;
    HD__APPEND(&project->processes, process);
    return process;
}

bool hd__project_add_bare(hd_project *project, int64_t rank, int64_t thread)
{
    hd__project_process *const process = hd__system.alloc(sizeof *process);
    if (process != NULL) {
        process->rank = rank;
        process->thread = thread;
        HD__APPEND(&project->bare, process);
    }
    return process != NULL;
}

const hd__project_process *hd__project_find_process(const hd_project *project, int64_t rank,
                                                    int64_t thread)
{
    const uint64_t hash = hd__hash(&rank, sizeof rank, (uint64_t)thread);
    const hd__project_process *process = NULL;
    for (size_t at = 0;
         (process = hd__table_next(&project->processes_by_number, hash, &at)) != NULL;) {
        if (process->rank == rank && process->thread == thread) {
            break;
        }
    }
    return process;
}

/* --- an earlier file -------------------------------------------------------------------------- */

static char *copy(const char *text, size_t length)
{
    char *const bytes = hd__system.alloc(length + 1);
    if (bytes != NULL && length > 0) {
        memcpy(bytes, text, length);
    }
    return bytes;
}

/* Take the copy, unless there is one. */
static bool set_body(char **body, char *text)
{
    if (*body != NULL) {
        hd__system.release(text);
        return true;
    }
    *body = text;
    return text != NULL;
}

static bool keep_file(hd_project *project, const char *name, const char *xml, size_t length)
{
    hd__project_file *const file = hd__project_get_file(project, name, 0);
    return file != NULL && set_body(&file->body, copy(xml, length));
}

static bool keep_datatypes(hd_project *project, int64_t rank, int64_t thread, const char *xml,
                           size_t length)
{
    if (hd__project_find_process(project, rank, thread) != NULL) {
        return true;
    }
    hd__project_process *const process = hd__project_add_process(project, rank, thread);
    return process != NULL && set_body(&process->body, copy(xml, length));
}

static bool keep_element(hd_project *project, const char *xml, size_t length)
{
    static const char description[] = "<Description";
    hd__project_element *const element = hd__system.alloc(sizeof *element);
    if (element == NULL || !set_body(&element->text, copy(xml, length))) {
        hd__system.release(element);
        return false;
    }
    element->is_description =
        length >= sizeof description && memcmp(xml, description, sizeof description - 1) == 0;
    HD__APPEND(&project->elements, element);
    return true;
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
    bool memory = false;
    if (project == NULL || xml == NULL || (kind == HD_KEPT_FILE && key == NULL) ||
        (kind == HD_KEPT_DATATYPES && !read_process(key, &rank, &thread))) {
        return hd__fail(HD_INVALID, "project: nothing that can be kept");
    }
    switch (kind) {
    case HD_KEPT_FILE:
        memory = keep_file(project, key, xml, length);
        break;
    case HD_KEPT_DATATYPES:
        memory = keep_datatypes(project, rank, thread, xml, length);
        break;
    case HD_KEPT_ELEMENT:
        memory = keep_element(project, xml, length);
        break;
    }
    return memory ? HD_OK : hd__fail(HD_NOMEM, "project: no memory");
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

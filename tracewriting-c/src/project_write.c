/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The project file, composed in memory by libxml2 and put in place by one rename. All texts in it
 * were checked when the fragments were read, except the project's own name. */
#include "error.h"
#include "project_data.h"
#include "sys.h"
#include "xml_write.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#define SIMPLE_STRIPE "de.hd.pvs.piosim.model.inputOutput.distribution.SimpleStripe"

static bool element(xmlTextWriterPtr w, const char *name, const char *text)
{
    return xmlTextWriterWriteElement(w, (const xmlChar *)name, (const xmlChar *)text) >= 0;
}

static bool raw(xmlTextWriterPtr w, const char *xml)
{
    return xmlTextWriterWriteRaw(w, (const xmlChar *)xml) >= 0;
}

static bool write_file_body(xmlTextWriterPtr w, const hd__project_file *file)
{
    if (file->body != NULL) {
        return raw(w, file->body);
    }
    char bytes[HD__INT_BYTES + 1];
    *hd__put_int(bytes, file->bytes) = '\0';
    return element(w, "InitialSize", bytes) && hd__xml_begin(w, "Distribution") &&
           hd__xml_add(w, "implementation", SIMPLE_STRIPE) && element(w, "ChunkSize", "64K") &&
           hd__xml_end(w);
}

static bool write_files(xmlTextWriterPtr w, const hd_project *project)
{
    bool done = hd__xml_begin(w, "FileList");
    for (const hd__project_file *f = project->files.first; f != NULL && done; f = f->next) {
        done = hd__xml_begin(w, "File") && hd__xml_add(w, "name", f->name) &&
               write_file_body(w, f) && hd__xml_end(w);
    }
    return done && xmlTextWriterFullEndElement(w) >= 0;
}

/* At most HD__LEVELS_MAX deep. */
static bool write_nodes(xmlTextWriterPtr w, const hd__project_node *nodes,
                        bool labels) /* NOLINT(misc-no-recursion) */
{
    bool done = true;
    for (const hd__project_node *n = nodes; n != NULL && done; n = n->next) {
        done = hd__xml_begin(w, "Node") && hd__xml_add(w, "name", n->name) &&
               (!labels || hd__xml_add(w, "label", n->label)) && hd__xml_add(w, "type", n->type) &&
               write_nodes(w, n->children.first, labels) && hd__xml_end(w);
    }
    return done;
}

static bool write_topology(xmlTextWriterPtr w, const hd_project *project)
{
    bool done = hd__xml_begin(w, "Topology");
    for (size_t i = 0; i < project->level_count && done; i++) {
        done = hd__xml_begin(w, "Level") && hd__xml_add(w, "type", project->levels[i]);
    }
    for (size_t i = 0; i < project->level_count && done; i++) {
        done = hd__xml_end(w);
    }
    return done && write_nodes(w, project->nodes.first, !project->compat) &&
           xmlTextWriterFullEndElement(w) >= 0;
}

static int compare_values(const void *left, const void *right)
{
    const struct hd__pair *const a = left;
    const struct hd__pair *const b = right;
    return a->value < b->value ? -1 : a->value > b->value;
}

static int compare_ranks(const void *left, const void *right)
{
    const struct hd__pair *const a = left;
    const struct hd__pair *const b = right;
    return a->rank < b->rank ? -1 : a->rank > b->rank;
}

static bool copy_pairs(hd__pairs *to, const hd__pairs *from)
{
    bool done = true;
    for (size_t i = 0; i < from->count && done; i++) {
        done = hd__pairs_add(to, from->items[i].rank, from->items[i].value);
    }
    hd__pairs_unite(to);
    return done;
}

/* The pair of that world rank in a list that is sorted by them, or NULL. */
static const struct hd__pair *find_rank(const hd__pairs *pairs, const struct hd__pair *rank)
{
    return pairs->count == 0
               ? NULL
               : bsearch(rank, pairs->items, pairs->count, sizeof *rank, compare_ranks);
}

/* Keep of the first list the ranks that the second one has, or those that it has not. */
static void keep_ranks(hd__pairs *pairs, const hd__pairs *sorted, bool in_both)
{
    size_t kept = 0;
    for (size_t i = 0; i < pairs->count; i++) {
        if ((find_rank(sorted, &pairs->items[i]) != NULL) == in_both) {
            pairs->items[kept++] = pairs->items[i];
        }
    }
    pairs->count = kept;
}

/* `local` may be NULL. `group`: of an intercommunicator, else -1. */
static bool write_member(xmlTextWriterPtr w, int64_t rank, const int64_t *local, int64_t id,
                         int group)
{
    return hd__xml_begin(w, "Rank") && hd__xml_add_int(w, "global", rank) &&
           (local == NULL || hd__xml_add_int(w, "local", *local)) &&
           hd__xml_add_int(w, "cid", id) && (group < 0 || hd__xml_add_int(w, "group", group)) &&
           hd__xml_end(w);
}

/* Members in their order, with the id each process has for the communicator; -1 for a process that
 * never used it. After a crash the list of members may be cut or missing: those that used the
 * communicator and are not listed follow, without local ranks. */
static bool write_members(xmlTextWriterPtr w, const hd__pairs *members, const hd__pairs *ids,
                          const hd__pairs *unlisted, int group)
{
    bool done = true;
    for (size_t i = 0; i < members->count && done; i++) {
        const struct hd__pair *const member = &members->items[i];
        const struct hd__pair *const id = find_rank(ids, member);
        done = write_member(w, member->rank, &member->value, id == NULL ? -1 : id->value, group);
    }
    for (size_t i = 0; i < unlisted->count && done; i++) {
        done = write_member(w, unlisted->items[i].rank, NULL, unlisted->items[i].value, group);
    }
    return done;
}

static bool write_comm_group(xmlTextWriterPtr w, const hd__project_comm *comm, int index)
{
    const struct hd__comm_group *const group = &comm->groups[index];
    hd__pairs members = {0};
    hd__pairs ids = {0};
    hd__pairs unlisted = {0};
    bool done = copy_pairs(&members, &group->members) && copy_pairs(&ids, &group->ids) &&
                copy_pairs(&unlisted, &ids);
    keep_ranks(&unlisted, &members, false);
    if (members.count > 1 && (comm->name == NULL || strcmp(comm->name, "SELF") != 0)) {
        qsort(members.items, members.count, sizeof *members.items, compare_values);
    }
    done = done && write_members(w, &members, &ids, &unlisted, comm->is_inter ? index : -1);
    hd__system.release(members.items);
    hd__system.release(ids.items);
    hd__system.release(unlisted.items);
    return done;
}

static bool write_comm(xmlTextWriterPtr w, const hd__project_comm *comm)
{
    bool done = hd__xml_begin(w, "Communicator") &&
                hd__xml_add(w, "name", comm->name == NULL ? "" : comm->name) &&
                hd__xml_add(w, "gid", comm->gid);
    for (int i = 0; i < HD__COMM_GROUPS && done; i++) {
        done = write_comm_group(w, comm, i);
    }
    return done && hd__xml_end(w);
}

/* The original knows no global ids and no sides, and needs a rank and a number for each member. */
static bool write_comm_compat(xmlTextWriterPtr w, const hd__project_comm *comm, int index)
{
    hd__project_comm known = {.name = comm->name};
    hd__pairs *const members = &known.groups[0].members;
    hd__pairs *const ids = &known.groups[0].ids;
    bool done = copy_pairs(members, &comm->groups[index].members) &&
                copy_pairs(ids, &comm->groups[index].ids);
    keep_ranks(members, ids, true);
    keep_ranks(ids, members, true);
    done = done &&
           (members->count == 0 || (hd__xml_begin(w, "Communicator") &&
                                    hd__xml_add(w, "name", comm->name == NULL ? "" : comm->name) &&
                                    write_comm_group(w, &known, 0) && hd__xml_end(w)));
    hd__system.release(members->items);
    hd__system.release(ids->items);
    return done;
}

static bool write_comms(xmlTextWriterPtr w, const hd_project *project)
{
    bool done = hd__xml_begin(w, "CommunicatorList");
    for (const hd__project_comm *c = project->comms.first; c != NULL && done; c = c->next) {
        if (!project->compat) {
            done = write_comm(w, c);
        }
        for (int i = 0; project->compat && i < HD__COMM_GROUPS && done; i++) {
            done = write_comm_compat(w, c, i);
        }
    }
    return done && xmlTextWriterFullEndElement(w) >= 0;
}

static bool write_types(xmlTextWriterPtr w, const hd_project *project,
                        const hd__project_process *of)
{
    if (of->body != NULL) {
        return raw(w, of->body);
    }
    if (project->compat) {
        return hd__write_datatypes_compat(w, of->types);
    }
    bool done = true;
    for (const hd__project_type *t = of->types; t != NULL && done; t = t->next) {
        done = hd__write_datatype(w, t);
    }
    return done;
}

static bool write_process(xmlTextWriterPtr w, const hd_project *project,
                          const hd__project_process *process, const hd__project_process *types)
{
    return hd__xml_begin(w, "Rank") && hd__xml_add_int(w, "name", process->rank) &&
           hd__xml_add_int(w, "thread", process->thread) && write_types(w, project, types) &&
           hd__xml_end(w);
}

static bool write_datatypes(xmlTextWriterPtr w, const hd_project *project)
{
    bool done = hd__xml_begin(w, "Datatypes");
    for (const hd__project_process *p = project->processes.first; p != NULL && done; p = p->next) {
        done = write_process(w, project, p, p);
    }
    /* The original looks types up by thread. */
    for (const hd__project_process *p = project->bare.first; p != NULL && done && project->compat;
         p = p->next) {
        const hd__project_process *const first = hd__project_find_process(project, p->rank, 0);
        if (first != NULL && hd__project_find_process(project, p->rank, p->thread) == NULL) {
            done = write_process(w, project, p, first);
        }
    }
    return done && xmlTextWriterFullEndElement(w) >= 0;
}

static bool write_groups(xmlTextWriterPtr w, const hd_project *project)
{
    bool done = hd__xml_begin(w, "ExternalStatistics");
    for (const hd__project_group *g = project->groups.first; g != NULL && done; g = g->next) {
        done = hd__xml_begin(w, g->name) && hd__xml_end(w);
    }
    return done && xmlTextWriterFullEndElement(w) >= 0;
}

/* The description, or all else of an earlier file. */
static bool write_kept(xmlTextWriterPtr w, const hd_project *project, bool description)
{
    bool done = true;
    bool any = false;
    for (const hd__project_element *e = project->elements.first; e != NULL && done; e = e->next) {
        if (e->is_description == description) {
            done = raw(w, any || !description ? " " : "\n ") && raw(w, e->text) && raw(w, "\n");
            any = true;
        }
    }
    return done && (any || !description ||
                    (hd__xml_begin(w, "Description") && xmlTextWriterFullEndElement(w) >= 0));
}

static bool write_document(xmlTextWriterPtr w, const hd_project *project)
{
    return xmlTextWriterSetIndent(w, 1) >= 0 &&
           xmlTextWriterSetIndentString(w, (const xmlChar *)" ") >= 0 &&
           xmlTextWriterStartDocument(w, NULL, "UTF-8", NULL) >= 0 &&
           hd__xml_begin(w, "Application") && hd__xml_add(w, "name", project->name) &&
           (project->missing == 0 || (hd__xml_add_int(w, "missing", (int64_t)project->missing) &&
                                      hd__xml_add_int(w, "ranks", (int64_t)project->rank_count))) &&
           write_kept(w, project, true) && write_files(w, project) && write_topology(w, project) &&
           write_comms(w, project) && write_datatypes(w, project) && write_groups(w, project) &&
           write_kept(w, project, false) && xmlTextWriterFullEndElement(w) >= 0 &&
           xmlTextWriterEndDocument(w) >= 0;
}

/* --- the file --------------------------------------------------------------------------------- */

static int write_new(const char *path, const char *text, size_t bytes)
{
    const int fd = hd__system.open(path, O_WRONLY | O_CREAT | O_TRUNC);
    if (fd < 0) {
        return fd;
    }
    size_t written = 0;
    const int error = hd__write_all(fd, text, bytes, &written);
    const int closed = hd__system.close(fd);
    return error != 0 ? error : closed;
}

static hd_status write_in_place(const char *path, const char *text, size_t bytes)
{
    static const char suffix[] = ".part";
    const size_t length = strlen(path);
    char *const part = hd__system.alloc(length + sizeof suffix);
    if (part == NULL) {
        return hd__fail(HD_NOMEM, "%s: no memory", path);
    }
    memcpy(part, path, length);
    memcpy(part + length, suffix, sizeof suffix);
    int error = write_new(part, text, bytes);
    if (error == 0) {
        error = hd__system.rename(part, path);
    }
    if (error != 0) {
        (void)hd__system.remove(part);
    }
    hd__system.release(part);
    return error == 0 ? HD_OK : hd__fail_system(path, error);
}

hd_status hd_project_write(const hd_project *project, const char *path)
{
    if (project == NULL || path == NULL) {
        return hd__fail(HD_INVALID, "project: needs a project and a path");
    }
    if (project->level_count == 0) {
        return hd__fail(HD_STATE, "%s: a project needs at least one fragment", path);
    }
    const int saved = errno; /* libxml2 does not keep it */
    hd_status status = HD_OK;
    xmlBufferPtr text = xmlBufferCreate();
    if (text != NULL) { /* by default it grows by what is added, and copies all each time */
        xmlBufferSetAllocationScheme(text, XML_BUFFER_ALLOC_DOUBLEIT);
    }
    xmlTextWriterPtr writer = text == NULL ? NULL : xmlNewTextWriterMemory(text, 0);
    const bool done = writer != NULL && write_document(writer, project);
    xmlFreeTextWriter(writer); /* flushes into the buffer */
    if (done) {
        status = write_in_place(path, (const char *)xmlBufferContent(text),
                                (size_t)xmlBufferLength(text));
    } else {
        status = hd__fail(HD_NOMEM, "%s: no memory for the project", path);
    }
    xmlBufferFree(text);
    errno = saved;
    return status;
}

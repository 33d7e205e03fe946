/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Definitions are written as they come, those of locations in the end: they say how many events
 * there are. Of the events one location is open at a time. */
#include "archive.h"
#include "archive_writer.h"

#include <stdlib.h>
#include <string.h>

enum { EVENT_CHUNK = 1 << 20, DEFINITION_CHUNK = 4 << 20 };

static OTF2_FlushType flush_before(void *user, OTF2_FileType type, OTF2_LocationRef of, void *data,
                                   bool final)
{
    (void)user;
    (void)type;
    (void)of;
    (void)data;
    (void) final;
    return OTF2_FLUSH;
}

void writer_require(const writer *to, OTF2_ErrorCode code, const char *what)
{
    archive_require(code, to->folder, what);
}

static OTF2_StringRef string(writer *to, const char *text)
{
    bool added = false;
    const OTF2_StringRef id = texts_find(&to->texts, text, &added);
    if (added) {
        writer_require(to, OTF2_GlobalDefWriter_WriteString(to->definitions, id, text), "a text");
    }
    return id;
}

OTF2_StringRef writer_string(writer *to, size_t field)
{
    return string(to, lines_text(&to->in, field));
}

uint64_t writer_number(const writer *to, size_t field)
{
    return lines_unsigned(&to->in, field);
}

uint32_t writer_small(const writer *to, size_t field)
{
    const uint64_t value = writer_number(to, field);
    if (value > UINT32_MAX) {
        refuse(to->folder, "a number is larger than OTF2 can hold");
    }
    return (uint32_t)value;
}

static bool is_none(const writer *to, size_t field)
{
    return strcmp(lines_text(&to->in, field), "-") == 0;
}

static void write_clock(writer *to)
{
    const uint64_t real = is_none(to, 4) ? OTF2_UNDEFINED_TIMESTAMP : writer_number(to, 4);
    writer_require(to,
                   OTF2_GlobalDefWriter_WriteClockProperties(to->definitions, writer_number(to, 1),
                                                             writer_number(to, 2),
                                                             writer_number(to, 3), real),
                   "the clock");
}

static void write_property(writer *to)
{
    writer_require(
        to,
        OTF2_Archive_SetProperty(to->archive, lines_text(&to->in, 1), lines_text(&to->in, 2), true),
        "a property");
}

static void write_node(writer *to)
{
    const OTF2_SystemTreeNodeRef parent =
        is_none(to, 2) ? OTF2_UNDEFINED_SYSTEM_TREE_NODE : writer_small(to, 2);
    writer_require(to,
                   OTF2_GlobalDefWriter_WriteSystemTreeNode(to->definitions, writer_small(to, 1),
                                                            writer_string(to, 4),
                                                            writer_string(to, 3), parent),
                   "a node");
}

static void write_group(writer *to)
{
    writer_require(to,
                   OTF2_GlobalDefWriter_WriteLocationGroup(
                       to->definitions, writer_small(to, 1), writer_string(to, 3),
                       OTF2_LOCATION_GROUP_TYPE_PROCESS, writer_small(to, 2),
                       OTF2_UNDEFINED_LOCATION_GROUP),
                   "a group of locations");
}

static void add_location(writer *to)
{
    if (to->location_count == to->location_room) {
        to->location_room = to->location_room == 0 ? 64 : 2 * to->location_room;
        to->locations = grown(to->locations, to->location_room * sizeof *to->locations);
    }
    const bool metric = strcmp(lines_text(&to->in, 3), "metric") == 0;
    const location added = {
        .id = writer_number(to, 1),
        .group = writer_small(to, 2),
        .type = metric ? OTF2_LOCATION_TYPE_METRIC : OTF2_LOCATION_TYPE_CPU_THREAD,
        .name = writer_string(to, 4),
    };
    if (added.id != to->location_count) {
        refuse(to->folder, "locations are not numbered one after the other");
    }
    to->locations[to->location_count++] = added;
}

static void write_about(writer *to)
{
    const OTF2_AttributeValue value = {.stringRef = writer_string(to, 3)};
    writer_require(to,
                   OTF2_GlobalDefWriter_WriteLocationProperty(to->definitions, writer_number(to, 1),
                                                              writer_string(to, 2),
                                                              OTF2_TYPE_STRING, value),
                   "a property of a location");
}

void writer_region(writer *to)
{
    const char *const role = lines_text(&to->in, 2);
    const bool exchanges = strcmp(role, "message") == 0;
    const OTF2_RegionRole known = exchanges                    ? OTF2_REGION_ROLE_POINT2POINT
                                  : strcmp(role, "event") == 0 ? OTF2_REGION_ROLE_ARTIFICIAL
                                                               : OTF2_REGION_ROLE_FUNCTION;
    const OTF2_StringRef name = writer_string(to, 3);
    writer_require(to,
                   OTF2_GlobalDefWriter_WriteRegion(
                       to->definitions, writer_small(to, 1), name, name, writer_string(to, 4),
                       known, exchanges ? OTF2_PARADIGM_MPI : OTF2_PARADIGM_UNKNOWN,
                       OTF2_REGION_FLAG_NONE, OTF2_UNDEFINED_STRING, 0, 0),
                   "a region");
}

OTF2_Type writer_type(const char *letter)
{
    return *letter == VALUE_INTEGER ? OTF2_TYPE_INT64
           : *letter == VALUE_REAL  ? OTF2_TYPE_DOUBLE
                                    : OTF2_TYPE_STRING;
}

void writer_attribute(writer *to)
{
    writer_require(to,
                   OTF2_GlobalDefWriter_WriteAttribute(to->definitions, writer_small(to, 1),
                                                       writer_string(to, 3), string(to, ""),
                                                       writer_type(lines_text(&to->in, 2))),
                   "an attribute");
}

/* Numbers from a field to the last one. */
static uint64_t *numbers(const writer *to, size_t first, uint32_t *count)
{
    if (to->in.count < first) {
        refuse(to->folder, "a line has too few fields");
    }
    *count = (uint32_t)(to->in.count - first);
    uint64_t *const all = grown(NULL, (*count + 1) * sizeof *all);
    for (uint32_t i = 0; i < *count; i++) {
        all[i] = writer_number(to, first + i);
    }
    return all;
}

static void define_members(writer *to, const char *name, OTF2_GroupType type, size_t first)
{
    uint32_t count = 0;
    uint64_t *const members = numbers(to, first, &count);
    const OTF2_ErrorCode code =
        OTF2_GlobalDefWriter_WriteGroup(to->definitions, to->groups++, string(to, name), type,
                                        OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, count, members);
    free(members);
    writer_require(to, code, "a group");
}

static void write_ranks(writer *to)
{
    define_members(to, "", OTF2_GROUP_TYPE_COMM_LOCATIONS, 1);
}

/* The group of all communicators that hold one rank each: OTF2 allows one of its type. */
static OTF2_GroupRef group_of_self(writer *to)
{
    if (to->in.count > 4) {
        refuse(to->folder, "a communicator of each rank for itself has members");
    }
    if (!to->has_self) {
        define_members(to, "", OTF2_GROUP_TYPE_COMM_SELF, 4);
        to->has_self = true;
        to->self = to->groups - 1;
    }
    return to->self;
}

static OTF2_GroupRef group_of_comm(writer *to)
{
    const char *const kind = lines_text(&to->in, 3);
    if (strcmp(kind, "self") == 0) {
        return group_of_self(to);
    }
    if (strcmp(kind, "group") != 0) {
        refuse(to->folder, "a communicator is neither a group nor self");
    }
    define_members(to, lines_text(&to->in, 2), OTF2_GROUP_TYPE_COMM_GROUP, 4);
    return to->groups - 1;
}

static void write_comm(writer *to)
{
    const OTF2_GroupRef group = group_of_comm(to);
    writer_require(to,
                   OTF2_GlobalDefWriter_WriteComm(to->definitions, writer_small(to, 1),
                                                  writer_string(to, 2), group, OTF2_UNDEFINED_COMM,
                                                  OTF2_COMM_FLAG_NONE),
                   "a communicator");
}

static void write_member(writer *to)
{
    writer_require(to,
                   OTF2_GlobalDefWriter_WriteMetricMember(
                       to->definitions, writer_small(to, 1), writer_string(to, 3),
                       writer_string(to, 5), OTF2_METRIC_TYPE_OTHER, OTF2_METRIC_ABSOLUTE_LAST,
                       writer_type(lines_text(&to->in, 2)), OTF2_BASE_DECIMAL, 0,
                       writer_string(to, 4)),
                   "a metric");
}

static void write_class(writer *to)
{
    uint32_t count = 0;
    uint64_t *const members = numbers(to, 2, &count);
    OTF2_MetricMemberRef refs[METRICS_MAX] = {0};
    if (count > METRICS_MAX) {
        refuse(to->folder, "a group of statistics has more values than OTF2 can hold");
    }
    for (uint32_t i = 0; i < count; i++) {
        refs[i] = (OTF2_MetricMemberRef)members[i];
    }
    free(members);
    writer_require(to,
                   OTF2_GlobalDefWriter_WriteMetricClass(
                       to->definitions, writer_small(to, 1), (uint8_t)count, refs,
                       OTF2_METRIC_ASYNCHRONOUS, OTF2_RECORDER_KIND_ABSTRACT),
                   "a class of metrics");
}

static void write_instance(writer *to)
{
    writer_require(to,
                   OTF2_GlobalDefWriter_WriteMetricInstance(
                       to->definitions, writer_small(to, 1), writer_small(to, 2),
                       writer_number(to, 3), OTF2_SCOPE_LOCATION_GROUP, writer_number(to, 4)),
                   "metrics of a location");
}

static void begin_events(writer *to)
{
    to->open = writer_number(to, 1);
    if (to->open >= to->location_count) {
        refuse(to->folder, "events of a location that is not defined");
    }
    to->events = OTF2_Archive_GetEvtWriter(to->archive, to->open);
    if (to->events == NULL) {
        give_up(to->folder, "the file of a location can't be made");
    }
}

static const command DEFINITIONS[] = {
    {"clock", write_clock},       {"property", write_property},    {"node", write_node},
    {"group", write_group},       {"location", add_location},      {"about", write_about},
    {"region", writer_region},    {"attribute", writer_attribute}, {"ranks", write_ranks},
    {"comm", write_comm},         {"member", write_member},        {"class", write_class},
    {"instance", write_instance}, {"events", begin_events},        {NULL, NULL},
};

static void run_line(writer *to)
{
    const command *at = to->events == NULL ? DEFINITIONS : WRITER_EVENTS;
    while (at->name != NULL && strcmp(at->name, lines_text(&to->in, 0)) != 0) {
        at++;
    }
    if (at->name == NULL) {
        refuse(to->folder, "the text has a line that means nothing here");
    }
    at->run(to);
}

static void open_archive(writer *to)
{
    static OTF2_FlushCallbacks callbacks = {flush_before, NULL};
    to->archive = OTF2_Archive_Open(to->folder, ARCHIVE_NAME, OTF2_FILEMODE_WRITE, EVENT_CHUNK,
                                    DEFINITION_CHUNK, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    if (to->archive == NULL) {
        give_up(to->folder, "the archive can't be made");
    }
    writer_require(to, OTF2_Archive_SetFlushCallbacks(to->archive, &callbacks, NULL),
                   "the archive");
    writer_require(to, OTF2_Archive_SetSerialCollectiveCallbacks(to->archive), "the archive");
    writer_require(to, OTF2_Archive_SetCreator(to->archive, "HDTrace"), "the archive");
    writer_require(to, OTF2_Archive_OpenEvtFiles(to->archive), "its events");
    to->definitions = OTF2_Archive_GetGlobalDefWriter(to->archive);
    to->attributes = OTF2_AttributeList_New();
    if (to->definitions == NULL || to->attributes == NULL) {
        give_up(to->folder, "the archive's definitions can't be made");
    }
}

/* Readers look for definitions of each location; all of ours are global. */
static void close_archive(writer *to)
{
    writer_require(to, OTF2_Archive_CloseEvtFiles(to->archive), "its events");
    writer_require(to, OTF2_Archive_OpenDefFiles(to->archive), "its definitions");
    for (size_t i = 0; i < to->location_count; i++) {
        const location *const at = &to->locations[i];
        OTF2_DefWriter *const local = OTF2_Archive_GetDefWriter(to->archive, at->id);
        writer_require(to, OTF2_Archive_CloseDefWriter(to->archive, local),
                       "definitions of a location");
        writer_require(to,
                       OTF2_GlobalDefWriter_WriteLocation(to->definitions, at->id, at->name,
                                                          at->type, at->events, at->group),
                       "a location");
    }
    writer_require(to, OTF2_Archive_CloseDefFiles(to->archive), "its definitions");
    OTF2_AttributeList_Delete(to->attributes);
    writer_require(to, OTF2_Archive_Close(to->archive), "the archive");
}

void archive_write(const char *folder)
{
    writer to = {.in = {.from = stdin}, .folder = folder};
    archive_listen(folder);
    if (!lines_next(&to.in) || strcmp(to.in.fields[0], "otf2") != 0 || to.in.count != 2 ||
        writer_number(&to, 1) != 1) {
        refuse("stdin", "does not begin as the text of an archive");
    }
    open_archive(&to);
    bool whole = false;
    while (!whole && lines_next(&to.in)) {
        whole = to.events == NULL && strcmp(to.in.fields[0], "whole") == 0;
        if (!whole) {
            run_line(&to);
        }
    }
    if (!whole) {
        refuse("stdin", "ends before the text of the archive does");
    }
    close_archive(&to);
    texts_free(&to.texts);
    free(to.locations);
    lines_free(&to.in);
}

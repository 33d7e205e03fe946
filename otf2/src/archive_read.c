/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The definitions, then the events of one location after the other. Of each location all its events
 * have to be there: definitions say how many they are. */
#include "archive.h"
#include "archive_definitions.h"
#include "archive_events.h"
#include "lines.h"

#include <stdlib.h>
#include <string.h>

static void begin(const char *word)
{
    (void)fputs(word, stdout);
}

static void end(void)
{
    (void)putchar('\n');
}

static void put_properties(OTF2_Reader *reader)
{
    uint32_t count = 0;
    char **names = NULL;
    if (OTF2_Reader_GetPropertyNames(reader, &count, &names) != OTF2_SUCCESS) {
        count = 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        char *value = NULL;
        if (OTF2_Reader_GetProperty(reader, names[i], &value) == OTF2_SUCCESS) {
            begin("property");
            put_text(names[i]);
            put_text(value);
            end();
            free(value);
        }
    }
    free(names);
    archive_forget();
}

static void read_definitions(OTF2_Reader *reader, const char *anchor, definitions *to)
{
    OTF2_GlobalDefReader *const global = OTF2_Reader_GetGlobalDefReader(reader);
    if (global == NULL) {
        refuse(anchor, "its definitions (.def) can't be read");
    }
    OTF2_GlobalDefReaderCallbacks *const callbacks = definitions_callbacks();
    archive_require(OTF2_Reader_RegisterGlobalDefCallbacks(reader, global, callbacks, to), anchor,
                    "its definitions");
    OTF2_GlobalDefReaderCallbacks_Delete(callbacks);
    uint64_t count = 0;
    archive_require(OTF2_Reader_ReadAllGlobalDefinitions(reader, global, &count), anchor,
                    "its definitions");
}

/* Numbers of a location's own and offsets of its clock; not all archives have them. */
static void read_local_definitions(OTF2_Reader *reader, const definitions *of)
{
    const bool any = OTF2_Reader_OpenDefFiles(reader) == OTF2_SUCCESS;
    for (size_t i = 0; any && i < of->location_count; i++) {
        OTF2_DefReader *const local = OTF2_Reader_GetDefReader(reader, of->locations[i].id);
        uint64_t count = 0;
        if (local != NULL) {
            (void)OTF2_Reader_ReadAllLocalDefinitions(reader, local, &count);
            OTF2_Reader_CloseDefReader(reader, local);
        }
    }
    if (any) {
        OTF2_Reader_CloseDefFiles(reader);
    }
    archive_forget();
}

static void read_events(OTF2_Reader *reader, const char *anchor, const definitions *of)
{
    OTF2_EvtReaderCallbacks *const callbacks = event_callbacks();
    for (size_t i = 0; i < of->location_count; i++) {
        const known_location *const at = &of->locations[i];
        begin("events");
        put_unsigned(at->id);
        end();
        OTF2_EvtReader *const events = OTF2_Reader_GetEvtReader(reader, at->id);
        if (events == NULL && at->events > 0) {
            refuse(anchor, "the events (.evt) of a location can't be read");
        }
        if (events == NULL) {
            archive_forget();
        }
        uint64_t count = 0;
        event_context context = {.texts = &of->texts, .parameters = &of->parameters, .told = 0};
        if (events != NULL) {
            archive_require(OTF2_Reader_RegisterEvtCallbacks(reader, events, callbacks, &context),
                            anchor, "events of a location");
            archive_require(OTF2_Reader_ReadAllLocalEvents(reader, events, &count), anchor,
                            "the events of a location");
            OTF2_Reader_CloseEvtReader(reader, events);
        }
        if (count < at->events) {
            refuse(anchor, "a location has fewer events than its definition says: it was cut");
        }
        begin("end");
        put_unsigned(count - context.told);
        end();
    }
    OTF2_EvtReaderCallbacks_Delete(callbacks);
}

void archive_read(const char *anchor)
{
    archive_listen(NULL);
    OTF2_Reader *const reader = OTF2_Reader_Open(anchor);
    if (reader == NULL) {
        archive_require(OTF2_ERROR_INVALID, anchor, "the archive");
    }
    archive_require(OTF2_Reader_SetSerialCollectiveCallbacks(reader), anchor, "the archive");
    begin("otf2\t1\n");
    put_properties(reader);
    definitions all = {0};
    read_definitions(reader, anchor, &all);
    for (size_t i = 0; i < all.location_count; i++) {
        archive_require(OTF2_Reader_SelectLocation(reader, all.locations[i].id), anchor,
                        "a location");
    }
    read_local_definitions(reader, &all);
    archive_require(OTF2_Reader_OpenEvtFiles(reader), anchor, "its events");
    read_events(reader, anchor, &all);
    OTF2_Reader_CloseEvtFiles(reader);
    OTF2_Reader_Close(reader);
    definitions_free(&all);
    begin("whole\n");
    if (fflush(stdout) != 0 || ferror(stdout)) {
        give_up("stdout", "can't be written");
    }
}

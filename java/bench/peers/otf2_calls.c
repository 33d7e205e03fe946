/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What OTF2's readers need for the calls of the generated traces.
 *
 *   otf2_calls write FOLDER CALLS     one location with that many calls: enter, a message, leave
 *   otf2_calls read FOLDER            "events calls nanoseconds" of the local reader's second pass,
 * CPU time
 *
 * The calls have the values of the XML: begin, end, size, peer, tag, communicator, and as
 * attributes count and type.
 */
#define _POSIX_C_SOURCE 200809L

#include <otf2/otf2.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LOCATION = 0, COUNT = 0, TYPE = 1, FUNCTIONS = 8, NANOS = 1000000000 };

static OTF2_FlushType flush_before(void *user, OTF2_FileType type, OTF2_LocationRef location,
                                   void *caller, bool final)
{
    (void)user;
    (void)type;
    (void)location;
    (void)caller;
    (void) final;
    return OTF2_FLUSH;
}

static void fail(const char *what)
{
    fprintf(stderr, "otf2_calls: %s\n", what);
    exit(1);
}

static void require(OTF2_ErrorCode code, const char *what)
{
    if (code != OTF2_SUCCESS) {
        fail(what);
    }
}

/* The same sequence on every machine. */
static uint32_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}

static void write_calls(OTF2_EvtWriter *events, OTF2_AttributeList *values, long calls)
{
    uint64_t random = 42;
    uint64_t time = 0;
    for (long i = 0; i < calls; i++) {
        const uint32_t function = i % 10 == 0 ? 0 : 1 + next_random(&random) % (FUNCTIONS - 1);
        const uint64_t size = UINT64_C(1) << next_random(&random) % 21;
        time += 1000 * (1 + next_random(&random) % 20);
        OTF2_EvtWriter_Enter(events, NULL, time, function);
        OTF2_AttributeList_AddUint64(values, COUNT, 1 + next_random(&random) % 1000);
        OTF2_AttributeList_AddUint64(values, TYPE, 0);
        OTF2_EvtWriter_MpiSend(events, values, time, 1, 0, (uint32_t)(i / 10), size);
        time += 1000 * (1 + next_random(&random) % 60);
        OTF2_EvtWriter_Leave(events, NULL, time, function);
    }
}

static void write_definitions(OTF2_Archive *archive, uint64_t calls)
{
    OTF2_GlobalDefWriter *const to = OTF2_Archive_GetGlobalDefWriter(archive);
    require(OTF2_GlobalDefWriter_WriteClockProperties(to, NANOS, 0, UINT64_C(1) << 62, 0), "clock");
    OTF2_GlobalDefWriter_WriteString(to, 0, "calls");
    OTF2_GlobalDefWriter_WriteSystemTreeNode(to, 0, 0, 0, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
    OTF2_GlobalDefWriter_WriteLocationGroup(to, 0, 0, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                            OTF2_UNDEFINED_LOCATION_GROUP);
    OTF2_GlobalDefWriter_WriteLocation(to, LOCATION, 0, OTF2_LOCATION_TYPE_CPU_THREAD, 3 * calls,
                                       0);
}

static void write_archive(const char *folder, long calls)
{
    static OTF2_FlushCallbacks callbacks = {flush_before, NULL};
    OTF2_Archive *const archive =
        OTF2_Archive_Open(folder, "calls", OTF2_FILEMODE_WRITE, 1 << 20, 4 << 20,
                          OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    if (archive == NULL) {
        fail("can't create the archive");
    }
    OTF2_Archive_SetFlushCallbacks(archive, &callbacks, NULL);
    OTF2_Archive_SetSerialCollectiveCallbacks(archive);
    require(OTF2_Archive_OpenEvtFiles(archive), "can't create the events");
    OTF2_EvtWriter *const events = OTF2_Archive_GetEvtWriter(archive, LOCATION);
    OTF2_AttributeList *const values = OTF2_AttributeList_New();
    write_calls(events, values, calls);
    OTF2_AttributeList_Delete(values);
    OTF2_Archive_CloseEvtWriter(archive, events);
    OTF2_Archive_CloseEvtFiles(archive);
    OTF2_Archive_OpenDefFiles(archive);
    OTF2_Archive_CloseDefWriter(archive, OTF2_Archive_GetDefWriter(archive, LOCATION));
    OTF2_Archive_CloseDefFiles(archive);
    write_definitions(archive, (uint64_t)calls);
    require(OTF2_Archive_Close(archive), "can't close the archive");
}

typedef struct sums {
    uint64_t events;
    uint64_t time;
    uint64_t bytes;
} sums;

static OTF2_CallbackCode on_enter(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position,
                                  void *user, OTF2_AttributeList *attributes, OTF2_RegionRef region)
{
    (void)location;
    (void)position;
    (void)attributes;
    (void)region;
    sums *const to = user;
    to->events++;
    to->time -= time;
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_leave(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position,
                                  void *user, OTF2_AttributeList *attributes, OTF2_RegionRef region)
{
    (void)location;
    (void)position;
    (void)attributes;
    (void)region;
    sums *const to = user;
    to->events++;
    to->time += time;
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_send(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position,
                                 void *user, OTF2_AttributeList *attributes, uint32_t receiver,
                                 OTF2_CommRef communicator, uint32_t tag, uint64_t length)
{
    (void)location;
    (void)time;
    (void)position;
    (void)attributes;
    (void)receiver;
    (void)communicator;
    (void)tag;
    sums *const to = user;
    to->events++;
    to->bytes += length;
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_EvtReaderCallbacks *new_callbacks(void)
{
    OTF2_EvtReaderCallbacks *const callbacks = OTF2_EvtReaderCallbacks_New();
    OTF2_EvtReaderCallbacks_SetEnterCallback(callbacks, on_enter);
    OTF2_EvtReaderCallbacks_SetLeaveCallback(callbacks, on_leave);
    OTF2_EvtReaderCallbacks_SetMpiSendCallback(callbacks, on_send);
    return callbacks;
}

static uint64_t cpu_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * NANOS + (uint64_t)now.tv_nsec;
}

/* One pass with the local reader, which is OTF2's fastest; CPU time in ns. */
static uint64_t read_archive(const char *anchor, sums *to)
{
    OTF2_Reader *const reader = OTF2_Reader_Open(anchor);
    if (reader == NULL) {
        fail("can't open the archive");
    }
    OTF2_Reader_SetSerialCollectiveCallbacks(reader);
    require(OTF2_Reader_SelectLocation(reader, LOCATION), "no such location");
    require(OTF2_Reader_OpenEvtFiles(reader), "can't open the events");
    OTF2_EvtReader *const events = OTF2_Reader_GetEvtReader(reader, LOCATION);
    OTF2_EvtReaderCallbacks *const callbacks = new_callbacks();
    require(OTF2_Reader_RegisterEvtCallbacks(reader, events, callbacks, to), "can't listen");
    OTF2_EvtReaderCallbacks_Delete(callbacks);
    uint64_t count = 0;
    const uint64_t begin = cpu_ns();
    require(OTF2_Reader_ReadAllLocalEvents(reader, events, &count), "can't read");
    const uint64_t took = cpu_ns() - begin;
    OTF2_Reader_CloseEvtReader(reader, events);
    OTF2_Reader_CloseEvtFiles(reader);
    OTF2_Reader_Close(reader);
    return took;
}

static void read_calls(const char *folder)
{
    char anchor[4096];
    snprintf(anchor, sizeof anchor, "%s/calls.otf2", folder);
    sums first = {0, 0, 0};
    sums second = {0, 0, 0};
    read_archive(anchor, &first);
    const uint64_t took = read_archive(anchor, &second);
    if (memcmp(&first, &second, sizeof first) != 0 || second.events % 3 != 0) {
        fail("two passes do not agree");
    }
    printf("%llu %llu %llu\n", (unsigned long long)second.events,
           (unsigned long long)second.events / 3, (unsigned long long)took);
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "write") == 0 && atol(argv[3]) > 0) {
        write_archive(argv[2], atol(argv[3]));
    } else if (argc == 3 && strcmp(argv[1], "read") == 0) {
        read_calls(argv[2]);
    } else {
        fputs("usage: otf2_calls write FOLDER CALLS | read FOLDER\n", stderr);
        return 2;
    }
    return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "otf2.h"

#include "workload.h"

#include <hdtrace/clock.h>
#include <otf2/otf2.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct archive {
    OTF2_Archive *otf2;
    OTF2_EvtWriter *events;
    OTF2_AttributeList *attributes;
} archive;

/* What happens when memory is full: it is written out. */
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

static uint64_t flush_after(void *user, OTF2_FileType type, OTF2_LocationRef location)
{
    (void)user;
    (void)type;
    (void)location;
    return (uint64_t)hd_clock_get_ns();
}

void *bench_otf2_open(const char *folder)
{
    static OTF2_FlushCallbacks callbacks = {flush_before, flush_after};
    archive *const to = calloc(1, sizeof *to);
    if (to == NULL) {
        return NULL;
    }
    to->otf2 = OTF2_Archive_Open(folder, "bench", OTF2_FILEMODE_WRITE, 1 << 20, 4 << 20,
                                 OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    if (to->otf2 == NULL) {
        free(to);
        return NULL;
    }
    OTF2_Archive_SetFlushCallbacks(to->otf2, &callbacks, NULL);
    OTF2_Archive_SetSerialCollectiveCallbacks(to->otf2);
    OTF2_Archive_OpenEvtFiles(to->otf2);
    to->events = OTF2_Archive_GetEvtWriter(to->otf2, 0);
    to->attributes = OTF2_AttributeList_New();
    return to;
}

void bench_otf2_record(void *context, long first, long calls)
{
    const archive *const to = context;
    for (long i = first; i < first + calls; i++) {
        int64_t values[BENCH_VALUES];
        const uint64_t start = (uint64_t)hd_clock_get_ns();
        bench_get_values(values, i);
        const uint64_t end = (uint64_t)hd_clock_get_ns();
        OTF2_EvtWriter_Enter(to->events, NULL, start, 1);
        OTF2_AttributeList_AddUint64(to->attributes, 0, (uint64_t)values[1]);
        OTF2_AttributeList_AddUint64(to->attributes, 1, (uint64_t)values[2]);
        OTF2_EvtWriter_MpiSend(to->events, to->attributes, start, (uint32_t)values[3],
                               (uint32_t)values[7], (uint32_t)values[4], (uint64_t)values[0]);
        OTF2_EvtWriter_MpiRecv(to->events, NULL, end, (uint32_t)values[5], (uint32_t)values[7],
                               (uint32_t)values[6], (uint64_t)values[0]);
        OTF2_EvtWriter_Leave(to->events, NULL, end, 1);
    }
}

void bench_otf2_close(void *context)
{
    archive *const to = context;
    OTF2_AttributeList_Delete(to->attributes);
    OTF2_Archive_CloseEvtWriter(to->otf2, to->events);
    OTF2_Archive_CloseEvtFiles(to->otf2);
    OTF2_Archive_Close(to->otf2);
    free(to);
}

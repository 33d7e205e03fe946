/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "archive.h"
#include "archive_writer.h"

static void end_events(writer *to)
{
    writer_require(to,
                   OTF2_EvtWriter_GetNumberOfEvents(to->events, &to->locations[to->open].events),
                   "the number of events");
    writer_require(to, OTF2_Archive_CloseEvtWriter(to->archive, to->events),
                   "the events of a location");
    to->events = NULL;
}

/* Triples behind a field: attribute, type, value. */
static void take_attributes(writer *to, size_t first)
{
    for (size_t at = first; at < to->in.count; at += 3) {
        const OTF2_AttributeRef id = writer_small(to, at);
        OTF2_ErrorCode code = OTF2_SUCCESS;
        switch (*lines_text(&to->in, at + 1)) {
        case VALUE_INTEGER:
            code = OTF2_AttributeList_AddInt64(to->attributes, id, lines_signed(&to->in, at + 2));
            break;
        case VALUE_REAL:
            code = OTF2_AttributeList_AddDouble(to->attributes, id, lines_real(&to->in, at + 2));
            break;
        default:
            code = OTF2_AttributeList_AddStringRef(to->attributes, id, writer_string(to, at + 2));
        }
        writer_require(to, code, "a value of an attribute");
    }
}

static void write_enter(writer *to)
{
    take_attributes(to, 3);
    writer_require(
        to,
        OTF2_EvtWriter_Enter(to->events, to->attributes, writer_number(to, 1), writer_small(to, 2)),
        "a state");
}

static void write_leave(writer *to)
{
    writer_require(
        to, OTF2_EvtWriter_Leave(to->events, NULL, writer_number(to, 1), writer_small(to, 2)),
        "a state");
}

static void write_send(writer *to)
{
    writer_require(to,
                   OTF2_EvtWriter_MpiSend(to->events, NULL, writer_number(to, 1),
                                          writer_small(to, 2), writer_small(to, 3),
                                          writer_small(to, 4), writer_number(to, 5)),
                   "a message");
}

static void write_receive(writer *to)
{
    writer_require(to,
                   OTF2_EvtWriter_MpiRecv(to->events, NULL, writer_number(to, 1),
                                          writer_small(to, 2), writer_small(to, 3),
                                          writer_small(to, 4), writer_number(to, 5)),
                   "a message");
}

static void write_metric(writer *to)
{
    OTF2_Type types[METRICS_MAX];
    OTF2_MetricValue values[METRICS_MAX];
    size_t count = 0;
    for (size_t at = 3; at + 1 < to->in.count && count < METRICS_MAX; at += 2) {
        types[count] = writer_type(lines_text(&to->in, at));
        if (types[count] == OTF2_TYPE_INT64) {
            values[count].signed_int = lines_signed(&to->in, at + 1);
        } else {
            values[count].floating_point = lines_real(&to->in, at + 1);
        }
        count++;
    }
    writer_require(to,
                   OTF2_EvtWriter_Metric(to->events, NULL, writer_number(to, 1),
                                         writer_small(to, 2), (uint8_t)count, types, values),
                   "a record of statistics");
}

const command WRITER_EVENTS[] = {
    {"+", write_enter},
    {"-", write_leave},
    {">", write_send},
    {"<", write_receive},
    {"m", write_metric},
    {"region", writer_region},
    {"attribute", writer_attribute},
    {"end", end_events},
    {NULL, NULL},
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "archive_events.h"

#include "archive.h"
#include "lines.h"

const char *event_value_type(OTF2_Type type)
{
    return type == OTF2_TYPE_STRING                              ? "s"
           : type == OTF2_TYPE_FLOAT || type == OTF2_TYPE_DOUBLE ? "d"
                                                                 : "i";
}

/* References are told as the numbers that they are. */
static void put_value(const event_context *of, OTF2_Type type, OTF2_AttributeValue value)
{
    switch (type) {
    case OTF2_TYPE_STRING:
        put_text(texts_get(of->texts, value.stringRef));
        break;
    case OTF2_TYPE_FLOAT:
        put_real((double)value.float32);
        break;
    case OTF2_TYPE_DOUBLE:
        put_real(value.float64);
        break;
    case OTF2_TYPE_INT8:
        put_signed(value.int8);
        break;
    case OTF2_TYPE_INT16:
        put_signed(value.int16);
        break;
    case OTF2_TYPE_INT32:
        put_signed(value.int32);
        break;
    case OTF2_TYPE_INT64:
        put_signed(value.int64);
        break;
    case OTF2_TYPE_UINT8:
        put_unsigned(value.uint8);
        break;
    case OTF2_TYPE_UINT16:
        put_unsigned(value.uint16);
        break;
    case OTF2_TYPE_UINT64:
    case OTF2_TYPE_LOCATION:
        put_unsigned(value.uint64);
        break;
    default:
        put_unsigned(value.uint32);
    }
}

static void put_attributes(const event_context *of, const OTF2_AttributeList *attributes)
{
    const uint32_t count = OTF2_AttributeList_GetNumberOfElements(attributes);
    for (uint32_t i = 0; i < count; i++) {
        OTF2_AttributeRef id = 0;
        OTF2_Type type = OTF2_TYPE_NONE;
        OTF2_AttributeValue value = {0};
        if (OTF2_AttributeList_GetAttributeByIndex(attributes, i, &id, &type, &value) ==
            OTF2_SUCCESS) {
            put_unsigned(id);
            put_text(event_value_type(type));
            put_value(of, type, value);
        }
    }
}

static event_context *begin(void *user, const char *word, OTF2_TimeStamp time)
{
    event_context *const of = user;
    of->told++;
    (void)fputs(word, stdout);
    put_unsigned(time);
    return of;
}

static OTF2_CallbackCode end(void)
{
    (void)putchar('\n');
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_enter(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position,
                                  void *user, OTF2_AttributeList *attributes, OTF2_RegionRef region)
{
    (void)location;
    (void)position;
    const event_context *const of = begin(user, "+", time);
    put_unsigned(region);
    put_attributes(of, attributes);
    return end();
}

static OTF2_CallbackCode on_leave(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position,
                                  void *user, OTF2_AttributeList *attributes, OTF2_RegionRef region)
{
    (void)location;
    (void)position;
    const event_context *const of = begin(user, "-", time);
    put_unsigned(region);
    put_attributes(of, attributes);
    return end();
}

static OTF2_CallbackCode tell_message(void *user, const char *word, OTF2_TimeStamp time,
                                      uint32_t peer, OTF2_CommRef communicator, uint32_t tag,
                                      uint64_t bytes)
{
    begin(user, word, time);
    put_unsigned(peer);
    put_unsigned(communicator);
    put_unsigned(tag);
    put_unsigned(bytes);
    return end();
}

static OTF2_CallbackCode on_send(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position,
                                 void *user, OTF2_AttributeList *attributes, uint32_t receiver,
                                 OTF2_CommRef communicator, uint32_t tag, uint64_t bytes)
{
    (void)location;
    (void)position;
    (void)attributes;
    return tell_message(user, ">", time, receiver, communicator, tag, bytes);
}

static OTF2_CallbackCode on_isend(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position,
                                  void *user, OTF2_AttributeList *attributes, uint32_t receiver,
                                  OTF2_CommRef communicator, uint32_t tag, uint64_t bytes,
                                  uint64_t request)
{
    (void)location;
    (void)position;
    (void)attributes;
    (void)request;
    return tell_message(user, ">", time, receiver, communicator, tag, bytes);
}

static OTF2_CallbackCode on_receive(OTF2_LocationRef location, OTF2_TimeStamp time,
                                    uint64_t position, void *user, OTF2_AttributeList *attributes,
                                    uint32_t sender, OTF2_CommRef communicator, uint32_t tag,
                                    uint64_t bytes)
{
    (void)location;
    (void)position;
    (void)attributes;
    return tell_message(user, "<", time, sender, communicator, tag, bytes);
}

static OTF2_CallbackCode on_ireceive(OTF2_LocationRef location, OTF2_TimeStamp time,
                                     uint64_t position, void *user, OTF2_AttributeList *attributes,
                                     uint32_t sender, OTF2_CommRef communicator, uint32_t tag,
                                     uint64_t bytes, uint64_t request)
{
    (void)location;
    (void)position;
    (void)attributes;
    (void)request;
    return tell_message(user, "<", time, sender, communicator, tag, bytes);
}

static OTF2_CallbackCode on_collective(OTF2_LocationRef location, OTF2_TimeStamp time,
                                       uint64_t position, void *user,
                                       OTF2_AttributeList *attributes, OTF2_CollectiveOp operation,
                                       OTF2_CommRef communicator, uint32_t root, uint64_t sent,
                                       uint64_t received)
{
    (void)location;
    (void)position;
    (void)attributes;
    (void)operation;
    begin(user, "c", time);
    put_unsigned(communicator);
    if (root > INT32_MAX) {
        put_text("-"); /* none, or one that is in another group */
    } else {
        put_unsigned(root);
    }
    put_unsigned(sent);
    put_unsigned(received);
    return end();
}

static OTF2_CallbackCode on_metric(OTF2_LocationRef location, OTF2_TimeStamp time,
                                   uint64_t position, void *user, OTF2_AttributeList *attributes,
                                   OTF2_MetricRef metric, uint8_t count, const OTF2_Type *types,
                                   const OTF2_MetricValue *values)
{
    (void)location;
    (void)position;
    (void)attributes;
    begin(user, "m", time);
    put_unsigned(metric);
    for (unsigned i = 0; i < count; i++) {
        put_text(types[i] == OTF2_TYPE_DOUBLE ? "d" : "i");
        if (types[i] == OTF2_TYPE_DOUBLE) {
            put_real(values[i].floating_point);
        } else if (types[i] == OTF2_TYPE_INT64) {
            put_signed(values[i].signed_int);
        } else {
            put_unsigned(values[i].unsigned_int);
        }
    }
    return end();
}

static const event_context *begin_parameter(void *user, OTF2_TimeStamp time, OTF2_ParameterRef id)
{
    const event_context *const of = begin(user, "p", time);
    put_text(texts_get(of->parameters, id));
    return of;
}

static OTF2_CallbackCode on_parameter_text(OTF2_LocationRef location, OTF2_TimeStamp time,
                                           uint64_t position, void *user,
                                           OTF2_AttributeList *attributes, OTF2_ParameterRef id,
                                           OTF2_StringRef text)
{
    (void)location;
    (void)position;
    (void)attributes;
    const event_context *const of = begin_parameter(user, time, id);
    put_text(texts_get(of->texts, text));
    return end();
}

static OTF2_CallbackCode on_parameter_signed(OTF2_LocationRef location, OTF2_TimeStamp time,
                                             uint64_t position, void *user,
                                             OTF2_AttributeList *attributes, OTF2_ParameterRef id,
                                             int64_t value)
{
    (void)location;
    (void)position;
    (void)attributes;
    begin_parameter(user, time, id);
    put_signed(value);
    return end();
}

static OTF2_CallbackCode on_parameter_unsigned(OTF2_LocationRef location, OTF2_TimeStamp time,
                                               uint64_t position, void *user,
                                               OTF2_AttributeList *attributes, OTF2_ParameterRef id,
                                               uint64_t value)
{
    (void)location;
    (void)position;
    (void)attributes;
    begin_parameter(user, time, id);
    put_unsigned(value);
    return end();
}

OTF2_EvtReaderCallbacks *event_callbacks(void)
{
    OTF2_EvtReaderCallbacks *const all = OTF2_EvtReaderCallbacks_New();
    OTF2_EvtReaderCallbacks_SetEnterCallback(all, on_enter);
    OTF2_EvtReaderCallbacks_SetLeaveCallback(all, on_leave);
    OTF2_EvtReaderCallbacks_SetMpiSendCallback(all, on_send);
    OTF2_EvtReaderCallbacks_SetMpiIsendCallback(all, on_isend);
    OTF2_EvtReaderCallbacks_SetMpiRecvCallback(all, on_receive);
    OTF2_EvtReaderCallbacks_SetMpiIrecvCallback(all, on_ireceive);
    OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback(all, on_collective);
    OTF2_EvtReaderCallbacks_SetMetricCallback(all, on_metric);
    OTF2_EvtReaderCallbacks_SetParameterStringCallback(all, on_parameter_text);
    OTF2_EvtReaderCallbacks_SetParameterIntCallback(all, on_parameter_signed);
    OTF2_EvtReaderCallbacks_SetParameterUnsignedIntCallback(all, on_parameter_unsigned);
    return all;
}

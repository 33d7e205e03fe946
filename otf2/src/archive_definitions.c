/* SPDX-License-Identifier: GPL-3.0-or-later */
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

static OTF2_CallbackCode on_clock(void *user, uint64_t resolution, uint64_t offset, uint64_t length,
                                  uint64_t real)
{
    (void)user;
    begin("clock");
    put_unsigned(resolution);
    put_unsigned(offset);
    put_unsigned(length);
    if (real == OTF2_UNDEFINED_TIMESTAMP) {
        put_text("-");
    } else {
        put_unsigned(real);
    }
    end();
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_string(void *user, OTF2_StringRef id, const char *text)
{
    definitions *const to = user;
    texts_put(&to->texts, id, text);
    return OTF2_CALLBACK_SUCCESS;
}

static const char *text_of(const definitions *of, OTF2_StringRef id)
{
    return texts_get(&of->texts, id);
}

static OTF2_CallbackCode on_node(void *user, OTF2_SystemTreeNodeRef id, OTF2_StringRef name,
                                 OTF2_StringRef class, OTF2_SystemTreeNodeRef parent)
{
    begin("node");
    put_unsigned(id);
    if (parent == OTF2_UNDEFINED_SYSTEM_TREE_NODE) {
        put_text("-");
    } else {
        put_unsigned(parent);
    }
    put_text(text_of(user, class));
    put_text(text_of(user, name));
    end();
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_location_group(void *user, OTF2_LocationGroupRef id,
                                           OTF2_StringRef name, OTF2_LocationGroupType type,
                                           OTF2_SystemTreeNodeRef node,
                                           OTF2_LocationGroupRef creator)
{
    (void)type;
    (void)creator;
    begin("group");
    put_unsigned(id);
    put_unsigned(node);
    put_text(text_of(user, name));
    end();
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_location(void *user, OTF2_LocationRef id, OTF2_StringRef name,
                                     OTF2_LocationType type, uint64_t events,
                                     OTF2_LocationGroupRef group)
{
    definitions *const to = user;
    if ((to->location_count & (to->location_count - 1)) == 0) {
        const size_t room = to->location_count == 0 ? 1 : 2 * to->location_count;
        to->locations = grown(to->locations, room * sizeof *to->locations);
    }
    to->locations[to->location_count++] = (known_location){.id = id, .events = events};
    begin("location");
    put_unsigned(id);
    put_unsigned(group);
    put_text(type == OTF2_LOCATION_TYPE_METRIC ? "metric" : "cpu");
    put_text(text_of(to, name));
    put_unsigned(events);
    end();
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_location_property(void *user, OTF2_LocationRef id, OTF2_StringRef name,
                                              OTF2_Type type, OTF2_AttributeValue value)
{
    if (type == OTF2_TYPE_STRING) {
        begin("about");
        put_unsigned(id);
        put_text(text_of(user, name));
        put_text(text_of(user, value.stringRef));
        end();
    }
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_region(void *user, OTF2_RegionRef id, OTF2_StringRef name,
                                   OTF2_StringRef canonical, OTF2_StringRef description,
                                   OTF2_RegionRole role, OTF2_Paradigm paradigm,
                                   OTF2_RegionFlag flags, OTF2_StringRef file, uint32_t first,
                                   uint32_t last)
{
    (void)canonical;
    (void)paradigm;
    (void)flags;
    (void)file;
    (void)first;
    (void)last;
    begin("region");
    put_unsigned(id);
    put_text(role == OTF2_REGION_ROLE_ARTIFICIAL ? "event" : "function");
    put_text(text_of(user, name));
    put_text(text_of(user, description));
    end();
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_attribute(void *user, OTF2_AttributeRef id, OTF2_StringRef name,
                                      OTF2_StringRef description, OTF2_Type type)
{
    (void)description;
    begin("attribute");
    put_unsigned(id);
    put_text(event_value_type(type));
    put_text(text_of(user, name));
    end();
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_parameter(void *user, OTF2_ParameterRef id, OTF2_StringRef name,
                                      OTF2_ParameterType type)
{
    (void)type;
    definitions *const to = user;
    texts_put(&to->parameters, id, text_of(to, name));
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_group(void *user, OTF2_GroupRef id, OTF2_StringRef name,
                                  OTF2_GroupType type, OTF2_Paradigm paradigm, OTF2_GroupFlag flags,
                                  uint32_t count, const uint64_t *members)
{
    (void)name;
    (void)flags;
    if (paradigm != OTF2_PARADIGM_MPI) {
        return OTF2_CALLBACK_SUCCESS;
    }
    if (type == OTF2_GROUP_TYPE_COMM_LOCATIONS) {
        begin("ranks");
        for (uint32_t i = 0; i < count; i++) {
            put_unsigned(members[i]);
        }
        end();
        return OTF2_CALLBACK_SUCCESS;
    }
    definitions *const to = user;
    if ((to->group_count & (to->group_count - 1)) == 0) {
        const size_t room = to->group_count == 0 ? 1 : 2 * to->group_count;
        to->groups = grown(to->groups, room * sizeof *to->groups);
    }
    uint64_t *const copied = grown(NULL, ((size_t)count + 1) * sizeof *copied);
    memcpy(copied, members, count * sizeof *copied);
    to->groups[to->group_count++] =
        (known_group){.id = id, .type = type, .count = count, .members = copied};
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_comm(void *user, OTF2_CommRef id, OTF2_StringRef name,
                                 OTF2_GroupRef group, OTF2_CommRef parent, OTF2_CommFlag flags)
{
    (void)parent;
    (void)flags;
    const definitions *const of = user;
    const known_group *found = NULL;
    for (size_t i = of->group_count; i > 0 && found == NULL; i--) {
        found = of->groups[i - 1].id == group ? &of->groups[i - 1] : NULL;
    }
    if (found == NULL) {
        return OTF2_CALLBACK_SUCCESS; /* of another paradigm */
    }
    begin("comm");
    put_unsigned(id);
    put_text(text_of(of, name));
    put_text(found->type == OTF2_GROUP_TYPE_COMM_SELF ? "self" : "group");
    for (uint32_t i = 0; i < found->count; i++) {
        put_unsigned(found->members[i]);
    }
    end();
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_member(void *user, OTF2_MetricMemberRef id, OTF2_StringRef name,
                                   OTF2_StringRef description, OTF2_MetricType type,
                                   OTF2_MetricMode mode, OTF2_Type value_type, OTF2_Base base,
                                   int64_t exponent, OTF2_StringRef unit)
{
    (void)type;
    begin("member");
    put_unsigned(id);
    put_text(event_value_type(value_type));
    put_text(text_of(user, name));
    put_text(text_of(user, unit));
    put_text(text_of(user, description));
    put_text((mode & OTF2_METRIC_TIMING_LAST) == OTF2_METRIC_TIMING_LAST ? "last" : "next");
    put_text(base == OTF2_BASE_BINARY ? "2" : "10");
    put_signed(exponent);
    end();
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_class(void *user, OTF2_MetricRef id, uint8_t count,
                                  const OTF2_MetricMemberRef *members,
                                  OTF2_MetricOccurrence occurrence, OTF2_RecorderKind kind)
{
    (void)user;
    (void)occurrence;
    (void)kind;
    begin("class");
    put_unsigned(id);
    for (unsigned i = 0; i < count; i++) {
        put_unsigned(members[i]);
    }
    end();
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_instance(void *user, OTF2_MetricRef id, OTF2_MetricRef class,
                                     OTF2_LocationRef recorder, OTF2_MetricScope scope,
                                     uint64_t place)
{
    (void)user;
    (void)scope;
    begin("instance");
    put_unsigned(id);
    put_unsigned(class);
    put_unsigned(recorder);
    put_unsigned(place);
    end();
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_GlobalDefReaderCallbacks *definitions_callbacks(void)
{
    OTF2_GlobalDefReaderCallbacks *const all = OTF2_GlobalDefReaderCallbacks_New();
    OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(all, on_clock);
    OTF2_GlobalDefReaderCallbacks_SetStringCallback(all, on_string);
    OTF2_GlobalDefReaderCallbacks_SetSystemTreeNodeCallback(all, on_node);
    OTF2_GlobalDefReaderCallbacks_SetLocationGroupCallback(all, on_location_group);
    OTF2_GlobalDefReaderCallbacks_SetLocationCallback(all, on_location);
    OTF2_GlobalDefReaderCallbacks_SetLocationPropertyCallback(all, on_location_property);
    OTF2_GlobalDefReaderCallbacks_SetRegionCallback(all, on_region);
    OTF2_GlobalDefReaderCallbacks_SetAttributeCallback(all, on_attribute);
    OTF2_GlobalDefReaderCallbacks_SetParameterCallback(all, on_parameter);
    OTF2_GlobalDefReaderCallbacks_SetGroupCallback(all, on_group);
    OTF2_GlobalDefReaderCallbacks_SetCommCallback(all, on_comm);
    OTF2_GlobalDefReaderCallbacks_SetMetricMemberCallback(all, on_member);
    OTF2_GlobalDefReaderCallbacks_SetMetricClassCallback(all, on_class);
    OTF2_GlobalDefReaderCallbacks_SetMetricInstanceCallback(all, on_instance);
    return all;
}

void definitions_free(definitions *all)
{
    texts_free(&all->texts);
    texts_free(&all->parameters);
    for (size_t i = 0; i < all->group_count; i++) {
        free(all->groups[i].members);
    }
    free(all->groups);
    free(all->locations);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Datatypes: numbers and sizes. */
#include "hdmpi_ids.h"

#include "hdmpi_map.h"
#include "hdmpi_seen.h"

#include <stdlib.h>

static hd__map types = HD__MAP_INIT;

/* Known to be valid whatever else went wrong in a call, so they may always be asked about. */
static const MPI_Datatype predefined[] = {MPI_CHAR,
                                          MPI_SIGNED_CHAR,
                                          MPI_UNSIGNED_CHAR,
                                          MPI_BYTE,
                                          MPI_WCHAR,
                                          MPI_SHORT,
                                          MPI_UNSIGNED_SHORT,
                                          MPI_INT,
                                          MPI_UNSIGNED,
                                          MPI_LONG,
                                          MPI_UNSIGNED_LONG,
                                          MPI_FLOAT,
                                          MPI_DOUBLE,
                                          MPI_LONG_DOUBLE,
                                          MPI_LONG_LONG,
                                          MPI_UNSIGNED_LONG_LONG,
                                          MPI_PACKED,
                                          MPI_FLOAT_INT,
                                          MPI_DOUBLE_INT,
                                          MPI_LONG_INT,
                                          MPI_SHORT_INT,
                                          MPI_2INT,
                                          MPI_LONG_DOUBLE_INT,
                                          MPI_INT8_T,
                                          MPI_INT16_T,
                                          MPI_INT32_T,
                                          MPI_INT64_T,
                                          MPI_UINT8_T,
                                          MPI_UINT16_T,
                                          MPI_UINT32_T,
                                          MPI_UINT64_T,
                                          MPI_C_BOOL,
                                          MPI_C_FLOAT_COMPLEX,
                                          MPI_C_DOUBLE_COMPLEX,
                                          MPI_C_LONG_DOUBLE_COMPLEX,
                                          MPI_AINT,
                                          MPI_OFFSET,
                                          MPI_COUNT};

static hd__type *make(MPI_Datatype handle)
{
    hd__type *const type = calloc(1, sizeof(*type));
    if (type != NULL) {
        type->id = -1;
        type->handle = handle;
        PMPI_Type_size_x(handle, &type->size_bytes);
    }
    return type;
}

static void enter(hd__type *type)
{
    void *old = NULL;
    if (hd__map_put(&types, HD__KEY(type->handle), type, &old) && old != NULL) {
        hd__handle_is_gone();
        hd__retire(old, free);
    }
}

static void use(hd__type *type)
{
    if (type->id < 0) {
        type->id = hd__next_id(HD__ID_TYPE);
        hd__type_describe(type->handle, type->id);
    }
}

static hd__type *get(MPI_Datatype handle, bool may_make)
{
    hd__type *type = hd__map_get(&types, HD__KEY(handle));
    if ((type == NULL && !may_make) || (type != NULL && type->id >= 0)) {
        return type;
    }
    hd__ids_lock();
    type = hd__map_get(&types, HD__KEY(handle));
    if (type == NULL && (type = make(handle)) != NULL) {
        enter(type);
    }
    if (type != NULL) {
        use(type);
    }
    hd__ids_unlock();
    return type;
}

hd__type *hd__type_get(const hd__call *call, MPI_Datatype handle)
{
    return handle == MPI_DATATYPE_NULL ? NULL : get(handle, !call->failed);
}

hd__type *hd__type_get_known(MPI_Datatype handle)
{
    return handle == MPI_DATATYPE_NULL ? NULL : get(handle, false);
}

hd__type *hd__type_create(MPI_Datatype handle)
{
    if (handle == MPI_DATATYPE_NULL) {
        return NULL;
    }
    hd__ids_lock();
    hd__type *const type = make(handle);
    if (type != NULL) {
        use(type);
        enter(type);
    }
    hd__ids_unlock();
    return type;
}

hd__type *hd__type_take(MPI_Datatype handle)
{
    hd__type *const type = hd__map_get(&types, HD__KEY(handle));
    for (size_t i = 0; i < sizeof(predefined) / sizeof(predefined[0]); i++) {
        if (predefined[i] == handle) {
            return NULL; /* freeing it is an error and leaves it as it is */
        }
    }
    if (type == NULL) {
        return NULL;
    }
    hd__retired_free();
    hd__type *const taken = hd__map_take(&types, HD__KEY(handle), type);
    hd__handle_is_gone();
    return taken;
}

void hd__type_put_back(hd__type *type)
{
    if (type != NULL) {
        enter(type);
    }
}

void hd__type_release(hd__type *type)
{
    hd__retire(type, free);
}

/* Called while the lock is held. A component that the application has freed, or never had a handle
 * of, gets a number but no entry: its handle may be reused as soon as the outer type is freed. */
int hd__type_component_id(MPI_Datatype handle)
{
    hd__type *type = hd__map_get(&types, HD__KEY(handle));
    if (type != NULL) {
        use(type);
        return type->id;
    }
    const int id = hd__next_id(HD__ID_TYPE);
    hd__type_describe(handle, id);
    return id;
}

void hd__types_init(void)
{
    for (size_t i = 0; i < sizeof(predefined) / sizeof(predefined[0]); i++) {
        hd__type *const type = make(predefined[i]);
        if (type != NULL) {
            enter(type);
        }
    }
}

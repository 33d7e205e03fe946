/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Attributes of communicators, windows and datatypes that few calls have. */
#include "hdmpi_record.h"

/* The handle is the new communicator's already, though the program may not use it yet; an MPI that
 * sets it later leaves it to the first use. */
int64_t hd__value_later_comm(hd__call *call, const MPI_Comm *handle, MPI_Comm parent)
{
    const hd__comm *const comm =
        call->failed ? NULL : hd__comm_create_later(hd__comm_get(call, parent), *handle);
    return comm == NULL ? HD__ABSENT : comm->id;
}

void hd__put_split_type(hd__call *call, const char *name, int split_type)
{
#if MPI_VERSION >= 4
    if (split_type == MPI_COMM_TYPE_HW_GUIDED || split_type == MPI_COMM_TYPE_HW_UNGUIDED) {
        hd__put_text(call, name,
                     split_type == MPI_COMM_TYPE_HW_GUIDED ? "HW_GUIDED" : "HW_UNGUIDED");
        return;
    }
#endif
    hd__put_text(call, name,
                 split_type == MPI_COMM_TYPE_SHARED ? "SHARED"
                 : split_type == MPI_UNDEFINED      ? "UNDEFINED"
                                                    : "other");
}

void hd__put_lock_type(hd__call *call, const char *name, int lock_type)
{
    hd__put_text(call, name,
                 lock_type == MPI_LOCK_EXCLUSIVE ? "EXCLUSIVE"
                 : lock_type == MPI_LOCK_SHARED  ? "SHARED"
                                                 : "invalid");
}

void hd__add_type_named(hd__call *call, MPI_Datatype handle, const char *name)
{
    const hd__type *const type = hd__type_get(call, handle);
    if (type != NULL && !call->failed) {
        hd__type_named(type, name);
    }
}

int64_t hd__value_known_tid(hd__call *call, MPI_Datatype handle)
{
    const hd__type *const type = hd__type_get_known(handle);
    (void)call;
    return type == NULL ? HD__ABSENT : type->id;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Attributes of MPI-IO calls. Only files that were opened under the wrapper are asked about:
 * for others, or in sequential mode, the question itself would be an error. */
#include "hdmpi_record.h"

#include <stdlib.h>
#include <string.h>

static bool has_position(const hd__file *file)
{
    return file != NULL && !file->is_sequential;
}

static MPI_Offset absolute(MPI_File handle, MPI_Offset view_offset)
{
    MPI_Offset offset = HD__NO_OFFSET;
    if (PMPI_File_get_byte_offset(handle, view_offset, &offset) != MPI_SUCCESS) {
        return HD__NO_OFFSET;
    }
    return offset;
}

static MPI_Offset position(hd__call *call, MPI_File handle)
{
    MPI_Offset offset = 0;
    if (!has_position(hd__seen_file(call, handle)) ||
        PMPI_File_get_position(handle, &offset) != MPI_SUCCESS) {
        return HD__NO_OFFSET;
    }
    return absolute(handle, offset);
}

MPI_Offset hd__before_position(hd__call *call, MPI_File file)
{
    return position(call, file);
}

void hd__put_position_after(hd__call *call, const char *name, MPI_File file)
{
    if (!call->failed) {
        hd__put_known(call, name, position(call, file));
    }
}

static MPI_Offset shared_position(MPI_File handle)
{
    MPI_Offset offset = 0;
    return PMPI_File_get_position_shared(handle, &offset) == MPI_SUCCESS ? absolute(handle, offset)
                                                                         : HD__NO_OFFSET;
}

/* Others may move the pointer as soon as they have come back: it is asked only where it cannot be
 * told without. */
void hd__put_shared_position_after(hd__call *call, const char *name, MPI_File file,
                                   MPI_Offset view_offset, int whence)
{
    if (!call->failed && has_position(hd__seen_file(call, file))) {
        hd__put_known(call, name,
                      whence == MPI_SEEK_SET ? absolute(file, view_offset) : shared_position(file));
    }
}

int64_t hd__value_absolute(hd__call *call, MPI_File file, MPI_Offset view_offset)
{
    if (view_offset < 0 || !has_position(hd__seen_file(call, file))) {
        return HD__ABSENT;
    }
    return hd__value_known(absolute(file, view_offset));
}

void hd__put_file_name(hd__call *call, const char *name, const char *file_name)
{
    hd__put_int(call, name, hd__file_name_id(file_name, false, 0));
}

void hd__put_whence(hd__call *call, const char *name, int whence)
{
    hd__put_text(call, name,
                 whence == MPI_SEEK_SET   ? "Set"
                 : whence == MPI_SEEK_CUR ? "Cur"
                 : whence == MPI_SEEK_END ? "End"
                                          : "invalid");
}

void hd__put_split(hd__call *call, const char *name, MPI_File handle)
{
    hd__file *const file = hd__seen_file(call, handle);
    if (!call->failed && file != NULL) {
        file->split_id = hd__next_id(HD__ID_REQUEST);
        hd__put_int(call, name, file->split_id);
    }
}

void hd__add_split_done(hd__call *call, MPI_File handle, const MPI_Status *status)
{
    hd__file *const file = hd__seen_file(call, handle);
    if (file == NULL) {
        return;
    }
    hd_trace_begin_data(call->trace, "For");
    hd__put_known(call, "rid", file->split_id);
    hd__put_int(call, "done", call->failed ? 0 : 1);
    hd__put_bytes(call, "bytes", status);
    hd_trace_end_data(call->trace);
    file->split_id = call->failed ? file->split_id : -1;
}

void hd__add_data(hd__call *call, MPI_Offset offset, int64_t count, MPI_Datatype type)
{
    hd_trace_begin_data(call->trace, "Data");
    hd__put_known(call, "offset", offset);
    hd__put_size(call, "size", count, type);
    hd__put_int(call, "count", count);
    hd__put_tid(call, "tid", type);
    hd_trace_end_data(call->trace);
}

void hd__add_ordered_data(hd__call *call, MPI_File file, MPI_Offset view_offset, int64_t count,
                          MPI_Datatype type)
{
    hd__add_data(call, hd__value_absolute(call, file, view_offset), count, type);
}

static void add_hint(hd__call *call, MPI_Info info, const char *key, bool effective)
{
    int length = 0;
    int flag = 0;
    if (PMPI_Info_get_valuelen(info, key, &length, &flag) != MPI_SUCCESS || !flag) {
        return;
    }
    char *const value = hd__scratch_take(call, (size_t)length + 1);
    if (value != NULL && PMPI_Info_get(info, key, length, value, &flag) == MPI_SUCCESS && flag) {
        hd_trace_begin_data(call->trace, "Info");
        hd_trace_add_text(call->trace, "key", key);
        hd_trace_add_text(call->trace, "value", value);
        if (effective) {
            hd_trace_add_int(call->trace, "effective", 1);
        }
        hd_trace_end_data(call->trace);
    }
    hd__scratch_release(call, value);
}

static void add_hints(hd__call *call, MPI_Info info, bool effective)
{
    int count = 0;
    if (info == MPI_INFO_NULL || info == MPI_INFO_ENV ||
        PMPI_Info_get_nkeys(info, &count) != MPI_SUCCESS) {
        return;
    }
    for (int i = 0; i < count; i++) {
        char key[MPI_MAX_INFO_KEY + 1] = "";
        if (PMPI_Info_get_nthkey(info, i, key) == MPI_SUCCESS) {
            add_hint(call, info, key, effective);
        }
    }
}

void hd__add_info(hd__call *call, MPI_Info info)
{
    if (!call->failed) {
        add_hints(call, info, false);
    }
}

void hd__add_effective_info(hd__call *call, MPI_File file)
{
    MPI_Info info = MPI_INFO_NULL;
    if (!call->failed && PMPI_File_get_info(file, &info) == MPI_SUCCESS && info != MPI_INFO_NULL) {
        add_hints(call, info, true);
        PMPI_Info_free(&info);
    }
}

void hd__add_changed_info(hd__call *call, MPI_File file, MPI_Info info)
{
    hd__add_info(call, info);
    if (info != MPI_INFO_NULL) {
        hd__add_effective_info(call, file);
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls that free a handle, and those that open and close files. An entry leaves its table before
 * the call: from then on MPI may give the handle to somebody else. */
#include "hdmpi_inside.h"
#include "hdmpi_record.h"

#include <string.h>

static void end_comm(hd__call *call, int result, hd__comm *comm)
{
    hd__put_int(call, "cid", comm == NULL ? -1 : comm->id);
    if (call->failed) {
        hd__comm_put_back(comm);
    } else {
        hd__comm_release(comm);
    }
    hd__end(call, result);
}

int MPI_Comm_free(MPI_Comm *comm)
{
    hd__call *const call = hd__enter_always();
    if (call == NULL) {
        return hd__next.Comm_free(comm);
    }
    hd__comm *const entry = hd__comm_take(*comm);
    hd__begin(call, "Comm_free");
    const int result = hd__next.Comm_free(comm);
    if (hd__returned(call, result)) {
        end_comm(call, result, entry);
    }
    return result;
}

int MPI_Comm_disconnect(MPI_Comm *comm)
{
    hd__call *const call = hd__enter_always();
    if (call == NULL) {
        return hd__next.Comm_disconnect(comm);
    }
    hd__comm *const entry = hd__comm_take(*comm);
    hd__begin(call, "Comm_disconnect");
    const int result = hd__next.Comm_disconnect(comm);
    if (hd__returned(call, result)) {
        end_comm(call, result, entry);
    }
    return result;
}

int MPI_Type_free(MPI_Datatype *datatype)
{
    hd__call *const call = hd__enter_always();
    if (call == NULL) {
        return hd__next.Type_free(datatype);
    }
    hd__type *const entry = hd__type_take(*datatype);
    hd__begin(call, "Type_free");
    const int result = hd__next.Type_free(datatype);
    if (hd__returned(call, result)) {
        hd__put_int(call, "tid", entry == NULL ? -1 : entry->id);
        if (call->failed) {
            hd__type_put_back(entry);
        } else {
            hd__type_release(entry);
        }
        hd__end(call, result);
    }
    return result;
}

int MPI_Win_free(MPI_Win *win)
{
    hd__call *const call = hd__enter_always();
    if (call == NULL) {
        return hd__next.Win_free(win);
    }
    hd__window *const entry = hd__window_take(*win);
    const MPI_Win before = *win;
    hd__begin(call, "Win_free");
    const int result = hd__next.Win_free(win);
    if (hd__returned(call, result)) {
        hd__put_int(call, "win", entry == NULL ? -1 : entry->id);
        if (call->failed) {
            hd__window_put_back(before, entry);
        } else {
            hd__window_release(entry);
        }
        hd__end(call, result);
    }
    return result;
}

/* The mode by names, since its numbers differ between MPI libraries. */
static void put_mode(hd__call *call, int mode)
{
    static const struct {
        int bit;
        const char *name;
    } bits[] = {
        {MPI_MODE_CREATE, "CREATE"},
        {MPI_MODE_RDONLY, "RDONLY"},
        {MPI_MODE_WRONLY, "WRONLY"},
        {MPI_MODE_RDWR, "RDWR"},
        {MPI_MODE_EXCL, "EXCL"},
        {MPI_MODE_DELETE_ON_CLOSE, "DELETE_ON_CLOSE"},
        {MPI_MODE_APPEND, "APPEND"},
        {MPI_MODE_SEQUENTIAL, "SEQUENTIAL"},
        {MPI_MODE_UNIQUE_OPEN, "UNIQUE_OPEN"},
    };
    char text[128] = "";
    for (size_t i = 0; i < sizeof(bits) / sizeof(bits[0]); i++) {
        if (mode & bits[i].bit) {
            const size_t length = strlen(text);
            const size_t name_length = strlen(bits[i].name);
            memcpy(text + length, "|", length == 0 ? 0 : 1);
            memcpy(text + length + (length == 0 ? 0 : 1), bits[i].name, name_length + 1);
        }
    }
    hd__put_text(call, "amode", text);
}

static void put_opened(hd__call *call, MPI_Comm comm, MPI_File handle, const char *name, int mode)
{
    MPI_Offset size_bytes = 0;
    PMPI_File_get_size(handle, &size_bytes);
    const hd__file *const file = hd__file_open(handle, comm, name, mode, size_bytes);
    hd__inside_adopt(handle);
    hd__put_int(call, "fid", file == NULL ? -1 : file->id);
    hd__put_int(call, "oid", file == NULL ? -1 : file->instance);
    hd__put_int(call, "fileSize", size_bytes);
}

static bool takes_part(void)
{
    const int state = atomic_load(&hd__run.state);
    return state == HD__ACTIVE || state == HD__MUTE;
}

static int open_unrecorded(MPI_Comm comm, const char *name, int mode, MPI_Info info, MPI_File *fh)
{
    const int result = hd__next.File_open(comm, name, mode, info, fh);
    if (takes_part() && result == MPI_SUCCESS && *fh != MPI_FILE_NULL) {
        hd__file_opened_unrecorded(*fh, comm, mode);
    } else if (takes_part()) {
        hd__file_not_opened(comm, result);
    }
    return result;
}

int MPI_File_open(MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh)
{
    hd__call *const call = hd__enter_always();
    if (call == NULL) {
        return open_unrecorded(comm, filename, amode, info, fh);
    }
    hd__begin(call, "File_open");
    const int result = hd__next.File_open(comm, filename, amode, info, fh);
    if (hd__returned(call, result)) {
        hd__put_cid(call, "cid", comm);
        hd__put_text(call, "name", filename);
        hd__put_int(call, "flags", amode);
        put_mode(call, amode);
        /* A handler may turn a failure into a success without a file. */
        if (!call->failed && *fh != MPI_FILE_NULL) {
            put_opened(call, comm, *fh, filename, amode);
            hd__add_info(call, info);
            hd__add_effective_info(call, *fh);
        } else {
            hd__file_not_opened(comm, result);
        }
        hd__end(call, result);
    }
    return result;
}

static int close_unrecorded(MPI_File *fh)
{
    if (!takes_part()) {
        return hd__next.File_close(fh);
    }
    const MPI_File before = *fh;
    hd__file *const file = hd__file_take(before);
    const int result = hd__next.File_close(fh);
    if (result == MPI_SUCCESS) {
        hd__file_release(file);
    } else {
        hd__file_put_back(before, file);
    }
    return result;
}

int MPI_File_close(MPI_File *fh)
{
    hd__call *const call = hd__enter_always();
    if (call == NULL) {
        return close_unrecorded(fh);
    }
    const MPI_File before = *fh;
    hd__file *const file = hd__file_take(before);
    MPI_Offset size_bytes = -1;
    if (file != NULL) {
        PMPI_File_get_size(before, &size_bytes);
    }
    hd__begin(call, "File_close");
    const int result = hd__next.File_close(fh);
    if (hd__returned(call, result)) {
        hd__put_int(call, "fid", file == NULL ? -1 : file->id);
        hd__put_int(call, "oid", file == NULL ? -1 : file->instance);
        hd__put_known(call, "fileSize", size_bytes);
        if (call->failed) {
            hd__file_put_back(before, file);
        } else {
            hd__file_release(file);
        }
        hd__end(call, result);
    }
    return result;
}

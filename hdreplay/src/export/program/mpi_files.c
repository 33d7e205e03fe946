/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ---- files of MPI ------------------------------------------------------------------------------
 */

static int mpi_mode(long long mode)
{
    static const int modes[] = {MPI_MODE_CREATE, MPI_MODE_RDONLY,          MPI_MODE_WRONLY,
                                MPI_MODE_RDWR,   MPI_MODE_DELETE_ON_CLOSE, MPI_MODE_UNIQUE_OPEN,
                                MPI_MODE_EXCL,   MPI_MODE_APPEND,          MPI_MODE_SEQUENTIAL};
    int sum = 0;
    for (int i = 0; i < 9; i++) {
        sum |= (mode >> i & 1) != 0 ? modes[i] : 0;
    }
    return sum;
}

static int mpi_whence(int whence)
{
    return whence == 0 ? MPI_SEEK_SET : whence == 1 ? MPI_SEEK_CUR : MPI_SEEK_END;
}

/* Where a buffer has to begin so that a type's data comes to lie in ours. */
static void *place(char *buffer, const struct call *c)
{
    MPI_Aint lower = 0, extent = 0, whole_lower = 0, whole = 0;
    check(c, MPI_Type_get_true_extent(types[c->type], &lower, &extent));
    check(c, MPI_Type_get_extent(types[c->type], &whole_lower, &whole));
    lower += whole < 0 && c->count > 0 ? (MPI_Aint)(c->count - 1) * whole : 0;
    return (void *)((uintptr_t)buffer - (uintptr_t)lower);
}

static void transfer(const struct call *c)
{
    const MPI_File f = mpi_files[c->file];
    const MPI_Datatype t = types[c->type];
    const MPI_Offset at = c->offset;
    const int n = (int)c->count;
    MPI_Request *const r = c->request < 0 ? NULL : &requests[c->request];
    void *const in = place(in_data, c), *const out = place(out_data, c);
    MPI_Status *const s = MPI_STATUS_IGNORE;
    int code = MPI_ERR_OTHER;
    switch (c->what) {
#define CASE(name, ...)                                                                            \
    case C_File_##name:                                                                            \
        code = MPI_File_##name(f, __VA_ARGS__);                                                    \
        break;
        CASE(read, in, n, t, s)
        CASE(read_all, in, n, t, s)
        CASE(read_at, at, in, n, t, s)
        CASE(read_at_all, at, in, n, t, s)
        CASE(read_shared, in, n, t, s)
        CASE(read_ordered, in, n, t, s)
        CASE(read_all_begin, in, n, t)
        CASE(read_at_all_begin, at, in, n, t)
        CASE(read_ordered_begin, in, n, t)
        CASE(iread, in, n, t, r)
        CASE(iread_all, in, n, t, r)
        CASE(iread_at, at, in, n, t, r)
        CASE(iread_at_all, at, in, n, t, r)
        CASE(iread_shared, in, n, t, r)
        CASE(write, out, n, t, s)
        CASE(write_all, out, n, t, s)
        CASE(write_at, at, out, n, t, s)
        CASE(write_at_all, at, out, n, t, s)
        CASE(write_shared, out, n, t, s)
        CASE(write_ordered, out, n, t, s)
        CASE(write_all_begin, out, n, t)
        CASE(write_at_all_begin, at, out, n, t)
        CASE(write_ordered_begin, out, n, t)
        CASE(iwrite, out, n, t, r)
        CASE(iwrite_all, out, n, t, r)
        CASE(iwrite_at, at, out, n, t, r)
        CASE(iwrite_at_all, at, out, n, t, r)
        CASE(iwrite_shared, out, n, t, r)
#undef CASE
    default:
        break;
    }
    check(c, code);
}

static MPI_Info info_of(long long set)
{
    return set < 0 ? MPI_INFO_NULL : infos[set];
}

static void use_file(const struct call *c)
{
    const long long *const n = &numbers[c->first];
    char path[PATH_BYTES];
    MPI_Offset unused = 0;
    MPI_File *const f = &mpi_files[c->file < 0 ? 0 : c->file];
    switch (c->what) {
    case C_File_open:
        path_of(path, n[0]);
        check(c, MPI_File_open(communicators[c->communicator], path, mpi_mode(n[1]), info_of(n[2]),
                               f));
        break;
    case C_File_close:
        check(c, MPI_File_close(f));
        break;
    case C_File_delete:
        path_of(path, c->file);
        check(c, MPI_File_delete(path, MPI_INFO_NULL));
        break;
    case C_File_set_view:
        check(c,
              MPI_File_set_view(*f, c->offset < 0 ? MPI_DISPLACEMENT_CURRENT : c->offset,
                                types[c->type], types[n[1]], representations[n[2]], info_of(n[0])));
        break;
    case C_File_set_info:
        check(c, MPI_File_set_info(*f, info_of(n[0])));
        break;
    case C_File_set_size:
        check(c, MPI_File_set_size(*f, c->offset));
        break;
    case C_File_preallocate:
        check(c, MPI_File_preallocate(*f, c->offset));
        break;
    case C_File_set_atomicity:
        check(c, MPI_File_set_atomicity(*f, (c->flags & 1) != 0));
        break;
    case C_File_sync:
        check(c, MPI_File_sync(*f));
        break;
    case C_File_seek:
        check(c, MPI_File_seek(*f, c->offset, mpi_whence(c->peer)));
        break;
    case C_File_seek_shared:
        check(c, MPI_File_seek_shared(*f, c->offset, mpi_whence(c->peer)));
        break;
    case C_File_get_size:
        check(c, MPI_File_get_size(*f, &unused));
        break;
    case C_File_get_position:
        check(c, MPI_File_get_position(*f, &unused));
        break;
    case C_File_get_position_shared:
        check(c, MPI_File_get_position_shared(*f, &unused));
        break;
    case C_File_read_all_end:
        check(c, MPI_File_read_all_end(*f, in_data, MPI_STATUS_IGNORE));
        break;
    case C_File_read_at_all_end:
        check(c, MPI_File_read_at_all_end(*f, in_data, MPI_STATUS_IGNORE));
        break;
    case C_File_read_ordered_end:
        check(c, MPI_File_read_ordered_end(*f, in_data, MPI_STATUS_IGNORE));
        break;
    case C_File_write_all_end:
        check(c, MPI_File_write_all_end(*f, out_data, MPI_STATUS_IGNORE));
        break;
    case C_File_write_at_all_end:
        check(c, MPI_File_write_at_all_end(*f, out_data, MPI_STATUS_IGNORE));
        break;
    case C_File_write_ordered_end:
        check(c, MPI_File_write_ordered_end(*f, out_data, MPI_STATUS_IGNORE));
        break;
    default:
        transfer(c);
    }
}

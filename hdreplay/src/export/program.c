/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ---- the engine: what follows is the same for every plan ---------------------------------------
 */

#define ALIGNMENT 4096
#define FILL      0x5a

static int rank_here;
static const char *folder;
static double scale = 1;
static char *out_data, *in_data;
static MPI_File mpi_files[SLOTS_MAX + 1];
static MPI_Request requests[REQUESTS_MAX + 1];
static MPI_Request waited[NUMBERS_MAX + 1];
static MPI_Status statuses[NUMBERS_MAX + 1];
static int fds[OPENINGS_MAX + 1];
static FILE *streams[OPENINGS_MAX + 1];
static MPI_Comm communicators[COMMUNICATORS + 1];
static MPI_Datatype types[TYPES + 1];
static MPI_Info infos[HINT_SETS + 1];

static void give_up(const struct call *c, const char *cause)
{
    (void)fprintf(stderr, "rank %d, call %lld (%s): %s\n", rank_here, c == NULL ? -1 : c->index,
                  c == NULL ? "start" : names[c->what], cause);
    (void)MPI_Abort(MPI_COMM_WORLD, 2);
    exit(2);
}

static void check(const struct call *c, int code)
{
    char text[MPI_MAX_ERROR_STRING + 1] = "";
    int length = 0;
    if (code != MPI_SUCCESS) {
        (void)MPI_Error_string(code, text, &length);
        give_up(c, text);
    }
}

static void check_system(const struct call *c, long long result)
{
    if (result < 0) {
        give_up(c, strerror(errno));
    }
}

static void path_of(char *to, long long file)
{
    (void)snprintf(to, PATH_BYTES, "%s/%s", folder, files[file].path);
}

/* ---- time between calls ------------------------------------------------------------------------
 */

static long long now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void think(long long before, long long ns)
{
    const long long until = before + (long long)((double)ns * scale);
    const struct timespec time = {until / 1000000000LL, until % 1000000000LL};
    while (ns > 0 && clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR) {
    }
}

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

/* ---- communication -----------------------------------------------------------------------------
 */

static void wait_for(const struct call *c)
{
    int done = 0;
    for (int i = 0; i < c->number_count; i++) {
        waited[i] = requests[numbers[c->first + i]];
    }
    check(c, c->what == C_Waitall ? MPI_Waitall(c->number_count, waited, statuses)
                                  : MPI_Testall(c->number_count, waited, &done, statuses));
    for (int i = 0; i < c->number_count; i++) {
        requests[numbers[c->first + i]] = waited[i];
    }
}

static void communicate(const struct call *c)
{
    const MPI_Comm comm = c->communicator < 0 ? MPI_COMM_NULL : communicators[c->communicator];
    const MPI_Datatype b = MPI_BYTE;
    const int n = (int)c->count, in = (int)c->count_in, later = (c->flags & 2) != 0;
    char *const o = out_data, *const i = in_data;
    MPI_Request *const r = c->request < 0 ? NULL : &requests[c->request];
    int code = MPI_SUCCESS;
    switch (c->what) {
    case C_Finalize:
        break;
    case C_Waitall:
    case C_Testall:
        wait_for(c);
        break;
    case C_Send:
        code = MPI_Send(o, n, b, c->peer, c->tag, comm);
        break;
    case C_Ssend:
        code = MPI_Ssend(o, n, b, c->peer, c->tag, comm);
        break;
    case C_Isend:
        code = MPI_Isend(o, n, b, c->peer, c->tag, comm, r);
        break;
    case C_Issend:
        code = MPI_Issend(o, n, b, c->peer, c->tag, comm, r);
        break;
    case C_Recv:
        code = MPI_Recv(i, in, b, c->peer_in, c->tag_in, comm, MPI_STATUS_IGNORE);
        break;
    case C_Irecv:
        code = MPI_Irecv(i, in, b, c->peer_in, c->tag_in, comm, r);
        break;
    case C_Sendrecv:
        code = MPI_Sendrecv(o, n, b, c->peer, c->tag, i, in, b, c->peer_in, c->tag_in, comm,
                            MPI_STATUS_IGNORE);
        break;
#define MEET(name, small, ...)                                                                     \
    case C_##name:                                                                                 \
        code = later ? MPI_I##small(__VA_ARGS__, r) : MPI_##name(__VA_ARGS__);                     \
        break;
        MEET(Barrier, barrier, comm)
        MEET(Bcast, bcast, i, n, b, c->peer, comm)
        MEET(Gather, gather, o, n, b, i, n, b, c->peer, comm)
        MEET(Scatter, scatter, o, n, b, i, n, b, c->peer, comm)
        MEET(Reduce, reduce, o, i, n, b, MPI_BXOR, c->peer, comm)
        MEET(Allgather, allgather, o, n, b, i, n, b, comm)
        MEET(Allreduce, allreduce, o, i, n, b, MPI_BXOR, comm)
        MEET(Alltoall, alltoall, o, n, b, i, n, b, comm)
        MEET(Reduce_scatter_block, reduce_scatter_block, o, i, n, b, MPI_BXOR, comm)
        MEET(Scan, scan, o, i, n, b, MPI_BXOR, comm)
        MEET(Exscan, exscan, o, i, n, b, MPI_BXOR, comm)
#undef MEET
    default:
        give_up(c, "not a call of this program");
    }
    check(c, code);
}

/* ---- POSIX and stdio ---------------------------------------------------------------------------
 */

static int posix_flags(long long how)
{
    static const int flags[] = {0,        0,      O_CREAT, O_EXCL,  O_TRUNC,
                                O_APPEND, O_SYNC, O_DSYNC, O_DIRECT};
    int sum = (how & 3) == 3 ? O_RDWR : (how & 2) != 0 ? O_WRONLY : O_RDONLY;
    for (int i = 0; i < 9; i++) {
        sum |= (how >> i & 1) != 0 ? flags[i] : 0;
    }
    return sum;
}

static const char *posix_mode(long long how)
{
    return (how & 2) == 0   ? "r"
           : (how & 1) == 0 ? ((how & 32) != 0 ? "a" : "w")
                            : ((how & 32) != 0 ? "a+" : "r+");
}

static FILE *stream_of(const struct call *c)
{
    if (streams[c->file] == NULL) {
        const int flags = fcntl(fds[c->file], F_GETFL);
        check_system(c, flags);
        const long long how = ((flags & O_ACCMODE) != O_WRONLY ? 1 : 0) |
                              ((flags & O_ACCMODE) != O_RDONLY ? 2 : 0) |
                              ((flags & O_APPEND) != 0 ? 32 : 0);
        streams[c->file] = fdopen(fds[c->file], posix_mode(how));
        check_system(c, streams[c->file] == NULL ? -1 : 0);
    }
    return streams[c->file];
}

static void use_posix(const struct call *c)
{
    const long long *const n = &numbers[c->first];
    const size_t bytes = (size_t)c->bytes;
    char path[PATH_BYTES], other[PATH_BYTES];
    long long result = 0;
    switch (c->what) {
    case C_open:
    case C_fopen:
        path_of(path, n[0]);
        fds[c->file] = open(path, posix_flags(n[1]) | O_CLOEXEC, 0600);
        result = fds[c->file];
        if (result >= 0 && c->what == C_fopen) {
            streams[c->file] = fdopen(fds[c->file], posix_mode(n[1]));
            result = streams[c->file] == NULL ? -1 : 0;
        }
        break;
    case C_fdopen:
        (void)stream_of(c);
        break;
    case C_close:
    case C_fclose:
        result = streams[c->file] != NULL ? fclose(streams[c->file]) : close(fds[c->file]);
        streams[c->file] = NULL;
        break;
    case C_read:
        result = read(fds[c->file], in_data, bytes);
        break;
    case C_write:
        result = write(fds[c->file], out_data, bytes);
        break;
    case C_pread:
        result = pread(fds[c->file], in_data, bytes, c->offset);
        break;
    case C_pwrite:
        result = pwrite(fds[c->file], out_data, bytes, c->offset);
        break;
    case C_fread:
        result =
            fread(in_data, 1, bytes, stream_of(c)) < bytes && ferror(streams[c->file]) ? -1 : 0;
        break;
    case C_fwrite:
        result = fwrite(out_data, 1, bytes, stream_of(c)) < bytes ? -1 : 0;
        break;
    case C_lseek:
        result = lseek(fds[c->file], c->offset,
                       c->peer == 0   ? SEEK_SET
                       : c->peer == 1 ? SEEK_CUR
                                      : SEEK_END);
        break;
    case C_fseek:
        result = fseeko(stream_of(c), c->offset,
                        c->peer == 0   ? SEEK_SET
                        : c->peer == 1 ? SEEK_CUR
                                       : SEEK_END);
        break;
    case C_fflush:
        result = fflush(stream_of(c));
        break;
    case C_fsync:
        result = fsync(fds[c->file]);
        break;
    case C_fdatasync:
        result = fdatasync(fds[c->file]);
        break;
    case C_ftruncate:
        result = ftruncate(fds[c->file], c->count);
        break;
    case C_fallocate:
        errno = c->count == 0 ? 0 : posix_fallocate(fds[c->file], c->offset, c->count);
        result = errno == 0 ? 0 : -1;
        break;
    case C_dup:
        fds[n[0]] = fcntl(fds[c->file], F_DUPFD_CLOEXEC, 0);
        result = fds[n[0]];
        break;
    case C_truncate:
        path_of(path, c->file);
        result = truncate(path, c->count);
        break;
    case C_unlink:
        path_of(path, c->file);
        result = unlink(path);
        break;
    case C_rename:
        path_of(path, c->file);
        path_of(other, n[0]);
        result = rename(path, other);
        break;
    default:
        give_up(c, "not a call of this program");
    }
    check_system(c, result);
}

/* ---- before the first call ---------------------------------------------------------------------
 */

/* Make the folders that a path leads through. */
static void make_folders(const char *path)
{
    char folder_path[PATH_BYTES];
    for (const char *at = strchr(path + strlen(folder) + 1, '/'); at != NULL;
         at = strchr(at + 1, '/')) {
        (void)snprintf(folder_path, sizeof folder_path, "%.*s", (int)(at - path), path);
        if (mkdir(folder_path, 0700) != 0 && errno != EEXIST) {
            give_up(NULL, strerror(errno));
        }
    }
}

static void make_files(void)
{
    char path[PATH_BYTES];
    char block[1 << 16];
    memset(block, FILL, sizeof block);
    for (int i = 0; i < FILES; i++) {
        path_of(path, i);
        make_folders(path);
        if (files[i].exists) {
            const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0600);
            long long left = files[i].bytes;
            check_system(NULL, fd);
            while (left > 0) {
                const ssize_t put =
                    write(fd, block, left < (long long)sizeof block ? (size_t)left : sizeof block);
                check_system(NULL, put);
                left -= put;
            }
            check_system(NULL, close(fd));
        }
    }
}

static void check_folder(void)
{
    DIR *const dir = opendir(folder);
    const struct dirent *entry;
    check_system(NULL, dir == NULL ? -1 : 0);
    while ((entry = readdir(dir)) != NULL) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            give_up(NULL, "the folder is not empty");
        }
    }
    (void)closedir(dir);
}

static void make_buffers(const struct call *calls, long long count)
{
    size_t most = 1;
    int ranks = 1;
    (void)MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (long long i = 0; i < count; i++) {
        const struct call *const c = &calls[i];
        size_t bytes = (size_t)(c->bytes > 0 ? c->bytes : 0);
        if (c->type >= 0 && c->count > 0 && c->what <= C_File_iwrite_shared) {
            MPI_Aint lower = 0, extent = 0, whole = 0;
            check(c, MPI_Type_get_true_extent(types[c->type], &lower, &extent));
            check(c, MPI_Type_get_extent(types[c->type], &lower, &whole));
            whole = whole < 0 ? -whole : whole;
            bytes = (size_t)(extent + (MPI_Aint)(c->count - 1) * whole);
        } else if (c->communicator >= 0) {
            bytes = (size_t)((c->count > c->count_in ? c->count : c->count_in) * ranks);
        }
        most = bytes > most ? bytes : most;
    }
    out_data = aligned_alloc(ALIGNMENT, (most / ALIGNMENT + 1) * ALIGNMENT);
    in_data = aligned_alloc(ALIGNMENT, (most / ALIGNMENT + 1) * ALIGNMENT);
    if (out_data == NULL || in_data == NULL) {
        give_up(NULL, "no memory");
    }
    memset(out_data, FILL, most);
    memset(in_data, 0, most);
}

int main(int argc, char **argv)
{
    int ranks = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_here);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    (void)MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
    if (argc < 2 || argc > 3 || ranks != RANKS) {
        if (rank_here == 0) {
            (void)fprintf(stderr,
                          "usage: mpiexec -n %d %s EMPTY_FOLDER [SCALE_OF_TIME_BETWEEN_CALLS]\n",
                          RANKS, argv[0]);
        }
        MPI_Finalize();
        return 2;
    }
    folder = argv[1];
    scale = argc == 3 ? strtod(argv[2], NULL) : 1;
    if (strlen(folder) > PATH_BYTES - PATHS_MAX - 2) {
        give_up(NULL, "the folder's name is too long");
    }
    if (rank_here == 0) {
        check_folder();
        make_files();
    }
    for (int i = 0; i <= REQUESTS_MAX; i++) {
        requests[i] = MPI_REQUEST_NULL;
    }
    make_types();
    make_infos();
    make_communicators();
    const struct call *const calls = programs[rank_here];
    const long long count = program_counts[rank_here];
    make_buffers(calls, count);
    MPI_Barrier(MPI_COMM_WORLD);
    long long before = now();
    for (long long i = 0; i < count; i++) {
        const struct call *const c = &calls[i];
        think(before, c->think_ns);
        if (c->what >= C_open) {
            use_posix(c);
        } else if (c->what >= C_Send) {
            communicate(c);
        } else {
            use_file(c);
        }
        before = now();
    }
    free(out_data);
    free(in_data);
    MPI_Finalize();
    return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
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

/* NULL, or why the folder can't be used. */
static const char *fault_of_folder(void)
{
    const char *fault = NULL;
    DIR *const dir = opendir(folder);
    const struct dirent *entry;
    if (dir == NULL) {
        return strerror(errno);
    }
    while ((entry = readdir(dir)) != NULL) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            fault = "the folder is not empty";
        }
    }
    (void)closedir(dir);
    return fault;
}

/* What rank 0 finds of the folder, on all ranks. They end together: an abort may be faster than
 * what a rank has said just before it. */
static int folder_is_fit(void)
{
    int fit = 1;
    if (rank_here == 0) {
        const char *const fault = fault_of_folder();
        if (fault != NULL) {
            (void)fprintf(stderr, "%s: %s\n", folder, fault);
            fit = 0;
        }
    }
    MPI_Bcast(&fit, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return fit;
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
    if (!folder_is_fit()) {
        MPI_Finalize();
        return 2;
    }
    if (rank_here == 0) {
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

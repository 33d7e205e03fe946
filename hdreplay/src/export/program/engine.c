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

/* Say where and why, leave the launcher time to read it, and end all ranks. */
static void give_up(const struct call *c, const char *cause)
{
    (void)fprintf(stderr, "rank %d, call %lld (%s): %s\n", rank_here, c == NULL ? -1 : c->index,
                  c == NULL ? "start" : names[c->what], cause);
    (void)nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
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

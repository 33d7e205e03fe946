/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program that things happen to: its ranks send numbers around and write down, in a mapped
 * file beside the trace, how many of their calls have returned.
 *
 *     faults LEDGER_PREFIX ROUNDS [on-the-way]
 *
 * ROUNDS 0: for ever. On the way: nothing, or one of
 *     segv abort _exit   rank 1 dies in the middle
 *     fork               100 children: by fork, fork and exec, vfork, vfork and exec
 *     signals            a timer interrupts every 100 us
 *     size               no file may grow beyond 1 MiB any more
 *     cut                all traces and rings are cut to nothing in the middle
 *     files              no descriptor is left when further threads begin to call MPI
 *     vanish             in the middle rank 0 makes LEDGER_PREFIX-half and waits for -gone */
#include <dirent.h>
#include <fcntl.h>
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* Only every so many rounds really go around: with more ranks than cores those are slow. */
enum { CHILDREN = 100, TAGS = 30000, THREADS = 4, AROUND = 1024, FILES_MAX = 4096, CUT_AGAIN = 64 };

typedef struct ledger {
    _Atomic int64_t pid, calls;
} ledger;

static ledger *open_ledger(const char *prefix, int rank)
{
    char path[4096];
    (void)snprintf(path, sizeof(path), "%s%d", prefix, rank);
    const int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (fd < 0 || ftruncate(fd, sizeof(ledger)) != 0) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    ledger *const book = mmap(NULL, sizeof(ledger), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (book == MAP_FAILED) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    close(fd);
    atomic_store(&book->pid, (int64_t)getpid());
    return book;
}

static void end_child(int number)
{
    if (number % 3 == 0) {
        exit(EXIT_SUCCESS); /* runs what the libraries do at the end, in a copy of the process */
    }
    if (number % 3 == 1) {
        _exit(EXIT_SUCCESS);
    }
    execl("/bin/true", "true", (char *)NULL);
    _exit(EXIT_FAILURE);
}

static void make_child(int number)
{
    pid_t child;
    if (number % 4 == 3) {
        child = vfork(); /* NOLINT: what the tracer has to bear */
        if (child == 0) {
            if (number % 8 == 7) {
                _exit(EXIT_SUCCESS);
            }
            execl("/bin/true", "true", (char *)NULL);
            _exit(EXIT_FAILURE);
        }
    } else {
        child = fork();
        if (child == 0) {
            end_child(number);
        }
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
        (void)fprintf(stderr, "child %d failed\n", number);
        exit(EXIT_FAILURE);
    }
}

static volatile sig_atomic_t ticks;

static void tick(int number)
{
    (void)number;
    ticks = ticks + 1;
}

static void start_timer(void)
{
    struct sigaction action = {.sa_handler = tick, .sa_flags = SA_RESTART};
    const struct itimerval every = {{0, 100}, {0, 100}};
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &every, NULL);
}

/* Not before MPI_Init, which makes larger files of its own. */
static void limit_files(void)
{
    const struct rlimit most = {1 << 20, 1 << 20};
    if (setrlimit(RLIMIT_FSIZE, &most) != 0) {
        perror("setrlimit");
        exit(EXIT_FAILURE);
    }
}

/* What a user does with `> FILE`. */
static void cut_traces(void)
{
    const char *const folder = getenv("HDTRACE_PREFIX");
    DIR *const entries = folder == NULL ? NULL : opendir(folder);
    if (entries == NULL) {
        perror("HDTRACE_PREFIX");
        exit(EXIT_FAILURE);
    }
    for (struct dirent *e = NULL; (e = readdir(entries)) != NULL;) {
        char path[4096];
        (void)snprintf(path, sizeof(path), "%s%s", folder, e->d_name);
        if ((strstr(e->d_name, ".trc") != NULL || strstr(e->d_name, ".ring") != NULL) &&
            truncate(path, 0) != 0) {
            perror(path);
            exit(EXIT_FAILURE);
        }
    }
    closedir(entries);
}

/* Twice: a file that is cut right before it grows is filled up with zeros, and no store meets the
 * cut; some calls later it does. */
static bool is_time_to_cut(int64_t i, int64_t half)
{
    return i == half || i == half + CUT_AGAIN;
}

static void *call_from_thread(void *unused)
{
    int flag = 0;
    (void)unused;
    MPI_Iprobe(MPI_ANY_SOURCE, TAGS + 1, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    return NULL;
}

static void use_up_files(void)
{
    static int held[FILES_MAX];
    pthread_t threads[THREADS];
    int count = 0;
    while (count < FILES_MAX && (held[count] = dup(STDIN_FILENO)) >= 0) {
        count++;
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_create(&threads[i], NULL, call_from_thread, NULL);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    while (count > 0) { /* MPI needs some to end */
        close(held[--count]);
    }
}

static void wait_for_removal(const char *prefix)
{
    char path[4096];
    (void)snprintf(path, sizeof(path), "%s-half", prefix);
    FILE *const half = fopen(path, "w");
    if (half == NULL || fclose(half) != 0) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    (void)snprintf(path, sizeof(path), "%s-gone", prefix);
    while (access(path, F_OK) != 0) {
        usleep(1000);
    }
}

static void die(const char *how)
{
    if (strcmp(how, "segv") == 0) {
        (void)raise(SIGSEGV);
    } else if (strcmp(how, "abort") == 0) {
        abort();
    } else if (strcmp(how, "_exit") == 0) {
        _exit(7);
    }
}

static void begin_event(const char *event)
{
    if (strcmp(event, "signals") == 0) {
        start_timer();
    } else if (strcmp(event, "size") == 0) {
        limit_files();
    } else if (strcmp(event, "files") == 0) {
        use_up_files();
    }
}

int main(int argc, char **argv)
{
    int rank = 0, size = 1, provided = 0;
    const int64_t rounds = argc > 2 ? strtoll(argv[2], NULL, 10) : 0;
    const char *const event = argc > 3 ? argv[3] : "";
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    ledger *const book = open_ledger(argv[1], rank);
    begin_event(event);
    for (int64_t i = 0; rounds == 0 || i < rounds; i++) {
        const bool around = i % AROUND == 0;
        const int to = around ? (rank + 1) % size : MPI_PROC_NULL;
        const int from = around ? (rank + size - 1) % size : MPI_PROC_NULL;
        int64_t sent = i, received = -1;
        MPI_Sendrecv(&sent, 1, MPI_INT64_T, to, (int)(i % TAGS), &received, 1, MPI_INT64_T, from,
                     (int)(i % TAGS), MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        atomic_store(&book->calls, i + 1);
        if (received != (around ? i : -1)) {
            (void)fprintf(stderr, "round %lld brought %lld\n", (long long)i, (long long)received);
            return EXIT_FAILURE;
        }
        if (strcmp(event, "fork") == 0 && i < CHILDREN) {
            make_child((int)i);
        } else if (strcmp(event, "cut") == 0 && rank == 0 && is_time_to_cut(i, rounds / 2)) {
            cut_traces();
        } else if (rank == 0 && i == rounds / 2 && strcmp(event, "vanish") == 0) {
            wait_for_removal(argv[1]);
        } else if (rank == 1 && i == rounds / 2) {
            die(event);
        }
    }
    if (strcmp(event, "signals") == 0 && ticks == 0) {
        (void)fprintf(stderr, "no signal came\n");
        return EXIT_FAILURE;
    }
    MPI_Finalize();
    (void)printf("rank %d is done\n", rank);
    return EXIT_SUCCESS;
}

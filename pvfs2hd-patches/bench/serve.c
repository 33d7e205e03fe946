/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hdpvfs-serve FILE THREADS REQUESTS: each thread serves so many requests to write 4 KiB, with the
 * machines of the stand-in, and hands work on to nobody but itself: so what is measured is the
 * agent, and what its threads do to each other. Prints the processor time of a request in ns. */
#include "../tests/stand_in/stand_in.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum { THREADS_MAX = 64, WAITING_MAX = 16, PLACES = 1024 };
enum { WRITE_LIST = 5, TEST_CONTEXT = 12 }; /* places in the tables */

extern int PINT_init_capability(void);
int PINT_init_capability(void)
{
    return 0;
}

/* --- work that a thread hands on to itself ---------------------------------------------------- */

typedef struct item {
    void (*work)(void *);
    void *argument;
} item;

static _Thread_local item waiting[WAITING_MAX];
static _Thread_local int waiting_count;

void queue_add(void (*work)(void *), void *argument)
{
    if (waiting_count == WAITING_MAX) {
        abort();
    }
    waiting[waiting_count++] = (item){work, argument};
}

static void work_off(void)
{
    while (waiting_count > 0) {
        const item next = waiting[--waiting_count];
        next.work(next.argument);
    }
}

/* --- network, storage and flows: each is pending until it is asked for -------------------------
 */

static _Thread_local int64_t pending; /* id of what this thread has posted */

static int post_receive(int64_t *id, void *address, void *buffer, int64_t expected, int64_t *size,
                        int kind, int32_t tag, void *user, int64_t context,
                        const hdpvfs_hint *hints)
{
    (void)address, (void)buffer, (void)size, (void)kind, (void)tag, (void)context, (void)hints;
    pending = (int64_t)(intptr_t)user + (expected & 0);
    *id = pending;
    return 0;
}

static int test_context(int wanted, int64_t *ids, int *count, int32_t *errors, int64_t *sizes,
                        void **users, int idle_ms, int64_t context)
{
    (void)wanted, (void)users, (void)idle_ms, (void)context;
    ids[0] = pending;
    errors[0] = 0;
    sizes[0] = PART_BYTES;
    *count = 1;
    return 0;
}

extern const hdpvfs_bmi_table bmi_tcp_ops;
const hdpvfs_bmi_table bmi_tcp_ops = {
    .name = "bmi_tcp", .post_receive = post_receive, .test_context = test_context};

typedef int list_function(int32_t collection, uint64_t handle, char **memory, int64_t *sizes,
                          int count, int64_t *offsets, int64_t *file_sizes, int file_count,
                          int64_t *moved, int32_t flags, void *tag, void *user, int64_t context,
                          int64_t *id, const hdpvfs_hint *hints);
typedef int test_function(int32_t collection, int64_t *ids, int *count, int32_t *errors,
                          void **users, int idle_ms, int64_t context);

static int write_list(int32_t collection, uint64_t handle, char **memory, int64_t *sizes, int count,
                      int64_t *offsets, int64_t *file_sizes, int file_count, int64_t *moved,
                      int32_t flags, void *tag, void *user, int64_t context, int64_t *id,
                      const hdpvfs_hint *hints)
{
    request *const r = user;
    (void)collection, (void)handle, (void)count, (void)file_sizes, (void)file_count, (void)flags;
    (void)tag, (void)context, (void)hints;
    *moved = pwrite(r->file, memory[0], (size_t)sizes[0], offsets[0]);
    if (*moved != sizes[0]) {
        abort();
    }
    *id = (int64_t)(intptr_t)&r->flow;
    return 0;
}

static int test_storage(int32_t collection, int64_t *ids, int *count, int32_t *errors, void **users,
                        int idle_ms, int64_t context)
{
    (void)collection, (void)users, (void)idle_ms, (void)context;
    ids[0] = pending;
    errors[0] = 0;
    *count = 1;
    return 0;
}

#define F(name) (hdpvfs_function *)(name)
static hdpvfs_function *bstream_ops[HDPVFS_BSTREAM_FUNCTIONS] = {[WRITE_LIST] = F(write_list)};
static hdpvfs_function *keyval_ops[HDPVFS_KEYVAL_FUNCTIONS];
static hdpvfs_function *dspace_ops[HDPVFS_DSPACE_FUNCTIONS] = {[TEST_CONTEXT] = F(test_storage)};
extern hdpvfs_function **bstream_method_table[], **keyval_method_table[], **dspace_method_table[];
hdpvfs_function **bstream_method_table[] = {bstream_ops};
hdpvfs_function **keyval_method_table[] = {keyval_ops};
hdpvfs_function **dspace_method_table[] = {dspace_ops};

/* The compiler must not believe that nobody changes these tables. */
static hdpvfs_function *entry(hdpvfs_function **const *methods, int place)
{
    return __atomic_load_n(&methods[0], __ATOMIC_ACQUIRE)[place];
}

static void serve_flow(void *argument)
{
    static char data[PART_BYTES];
    hdpvfs_flow *const flow = argument;
    request *const r = (request *)(void *)((char *)flow - offsetof(request, flow));
    const hdpvfs_bmi_table *volatile network = &bmi_tcp_ops;
    list_function *const list = (list_function *)entry(bstream_method_table, WRITE_LIST);
    test_function *const ask = (test_function *)entry(dspace_method_table, TEST_CONTEXT);
    char *memory[1] = {data};
    int64_t sizes[1] = {PART_BYTES};
    int64_t offsets[1] = {(int64_t)(r->number % PLACES) * PART_BYTES};
    int64_t id = 0;
    int64_t moved = 0;
    int32_t error = 0;
    int count = 0;
    void *user = NULL;
    (void)network->post_receive(&id, NULL, data, PART_BYTES, &moved, 2, r->number, r, 9, r->hints);
    (void)network->test_context(1, &id, &count, &error, &moved, &user, 0, 9);
    (void)list(1, 1000, memory, sizes, 1, offsets, sizes, 1, &moved, 3, NULL, r, 4, &id,
               flow->hints);
    pending = id;
    (void)ask(1, &id, &count, &error, &user, 0, 4);
    flow->transferred = PART_BYTES;
    flow->done(flow, 0);
}

static int post_flow(hdpvfs_flow *flow)
{
    queue_add(serve_flow, flow);
    return 0;
}

hdpvfs_flow_table fp_multiqueue_ops = {.post = post_flow};

/* --- threads -----------------------------------------------------------------------------------
 */

static int requests_each;
static int file;

static void *serve(void *unused)
{
    for (int i = 0; i < requests_each; i++) {
        request_serve(request_create(i, file));
        work_off();
    }
    return unused;
}

static double used_ns(void)
{
    struct rusage usage;
    (void)getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e9 +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e3;
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS_MAX];
    const int count = argc == 4 ? (int)strtol(argv[2], NULL, 10) : 0;
    requests_each = argc == 4 ? (int)strtol(argv[3], NULL, 10) : 0;
    file = argc == 4 ? open(argv[1], O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (count < 1 || count > THREADS_MAX || requests_each < 1 || file < 0) {
        return 2;
    }
    const double before = used_ns();
    for (int i = 0; i < count; i++) {
        if (pthread_create(&threads[i], NULL, serve, NULL) != 0) {
            abort();
        }
    }
    for (int i = 0; i < count; i++) {
        (void)pthread_join(threads[i], NULL);
    }
    printf("%.1f\n", (used_ns() - before) / count / requests_each);
    return 0;
}

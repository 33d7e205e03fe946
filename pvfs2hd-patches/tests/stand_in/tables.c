/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Network, flows and storage: what is posted is done by the caller or by another thread, ends at
 * once, later, or before the post returns. Buffers and operations are used again. */
#include "stand_in.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

typedef struct operation {
    atomic_bool ended;
    int32_t error;
    int64_t size;
    struct operation *next; /* of those whose end nobody has asked for yet */
} operation;

typedef struct ends {
    pthread_mutex_t lock;
    operation *first;
} ends;

static ends of_messages = {PTHREAD_MUTEX_INITIALIZER, NULL};
static ends of_storage = {PTHREAD_MUTEX_INITIALIZER, NULL};

static void end_operation(ends *list, operation *op)
{
    (void)pthread_mutex_lock(&list->lock);
    op->next = list->first;
    list->first = op;
    (void)pthread_mutex_unlock(&list->lock);
}

static operation *take_ended(ends *list)
{
    (void)pthread_mutex_lock(&list->lock);
    operation *const op = list->first;
    if (op != NULL) {
        list->first = op->next;
    }
    (void)pthread_mutex_unlock(&list->lock);
    return op;
}

static int64_t id_of(operation *op)
{
    return (int64_t)(intptr_t)op;
}

static operation *with_id(int64_t id)
{
    return (operation *)(intptr_t)id; // NOLINT(performance-no-int-to-ptr)
}

/* --- network ---------------------------------------------------------------------------------- */

static int post_receive(int64_t *id, void *address, void *buffer, int64_t expected, int64_t *size,
                        int kind, int32_t tag, void *user, int64_t context,
                        const hdpvfs_hint *hints)
{
    operation *const op = user;
    (void)address;
    if (kind != 2 || context != 9 || hints == NULL) {
        abort();
    }
    atomic_fetch_add(&done.messages, 1);
    memset(buffer, tag, (size_t)expected);
    if (tag % 3 == 0) {
        *size = expected;
        return 1;
    }
    op->size = expected;
    *id = id_of(op);
    end_operation(&of_messages, op);
    return 0;
}

static int test_context(int wanted, int64_t *ids, int *count, int32_t *errors, int64_t *sizes,
                        void **users, int idle_ms, int64_t context)
{
    operation *const op = take_ended(&of_messages);
    (void)users;
    (void)idle_ms;
    *count = 0;
    if (op != NULL && wanted > 0 && context == 9) {
        *count = 1;
        ids[0] = id_of(op);
        errors[0] = 0;
        sizes[0] = op->size;
    }
    return 0;
}

static void unused(void)
{
    abort();
}

/* Constant, as the original's: the agent finds it where relocated data is protected. */
extern const hdpvfs_bmi_table bmi_tcp_ops;
const hdpvfs_bmi_table bmi_tcp_ops = {
    .name = "bmi_tcp",
    .post_receive = post_receive,
    .test_context = test_context,
};

/* The compiler must not believe that a constant table is constant. */
static const hdpvfs_bmi_table *network(void)
{
    const hdpvfs_bmi_table *volatile table = &bmi_tcp_ops;
    return table;
}

static void receive(request *r, void *buffer)
{
    operation op = {false, 0, 0, NULL};
    int64_t id = 0;
    int64_t size = 0;
    if (network()->post_receive(&id, NULL, buffer, (int64_t)PARTS * PART_BYTES, &size, 2, r->number,
                                &op, 9, r->hints) == 1) {
        return;
    }
    while (!atomic_load(&op.ended)) {
        int count = 0;
        int32_t error = 0;
        void *user = NULL;
        (void)network()->test_context(1, &id, &count, &error, &size, &user, 0, 9);
        if (count == 1) {
            atomic_store(&with_id(id)->ended, true);
        }
    }
}

/* --- storage ---------------------------------------------------------------------------------- */

typedef struct list_io {
    operation *op;
    write_list_of list;
    bool is_early;
    pthread_t thread;
} list_io;

typedef int list_function(int32_t collection, uint64_t handle, char **memory, int64_t *sizes,
                          int count, int64_t *offsets, int64_t *file_sizes, int file_count,
                          int64_t *moved, int32_t flags, void *tag, void *user, int64_t context,
                          int64_t *id, const hdpvfs_hint *hints);
typedef int test_function(int32_t collection, int64_t *ids, int *count, int32_t *errors,
                          void **users, int idle_ms, int64_t context);

extern hdpvfs_function **dspace_method_table[], **keyval_method_table[], **bstream_method_table[];

static hdpvfs_function *entry(hdpvfs_function **const *methods, int method, int place)
{
    hdpvfs_function *const *const table = __atomic_load_n(&methods[method], __ATOMIC_ACQUIRE);
    return table[place];
}

static void ask_for_ends(void)
{
    test_function *const ask = (test_function *)entry(dspace_method_table, 0, 12);
    int64_t id = 0;
    int count = 1;
    int32_t error = 0;
    void *user = NULL;
    (void)ask(1, &id, &count, &error, &user, 0, 4);
    if (count == 1) {
        atomic_store(&with_id(id)->ended, true);
    }
}

/* As alt-aio does: a thread per operation. */
static void *write_parts(void *argument)
{
    const list_io *const io = argument;
    write_by_its_way(&io->list);
    end_operation(&of_storage, io->op);
    if (io->is_early) {
        ask_for_ends();
    }
    return NULL;
}

/* It takes no signal: ThreadSanitizer handles one when the thread that took it goes on, and forgets
 * it when that thread ends first. */
static void begin_thread(list_io *io)
{
    sigset_t all;
    sigset_t before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&io->thread, NULL, write_parts, io) != 0) {
        abort();
    }
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static int write_list(int32_t collection, uint64_t handle, char **memory, int64_t *sizes, int count,
                      int64_t *offsets, int64_t *file_sizes, int file_count, int64_t *moved,
                      int32_t flags, void *tag, void *user, int64_t context, int64_t *id,
                      const hdpvfs_hint *hints)
{
    list_io *const io = user;
    if (collection != 1 || handle < 1000 || flags != 3 || tag != NULL || context != 4 ||
        hints == NULL || file_count != count || file_sizes == NULL) {
        abort();
    }
    atomic_fetch_add(&done.operations, 1);
    *moved = 0;
    io->list = (write_list_of){memory, sizes, offsets, count, io->list.file, io->list.way};
    *id = id_of(io->op);
    begin_thread(io);
    if (io->is_early) {
        (void)pthread_join(io->thread, NULL);
    }
    return 0;
}

static int test_storage(int32_t collection, int64_t *ids, int *count, int32_t *errors, void **users,
                        int idle_ms, int64_t context)
{
    operation *const op = take_ended(&of_storage);
    (void)users;
    (void)idle_ms;
    *count = 0;
    if (op != NULL && collection == 1 && context == 4) {
        *count = 1;
        ids[0] = id_of(op);
        errors[0] = op->error;
    }
    return 0;
}

/* --- functions that are only called ----------------------------------------------------------- */

typedef uint64_t word;

/* Complete at once, with a result that tells whether all arguments arrived. */
static int check(const word *a, int count)
{
    for (int i = 0; i < count; i++) {
        if (a[i] != (a[i] == 0 ? 0 : (word)(7000 + i))) {
            abort();
        }
    }
    return a[1] == 0 ? -count : 1;
}

#define FUNCTION(count, parameters, ...)                                                           \
    static int with_##count parameters                                                             \
    {                                                                                              \
        const word all[] = {__VA_ARGS__};                                                          \
        return check(all, count);                                                                  \
    }
FUNCTION(7, (word a, word b, word c, word d, word e, word f, word g), a, b, c, d, e, f, g)
FUNCTION(8, (word a, word b, word c, word d, word e, word f, word g, word h), a, b, c, d, e, f, g,
         h)
FUNCTION(9, (word a, word b, word c, word d, word e, word f, word g, word h, word i), a, b, c, d, e,
         f, g, h, i)
FUNCTION(10, (word a, word b, word c, word d, word e, word f, word g, word h, word i, word j), a, b,
         c, d, e, f, g, h, i, j)
FUNCTION(11,
         (word a, word b, word c, word d, word e, word f, word g, word h, word i, word j, word k),
         a, b, c, d, e, f, g, h, i, j, k)
FUNCTION(12,
         (word a, word b, word c, word d, word e, word f, word g, word h, word i, word j, word k,
          word l),
         a, b, c, d, e, f, g, h, i, j, k, l)

#define F(name) (hdpvfs_function *)(name)
static hdpvfs_function *bstream_ops[HDPVFS_BSTREAM_FUNCTIONS] = {
    F(with_11), F(with_11), F(with_9), F(with_8), NULL, F(write_list), F(with_7), F(unused)};
static hdpvfs_function *direct_ops[HDPVFS_BSTREAM_FUNCTIONS] = {
    F(with_11), F(with_11), F(with_9), F(with_8), NULL, F(write_list), F(with_7), F(unused)};
static hdpvfs_function *keyval_ops[HDPVFS_KEYVAL_FUNCTIONS] = {
    F(with_10), F(with_10), F(with_10), F(with_12), F(with_8), F(with_12),
    F(with_11), F(with_12), F(with_11), F(with_7),  F(with_8)};
static hdpvfs_function *dspace_ops[HDPVFS_DSPACE_FUNCTIONS] = {
    F(with_10), F(with_11), F(with_7), F(with_8), F(with_9), F(with_8),      F(with_8),
    F(with_10), F(with_8),  F(unused), F(unused), F(unused), F(test_storage)};

hdpvfs_function **bstream_method_table[] = {bstream_ops, bstream_ops, bstream_ops, direct_ops};
hdpvfs_function **keyval_method_table[] = {keyval_ops, keyval_ops, keyval_ops, keyval_ops};
hdpvfs_function **dspace_method_table[] = {dspace_ops, dspace_ops, dspace_ops, dspace_ops};

/* How many arguments each has, and where the hints are, which must not lead anywhere. */
typedef struct shape {
    int place, count, hints;
} shape;

typedef int any_call(word, word, word, word, word, word, word, word, word, word, word, word);

static void call(hdpvfs_function **const *methods, const shape *s, bool fails)
{
    word a[12] = {0};
    for (int i = 0; i < s->count; i++) {
        a[i] = i == s->hints || (i == 1 && fails) ? 0 : (word)(7000 + i);
    }
    any_call *const function = (any_call *)entry(methods, 2, s->place);
    const int result =
        function(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11]);
    if (result != (fails ? -s->count : 1)) {
        abort();
    }
    atomic_fetch_add(&done.operations, 1);
}

void call_every_function(void)
{
    static const shape bstream[] = {{2, 9, 8}, {3, 8, 7}, {6, 7, 6}};
    static const shape keyval[] = {{0, 10, 9},  {1, 10, 9},  {2, 10, 9},  {3, 12, 11},
                                   {4, 8, 7},   {5, 12, 11}, {6, 11, 10}, {7, 12, 11},
                                   {8, 11, 10}, {9, 7, 6},   {10, 8, 7}};
    static const shape dspace[] = {{0, 10, 9}, {1, 11, 10}, {2, 7, 6},  {3, 8, -1}, {4, 9, -1},
                                   {5, 8, 7},  {6, 8, 7},   {7, 10, 9}, {8, 8, 7}};
    for (int fails = 0; fails < 2; fails++) {
        for (size_t i = 0; i < sizeof bstream / sizeof bstream[0]; i++) {
            call(bstream_method_table, &bstream[i], fails);
        }
        for (size_t i = 0; i < sizeof keyval / sizeof keyval[0]; i++) {
            call(keyval_method_table, &keyval[i], fails);
        }
        for (size_t i = 0; i < sizeof dspace / sizeof dspace[0]; i++) {
            call(dspace_method_table, &dspace[i], fails);
        }
    }
}

/* --- flows ------------------------------------------------------------------------------------ */

enum { BUFFERS = 4 };

/* Buffers are few, so that each serves many operations. */
static char buffers[BUFFERS][PARTS * PART_BYTES];
static pthread_mutex_t buffer_locks[BUFFERS] = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER};

static void write_all(request *r, char *buffer)
{
    operation op = {false, 0, 0, NULL};
    list_io io = {
        .op = &op, .list = {.file = r->file, .way = r->number % 4}, .is_early = r->number % 3 == 2};
    char *memory[PARTS];
    int64_t sizes[PARTS];
    int64_t offsets[PARTS];
    int64_t moved = 0;
    int64_t id = 0;
    for (int i = 0; i < PARTS; i++) {
        memory[i] = buffer + (size_t)i * PART_BYTES;
        sizes[i] = PART_BYTES;
        offsets[i] = ((int64_t)r->number * PARTS + i) * PART_BYTES;
    }
    list_function *const function = (list_function *)entry(bstream_method_table, r->number % 4, 5);
    if (function(1, 1000 + (uint64_t)r->number, memory, sizes, PARTS, offsets, sizes, PARTS, &moved,
                 3, NULL, &io, 4, &id, r->flow.hints) != 0) {
        abort();
    }
    while (!atomic_load(&op.ended)) {
        ask_for_ends();
    }
    if (!io.is_early) {
        (void)pthread_join(io.thread, NULL);
    }
}

void move_data(request *r)
{
    const int index = r->number % BUFFERS;
    (void)pthread_mutex_lock(&buffer_locks[index]);
    receive(r, buffers[index]);
    write_all(r, buffers[index]);
    (void)pthread_mutex_unlock(&buffer_locks[index]);
}

static void flow_work(void *argument)
{
    hdpvfs_flow *const flow = argument;
    request *const r = (request *)(void *)((char *)flow - offsetof(request, flow));
    move_data(r);
    flow->transferred = (int64_t)PARTS * PART_BYTES;
    atomic_fetch_add(&done.flows, 1);
    flow->done(flow, 0);
}

static int post_flow(hdpvfs_flow *flow)
{
    queue_add(flow_work, flow);
    return 0;
}

hdpvfs_flow_table fp_multiqueue_ops = {.post = post_flow};

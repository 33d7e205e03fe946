/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the wrapper's part of calls instruction by instruction, and says for each kind of calls how
 * many instructions locked memory between processors, and how often the wrapper called for a lock
 * or for memory. Every rank talks to itself. Two ranks; the argument is the name of a file, and the
 * rank is added. To be run with LD_BIND_NOW=1. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#if defined(__x86_64__)

#include <dlfcn.h>
#include <link.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <ucontext.h>

enum { WARM_UP = 3, ROUNDS = 1, NUMBERS = 70, COMMS = 20, TRAP_FLAG = 0x100 };

/* --- stepping --------------------------------------------------------------------------------- */

static uintptr_t code_begin, code_end; /* of the wrapper */
static uintptr_t watched[8];           /* functions that it should not call */
static volatile long locked_count, called_count, step_count;
static volatile uintptr_t previous;
uintptr_t return_address; /* of the function that the wrapper called */

static bool is_wrapper(uintptr_t address)
{
    return address >= code_begin && address < code_end;
}

/* A barrier by a locked access to the own stack, where the kernel has none for all threads. */
static bool is_own_barrier(const uint8_t *code)
{
    static const uint8_t barriers[2][5] = {{0xF0, 0x48, 0x83, 0x0C, 0x24},
                                           {0xF0, 0x83, 0x0C, 0x24, 0x00}};
    return memcmp(code, barriers[0], 5) == 0 || memcmp(code, barriers[1], 5) == 0;
}

/* With the prefix LOCK, or an exchange with memory, which has no need of it. */
static bool locks_memory(const uint8_t *code)
{
    const uint8_t *at = code;
    while (*at == 0x66 || *at == 0xF2 || *at == 0xF3 || *at == 0x64 || *at == 0x65) {
        at++;
    }
    if (*at == 0xF0) {
        return !is_own_barrier(at);
    }
    at += (*at & 0xF0) == 0x40;
    return (*at == 0x86 || *at == 0x87) && (at[1] & 0xC0) != 0xC0;
}

/* What the wrapper calls runs at full speed, and without a trap that MPI's own threads would
 * inherit; this is where it returns to. The address is put on the stack below the saved register,
 * and the trap sets in after the instruction that follows popfq. */
void step_on(void);
__asm__(".text\n"
        ".type step_on, @function\n"
        "step_on:\n"
        "    sub $8, %rsp\n"
        "    push %rax\n"
        "    mov return_address(%rip), %rax\n"
        "    mov %rax, 8(%rsp)\n"
        "    pop %rax\n"
        "    pushfq\n"
        "    orq $0x100, (%rsp)\n"
        "    popfq\n"
        "    ret\n"
        ".size step_on, .-step_on\n");

static void left_wrapper(ucontext_t *machine, uintptr_t at)
{
    /* NOLINTNEXTLINE(performance-no-int-to-ptr) */
    uintptr_t *const top = (uintptr_t *)(uintptr_t)machine->uc_mcontext.gregs[REG_RSP];
    for (size_t i = 0; i < sizeof(watched) / sizeof(watched[0]); i++) {
        called_count += watched[i] == at;
    }
    if (is_wrapper(*top)) {
        return_address = *top;
        *top = (uintptr_t)step_on;
        machine->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)TRAP_FLAG;
    }
}

static void step(int number, siginfo_t *info, void *context)
{
    ucontext_t *const machine = context;
    const uintptr_t at = (uintptr_t)machine->uc_mcontext.gregs[REG_RIP];
    (void)number;
    (void)info;
    if (is_wrapper(at)) {
        locked_count += locks_memory((const uint8_t *)at); /* NOLINT(performance-no-int-to-ptr) */
        step_count++;
    } else if (is_wrapper(previous)) {
        left_wrapper(machine, at);
    }
    previous = at;
}

static int find_wrapper(struct dl_phdr_info *object, size_t size, void *data)
{
    (void)size;
    (void)data;
    if (strstr(object->dlpi_name, "libhdmpi") == NULL) {
        return 0;
    }
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *const part = &object->dlpi_phdr[i];
        if (part->p_type == PT_LOAD && (part->p_flags & PF_X) != 0) {
            code_begin = object->dlpi_addr + part->p_vaddr;
            code_end = code_begin + part->p_memsz;
        }
    }
    return 1;
}

static void prepare(void)
{
    static const char *const names[] = {"pthread_mutex_lock",
                                        "pthread_mutex_trylock",
                                        "pthread_rwlock_rdlock",
                                        "pthread_cond_wait",
                                        "sched_yield",
                                        "malloc",
                                        "calloc",
                                        "realloc"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        watched[i] = (uintptr_t)dlsym(RTLD_DEFAULT, names[i]);
    }
    dl_iterate_phdr(find_wrapper, NULL);
    const struct sigaction action = {.sa_sigaction = step, .sa_flags = SA_SIGINFO};
    (void)sigaction(SIGTRAP, &action, NULL);
}

/* Without the wrapper MPI itself would be run so, and a thread that it starts meanwhile with
 * signals blocked would end the process. The stack below its pointer may be in use by this very
 * function. */
static void set_stepping(bool on)
{
    const unsigned long flag = TRAP_FLAG;
    const bool has_wrapper = code_end != 0;
    if (on && has_wrapper) {
        __asm__ volatile("lea -128(%%rsp), %%rsp\n\tpushfq\n\tor %0, (%%rsp)\n\tpopfq\n\t"
                         "lea 128(%%rsp), %%rsp"
                         :
                         : "r"(flag)
                         : "memory", "cc");
    } else {
        __asm__ volatile("lea -128(%%rsp), %%rsp\n\tpushfq\n\tand %0, (%%rsp)\n\tpopfq\n\t"
                         "lea 128(%%rsp), %%rsp"
                         :
                         : "r"(~flag)
                         : "memory", "cc");
    }
}

/* --- kinds of calls --------------------------------------------------------------------------- */

static int rank, own_rank; /* in MPI_COMM_WORLD, in `comm` */
static MPI_Comm comm, comms[COMMS];
static MPI_Win window;
static MPI_File file;
static MPI_Request persistent[2];
static int cells[4], value, received;
static int window_rank; /* of this process */

static void send_and_receive(void)
{
    MPI_Request requests[2];
    MPI_Status statuses[2];
    MPI_Irecv(&received, 1, MPI_INT, own_rank, 1, comm, &requests[0]);
    MPI_Send(&value, 1, MPI_INT, own_rank, 1, comm);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Isend(&value, 1, MPI_INT, own_rank, 2, comm, &requests[0]);
    MPI_Recv(&received, 1, MPI_INT, MPI_ANY_SOURCE, 2, comm, MPI_STATUS_IGNORE);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Irecv(&received, 1, MPI_INT, own_rank, 3, comm, &requests[0]);
    MPI_Isend(&value, 1, MPI_INT, own_rank, 3, comm, &requests[1]);
    MPI_Waitall(2, requests, statuses);
    MPI_Sendrecv(&value, 1, MPI_INT, own_rank, 4, &received, 1, MPI_INT, own_rank, 4, comm,
                 MPI_STATUS_IGNORE);
}

static void test_until_done(void)
{
    MPI_Request request;
    int flag = 0;
    MPI_Irecv(&received, 1, MPI_INT, own_rank, 1, comm, &request);
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    MPI_Send(&value, 1, MPI_INT, own_rank, 1, comm);
    while (!flag) {
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    }
}

static void match(void)
{
    MPI_Request request;
    MPI_Message message;
    MPI_Isend(&value, 1, MPI_INT, own_rank, 5, comm, &request);
    MPI_Mprobe(own_rank, 5, comm, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(&received, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void many_communicators(void)
{
    for (int i = 0; i < COMMS; i++) {
        MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 1, comms[i]);
    }
}

static void restart(void)
{
    MPI_Startall(2, persistent);
    MPI_Waitall(2, persistent, MPI_STATUSES_IGNORE);
    MPI_Start(&persistent[0]);
    MPI_Start(&persistent[1]);
    MPI_Wait(&persistent[0], MPI_STATUS_IGNORE);
    MPI_Wait(&persistent[1], MPI_STATUS_IGNORE);
}

static void all_together(void)
{
    MPI_Request request;
    MPI_Barrier(comm);
    MPI_Allreduce(&value, &received, 1, MPI_INT, MPI_SUM, comm);
    MPI_Ibarrier(comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void fenced(void)
{
    MPI_Win_fence(0, window);
    MPI_Put(&value, 1, MPI_INT, window_rank, 1, 1, MPI_INT, window);
    MPI_Get(&received, 1, MPI_INT, window_rank, 2, 1, MPI_INT, window);
    MPI_Accumulate(&value, 1, MPI_INT, window_rank, 3, 1, MPI_INT, MPI_SUM, window);
    MPI_Win_fence(0, window);
}

static void locked(void)
{
    MPI_Request request;
    MPI_Win_lock(MPI_LOCK_SHARED, window_rank, 0, window);
    MPI_Put(&value, 1, MPI_INT, window_rank, 1, 1, MPI_INT, window);
    MPI_Win_flush(window_rank, window);
    MPI_Fetch_and_op(&value, &received, MPI_INT, window_rank, 2, MPI_SUM, window);
    MPI_Rput(&value, 1, MPI_INT, window_rank, 3, 1, MPI_INT, window, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_unlock(window_rank, window);
}

static void at_offsets(void)
{
    MPI_Request request;
    MPI_File_write_at(file, 4, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read_at(file, 4, &received, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_at_all(file, 4, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_iwrite_at(file, 8, &value, 1, MPI_INT, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void from_pointer(void)
{
    MPI_Request request;
    MPI_File_seek(file, 0, MPI_SEEK_SET);
    MPI_File_write(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_seek(file, 0, MPI_SEEK_SET);
    MPI_File_read(file, &received, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_iread(file, &received, 1, MPI_INT, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* What has to lock: shows that locks are seen. */
static void create(void)
{
    MPI_Datatype type;
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_free(&type);
}

static void measure(const char *kind, void (*calls)(void))
{
    for (int i = 0; i < WARM_UP; i++) {
        calls();
    }
    locked_count = called_count = step_count = 0;
    set_stepping(true);
    for (int i = 0; i < ROUNDS; i++) {
        calls();
    }
    set_stepping(false);
    (void)fprintf(stderr, "rank %d: %s: %ld locked, %ld called%s\n", rank, kind, locked_count,
                  called_count, step_count == 0 && code_end != 0 ? ", no steps" : "");
}

/* Numbers of requests are taken in portions of 64, 128 and so on: no portion ends in between. */
static void take_numbers(void)
{
    for (int i = 0; i < NUMBERS; i++) {
        MPI_Request request;
        MPI_Irecv(&received, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

static void open_all(const char *name)
{
    char own_name[4096];
    MPI_Comm reversed;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
    MPI_Comm_rank(reversed, &window_rank);
    (void)snprintf(own_name, sizeof(own_name), "%s.%d", name, rank);
    MPI_File_open(comm, own_name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_Win_create(cells, sizeof(cells), sizeof(int), MPI_INFO_NULL, reversed, &window);
    MPI_Comm_free(&reversed);
    MPI_Recv_init(&received, 1, MPI_INT, own_rank, 9, comm, &persistent[0]);
    MPI_Send_init(&value, 1, MPI_INT, own_rank, 9, comm, &persistent[1]);
    for (int i = 0; i < COMMS; i++) {
        MPI_Comm_dup(comm, &comms[i]);
    }
}

static void close_all(void)
{
    for (int i = 0; i < COMMS; i++) {
        MPI_Comm_free(&comms[i]);
    }
    MPI_Request_free(&persistent[0]);
    MPI_Request_free(&persistent[1]);
    MPI_Win_free(&window);
    MPI_File_close(&file);
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    prepare();
    take_numbers();
    own_rank = rank;
    comm = MPI_COMM_WORLD;
    measure("messages in WORLD", send_and_receive);
    /* Rank 0 there is this process, whatever it is in MPI_COMM_WORLD. */
    MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &comm);
    own_rank = 0;
    open_all(argv[1]);
    measure("messages", send_and_receive);
    measure("Test", test_until_done);
    measure("matched messages", match);
    measure("many communicators", many_communicators);
    measure("persistent requests", restart);
    measure("collectives", all_together);
    measure("fence", fenced);
    measure("lock", locked);
    measure("file at offsets", at_offsets);
    measure("file from pointer", from_pointer);
    measure("creation", create);
    close_all();
    MPI_Finalize();
    return EXIT_SUCCESS;
}

#else

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    (void)fprintf(stderr, "unknown processor\n");
    MPI_Finalize();
    return EXIT_SUCCESS;
}

#endif

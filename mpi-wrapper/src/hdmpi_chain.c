/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who is in the chain, asked of the dynamic linker. */
#define _GNU_SOURCE /* RTLD_NEXT, dladdr, dl_iterate_phdr */
#include "hdmpi_chain.h"

#include "hdmpi_again.h"
#include "hdmpi_session.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { FRONT_MAX = 8, SITE_COUNT = 1024 };

hd__mpi hd__library;
hd__chain hd__order;

/* MPI is found by dlsym alone, so that a linker may think that nobody needs it (--as-needed). This
 * is a function that we don't define. */
static MPI_Fint (*const needed)(MPI_File) __attribute__((used)) = MPI_File_c2f;

static hd__code front[FRONT_MAX];
static size_t front_count;

/* Places of calls and what was found out about them: address * 2 + whether it is for us. */
static _Atomic uint64_t sites[SITE_COUNT];

/* Function pointers and object pointers have the same form wherever there is dlsym. */
typedef union pointer {
    void (*code)(void);
    const void *object;
} pointer;

typedef struct function {
    const char *name; /* PMPI_X */
    size_t offset;    /* of its pointer in hd__mpi */
    pointer ours;     /* MPI_X */
} function;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
static const function functions[] = {
#define HD__FUNCTION(mpi) {"PMPI_" #mpi, offsetof(hd__mpi, mpi), {(void (*)(void))MPI_##mpi}},
#include "hdmpi_functions.h"
#undef HD__FUNCTION
};
#pragma GCC diagnostic pop

static void store(hd__mpi *table, const function *f, const void *address)
{
    const pointer value = {.object = address};
    memcpy((char *)table + f->offset, &value.code, sizeof(value.code));
}

typedef struct search {
    const void *address;
    hd__code code;
    bool is_program; /* it lies in the executable itself */
} search;

/* The object that holds search->address: from its first to its last executable segment. */
static int find_code(struct dl_phdr_info *info, size_t size, void *argument)
{
    search *const wanted = argument;
    uintptr_t begin = UINTPTR_MAX, end = 0;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *const segment = &info->dlpi_phdr[i];
        if (segment->p_type == PT_LOAD && (segment->p_flags & PF_X) != 0) {
            const uintptr_t first = info->dlpi_addr + segment->p_vaddr;
            begin = first < begin ? first : begin;
            end = first + segment->p_memsz > end ? first + segment->p_memsz : end;
        }
    }
    const hd__code code = {begin, end > begin ? end - begin : 0};
    if (!hd__code_contains(code, wanted->address)) {
        return 0;
    }
    wanted->code = code;
    wanted->is_program = info->dlpi_name == NULL || info->dlpi_name[0] == '\0';
    return 1;
}

static search look_around(const void *address)
{
    search wanted = {.address = address};
    if (address != NULL) {
        dl_iterate_phdr(find_code, &wanted);
    }
    return wanted;
}

/* Bindings linked into the program itself can't be told from its own calls and are left alone. */
static hd__code find_bindings(void)
{
    const search found = look_around(dlsym(RTLD_DEFAULT, "pmpi_init_"));
    return found.is_program ? (hd__code){0, 0} : found.code;
}

void hd__chain_take_own_calls(void)
{
    const pointer library = {.code = (void (*)(void))hd__library.Init};
    hd__order.own = look_around(library.object).code;
}

static bool is_in_front(const void *address)
{
    for (size_t i = 0; i < front_count; i++) {
        if (hd__code_contains(front[i], address)) {
            return true;
        }
    }
    return false;
}

/* Something before us defines MPI_X: a profiling library, or the program itself. */
static void note_front(const void *address)
{
    if (is_in_front(address)) {
        return;
    }
    const search found = look_around(address);
    if (front_count < FRONT_MAX && found.code.size > 0) {
        front[front_count++] = found.code;
    }
}

static void resolve_function(const function *f, bool stacked)
{
    const void *const library = dlsym(RTLD_NEXT, f->name);
    const void *const next = stacked ? dlsym(RTLD_NEXT, f->name + 1) : NULL;
    store(&hd__library, f, library);
    store(&hd__next, f, next == NULL ? library : next);
    const void *const first = stacked ? dlsym(RTLD_DEFAULT, f->name + 1) : NULL;
    if (first != NULL && first != f->ours.object) {
        note_front(first);
    }
}

static void resolve_all(void)
{
    const char *const wish = getenv("HDTRACE_STACK"); /* NOLINT(concurrency-mt-unsafe) */
    const bool stacked = wish == NULL || strcmp(wish, "0") != 0;
    for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
        resolve_function(&functions[i], stacked);
    }
    hd__order.bindings = find_bindings();
    hd__order.has_front = front_count > 0;
    atomic_store_explicit(&hd__order.is_known, true, memory_order_release);
}

void hd__chain_resolve(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, resolve_all);
}

/* What follows a prefix that any function of MPI may have, in C or behind Fortran; NULL: none has.
 */
static const char *skip_prefix(const char *symbol)
{
    static const char *const prefixes[] = {"mpi_", "pmpi_", "ompi_", "pmpir_"};
    for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
        if (strncasecmp(symbol, prefixes[i], strlen(prefixes[i])) == 0) {
            return symbol + strlen(prefixes[i]);
        }
    }
    return NULL;
}

/* The symbol is MPI_X, or the entry point of a binding for it, as mpi_x_, ompi_x_f, mpi_x_f08_. */
static bool is_form_of(const char *symbol, const char *name)
{
    static const char *const endings[] = {"",      "_",       "__",          "_f",           "_f08",
                                          "_f08_", "_f08ts_", "_f08_large_", "_f08ts_large_"};
    const char *const rest = skip_prefix(symbol);
    const size_t length = strlen(name);
    if (rest == NULL || strncasecmp(rest, name, length) != 0) {
        return false;
    }
    for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++) {
        if (strcmp(rest + length, endings[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_inside(const void *return_address, const char *name)
{
    Dl_info info;
    return (hd__code_contains(hd__order.bindings, return_address) || is_in_front(return_address)) &&
           dladdr(return_address, &info) != 0 && info.dli_sname != NULL &&
           is_form_of(info.dli_sname, name);
}

/* Ours, MPI's, its bindings' for Fortran and C++. */
enum { PASSED_COUNT = 5 };
static hd__code passed[PASSED_COUNT];
static pthread_once_t passed_once = PTHREAD_ONCE_INIT;

static void find_passed(void)
{
    const pointer ours = {.code = (void (*)(void))hd__chain_resolve};
    const pointer library = {.code = (void (*)(void))hd__library.Init};
    const void *const inside[PASSED_COUNT] = {
        ours.object, library.object, dlsym(RTLD_DEFAULT, "pmpi_init_"),
        dlsym(RTLD_DEFAULT, "mpi_init_f08_"), dlsym(RTLD_DEFAULT, "ompi_mpi_cxx_op_intercept")};
    for (size_t i = 0; i < PASSED_COUNT; i++) {
        const search found = look_around(inside[i]);
        passed[i] = found.is_program ? (hd__code){0, 0} : found.code;
    }
}

bool hd__chain_is_passed(const void *address)
{
    pthread_once(&passed_once, find_passed);
    for (size_t i = 0; i < PASSED_COUNT; i++) {
        if (hd__code_contains(passed[i], address)) {
            return true;
        }
    }
    return is_in_front(address);
}

bool hd__chain_is_inside(const void *return_address, const char *name)
{
    const uint64_t key = (uint64_t)(uintptr_t)return_address * 2;
    _Atomic uint64_t *const site = &sites[(uintptr_t)return_address / 4 % SITE_COUNT];
    const uint64_t known = atomic_load_explicit(site, memory_order_relaxed);
    if (known >> 1 == key >> 1) {
        return (known & 1) != 0;
    }
    const bool result = is_inside(return_address, name);
    atomic_store_explicit(site, key + result, memory_order_relaxed);
    return result;
}

/* --- the MPI of another family -------------------------------------------------------------- */

/* Other names, as of MPI libraries that are made of either, are left alone. */
#ifdef OPEN_MPI
static const hd__mismatch mismatch = {"MPICH", "Open MPI", "libhdmpi.so"};
#else
static const hd__mismatch mismatch = {"Open MPI", "MPICH", "libhdmpi-openmpi.so"};
#endif

bool hd__chain_has_other_mpi(void)
{
    enum { VERSION_BYTES = 8192 }; /* MPICH's, whose own header need not be the one here */
    char version[VERSION_BYTES] = "";
    int length = 0;
    int (*get)(char *, int *) = NULL;
    void *const address = dlsym(RTLD_NEXT, "PMPI_Get_library_version");
    memcpy(&get, &address, sizeof(get));
    const bool other = get != NULL && get(version, &length) == MPI_SUCCESS &&
                       strncmp(version, mismatch.mpi, strlen(mismatch.mpi)) == 0;
    if (other) {
        hd__start_again(&mismatch);
    }
    return other;
}

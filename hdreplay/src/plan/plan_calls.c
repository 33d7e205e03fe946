/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan_calls.h"

#include <glib.h>
#include <string.h>

static const struct plan_call calls[] = {
    {.name = "Bsend", .role = PLAN_SEND, .buffered = true},
    {.name = "Rsend", .role = PLAN_SEND},
    {.name = "Send", .role = PLAN_SEND},
    {.name = "Ssend", .role = PLAN_SEND, .synchronous = true},
    {.name = "Recv", .role = PLAN_RECEIVE},
    {.name = "Mrecv", .role = PLAN_RECEIVE},
    {.name = "Sendrecv", .role = PLAN_EXCHANGE},
    {.name = "Sendrecv_replace", .role = PLAN_EXCHANGE},
    {.name = "Start", .role = PLAN_START},
    {.name = "Startall", .role = PLAN_START},
    {.name = "Wait", .role = PLAN_COMPLETE},
    {.name = "Waitall", .role = PLAN_COMPLETE},
    {.name = "Waitany", .role = PLAN_TRY},
    {.name = "Waitsome", .role = PLAN_TRY},
    {.name = "Test", .role = PLAN_TRY},
    {.name = "Testall", .role = PLAN_TRY},
    {.name = "Testany", .role = PLAN_TRY},
    {.name = "Testsome", .role = PLAN_TRY},
    {.name = "Barrier", .role = PLAN_MEET, .flow = PLAN_ALL},
    {.name = "Allgather", .role = PLAN_MEET, .flow = PLAN_ALL},
    {.name = "Allreduce", .role = PLAN_MEET, .flow = PLAN_ALL},
    {.name = "Alltoall", .role = PLAN_MEET, .flow = PLAN_ALL},
    {.name = "Reduce_scatter_block", .role = PLAN_MEET, .flow = PLAN_ALL},
    {.name = "Bcast", .role = PLAN_MEET, .flow = PLAN_FROM_ROOT},
    {.name = "Scatter", .role = PLAN_MEET, .flow = PLAN_FROM_ROOT},
    {.name = "Gather", .role = PLAN_MEET, .flow = PLAN_TO_ROOT},
    {.name = "Reduce", .role = PLAN_MEET, .flow = PLAN_TO_ROOT},
    {.name = "Exscan", .role = PLAN_MEET, .flow = PLAN_UPWARD},
    {.name = "Scan", .role = PLAN_MEET, .flow = PLAN_UPWARD},
    {.name = "File_open", .role = PLAN_OPEN},
    {.name = "File_close", .role = PLAN_CLOSE},
    {.name = "File_delete", .role = PLAN_IO},
    {.name = "File_get_size", .role = PLAN_IO},
    {.name = "File_preallocate", .role = PLAN_IO_TOGETHER},
    {.name = "File_set_size", .role = PLAN_IO_TOGETHER},
    {.name = "File_set_view", .role = PLAN_IO_TOGETHER},
    {.name = "File_set_atomicity", .role = PLAN_IO_TOGETHER},
    {.name = "File_set_info", .role = PLAN_IO_TOGETHER},
    {.name = "File_sync", .role = PLAN_IO_TOGETHER},
    {.name = "File_seek_shared", .role = PLAN_IO_TOGETHER},
    {.name = "File_get_position_shared", .role = PLAN_IO},
};

static const struct plan_call posix_calls[] = {
    {.name = "open", .role = PLAN_IO, .posix = PLAN_POSIX_OPEN},
    {.name = "openat", .role = PLAN_IO, .posix = PLAN_POSIX_OPEN},
    {.name = "creat", .role = PLAN_IO, .posix = PLAN_POSIX_OPEN},
    {.name = "mkstemp", .role = PLAN_IO, .posix = PLAN_POSIX_OPEN},
    {.name = "opened", .role = PLAN_IO, .posix = PLAN_POSIX_INHERIT},
    {.name = "fopen", .role = PLAN_IO, .posix = PLAN_POSIX_FOPEN},
    {.name = "freopen", .role = PLAN_IO, .posix = PLAN_POSIX_FOPEN},
    {.name = "fdopen", .role = PLAN_LOCAL, .posix = PLAN_POSIX_FDOPEN},
    {.name = "close", .role = PLAN_IO, .posix = PLAN_POSIX_CLOSE},
    {.name = "fclose", .role = PLAN_IO, .posix = PLAN_POSIX_FCLOSE},
    {.name = "read", .role = PLAN_IO, .posix = PLAN_POSIX_READ, .moves_data = true},
    {.name = "readv", .role = PLAN_IO, .posix = PLAN_POSIX_READ, .moves_data = true},
    {.name = "write",
     .role = PLAN_IO,
     .posix = PLAN_POSIX_WRITE,
     .moves_data = true,
     .writes = true},
    {.name = "writev",
     .role = PLAN_IO,
     .posix = PLAN_POSIX_WRITE,
     .moves_data = true,
     .writes = true},
    {.name = "pread", .role = PLAN_IO, .posix = PLAN_POSIX_PREAD, .moves_data = true},
    {.name = "preadv", .role = PLAN_IO, .posix = PLAN_POSIX_PREAD, .moves_data = true},
    {.name = "preadv2", .role = PLAN_IO, .posix = PLAN_POSIX_PREAD, .moves_data = true},
    {.name = "pwrite",
     .role = PLAN_IO,
     .posix = PLAN_POSIX_PWRITE,
     .moves_data = true,
     .writes = true},
    {.name = "pwritev",
     .role = PLAN_IO,
     .posix = PLAN_POSIX_PWRITE,
     .moves_data = true,
     .writes = true},
    {.name = "pwritev2",
     .role = PLAN_IO,
     .posix = PLAN_POSIX_PWRITE,
     .moves_data = true,
     .writes = true},
    {.name = "fread", .role = PLAN_IO, .posix = PLAN_POSIX_FREAD, .moves_data = true},
    {.name = "fgets", .role = PLAN_IO, .posix = PLAN_POSIX_FREAD, .moves_data = true},
    {.name = "fgetc", .role = PLAN_IO, .posix = PLAN_POSIX_FREAD, .moves_data = true},
    {.name = "getc", .role = PLAN_IO, .posix = PLAN_POSIX_FREAD, .moves_data = true},
    {.name = "getchar", .role = PLAN_IO, .posix = PLAN_POSIX_FREAD, .moves_data = true},
    {.name = "getline", .role = PLAN_IO, .posix = PLAN_POSIX_FREAD, .moves_data = true},
    {.name = "getdelim", .role = PLAN_IO, .posix = PLAN_POSIX_FREAD, .moves_data = true},
    {.name = "fscanf", .role = PLAN_IO, .posix = PLAN_POSIX_FREAD, .moves_data = true},
    {.name = "scanf", .role = PLAN_IO, .posix = PLAN_POSIX_FREAD, .moves_data = true},
    {.name = "fwrite",
     .role = PLAN_IO,
     .posix = PLAN_POSIX_FWRITE,
     .moves_data = true,
     .writes = true},
    {.name = "fputs",
     .role = PLAN_IO,
     .posix = PLAN_POSIX_FWRITE,
     .moves_data = true,
     .writes = true},
    {.name = "puts",
     .role = PLAN_IO,
     .posix = PLAN_POSIX_FWRITE,
     .moves_data = true,
     .writes = true},
    {.name = "fputc",
     .role = PLAN_IO,
     .posix = PLAN_POSIX_FWRITE,
     .moves_data = true,
     .writes = true},
    {.name = "putc",
     .role = PLAN_IO,
     .posix = PLAN_POSIX_FWRITE,
     .moves_data = true,
     .writes = true},
    {.name = "putchar",
     .role = PLAN_IO,
     .posix = PLAN_POSIX_FWRITE,
     .moves_data = true,
     .writes = true},
    {.name = "fprintf",
     .role = PLAN_IO,
     .posix = PLAN_POSIX_FWRITE,
     .moves_data = true,
     .writes = true},
    {.name = "vfprintf",
     .role = PLAN_IO,
     .posix = PLAN_POSIX_FWRITE,
     .moves_data = true,
     .writes = true},
    {.name = "printf",
     .role = PLAN_IO,
     .posix = PLAN_POSIX_FWRITE,
     .moves_data = true,
     .writes = true},
    {.name = "vprintf",
     .role = PLAN_IO,
     .posix = PLAN_POSIX_FWRITE,
     .moves_data = true,
     .writes = true},
    {.name = "dprintf",
     .role = PLAN_IO,
     .posix = PLAN_POSIX_WRITE,
     .moves_data = true,
     .writes = true},
    {.name = "vdprintf",
     .role = PLAN_IO,
     .posix = PLAN_POSIX_WRITE,
     .moves_data = true,
     .writes = true},
    {.name = "lseek", .role = PLAN_LOCAL, .posix = PLAN_POSIX_SEEK},
    {.name = "fseek", .role = PLAN_IO, .posix = PLAN_POSIX_FSEEK},
    {.name = "rewind", .role = PLAN_IO, .posix = PLAN_POSIX_FSEEK},
    {.name = "fsetpos", .role = PLAN_IO, .posix = PLAN_POSIX_FSEEK},
    {.name = "fflush", .role = PLAN_IO, .posix = PLAN_POSIX_FLUSH},
    {.name = "fsync", .role = PLAN_IO, .posix = PLAN_POSIX_FSYNC},
    {.name = "fdatasync", .role = PLAN_IO, .posix = PLAN_POSIX_FDATASYNC},
    {.name = "ftruncate", .role = PLAN_IO, .posix = PLAN_POSIX_RESIZE},
    {.name = "fallocate", .role = PLAN_IO, .posix = PLAN_POSIX_ALLOCATE},
    {.name = "posix_fallocate", .role = PLAN_IO, .posix = PLAN_POSIX_ALLOCATE},
    {.name = "dup", .role = PLAN_LOCAL, .posix = PLAN_POSIX_DUP},
    {.name = "dup2", .role = PLAN_LOCAL, .posix = PLAN_POSIX_DUP},
    {.name = "dup3", .role = PLAN_LOCAL, .posix = PLAN_POSIX_DUP},
    {.name = "fcntl", .role = PLAN_LOCAL, .posix = PLAN_POSIX_DUP},
    {.name = "copy_file_range", .role = PLAN_IO, .posix = PLAN_POSIX_COPY, .moves_data = true},
    {.name = "sendfile", .role = PLAN_IO, .posix = PLAN_POSIX_COPY, .moves_data = true},
    {.name = "splice", .role = PLAN_IO, .posix = PLAN_POSIX_COPY, .moves_data = true},
    {.name = "mmap", .role = PLAN_LOCAL, .posix = PLAN_POSIX_MAP},
    {.name = "munmap", .role = PLAN_LOCAL, .posix = PLAN_POSIX_UNMAP},
    {.name = "msync", .role = PLAN_IO, .posix = PLAN_POSIX_MSYNC},
    {.name = "truncate", .role = PLAN_IO, .posix = PLAN_POSIX_TRUNCATE},
    {.name = "unlink", .role = PLAN_IO, .posix = PLAN_POSIX_UNLINK},
    {.name = "unlinkat", .role = PLAN_IO, .posix = PLAN_POSIX_UNLINK},
    {.name = "remove", .role = PLAN_IO, .posix = PLAN_POSIX_UNLINK},
    {.name = "rename", .role = PLAN_IO, .posix = PLAN_POSIX_RENAME},
    {.name = "renameat", .role = PLAN_IO, .posix = PLAN_POSIX_RENAME},
    {.name = "renameat2", .role = PLAN_IO, .posix = PLAN_POSIX_RENAME},
    {.name = "syncfs", .role = PLAN_IO, .posix = PLAN_POSIX_OTHER},
    {.name = "sync_file_range", .role = PLAN_IO, .posix = PLAN_POSIX_OTHER},
};

/* Communication that no rule above follows. What is in it is longer than the words, as in
 * `Comm_split_type`. */
static const char *const kept[] = {
    "Allgatherv",
    "Alltoallv",
    "Alltoallw",
    "Gatherv",
    "Scatterv",
    "Reduce_scatter",
    "Neighbor_",
    "Comm_accept",
    "Comm_connect",
    "Comm_create",
    "Comm_dup",
    "Comm_idup",
    "Comm_disconnect",
    "Comm_free",
    "Comm_join",
    "Comm_spawn",
    "Comm_split",
    "Intercomm_create",
    "Intercomm_merge",
    "Cart_create",
    "Cart_sub",
    "Dist_graph_create",
    "Graph_create",
    "Win_",
    "Put",
    "Get",
    "Accumulate",
    "Rput",
    "Rget",
    "Raccumulate",
    "Fetch_and_op",
    "Compare_and_swap",
    "Pready",
    "Parrived",
    "Request_free",
    "Cancel",
    "Abort",
};

/* Local although their names begin like those. */
static const char *const local[] = {
    "Get_address",           "Get_count",          "Get_elements",     "Get_library_version",
    "Get_version",           "Get_processor_name", "Win_get_",         "Win_set_",
    "Win_create_errhandler", "Win_create_keyval",  "Win_shared_query", "Comm_create_errhandler",
    "Comm_create_keyval",    "Comm_free_keyval",
};

/* All others that MPI functions begin with. */
static const char *const others[] = {
    "Abort",          "Address",        "Aint_",       "Add_",       "Alloc_mem",
    "Attr_",          "Buffer_",        "Cart",        "Close_port", "Comm_",
    "Dims_",          "Dist_",          "Errhandler_", "Error_",     "File_",
    "Final",          "Free_mem",       "Graph",       "Grequest_",  "Group_",
    "Improbe",        "Imrecv",         "Info_",       "Init",       "Iprobe",
    "Is_thread_main", "Keyval_",        "Lookup_name", "Mprobe",     "Op_",
    "Open_port",      "Pack",           "Pcontrol",    "Probe",      "Publish_name",
    "Query_thread",   "Reduce_local",   "Register_",   "Request_",   "Session_",
    "Status_",        "Test_cancelled", "Topo_test",   "Type_",      "Unpack",
    "Unpublish_name", "Wtick",          "Wtime",       "Get_",       "Win_",
};

static const char *const partitioned[] = {"Psend", "Precv"};

static bool begins_with_one(hd_slice name, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(words[i]);
        if (name.length >= length && memcmp(name.at, words[i], length) == 0) {
            return true;
        }
    }
    return false;
}

static const struct plan_call *find_exact(hd_slice name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(calls); i++) {
        if (hd_slice_equals(name, calls[i].name)) {
            return &calls[i];
        }
    }
    return NULL;
}

static bool contains(hd_slice name, const char *word)
{
    return g_strstr_len(name.at, (gssize)name.length, word) != NULL;
}

/* File_[i]{read,write}[_at][_all|_ordered|_shared][_begin]; what ends a split call is a Wait. */
static bool find_transfer(hd_slice name, struct plan_call *call)
{
    static const char *const words[] = {"File_read", "File_write", "File_iread", "File_iwrite"};
    if (!begins_with_one(name, words, G_N_ELEMENTS(words))) {
        return false;
    }
    const bool together = contains(name, "_all") || contains(name, "_ordered");
    const bool later = begins_with_one(name, words + 2, 2) || contains(name, "_begin");
    *call = (struct plan_call){
        .name = "File_",
        .role = later      ? PLAN_IO_BEGIN
                : together ? PLAN_IO_TOGETHER
                           : PLAN_IO,
        .nonblocking = later,
        .moves_data = true,
        .writes = contains(name, "write"),
    };
    return true;
}

/* `Isend`, `Ibcast`, `Send_init`: what is without the letter or the ending, later. */
static bool find_later(hd_slice name, struct plan_call *call)
{
    static const char ending[] = "_init";
    const size_t length = sizeof ending - 1;
    if (name.length > length && memcmp(name.at + name.length - length, ending, length) == 0) {
        const struct plan_call *one = find_exact((hd_slice){name.at, name.length - length});
        *call = one != NULL ? *one : (struct plan_call){.name = "_init", .role = PLAN_KEEP};
        call->nonblocking = true;
        call->persistent = true;
        return one != NULL || begins_with_one(name, partitioned, G_N_ELEMENTS(partitioned)) ||
               begins_with_one(name, kept, G_N_ELEMENTS(kept));
    }
    if (name.length < 2 || name.at[0] != 'I') {
        return false;
    }
    g_autofree char *plain = g_strndup(name.at + 1, name.length - 1);
    plain[0] = g_ascii_toupper(plain[0]);
    const hd_slice without = {plain, name.length - 1};
    const struct plan_call *one = find_exact(without);
    if (one != NULL) {
        *call = *one;
        call->nonblocking = true;
        return one->role == PLAN_SEND || one->role == PLAN_RECEIVE || one->role == PLAN_EXCHANGE ||
               one->role == PLAN_MEET;
    }
    *call = (struct plan_call){.name = "I", .role = PLAN_KEEP, .nonblocking = true};
    return begins_with_one(without, kept, G_N_ELEMENTS(kept));
}

bool plan_call_find_posix(hd_slice name, struct plan_call *call)
{
    for (size_t i = 0; i < G_N_ELEMENTS(posix_calls); i++) {
        if (hd_slice_equals(name, posix_calls[i].name)) {
            *call = posix_calls[i];
            return true;
        }
    }
    return false;
}

bool plan_call_find(hd_slice name, struct plan_call *call)
{
    const struct plan_call *one = find_exact(name);
    if (one != NULL) {
        *call = *one;
        return true;
    }
    if (find_transfer(name, call) || find_later(name, call)) {
        return true;
    }
    const bool is_local = begins_with_one(name, local, G_N_ELEMENTS(local));
    if (!is_local && begins_with_one(name, kept, G_N_ELEMENTS(kept))) {
        *call = (struct plan_call){.name = "", .role = PLAN_KEEP};
        return true;
    }
    *call = (struct plan_call){.name = "", .role = PLAN_LOCAL};
    return is_local || begins_with_one(name, others, G_N_ELEMENTS(others));
}

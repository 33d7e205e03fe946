/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_IDS_H
#define HDMPI_IDS_H
/** Numbers for communicators, datatypes, requests, files and windows: per process, from 0 in the
 *  order of first use, and the lines of the fragment that explain them (FORMATS B 3.4).
 *
 *  Entries live as long as the application may use the handle; requests in flight hold their
 *  communicator (hdmpi_hold.h). After a call that failed only entries that exist already are used:
 * asking MPI about a handle that may be invalid would run the application's error handler. */

#include "hdmpi_order.h"
#include "hdmpi_session.h"

typedef struct hd__comm {
    atomic_int reference_count;
    atomic_int id; /**< -1: not used so far */
    MPI_Comm handle;
    int *world; /**< world rank of each peer, NULL: the ranks are world ranks */
    int peer_count;
    char gid[64]; /**< "worldRank:serial", with ".n" for its nth nonblocking duplicate; or "" */
    atomic_int duplicate_count; /**< of nonblocking ones */
    bool writes_map;            /**< this process describes the members */
    atomic_bool is_gone;        /**< the handle was freed */
    int side; /**< its group of an intercommunicator, 0 or 1; -1: not known, or no such */
} hd__comm;

typedef struct hd__type {
    atomic_int id; /**< -1: not used so far */
    MPI_Datatype handle;
    MPI_Count size_bytes;
} hd__type;

typedef enum hd__request_kind {
    HD__REQUEST_UNKNOWN, /**< made by a call that is not wrapped */
    HD__REQUEST_MESSAGE, /**< none, but what MPI_Mprobe matched */
    HD__REQUEST_SEND,
    HD__REQUEST_RECV,
    HD__REQUEST_COLLECTIVE,
    HD__REQUEST_IO,
    HD__REQUEST_ONE_SIDED,
    HD__REQUEST_GENERAL,
    HD__REQUEST_SEND_INIT,
    HD__REQUEST_RECV_INIT,
    HD__REQUEST_COLLECTIVE_INIT
} hd__request_kind;

/** What a generalized request has behind it; MPI keeps it until it has both. */
typedef enum hd__request_end { HD__END_OF_WORK = 1, HD__END_OF_HANDLE = 2 } hd__request_end;

typedef struct hd__request {
    int id;
    hd__request_kind kind;
    atomic_bool active;              /**< persistent ones: started and not completed */
    hd__comm *comm;                  /**< NULL when it does not matter */
    struct hd__hold *hold;           /**< the thread's, of `comm`; NULL: `comm` is referenced */
    _Atomic(hd__call *) claimer;     /**< of a listed one: who is completing it */
    atomic_uint ends;                /**< of a generalized one: bits of hd__request_end */
    struct hd__request *next, *last; /**< further ones with the same handle; `last` of the first */
} hd__request;

typedef struct hd__file {
    int id, instance; /**< fid by name, oid by open */
    bool is_sequential;
    int split_id; /**< request id of the split collective under way, -1: none */
    hd__file_order order;
} hd__file;

typedef struct hd__window {
    int id;
    hd__comm *comm; /**< referenced */
} hd__window;

/** Enter the predefined handles, and describe MPI_COMM_WORLD. Once, at the start. */
void hd__comms_init(void);
void hd__types_init(void);

/** Get the next number of a counter: one of the kinds below. */
typedef enum hd__id_kind {
    HD__ID_COMM,
    HD__ID_TYPE,
    HD__ID_REQUEST,
    HD__ID_FILE,
    HD__ID_OPEN,
    HD__ID_WINDOW,
    HD__ID_COUNT
} hd__id_kind;
int hd__next_id(hd__id_kind kind);

/** Lock for "look up, else describe and enter", so that two threads do not both. */
void hd__ids_lock(void);
void hd__ids_unlock(void);

/** Get the entry, made at first use. NULL: null handle, or unknown after a failed call. */
hd__comm *hd__comm_get(const hd__call *call, MPI_Comm handle);
hd__type *hd__type_get(const hd__call *call, MPI_Datatype handle);

/** The same, but only when it is known already or predefined. */
hd__type *hd__type_get_known(MPI_Datatype handle);

/** Enter a communicator that a collective call made; all its members agree on its global id. */
hd__comm *hd__comm_create(MPI_Comm handle);
/** Enter the duplicate that a nonblocking call is making of `parent`. MPI is not asked about it. */
hd__comm *hd__comm_create_later(hd__comm *parent, MPI_Comm handle);
/** Whether members started as another program, maybe without the wrapper. All see the same. */
bool hd__comm_spans_worlds(MPI_Comm handle);
/** For members that record nothing: take part in that agreement. */
void hd__comm_made_unrecorded(int result, const MPI_Comm *handle);
/** Take the entry of a handle that is about to be freed; hd__comm_put_back when that failed. */
hd__comm *hd__comm_take(MPI_Comm handle);
void hd__comm_put_back(hd__comm *comm);
hd__comm *hd__comm_retain(hd__comm *comm);
void hd__comm_release(hd__comm *comm);
/** World rank of a peer; special ranks as hd__comm_special_rank has them. */
int hd__comm_world_rank(const hd__comm *comm, int rank);
/** What stands for MPI_PROC_NULL, MPI_ANY_SOURCE, MPI_ROOT in files: MPICH's numbers (FORMATS
 * B 3.3), whatever this MPI has. Other ranks stay as they are. */
enum { HD__RANK_NONE = -1, HD__RANK_ANY = -2, HD__RANK_ROOT = -3 };
int hd__comm_special_rank(int rank);
/** World ranks of the members of the own group; `count` of them, to be freed. NULL: none known. */
int *hd__comm_own_group(const hd__comm *comm, int *count);
/** Write the communicator's new name. */
void hd__comm_named(const hd__comm *comm, const char *name);

hd__type *hd__type_create(MPI_Datatype handle);
hd__type *hd__type_take(MPI_Datatype handle);
void hd__type_put_back(hd__type *type);
void hd__type_release(hd__type *type);
/** The type's line, and before it those of the types that it is made of (hdmpi_typemap.c). */
void hd__type_describe(MPI_Datatype type, int id);
/** Write the type's new name. */
void hd__type_named(const hd__type *type, const char *name);
/** Id of a component type: the known one, or a new one that is described at once. */
int hd__type_component_id(MPI_Datatype handle);

/** What a thread keeps of its own requests; the rest goes to all when the thread ends. */
hd__requests *hd__requests_create(void);
void hd__requests_destroy(hd__requests *own);

/** Enter a request that was just made. Its communicator may be NULL. @return its id */
int hd__request_create(MPI_Request handle, hd__request_kind kind, hd__comm *comm);
/** Id of a request that is not to be completed, -1: unknown. */
int hd__request_id(MPI_Request handle);
/** Take part in completion: get the entry, made when unknown. NULL: null handle.
 *  One-shot requests leave the table until the call is over, because some MPI libraries give many
 *  immediately completed sends one and the same handle. */
hd__request *hd__request_claim(MPI_Request handle);
/** End of the claim. `gone`: MPI has freed the request. Claims end in reverse order. */
void hd__request_settle(MPI_Request handle, hd__request *request, bool gone);
/** Note that a generalized request is about to be told complete. @return its id, -1: unknown */
int hd__request_complete(MPI_Request handle);
/** Note that a persistent request was started. @return its id, -1: unknown */
int hd__request_start(MPI_Request handle);
bool hd__request_is_persistent(const hd__request *request);

/** A file's number by its name. `describe`: with a File line of this size, at the first time. */
int hd__file_name_id(const char *name, bool with_line, MPI_Offset size_bytes);
/** Enter a file that was just opened, by all members of `comm` at once. */
hd__file *hd__file_open(MPI_File handle, MPI_Comm comm, const char *name, int mode,
                        MPI_Offset size_bytes);
/** The same for a process that records nothing, which takes part in ordered calls all the same. */
void hd__file_opened_unrecorded(MPI_File handle, MPI_Comm comm, int mode);
/** For a process where the open failed: others may have the file, and wait for what each has to
 * say. */
void hd__file_not_opened(MPI_Comm comm, int result);
hd__file *hd__file_get(MPI_File handle);
hd__file *hd__file_take(MPI_File handle);
void hd__file_put_back(MPI_File handle, hd__file *file);
void hd__file_release(hd__file *file);

hd__window *hd__window_create(MPI_Win handle, hd__comm *comm);
hd__window *hd__window_get(MPI_Win handle);
hd__window *hd__window_take(MPI_Win handle);
void hd__window_put_back(MPI_Win handle, hd__window *window);
void hd__window_release(hd__window *window);

/** The communicator on which a message was matched by MPI_Mprobe. */
void hd__message_create(MPI_Message message, hd__comm *comm);
/** Take the entry of a message that is about to be received. NULL: unknown. */
hd__request *hd__message_take(MPI_Message message);
void hd__message_release(hd__request *message);

/** A line of the fragment with lists; lists that pass 60 KiB go on in further lines. */
typedef struct hd__line {
    hd__text text;
    char again[96]; /**< what a further line starts with, as "Type id='3'" */
} hd__line;
void hd__line_add_list(hd__line *line, const char *name, size_t count,
                       void (*add)(hd__text *text, const void *values, size_t index),
                       const void *values);
void hd__line_write(hd__line *line);
/** How many could not be written. */
unsigned hd__line_get_lost(void);

#endif

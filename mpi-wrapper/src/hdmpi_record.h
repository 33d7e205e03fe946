/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_RECORD_H
#define HDMPI_RECORD_H
/** What wrappers by hand do, in this order; hdmpi_call.h has the frame of the generated ones:
 *
 *      hd__call *const call = hd__enter_always();
 *      if (call == NULL) return PMPI_X(...);      not traced, or the wrapper's own work
 *      hd__begin(call, "X");
 *      const int result = PMPI_X(...);            calls made in here nest
 *      if (hd__returned(call, result)) {
 *          hd__put_*(call, ...); hd__add_*(call, ...);
 *          hd__end(call, result);
 *      }
 *      return result; */

#include "hdmpi_call.h"
#include "hdmpi_receive.h"

/** Every MPI call of a traced thread while recording is on; cheap local ones, which are recorded on
 *  request. */
hd__call *hd__enter_recording(void);
hd__call *hd__enter_local(void);

void hd__begin(hd__call *call, const char *element);
bool hd__returned(hd__call *call, int result);
/** Adds err='<class>' when result is an error. */
void hd__end(hd__call *call, int result);

/** Processor time between the call before and the one that ends, HD__ABSENT for none. */
int64_t hd__take_cpu_time(hd__call *call);

/** The class's name, as "MPI_ERR_RANK", for standard classes; its number for others. */
void hd__put_error(hd__call *call, const char *name, int error);

void hd__put_int(hd__call *call, const char *name, int64_t value);
void hd__put_text(hd__call *call, const char *name, const char *value);
/** A value unless it is negative, or HD__ABSENT. */
void hd__put_known(hd__call *call, const char *name, int64_t value);
void hd__put_unless_absent(hd__call *call, const char *name, int64_t value);

/* The same values as those of templates, as attributes. */
void hd__put_cid(hd__call *call, const char *name, MPI_Comm handle);
void hd__put_newcomm(hd__call *call, const char *name, const MPI_Comm *handle);
void hd__put_rank(hd__call *call, const char *name, int rank, MPI_Comm handle);
void hd__put_tid(hd__call *call, const char *name, MPI_Datatype handle);
void hd__put_newtype(hd__call *call, const char *name, const MPI_Datatype *handle);
void hd__put_size(hd__call *call, const char *name, int64_t count, MPI_Datatype handle);
void hd__put_bytes(hd__call *call, const char *name, const MPI_Status *status);

/* Requests that are not being completed. */
void hd__add_started(hd__call *call, int count, const MPI_Request *requests);

/* Collectives; arguments that are not significant at this rank are left out. */
typedef struct hd__counts {
    const int *narrow;
    const MPI_Count *wide;
} hd__counts;

static inline hd__counts hd__narrow_counts(const int *counts)
{
    return (hd__counts){.narrow = counts};
}

static inline hd__counts hd__wide_counts(const MPI_Count *counts)
{
    return (hd__counts){.wide = counts};
}

#define HD__COUNTS(counts)                                                                         \
    _Generic((counts), const int * : hd__narrow_counts, const MPI_Count * : hd__wide_counts)(counts)

void hd__values_rooted(hd__call *call, int64_t *values, int64_t count, MPI_Datatype type, int root,
                       MPI_Comm comm);
void hd__values_gather(hd__call *call, int64_t *values, const void *send_buffer, int64_t send_count,
                       MPI_Datatype send_type, int64_t receive_count, MPI_Datatype receive_type,
                       int root, MPI_Comm comm);
void hd__values_gatherv(hd__call *call, int64_t *values, const void *send_buffer,
                        int64_t send_count, MPI_Datatype send_type, hd__counts receive_counts,
                        MPI_Datatype receive_type, int root, MPI_Comm comm);
void hd__values_scatter(hd__call *call, int64_t *values, int64_t send_count, MPI_Datatype send_type,
                        const void *receive_buffer, int64_t receive_count,
                        MPI_Datatype receive_type, int root, MPI_Comm comm);
void hd__values_scatterv(hd__call *call, int64_t *values, hd__counts send_counts,
                         MPI_Datatype send_type, const void *receive_buffer, int64_t receive_count,
                         MPI_Datatype receive_type, int root, MPI_Comm comm);
void hd__values_allgather(hd__call *call, int64_t *values, const void *send_buffer,
                          int64_t send_count, MPI_Datatype send_type, int64_t receive_count,
                          MPI_Datatype receive_type, MPI_Comm comm);
void hd__values_allgatherv(hd__call *call, int64_t *values, const void *send_buffer,
                           int64_t send_count, MPI_Datatype send_type, hd__counts receive_counts,
                           MPI_Datatype receive_type, MPI_Comm comm);
void hd__values_alltoall(hd__call *call, int64_t *values, const void *send_buffer,
                         int64_t send_count, MPI_Datatype send_type, int64_t receive_count,
                         MPI_Datatype receive_type, MPI_Comm comm);
void hd__add_alltoallv(hd__call *call, const void *send_buffer, hd__counts send_counts,
                       MPI_Datatype send_type, hd__counts receive_counts, MPI_Datatype receive_type,
                       MPI_Comm handle);
void hd__add_alltoallw(hd__call *call, const void *send_buffer, hd__counts send_counts,
                       const MPI_Datatype *send_types, hd__counts receive_counts,
                       const MPI_Datatype *receive_types, MPI_Comm handle);
void hd__add_reduce_scatter(hd__call *call, hd__counts receive_counts, MPI_Datatype type,
                            MPI_Comm handle);

/** Each block that this process sends to a neighbour; MPI_IN_PLACE isn't allowed there. */
void hd__add_neighbor_alltoallv(hd__call *call, hd__counts send_counts, MPI_Datatype send_type,
                                MPI_Comm handle);
void hd__add_neighbor_alltoallw(hd__call *call, hd__counts send_counts,
                                const MPI_Datatype *send_types, MPI_Comm handle);
/** Add what a collective call moves to or from one process. */
void hd__add_part(hd__call *call, const char *element, int world_rank, int64_t count,
                  MPI_Datatype type);
int64_t hd__count_at(hd__counts counts, int index);

/* Communicators, windows, datatypes. */
/** Whom this process receives from and sends to in a communicator with a topology. */
void hd__add_neighbors(hd__call *call, const MPI_Comm *handle);
void hd__add_named(hd__call *call, MPI_Comm handle, const char *name);
void hd__put_split_type(hd__call *call, const char *name, int split_type);
void hd__put_lock_type(hd__call *call, const char *name, int lock_type);
/** Who may access this process's part of a window, or whose it accesses: a number, and an element
 * for each. */
void hd__add_origins(hd__call *call, MPI_Group group, MPI_Win handle);
void hd__add_targets(hd__call *call, MPI_Group group, MPI_Win handle);
void hd__add_type_named(hd__call *call, MPI_Datatype handle, const char *name);

/* Files. Offsets are in bytes from the file's start unless said otherwise. */
MPI_Offset hd__before_position(hd__call *call, MPI_File file);
/** What an ordered call of this process is about to ask for; the first one asks for the pointer. */
hd__turn hd__before_turn(hd__call *call, MPI_File handle, int64_t count, MPI_Datatype type);
void hd__put_position_after(hd__call *call, const char *name, MPI_File file);
void hd__put_shared_position_after(hd__call *call, const char *name, MPI_File file,
                                   MPI_Offset view_offset, int whence);
int64_t hd__value_absolute(hd__call *call, MPI_File file, MPI_Offset view_offset);
void hd__put_file_name(hd__call *call, const char *name, const char *file_name);
void hd__put_whence(hd__call *call, const char *name, int whence);
/** Begin a split collective: the number of its invisible request. */
void hd__put_split(hd__call *call, const char *name, MPI_File handle);
void hd__add_split_done(hd__call *call, MPI_File handle, const MPI_Status *status);
#define HD__NO_OFFSET ((MPI_Offset)-1)
void hd__add_data(hd__call *call, MPI_Offset offset, int64_t count, MPI_Datatype type);
void hd__add_ordered_data(hd__call *call, MPI_File file, MPI_Offset view_offset, int64_t count,
                          MPI_Datatype type);
void hd__add_info(hd__call *call, MPI_Info info);
void hd__add_effective_info(hd__call *call, MPI_File file);
/** Given hints, and the file's own where there were some. */
void hd__add_changed_info(hd__call *call, MPI_File file, MPI_Info info);

#endif

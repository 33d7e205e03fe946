/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_AGREE_H
#define HDMPI_AGREE_H
/** What hdmpi_agree.c and hdmpi_comm.c need of each other. */
#include "hdmpi_ids.h"

/** What the members of a new communicator agreed on. */
typedef struct hd__agreement {
    bool is_inter;
    bool is_global; /**< there is a global id */
    bool is_first;  /**< this process is rank 0 there, or in its group of an intercommunicator */
    int side;       /**< which group of an intercommunicator it is in, else -1 */
    int64_t creator, serial;
} hd__agreement;

/** All members call this right after the call that made the communicator, whatever else they could
 *  or could not record: a member that does not would leave the others waiting. */
bool hd__comm_agree(MPI_Comm handle, hd__agreement *on);
/** Whether this process is the one that describes the communicator: the first of those that write,
 *  which all can tell. `is_first`: it is the first member. */
bool hd__comm_is_describer(MPI_Comm handle, bool is_first);

/** World ranks of all members of a group, to be freed; NULL when there is no memory. */
int *hd__comm_translate(MPI_Group group, int count);
/** The same of a communicator's own group; NULL: none known, *count is 0. */
int *hd__comm_group_of(MPI_Comm handle, int *count);

#endif

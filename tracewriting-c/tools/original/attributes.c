/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Attributes of states that the original's wrapper writes (FORMATS B 3.3), of both sides of a
 * gather or scatter at every rank, though one side matters at the root alone. */
#include "original.h"

#include <string.h>

static const struct {
    const char *states; /* separated by blanks, one at both ends */
    const char *attributes;
} table[] = {
    {" Send Bsend Ssend Rsend ", "size count tid toRank toTag cid"},
    {" Isend Ibsend Issend Irsend ", "size count tid toRank toTag cid rid"},
    {" Recv ", "fromRank fromTag cid"},
    {" Irecv ", "fromRank fromTag cid rid"},
    {" Sendrecv ", "size toRank toTag fromRank fromTag cid count sendTid recvTid"},
    {" Sendrecv_replace ", "sendSize toRank toTag fromRank fromTag cid count tid"},
    {" Iprobe ", "source tag cid"},
    {" Barrier Alltoallv Reduce_scatter Abort ", "cid"},
    {" Bcast Reduce ", "size rootRank cid count tid"},
    {" Gather Scatter ", "size recvSize root cid count tid recvCount recvtid"},
    {" Gatherv ", "size root cid count tid"},
    {" Scatterv ", "recvSize root cid recvCount recvtid"},
    {" Allgather ", "size recvSize cid count tid recvCount recvtid"},
    {" Allgatherv Alltoall Allreduce Scan Exscan ", "size cid count tid"},
    {" File_open ", "cid name flags fid"},
    {" File_close File_sync File_set_info ", "fid"},
    {" File_delete ", "fid name"},
    {" File_read_all_begin File_write_all_begin File_read_ordered_begin File_write_ordered_begin "
     "File_write_at_all_begin ",
     "fid rid"},
    {" File_read_at_all_begin ", "fid rid offset size count tid"},
    {" File_read File_write File_read_all File_write_all File_read_at File_write_at "
     "File_read_at_all File_write_at_all ",
     "fid offset size count tid"},
    {" File_iread File_iwrite File_iwrite_at ", "fid rid offset size count tid"},
    {" File_read_shared File_write_shared File_read_ordered File_write_ordered ",
     "fid size count tid"},
    {" File_seek File_seek_shared ", "fid relative-offset whence offset"},
    {" File_set_view ", "fid offset etid filetid representation"},
    {" File_set_size File_get_size File_preallocate ", "fid size"},
    {" File_set_atomicity ", "fid flag"},
    {" Type_vector ", "oldTid"},
    {" Type_commit Type_free ", "tid"},
    {" Comm_create Comm_dup Comm_split ", "cid newcid"},
    {" Comm_free ", "cid"},
};

const char *original_attributes_of(const char *state)
{
    g_autofree char *word = g_strdup_printf(" %s ", state);
    for (size_t i = 0; i < G_N_ELEMENTS(table); i++) {
        if (strstr(table[i].states, word) != NULL) {
            return table[i].attributes;
        }
    }
    return NULL;
}

const struct original_child *original_child_of(const char *state)
{
    static const struct {
        const char *states;
        struct original_child child;
    } children[] = {
        {" Wait Waitall Waitany Waitsome Test Testall Testany Testsome ",
         {"For", "rid", NULL, FALSE}},
        {" Alltoallv ", {"Send", "rank size count tid", NULL, TRUE}},
        {" Reduce_scatter ", {"Recv", "rank size count tid", NULL, TRUE}},
        {" File_open File_delete File_set_info File_set_view ",
         {"Info", "key value", "EmptyInfo", FALSE}},
        {" File_read_all_begin File_write_all_begin File_read_ordered_begin "
         "File_write_ordered_begin ",
         {"Data", "offset size count tid", NULL, TRUE}},
    };
    g_autofree char *word = g_strdup_printf(" %s ", state);
    for (size_t i = 0; i < G_N_ELEMENTS(children); i++) {
        if (strstr(children[i].states, word) != NULL) {
            return &children[i].child;
        }
    }
    return NULL;
}

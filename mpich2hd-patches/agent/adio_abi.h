/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MPICH2HD_ADIO_ABI_H
#define MPICH2HD_ADIO_ABI_H
/** As much of ROMIO in MPICH 4.0 on x86-64 as mpich2hd/files.h needs, under ROMIO's names. Layouts
 * were measured, and are looked at before they are used (agent_files.c). */

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

typedef MPI_Offset ADIO_Offset;
typedef MPI_Status ADIO_Status;
typedef MPI_Request ADIO_Request;
typedef void ADIO_Fcntl_t;

typedef struct ADIOI_Fns ADIOI_Fns;

/** A file, the object behind an MPI_File. */
typedef struct ADIOI_FileD {
    int32_t magic;
    char other[36];
    ADIO_Offset fp_ind; /**< individual file pointer, in bytes */
    char more[8];
    ADIOI_Fns *fns;
} * ADIO_File;

enum { ADIO_EXPLICIT_OFFSET = 100, ADIO_MAGIC = 2487376 };

typedef void adio_now(ADIO_File, void *, int, MPI_Datatype, int, ADIO_Offset, ADIO_Status *, int *);
typedef void adio_now_const(ADIO_File, const void *, int, MPI_Datatype, int, ADIO_Offset,
                            ADIO_Status *, int *);
typedef void adio_later(ADIO_File, void *, int, MPI_Datatype, int, ADIO_Offset, ADIO_Request *,
                        int *);
typedef void adio_later_const(ADIO_File, const void *, int, MPI_Datatype, int, ADIO_Offset,
                              ADIO_Request *, int *);
typedef void adio_plain(ADIO_File, int *);
typedef void adio_other(void);

struct ADIOI_Fns {
    adio_plain *ADIOI_xxx_Open;
    void (*ADIOI_xxx_OpenColl)(ADIO_File, int, int, int *);
    adio_now *ADIOI_xxx_ReadContig;
    adio_now_const *ADIOI_xxx_WriteContig;
    adio_now *ADIOI_xxx_ReadStridedColl;
    adio_now_const *ADIOI_xxx_WriteStridedColl;
    ADIO_Offset (*ADIOI_xxx_SeekIndividual)(ADIO_File, ADIO_Offset, int, int *);
    void (*ADIOI_xxx_Fcntl)(ADIO_File, int, ADIO_Fcntl_t *, int *);
    void (*ADIOI_xxx_SetInfo)(ADIO_File, MPI_Info, int *);
    adio_now *ADIOI_xxx_ReadStrided;
    adio_now_const *ADIOI_xxx_WriteStrided;
    adio_plain *ADIOI_xxx_Close;
    adio_later *ADIOI_xxx_IreadContig;
    adio_later_const *ADIOI_xxx_IwriteContig;
    adio_other *done[4];
    adio_later *ADIOI_xxx_IreadStrided;
    adio_later_const *ADIOI_xxx_IwriteStrided;
    adio_plain *ADIOI_xxx_Flush;
    void (*ADIOI_xxx_Resize)(ADIO_File, ADIO_Offset, int *);
    void (*ADIOI_xxx_Delete)(const char *, int *);
    adio_other *feature;
    const char *fsname; /**< "UFS: Generic ROMIO driver for all UNIX-like file systems", ... */
    adio_later *ADIOI_xxx_IreadStridedColl;
    adio_later_const *ADIOI_xxx_IwriteStridedColl;
    adio_other *set_lock;
};

_Static_assert(offsetof(struct ADIOI_FileD, fp_ind) == 40, "as measured");
_Static_assert(offsetof(struct ADIOI_FileD, fns) == 56, "as measured");
_Static_assert(offsetof(ADIOI_Fns, fsname) == 192, "as measured");
_Static_assert(sizeof(ADIOI_Fns) == 224, "as measured");

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fortran entry points that the chain (hdmpi_chain.h) can't see: they jump to PMPI_X instead of
 * calling it, so that the return address is the program's. Names are those of gfortran and of
 * compilers that append two underscores or none; Open MPI's mpi_f08 calls ompi_x_f. */
#include "hdmpi_chain.h"

#define ENTRY      __attribute__((visibility("default")))
#define ALSO(name) __attribute__((visibility("default"), alias(#name)))

#ifdef OPEN_MPI
ENTRY void mpi_pcontrol_(const MPI_Fint *level);
ALSO(mpi_pcontrol_) void mpi_pcontrol(const MPI_Fint *level);
ALSO(mpi_pcontrol_) void mpi_pcontrol__(const MPI_Fint *level);
ALSO(mpi_pcontrol_) void ompi_pcontrol_f(const MPI_Fint *level);

void mpi_pcontrol_(const MPI_Fint *level)
{
    (void)MPI_Pcontrol((int)*level);
}

ENTRY double mpi_wtime_(void);
ALSO(mpi_wtime_) double mpi_wtime(void);
ALSO(mpi_wtime_) double mpi_wtime__(void);
ALSO(mpi_wtime_) double ompi_wtime_f(void);

double mpi_wtime_(void)
{
    return MPI_Wtime();
}

ENTRY double mpi_wtick_(void);
ALSO(mpi_wtick_) double mpi_wtick(void);
ALSO(mpi_wtick_) double mpi_wtick__(void);
ALSO(mpi_wtick_) double ompi_wtick_f(void);

double mpi_wtick_(void)
{
    return MPI_Wtick();
}
#else
ENTRY double mpi_wtime_f08_(void);
ENTRY double mpi_wtick_f08_(void);
ENTRY MPI_Aint mpi_aint_add_f08_(const MPI_Aint *base, const MPI_Aint *disp);
ENTRY MPI_Aint mpi_aint_diff_f08_(const MPI_Aint *addr1, const MPI_Aint *addr2);

double mpi_wtime_f08_(void)
{
    return MPI_Wtime();
}

double mpi_wtick_f08_(void)
{
    return MPI_Wtick();
}

MPI_Aint mpi_aint_add_f08_(const MPI_Aint *base, const MPI_Aint *disp)
{
    return MPI_Aint_add(*base, *disp);
}

MPI_Aint mpi_aint_diff_f08_(const MPI_Aint *addr1, const MPI_Aint *addr2)
{
    return MPI_Aint_diff(*addr1, *addr2);
}
#endif

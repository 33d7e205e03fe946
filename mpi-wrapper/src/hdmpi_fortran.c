/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one recorded call that the chain (hdmpi_chain.h) can't see: Open MPI's Fortran MPI_Pcontrol
 * jumps to PMPI_Pcontrol, so that the return address is the program's. mpi_f08 calls the last name.
 */
#include "hdmpi_chain.h"

#ifdef OPEN_MPI
#define ENTRY __attribute__((visibility("default")))
#define ALSO  __attribute__((visibility("default"), alias("mpi_pcontrol_")))

ENTRY void mpi_pcontrol_(const MPI_Fint *level);
ALSO void mpi_pcontrol(const MPI_Fint *level);
ALSO void mpi_pcontrol__(const MPI_Fint *level);
ALSO void MPI_PCONTROL(const MPI_Fint *level);
ALSO void ompi_pcontrol_f(const MPI_Fint *level);

void mpi_pcontrol_(const MPI_Fint *level)
{
    (void)MPI_Pcontrol((int)*level);
}
#endif

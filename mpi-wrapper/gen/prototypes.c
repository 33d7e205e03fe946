/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Preprocessed, this is what an MPI declares; header.py reads it. */
#include <mpi.h>
hdmpi_version MPI_VERSION.MPI_SUBVERSION

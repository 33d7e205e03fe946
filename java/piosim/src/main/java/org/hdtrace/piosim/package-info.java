// SPDX-License-Identifier: GPL-3.0-or-later
/** PIOsimHD, the discrete-event simulator of clusters, MPI and parallel I/O. */
package org.hdtrace.piosim;

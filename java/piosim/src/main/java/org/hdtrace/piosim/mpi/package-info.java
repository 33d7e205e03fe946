// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * The algorithms of MPI functions: one small class each, found by name through one row of {@link
 * org.hdtrace.piosim.mpi.Algorithms}. Formulas and golden values: MODEL B3.
 *
 * <p>Read {@link org.hdtrace.piosim.mpi.BarrierMpich2} first, then {@link org.hdtrace.piosim.mpi.BcastBinaryTreeSimple}.
 */
package org.hdtrace.piosim.mpi;

// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Windows: the memory that ranks open to each other, as one-sided communication sees it. What the calls do, in which order, is in
 * the algorithms of {@link org.hdtrace.piosim.mpi}; here is what happens between an origin and a target without a call of the
 * latter. Read first {@link org.hdtrace.piosim.rma.Windows}. Source: MPI 4.0, chapter 12.
 */
package org.hdtrace.piosim.rma;

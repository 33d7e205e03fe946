// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * What the MPI library of a client makes of file calls: which requests it sends to the file system, one after the other, and
 * how ranks put their data together before. Servers and disks are not here.
 *
 * <p>Start with {@link org.hdtrace.piosim.io.FileTask}, {@link org.hdtrace.piosim.io.OperationSequence} and {@link
 * org.hdtrace.piosim.io.TwoPhase}.
 */
package org.hdtrace.piosim.io;

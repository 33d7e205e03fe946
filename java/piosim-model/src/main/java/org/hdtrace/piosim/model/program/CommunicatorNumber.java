// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

/**
 * The number by which the traces of one rank name a communicator.
 *
 * @param rank in WORLD
 */
record CommunicatorNumber(int rank, long cid) {}

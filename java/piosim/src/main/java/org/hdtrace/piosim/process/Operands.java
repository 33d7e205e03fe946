// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import org.hdtrace.piosim.model.program.Communicator;

/**
 * What the engine needs to know of a command.
 *
 * @param communicator null when it concerns one rank only
 * @param context of its messages
 * @param tag of its messages when it is collective
 * @param root rank in WORLD, -1 when there is none
 * @param bytes size of its data
 */
record Operands(Communicator communicator, int context, long tag, int root, long bytes) {}

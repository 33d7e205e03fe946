// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import org.hdtrace.piosim.model.cluster.CommandType;

/** Which algorithm executes which command in one simulation, and with which parameters. */
public interface MethodTable {
    /** The algorithm of a command; null when it can't be executed. */
    Algorithm algorithm(CommandType type);

    /** The algorithm of a collective command in an intercommunicator. */
    Algorithm betweenGroups(CommandType type);

    /** What the model says for a parameter of a command's algorithm, or else another value. */
    long parameter(CommandType type, String name, long otherwise);
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import org.hdtrace.piosim.model.cluster.CommandType;

/** Which algorithm executes which command in one simulation. */
@FunctionalInterface
public interface MethodTable {
    Algorithm algorithm(CommandType type);
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.mpi.Algorithms;

/** The implementations that a model may choose for each command. */
final class MethodList {
    private MethodList() {}

    static String text() {
        Algorithms algorithms = Algorithms.all();
        StringBuilder text = new StringBuilder();
        text.append("# command: implementations, the default first\n");
        for (CommandType type : CommandType.values()) {
            text.append(type.commandName()).append(':');
            List<String> methods = new ArrayList<>(type.methods());
            algorithms.names(type).stream()
                    .filter(name -> !methods.contains(name))
                    .forEach(methods::add);
            methods.forEach(method -> text.append(' ').append(method));
            text.append('\n');
        }
        return text.toString();
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.sunshot.control.TimeInput;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.RunShift;
import picocli.CommandLine.Option;

/** The option that moves nodes in time (SUNSHOT S-37). */
final class OffsetOptions {
    @Option(
            names = "--offset",
            paramLabel = "NODE=S",
            description = "Moves a node such as node1 or node1/3 with all below it later by so many seconds"
                    + " (or ms, us, ns; with - earlier). May be given again.")
    private List<String> offsets = new ArrayList<>();

    boolean areUsual() {
        return offsets.isEmpty();
    }

    /** Nanoseconds by path of the node. */
    Map<String, Long> parse() {
        Map<String, Long> parsed = new HashMap<>();
        for (String offset : offsets) {
            int equals = offset.lastIndexOf('=');
            if (equals <= 0) {
                throw new IllegalArgumentException("--offset " + offset + ": expected NODE=SECONDS");
            }
            try {
                long nanos = RunShift.checked(TimeInput.parse(offset.substring(equals + 1)));
                parsed.merge(offset.substring(0, equals), nanos, Long::sum);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("--offset " + offset + ": " + e.getMessage(), e);
            }
        }
        return parsed;
    }

    /** The nodes by key of their row in all runs that have them. */
    Map<String, Long> keys(List<Run> runs) {
        Map<String, Long> keys = new HashMap<>();
        parse().forEach((node, nanos) -> {
            boolean found = false;
            for (int run = 0; run < runs.size(); run++) {
                if (RunShift.moves(runs.get(run), node)) {
                    keys.put(run + ":" + node, nanos);
                    found = true;
                }
            }
            if (!found) {
                throw new IllegalArgumentException("--offset " + node + ": no run has such a node with timelines");
            }
        });
        return keys;
    }
}

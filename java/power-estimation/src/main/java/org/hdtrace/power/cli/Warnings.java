// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.power.estimate.NodeEstimate;
import org.hdtrace.power.input.NodeReading;

/** What makes estimates doubtful: each reason once, with the nodes that it holds for. */
final class Warnings {
    private static final int MOST_NAMED = 4;

    private final Map<String, List<String>> hosts = new LinkedHashMap<>();

    void add(NodeEstimate estimate) {
        for (String warning : estimate.warnings()) {
            hosts.computeIfAbsent(warning, unused -> new ArrayList<>()).add(estimate.host());
        }
    }

    void add(String warning, List<NodeReading> of) {
        hosts.computeIfAbsent(warning, unused -> new ArrayList<>())
                .addAll(of.stream().map(NodeReading::host).toList());
    }

    void print(String command, PrintWriter err) {
        hosts.forEach((warning, of) -> {
            List<String> named = of.subList(0, Math.min(MOST_NAMED, of.size()));
            String more = of.size() > MOST_NAMED ? " and " + (of.size() - MOST_NAMED) + " more" : "";
            err.println("hdtrace energy " + command + ": warning: " + String.join(", ", named) + more + ": " + warning);
        });
    }
}

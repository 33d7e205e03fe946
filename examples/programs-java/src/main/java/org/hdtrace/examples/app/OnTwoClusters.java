// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.app;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import org.hdtrace.examples.Clusters;
import org.hdtrace.examples.Comparison;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.program.Application;

/** Runs a program on two clusters and prints the times side by side. */
final class OnTwoClusters {
    private OnTwoClusters() {}

    static void run(Application program, PrintStream out) throws ExampleException {
        Map<String, ClusterModel> clusters = new LinkedHashMap<>();
        clusters.put("1 Gbit/s", Clusters.gigabit(program.rankCount()));
        clusters.put("10 Gbit/s", Clusters.tenGigabit(program.rankCount()));
        Comparison comparison;
        try {
            comparison = Comparison.run(program, clusters);
        } catch (TraceFormatException e) {
            throw new ExampleException(Main.BAD_INPUT, e.getMessage());
        }
        out.print(comparison.table());
        if (!comparison.allFinished()) {
            throw new ExampleException(Main.FAILURE, "'" + program.name() + "' didn't come to its end");
        }
    }
}

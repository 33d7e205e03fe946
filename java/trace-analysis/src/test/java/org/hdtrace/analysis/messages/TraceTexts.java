// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.messages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;

/** Writes small projects whose ranks lie on one host each, one thread each. */
public final class TraceTexts {
    private TraceTexts() {}

    /** A state from and to some ns. */
    public static String state(String name, String attributes, long start, long end, String... children) {
        String head = "<" + name + " " + attributes + " time='" + seconds(start) + "' end='" + seconds(end) + "'";
        return children.length == 0 ? head + "/>\n" : head + ">" + String.join("", children) + "</" + name + ">\n";
    }

    private static String seconds(long nanos) {
        return String.format("%d.%09d", nanos / 1_000_000_000, nanos % 1_000_000_000);
    }

    /**
     * A project with a trace for each text.
     *
     * @param extra what else the project file says, such as a list of communicators
     */
    public static Project write(Path folder, String extra, List<String> traces)
            throws IOException, TraceFormatException {
        StringBuilder nodes = new StringBuilder();
        for (int rank = 0; rank < traces.size(); rank++) {
            nodes.append("<Node name='n").append(rank).append("'><Node name='").append(rank);
            nodes.append("'><Node name='0'/></Node></Node>");
            Files.writeString(
                    folder.resolve("p_n" + rank + "_" + rank + "_0.trc"),
                    "<Program timeAdjustment='1300000000'>\n" + traces.get(rank) + "</Program>\n");
        }
        Files.writeString(
                folder.resolve("p.proj"),
                "<Application name='p'><Topology><Level type='Hostname'><Level type='Rank'><Level type='Thread'/></Level>"
                        + "</Level>" + nodes + "</Topology>" + extra + "</Application>");
        return Project.open(folder);
    }
}

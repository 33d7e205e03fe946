// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.path;

import java.util.List;
import java.util.Locale;
import org.hdtrace.analysis.text.Table;
import org.hdtrace.analysis.text.Units;
import org.hdtrace.format.Csv;
import org.hdtrace.format.json.JsonWriter;
import org.hdtrace.format.project.Project;

/** The critical path as text, for people and for programs. Times of segments count from the path's beginning. */
public final class PathReport {
    private static final int MOST_LINES = 20;

    private PathReport() {}

    /** The JSON of {@code hdtrace critical-path --json}. */
    public static void writeJson(CriticalPath path, Project project, JsonWriter json) {
        json.beginObject().field("pathNs", path.nanos()).field("startNs", origin(path));
        shares(json.name("names"), path, path.byName());
        shares(json.name("nodes"), path, path.byNode());
        shares(json.name("shares"), path, path.shares());
        json.name("segments").beginArray();
        for (Segment segment : path.segments()) {
            json.lineBreak()
                    .beginObject()
                    .field("node", nodeOf(segment, project))
                    .field("fromNs", segment.fromNanos() - origin(path))
                    .field("toNs", segment.toNanos() - origin(path))
                    .endObject();
        }
        json.endArray();
        path.damages().writeJsonField(json);
        json.endObject();
    }

    private static void shares(JsonWriter json, CriticalPath path, List<CriticalPath.Share> shares) {
        json.beginArray();
        for (CriticalPath.Share share : shares) {
            json.lineBreak().beginObject();
            if (!share.node().isEmpty()) {
                json.field("node", share.node());
            }
            if (!share.name().isEmpty()) {
                json.field("name", share.name());
            }
            json.field("ns", share.nanos()).field("share", shareOf(share, path)).endObject();
        }
        json.endArray();
    }

    /** A line for each node and name. */
    public static String csv(CriticalPath path) {
        Csv csv = new Csv();
        csv.line("node", "name", "ns", "share");
        for (CriticalPath.Share share : path.shares()) {
            csv.line(share.node(), share.name(), share.nanos(), shareOf(share, path));
        }
        return csv.toString();
    }

    /** A line for each segment. */
    public static String segmentsCsv(CriticalPath path, Project project) {
        Csv csv = new Csv();
        csv.line("node", "fromNs", "toNs");
        for (Segment segment : path.segments()) {
            long from = segment.fromNanos() - origin(path);
            csv.line(nodeOf(segment, project), from, from + segment.nanos());
        }
        return csv.toString();
    }

    /** Tables for a terminal. */
    public static String text(CriticalPath path) {
        if (path.segments().isEmpty()) {
            return "no state, so no path\n";
        }
        Table names = new Table("<on the path", ">time", ">share");
        path.byName().forEach(share -> names.row(share.name(), Units.time(share.nanos()), percent(share, path)));
        Table nodes = new Table("<node", ">time", ">share");
        path.byNode().stream()
                .limit(MOST_LINES)
                .forEach(share -> nodes.row(share.node(), Units.time(share.nanos()), percent(share, path)));
        int more = path.byNode().size() - MOST_LINES;
        return "critical path: " + Units.time(path.nanos()).strip() + " in "
                + Units.count(path.segments().size())
                + " segments\n\n" + names + "\n" + nodes
                + (more > 0 ? "and " + Units.count(more) + " further nodes, see --csv or --json\n" : "");
    }

    private static long origin(CriticalPath path) {
        return path.segments().isEmpty() ? 0 : path.segments().get(0).fromNanos();
    }

    private static String nodeOf(Segment segment, Project project) {
        return String.join("/", project.traces().get(segment.trace()).node().path());
    }

    private static double shareOf(CriticalPath.Share share, CriticalPath path) {
        return path.nanos() == 0 ? 0 : (double) share.nanos() / path.nanos();
    }

    private static String percent(CriticalPath.Share share, CriticalPath path) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * shareOf(share, path));
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.hdtrace.piosim.SimulationResult;
import org.hdtrace.piosim.SimulationResult.ClientResult;
import org.hdtrace.piosim.SimulationResult.FunctionResult;
import org.hdtrace.piosim.SimulationResult.ServerResult;

/** The result of a simulation for people. */
final class TextReport {
    private TextReport() {}

    /**
     * All of it.
     *
     * @param written project files by application
     */
    static String of(SimulationResult result, Map<String, Path> written) {
        StringBuilder text = new StringBuilder();
        line(text, "virtual time  %s s%s", Times.seconds(result.virtualTimeNanos()), ending(result));
        line(
                text,
                "simulation    %d events in %.3f s, %.2f million events/s",
                result.events(),
                result.wallNanos() / 1e9,
                result.eventsPerSecond() / 1e6);
        long ended = result.clients().stream().filter(c -> c.endNanos() >= 0).count();
        long first = result.clients().stream()
                .mapToLong(ClientResult::endNanos)
                .min()
                .orElse(0);
        long last = result.clients().stream()
                .mapToLong(ClientResult::endNanos)
                .max()
                .orElse(0);
        line(text, "%-13s %d of %d ended", unit(result), ended, result.clients().size());
        if (ended == result.clients().size() && ended > 0) {
            text.setLength(text.length() - 1);
            line(text, ", the first at %s s, the last at %s s", Times.seconds(first), Times.seconds(last));
        }
        written.forEach((alias, file) -> line(text, "written       %s: %s", alias, file));
        functions(text, result);
        servers(text, result);
        return text.toString();
    }

    private static String unit(SimulationResult result) {
        boolean several = result.clients().stream().anyMatch(client -> client.thread() > 0);
        return several ? "threads" : "ranks";
    }

    private static String ending(SimulationResult result) {
        return switch (result.outcome()) {
            case FINISHED -> "";
            case DEADLOCK -> ", deadlock";
            case LIMIT -> ", limit reached";
        };
    }

    private static void functions(StringBuilder text, SimulationResult result) {
        if (result.functions().isEmpty()) {
            return;
        }
        String row = "%-24s %10s %16s %14s %14s %14s %16s";
        text.append('\n');
        line(text, row, "function", "count", "total s", "mean s", "min s", "max s", "bytes");
        for (FunctionResult f : result.functions()) {
            line(
                    text,
                    row,
                    f.name(),
                    f.count(),
                    Times.seconds(f.totalNanos()),
                    Times.seconds(f.meanNanos()),
                    Times.seconds(f.minNanos()),
                    Times.seconds(f.maxNanos()),
                    f.bytes());
        }
    }

    private static void servers(StringBuilder text, SimulationResult result) {
        if (result.servers().isEmpty()) {
            return;
        }
        String row = "%-24s %10s %10s %16s %16s %10s %16s %7s";
        text.append('\n');
        line(text, row, "server", "reads", "writes", "bytes read", "bytes written", "disk ops", "busy s", "busy");
        for (ServerResult s : result.servers()) {
            double share = result.virtualTimeNanos() == 0 ? 0 : 100.0 * s.busyNanos() / result.virtualTimeNanos();
            line(
                    text,
                    row,
                    s.name(),
                    s.reads(),
                    s.writes(),
                    s.bytesRead(),
                    s.bytesWritten(),
                    s.diskOperations(),
                    Times.seconds(s.busyNanos()),
                    String.format(Locale.ROOT, "%.1f %%", share));
        }
        long discarded = result.servers().stream()
                .mapToLong(ServerResult::bytesDiscarded)
                .sum();
        if (discarded > 0) {
            line(text, "%d bytes reached no disk since their file was cut or deleted before", discarded);
        }
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.select.Globs;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.LoadMonitor;
import org.hdtrace.sunshot.model.Mapping;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.RunLoader;
import org.hdtrace.sunshot.model.StateFilter;
import org.hdtrace.sunshot.paint.PictureContents;
import org.hdtrace.sunshot.query.RowQuery;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options that choose what is seen; shared by the commands. */
final class ViewOptions {
    private static final int MOST_NOTES = 10;

    @Option(names = "--from", paramLabel = "S", description = "First second shown, from the start of the run.")
    private String from;

    @Option(names = "--to", paramLabel = "S", description = "Last second shown, from the start of the run.")
    private String to;

    @Option(
            names = "--rows",
            paramLabel = "GLOBS",
            description = "Rows shown: patterns over host/rank/thread or host/group/value, separated by commas"
                    + " (default: all but counters that stay at zero).")
    private String rows;

    @Option(
            names = "--filter",
            paramLabel = "F",
            description = "States shown, such as \"size > 1000 & .duration > 0.01\" or \".category = File.*\","
                    + " and values shown, such as \".unit = W\" or \"" + FilterField.ONE_STATISTIC + "\"; \""
                    + FilterField.NO_STATES + "\" leaves no state, \"" + FilterField.ONE_BESIDE_ALL + "\" all.")
    private String filter = "";

    @Option(
            names = "--mapping",
            paramLabel = "M",
            description =
                    "Arrangement of the rows: recorded, ranks, nodes, servers or communicators (default: recorded for one run, ranks for two).")
    private String mapping;

    @Mixin
    private OrderOptions order = new OrderOptions();

    private boolean allReadable = true;

    /** Whether nothing was asked for, so that a view kept earlier may be shown. */
    boolean areUsual() {
        return from == null && to == null && rows == null && mapping == null && filter.isBlank() && order.areUsual();
    }

    /** How rows are sorted, pinned and hidden. */
    OrderOptions order() {
        return order;
    }

    String filterText() {
        return filter;
    }

    StateFilter filter() {
        return StateFilter.parse(filter);
    }

    /** Reads the runs one after the other. */
    List<Run> load(List<Path> projects, CategoryTable categories) throws TraceFormatException {
        StateFilter states = filter();
        List<Run> runs = new ArrayList<>();
        ImportedTraces imported = ImportedTraces.ofUser();
        for (Path file : projects) {
            Path project = imported.project(file, LoadMonitor.silent());
            RunLoader loader = new RunLoader(categories, states, LoadMonitor.silent(), UserFolders.stores());
            runs.add(loader.load(project));
            allReadable &= loader.unreadable().isEmpty();
        }
        return runs;
    }

    /**
     * Tells what was noticed about damaged files, of which the readable parts are shown.
     *
     * @return exit status: that of bad input where nothing of a file could be read
     */
    int tell(List<Run> runs, CommandSpec command) {
        return tell(command, notes(runs));
    }

    static List<String> notes(List<Run> runs) {
        return runs.stream().flatMap(run -> run.notes().stream()).distinct().toList();
    }

    /** The same of lines that were gathered elsewhere, too. */
    int tell(CommandSpec command, List<String> notes) {
        PrintWriter err = command.commandLine().getErr();
        notes.stream().limit(MOST_NOTES).forEach(note -> err.println("hdtrace " + command.name() + ": " + note));
        if (notes.size() > MOST_NOTES) {
            err.println("hdtrace " + command.name() + ": " + (notes.size() - MOST_NOTES)
                    + " more of these; hdtrace check tells all");
        }
        return allReadable ? 0 : Main.BAD_INPUT;
    }

    boolean areRowsChosen() {
        return rows != null;
    }

    /** The rows asked for; with explicit patterns everything is open, so that all that match are seen. */
    RowQuery query(List<Run> runs) {
        RowQuery query = RowQuery.standard().withMapping(mapping(runs.size()));
        if (rows == null) {
            return query;
        }
        Globs globs = Globs.parse(rows);
        RowQuery chosen = query.withAll(runs, true).withFilter(row -> globs.matches(row.path()));
        for (int i = 0; i < runs.size(); i++) {
            if (chosen.rows(List.of(runs.get(i))).isEmpty()) {
                throw new IllegalArgumentException(
                        "--rows " + rows + ": no row of " + runs.get(i).name() + " matches");
            }
        }
        return chosen;
    }

    Mapping mapping(int runs) {
        if (mapping == null) {
            return runs > 1 ? Mapping.RANKS_FIRST : Mapping.AS_RECORDED;
        }
        return switch (mapping) {
            case "recorded" -> Mapping.AS_RECORDED;
            case "ranks" -> Mapping.RANKS_FIRST;
            case "nodes" -> Mapping.BY_NODE;
            case "servers" -> Mapping.BY_SERVER;
            case "communicators" -> Mapping.BY_COMMUNICATOR;
            default ->
                throw new IllegalArgumentException(
                        "--mapping " + mapping + ": expected recorded, ranks, nodes, servers or communicators");
        };
    }

    /** The time asked for, or all of it. */
    Interval interval(List<Run> runs, RowQuery query) {
        Interval whole = PictureContents.wholeOf(runs, query);
        long begin = from == null ? whole.startNanos() : seconds("--from", from);
        long end = to == null ? whole.endNanos() : seconds("--to", to);
        if (begin >= end) {
            throw new IllegalArgumentException("--from must be less than --to (or than the end of the run)");
        }
        return new Interval(begin, end);
    }

    private static long seconds(String option, String text) {
        try {
            return org.hdtrace.format.select.Interval.parseSeconds(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(option + " " + text + ": expected decimal seconds", e);
        }
    }
}

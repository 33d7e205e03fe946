// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.hdtrace.analysis.compare.Comparer;
import org.hdtrace.analysis.compare.Comparison;
import org.hdtrace.analysis.compare.ComparisonReport;
import org.hdtrace.analysis.messages.PairDifference;
import org.hdtrace.analysis.path.PathDifference;
import org.hdtrace.format.json.JsonWriter;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.select.Ranks;
import org.hdtrace.sunshot.compare.Alignment;
import org.hdtrace.sunshot.compare.DifferenceRows;
import org.hdtrace.sunshot.compare.RunPair;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.paint.PictureContents.Arrangement;
import org.hdtrace.sunshot.paint.PictureWriter;
import org.hdtrace.sunshot.query.RowQuery;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hdtrace compare}: two runs operation by operation (SUNSHOT 6), as table, JSON, CSV and picture. */
@Command(
        name = "compare",
        description = "Compares two runs operation by operation, such as observed and simulated.",
        mixinStandardHelpOptions = true)
final class CompareCommand implements Callable<Integer> {
    private static final int LONGEST_HEADING = 16;

    @Parameters(index = "0", paramLabel = "A", description = "First project, such as the observed run.")
    private Path first;

    @Parameters(index = "1", paramLabel = "B", description = "Second project, such as the simulated run.")
    private Path second;

    @ArgGroup
    private Form form = new Form();

    @Option(
            names = "--critical-path",
            description = "Also tell what made the critical path longer or shorter; with --csv only that.")
    private boolean criticalPath;

    @Option(
            names = "--messages",
            description = "Also tell how the messages between ranks differ; with --csv only that.")
    private boolean messages;

    @Option(names = "--ranks", paramLabel = "LIST", description = "Ranks compared, such as 0-3,7 (default: all).")
    private String ranks;

    @Option(
            names = "-o",
            paramLabel = "FILE",
            description = "Also draw both and their differences: " + PictureWriter.Format.NAMES + ".")
    private Path output;

    @Option(
            names = "--align",
            paramLabel = "WHERE",
            description = "In the picture both runs lie above each other at their start (default), at operation:N of A"
                    + " and its counterpart, or, with stretch, at every operation.")
    private String align = "start";

    @Mixin
    private RenderCommand.PictureOptions picture = new RenderCommand.PictureOptions("interleaved");

    @Mixin
    private ViewOptions view;

    @Spec
    private CommandSpec spec;

    /** How the figures are printed. */
    private static final class Form {
        @Option(names = "--json", description = "Print the figures as JSON.")
        private boolean json;

        @Option(names = "--csv", description = "Print the figures of functions and ranks as comma-separated values.")
        private boolean csv;
    }

    @Override
    public Integer call() throws Exception {
        System.setProperty("java.awt.headless", "true");
        if (form.csv && criticalPath && messages) {
            throw new IllegalArgumentException("--csv tells of --critical-path or of --messages, not of both");
        }
        if (output != null) {
            picture.check(output);
        }
        Ranks chosen = ranks();
        int operation = operation();
        Project a = Project.open(first);
        Project b = Project.open(second);
        Comparison comparison = Comparer.compare(a, b, chosen);
        Optional<String> obstacle = comparison.obstacle();
        if (obstacle.isPresent()) {
            throw new IllegalArgumentException(first + " and " + second + ": " + obstacle.get());
        }
        Optional<Alignment> alignment = alignment(comparison, operation);
        List<Run> drawn = output == null ? List.of() : draw(comparison, alignment);
        Noticed noticed = new Noticed();
        noticed.add(comparison.damages());
        Optional<PathDifference> path =
                criticalPath ? Optional.of(Differences.paths(a, b, noticed::add)) : Optional.empty();
        Optional<PairDifference> pairs =
                messages ? Optional.of(Differences.messages(a, b, noticed::add)) : Optional.empty();
        if (!form.json && !form.csv) {
            printTables(spec.commandLine().getOut(), comparison, path, pairs, shortName(a), shortName(b));
        } else {
            print(comparison, path, pairs, noticed);
        }
        int status = view.tell(spec, noticed.lines(ViewOptions.notes(drawn)));
        return noticed.isBadInput() ? Main.BAD_INPUT : status;
    }

    private void print(
            Comparison comparison, Optional<PathDifference> path, Optional<PairDifference> pairs, Noticed noticed) {
        PrintWriter out = spec.commandLine().getOut();
        if (form.json) {
            StringBuilder text = new StringBuilder();
            ComparisonReport.writeJson(comparison, new JsonWriter(text), json -> {
                path.ifPresent(each -> each.writeJson(json.lineBreak().name("criticalPath")));
                pairs.ifPresent(each -> each.writeJson(json.lineBreak().name("messages")));
                noticed.writeJsonField(json);
            });
            out.println(text);
        } else {
            out.print(path.map(PathDifference::csv)
                    .or(() -> pairs.map(PairDifference::csv))
                    .orElseGet(() -> ComparisonReport.csv(comparison)));
        }
        out.flush();
    }

    private Ranks ranks() {
        try {
            return ranks == null ? Ranks.all() : Ranks.parse(ranks);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--ranks " + ranks + ": " + e.getMessage(), e);
        }
    }

    /** Number of the operation to align at, or -1. */
    private int operation() {
        if (align.equals("start") || align.equals("stretch")) {
            return -1;
        }
        String number = align.startsWith("operation:") ? align.substring("operation:".length()) : "";
        if (!number.matches("\\d{1,9}")) {
            throw new IllegalArgumentException("--align " + align + ": expected start, operation:N or stretch");
        }
        return Integer.parseInt(number);
    }

    private Optional<Alignment> alignment(Comparison comparison, int operation) {
        if (operation < 0) {
            return align.equals("stretch") ? Optional.of(Alignment.stretch()) : Optional.empty();
        }
        Optional<Alignment> found = Alignment.operation(comparison, operation);
        if (found.isEmpty()) {
            throw new IllegalArgumentException("--align " + align + ": no rank has a counterpart for this operation");
        }
        return found;
    }

    /** Long names would make the columns too wide for a terminal. */
    private static void printTables(
            PrintWriter out,
            Comparison comparison,
            Optional<PathDifference> path,
            Optional<PairDifference> pairs,
            String nameA,
            String nameB) {
        boolean fit = nameA.length() <= LONGEST_HEADING && nameB.length() <= LONGEST_HEADING && !nameA.equals(nameB);
        String a = fit ? nameA : "A";
        String b = fit ? nameB : "B";
        if (!fit) {
            out.println("A: " + nameA);
            out.println("B: " + nameB);
            out.println();
        }
        out.print(ComparisonReport.text(comparison, a, b));
        path.ifPresent(each -> out.print("\n" + each.text(a, b)));
        pairs.ifPresent(each -> out.print("\n" + each.text(a, b)));
        out.flush();
    }

    /** Returns the runs as they were read for the picture. */
    private List<Run> draw(Comparison comparison, Optional<Alignment> alignment) throws Exception {
        CategoryTable categories = new CategoryTable();
        List<Run> loaded = view.load(List.of(first, second), categories);
        RowQuery query = view.query(loaded).withInterleaved(picture.isInterleaved());
        if (picture.isInterleaved() && !view.areRowsChosen()) {
            query = query.withFilter(DifferenceRows::isComparable);
        }
        RunPair pair = new RunPair(loaded.get(0), loaded.get(1), comparison);
        List<Run> aligned = pair.aligned(alignment, categories);
        // Side by side each run has its own time.
        List<Run> runs = picture.arrangement() == Arrangement.COLUMNS ? aligned.subList(0, 2) : aligned;
        picture.write(picture.picture(runs, categories, query, view, List.of()), output);
        return loaded;
    }

    /** Both runs often have the same name; then the folder tells them apart. */
    private static String shortName(Project project) {
        Path folder = project.directory().toAbsolutePath().normalize().getFileName();
        return folder == null ? project.name() : folder.toString();
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.hdtrace.analysis.compare.Comparer;
import org.hdtrace.analysis.compare.Comparison;
import org.hdtrace.analysis.compare.ComparisonReport;
import org.hdtrace.format.json.JsonWriter;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.select.Ranks;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.paint.PictureWriter;
import org.hdtrace.sunshot.query.RowQuery;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hdtrace compare}: two runs operation by operation (SUNSHOT 6), as table, JSON and picture. */
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

    @Option(names = "--json", description = "Print the figures as JSON.")
    private boolean json;

    @Option(names = "--ranks", paramLabel = "LIST", description = "Ranks compared, such as 0-3,7 (default: all).")
    private String ranks;

    @Option(
            names = "-o",
            paramLabel = "FILE",
            description = "Also draw both side by side: " + PictureWriter.Format.NAMES + ".")
    private Path output;

    @Mixin
    private RenderCommand.PictureOptions picture;

    @Mixin
    private ViewOptions view;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        System.setProperty("java.awt.headless", "true");
        if (output != null) {
            picture.check(output);
        }
        Ranks chosen = ranks();
        Project a = Project.open(first);
        Project b = Project.open(second);
        Comparison comparison = Comparer.compare(a, b, chosen);
        if (comparison.ranks().isEmpty()) {
            spec.commandLine().getErr().println("hdtrace compare: no rank asked for is in both projects");
            return 1;
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            StringBuilder text = new StringBuilder();
            ComparisonReport.writeJson(comparison, new JsonWriter(text));
            out.println(text);
        } else {
            printTables(out, comparison, shortName(a), shortName(b));
        }
        out.flush();
        if (output != null) {
            draw();
        }
        return 0;
    }

    private Ranks ranks() {
        try {
            return ranks == null ? Ranks.all() : Ranks.parse(ranks);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--ranks " + ranks + ": " + e.getMessage(), e);
        }
    }

    /** Long names would make the columns too wide for a terminal. */
    private static void printTables(PrintWriter out, Comparison comparison, String a, String b) {
        if (a.length() <= LONGEST_HEADING && b.length() <= LONGEST_HEADING && !a.equals(b)) {
            out.print(ComparisonReport.text(comparison, a, b));
        } else {
            out.println("A: " + a);
            out.println("B: " + b);
            out.println();
            out.print(ComparisonReport.text(comparison, "A", "B"));
        }
    }

    private void draw() throws Exception {
        CategoryTable categories = new CategoryTable();
        List<Run> runs = view.load(List.of(first, second), categories);
        RowQuery query = view.query(runs);
        PictureWriter.write(picture.picture(runs, categories, query, view.interval(runs, query), List.of()), output);
    }

    /** Both runs often have the same name; then the folder tells them apart. */
    private static String shortName(Project project) {
        Path folder = project.directory().toAbsolutePath().normalize().getFileName();
        return folder == null ? project.name() : folder.toString();
    }
}

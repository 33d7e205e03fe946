// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.hdtrace.analysis.messages.PairValues;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.sunshot.arrow.ArrowTable;
import org.hdtrace.sunshot.control.RowProfile;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.paint.ArrowLayer;
import org.hdtrace.sunshot.paint.Picture;
import org.hdtrace.sunshot.paint.PictureContents;
import org.hdtrace.sunshot.paint.PictureWriter;
import org.hdtrace.sunshot.paint.Scene;
import org.hdtrace.sunshot.paint.Theme;
import org.hdtrace.sunshot.query.RowPairs;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.VisibleRow;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hdtrace profile -o}: what rows spend their time with as a picture, without a display. */
@Command(
        name = "profile",
        description = "Draws what each row, each node or all of one or two projects spend their time with, as bars.",
        mixinStandardHelpOptions = true)
final class ProfileCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "1..2", paramLabel = "P", description = "Project file or folder, or a trace as render opens.")
    private List<Path> projects;

    @Option(
            names = "-o",
            required = true,
            paramLabel = "FILE",
            description = "Picture: " + PictureWriter.Format.NAMES + ".")
    private Path output;

    @Mixin
    private ViewOptions view;

    @Option(names = "--by", paramLabel = "WHAT", description = "A bar for each of rows (default), nodes, or total.")
    private String by = "rows";

    @Option(
            names = "--metric",
            paramLabel = "M",
            description =
                    "exclusive time (default), inclusive, count, or of the longest state of each name: longest, longest-exclusive.")
    private String metric = "exclusive";

    @Option(
            names = "--width",
            paramLabel = "N",
            description = "Pixels; the height is what the bars need (default: 1200).")
    private int width = 1200;

    @Option(
            names = "--arrows",
            paramLabel = "KIND",
            description = "Arcs beside the bars, from those that give to those that take: messages (default: none).")
    private String arrows;

    @Mixin
    private LookOptions look;

    @Override
    public Integer call() throws Exception {
        System.setProperty("java.awt.headless", "true");
        RenderCommand.checkOutput(output);
        if (width < RenderCommand.LEAST_WIDTH || width > RenderCommand.MOST_PIXELS) {
            throw new IllegalArgumentException("--width " + width + ": expected " + RenderCommand.LEAST_WIDTH + " to "
                    + RenderCommand.MOST_PIXELS);
        }
        Theme theme = look.theme();
        RowProfile.Metric shown = metric();
        RowProfile.Scope scope = scope();
        if (arrows != null && !arrows.equals(PairValues.Subject.MESSAGES.title())) {
            throw new IllegalArgumentException("--arrows " + arrows + ": expected messages");
        }
        CategoryTable categories = new CategoryTable();
        List<Run> runs = view.load(projects, categories);
        RowQuery query = view.query(runs);
        Interval interval = view.interval(runs, query);
        Picture.Content arranged = PictureContents.of(
                runs,
                categories,
                query,
                interval,
                look.title(""),
                PictureContents.Arrangement.STACKED,
                Scene.Options.standard());
        Picture.Content content = view.order().apply(arranged, runs, query);
        List<VisibleRow> rows = RowProfile.rows(scope, content.panels().get(0).rows(), runs, query);
        List<RowProfile> profiles = RowProfile.of(rows, runs, interval, categories.size(), true);
        if (shown.needsDurations()) {
            profiles = profiles.stream()
                    .map(each -> each.withDurations(interval, categories.size(), true, () -> false))
                    .toList();
        }
        Optional<RowPairs> pairs =
                arrows == null ? Optional.empty() : Optional.of(pairs(runs, rows, profiles, interval));
        ProfileDrawing drawing = new ProfileDrawing(content, scope, shown, pairs);
        PictureWriter.write(drawing.of(profiles, runs, theme, width), output);
        return view.tell(runs, spec);
    }

    private static RowPairs pairs(List<Run> runs, List<VisibleRow> rows, List<RowProfile> profiles, Interval interval)
            throws TraceFormatException {
        Map<Integer, ArrowTable> tables = new HashMap<>();
        for (ArrowLayer layer : ArrowLayers.read(runs, List.of(ArrowLayer.Kind.MESSAGES))) {
            tables.put(layer.run(), layer.table());
        }
        return RowPairs.of(tables, rows, RowProfile.keys(profiles), interval, RowPairs.MOST);
    }

    private RowProfile.Scope scope() {
        return switch (by) {
            case "rows" -> RowProfile.Scope.ROWS;
            case "nodes" -> RowProfile.Scope.NODES;
            case "total" -> RowProfile.Scope.TOTAL;
            default -> throw new IllegalArgumentException("--by " + by + ": expected rows, nodes or total");
        };
    }

    private RowProfile.Metric metric() {
        return switch (metric) {
            case "exclusive" -> RowProfile.Metric.EXCLUSIVE;
            case "inclusive" -> RowProfile.Metric.INCLUSIVE;
            case "count" -> RowProfile.Metric.COUNT;
            case "longest" -> RowProfile.Metric.LONGEST;
            case "longest-exclusive" -> RowProfile.Metric.LONGEST_EXCLUSIVE;
            default ->
                throw new IllegalArgumentException(
                        "--metric " + metric + ": expected exclusive, inclusive, count, longest or longest-exclusive");
        };
    }
}

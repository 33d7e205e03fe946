// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.RunShift;
import org.hdtrace.sunshot.paint.ArrowLayer;
import org.hdtrace.sunshot.paint.DenseStyle;
import org.hdtrace.sunshot.paint.Picture;
import org.hdtrace.sunshot.paint.PictureContents;
import org.hdtrace.sunshot.paint.PictureWriter;
import org.hdtrace.sunshot.paint.Scene;
import org.hdtrace.sunshot.paint.SeriesStyle;
import org.hdtrace.sunshot.query.RowQuery;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hdtrace render}: a picture of one or two projects, without a display. */
@Command(
        name = "render",
        description = "Draws one project, or two on one time scale, into a picture.",
        mixinStandardHelpOptions = true)
final class RenderCommand implements Callable<Integer> {
    static final int LEAST_WIDTH = 320;
    static final int MOST_PIXELS = 32_000;
    /** Digits beyond the ninth are none of a size that is allowed. */
    private static final Pattern SIZE = Pattern.compile("(\\d{1,9})\\d*x(\\d{1,9})\\d*");

    private static final int DEFAULT_WIDTH = 1600;
    private static final int DEFAULT_WIDTH_OF_TWO = 1920;

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "1..2",
            paramLabel = "P",
            description =
                    "Project file or folder, a trace of Paje (.trace, .trace.gz, .paje), an archive of OTF2 (.otf2) or a file"
                            + " of SLOG-2 (.slog2); two are compared.")
    private List<Path> projects;

    @Mixin
    private PictureOptions picture = new PictureOptions("columns");

    @Option(
            names = "-o",
            required = true,
            paramLabel = "FILE",
            description = "Picture: " + PictureWriter.Format.NAMES + ".")
    private Path output;

    @Mixin
    private OffsetOptions offsets;

    @Mixin
    private ViewOptions view;

    @Option(
            names = "--arrows",
            split = ",",
            paramLabel = "KIND",
            description = "Arrows over the rows: messages, relations or both, separated by a comma (default: none).")
    private List<String> arrows = List.of();

    @Option(names = "--critical-path", description = "Draw the critical path as a thick line.")
    private boolean criticalPath;

    /** What a picture looks like; shared with {@code compare}. */
    static final class PictureOptions {
        @Option(
                names = "--size",
                paramLabel = "WxH",
                description = "Pixels; height 0 takes what the rows need (default: 1600x0, two runs 1920x0).")
        private String size;

        @Option(
                names = "--scale",
                paramLabel = "N",
                description = "Pixels of a .png for each of --size, 1 (default) to 4; 2 for HiDPI.")
        private String scale = "1";

        @Mixin
        private LookOptions look;

        @Option(
                names = "--layout",
                paramLabel = "L",
                description =
                        "Two projects: columns (default of render), stacked, or interleaved rank by rank (default of"
                                + " compare, with a row of differences).")
        private String layout;

        @Option(
                names = "--legend",
                paramLabel = "N",
                description = "States named in the legend, those with most time; 0: none (default: all).")
        private String legend = "all";

        private final String usualLayout;

        PictureOptions(String usualLayout) {
            this.usualLayout = usualLayout;
        }

        @Option(names = "--no-nested", description = "Leave nested states out.")
        private boolean flat;

        @Option(
                names = "--statistics",
                paramLabel = "HOW",
                description = "Statistics as area (default), line, bars, or band from the least to the largest value.")
        private String statistics = "area";

        @Option(
                names = "--dense",
                paramLabel = "HOW",
                description =
                        "Columns that hold states too short to be drawn by themselves: dominant (default), all, or shares of"
                                + " time as inclusive-overlapped, inclusive-stacked, exclusive-overlapped, exclusive-stacked or"
                                + " exclusive-base.")
        private String dense = "dominant";

        /** Checks the options that need no data, so that a typing error is told before a long load. */
        void check(Path output) {
            checkOutput(output);
            look.theme();
            style();
            denseStyle();
            legendOf();
            sizeOf(1);
            scale();
            arrangement();
        }

        /** Writes a picture in as many pixels as asked for. */
        void write(Picture drawn, Path output) throws IOException {
            if (Math.max(drawn.width(), drawn.height()) * scale() > MOST_PIXELS) {
                throw new IllegalArgumentException("--scale " + scale + ": " + drawn.width() + "x" + drawn.height()
                        + " would be more than at most " + MOST_PIXELS + " pixels");
            }
            PictureWriter.write(drawn, output, scale());
        }

        private double scale() {
            if (!scale.matches("[1-3](\\.\\d{1,3})?|4(\\.0{1,3})?")) {
                throw new IllegalArgumentException("--scale " + scale + ": expected 1 to 4");
            }
            return Double.parseDouble(scale);
        }

        Picture picture(
                List<Run> runs, CategoryTable categories, RowQuery query, ViewOptions view, List<ArrowLayer> arrows) {
            Interval interval = view.interval(runs, query);
            int[] wanted = sizeOf(runs.size());
            Scene.Options standard = Scene.Options.standard();
            Scene.Options options = new Scene.Options(!flat, standard.hidden(), standard.marked(), arrows)
                    .withSeries(style())
                    .withDense(denseStyle());
            Picture.Content content =
                    PictureContents.of(runs, categories, query, interval, look.title(""), arrangement(), options);
            return new Picture(
                    view.order().apply(content.withLegend(legendOf()), runs, query),
                    look.theme(),
                    wanted[0],
                    wanted[1]);
        }

        private int legendOf() {
            if (legend.equals("all")) {
                return Integer.MAX_VALUE;
            }
            if (!legend.matches("\\d{1,6}")) {
                throw new IllegalArgumentException("--legend " + legend + ": expected a number from 0 on, or all");
            }
            return Integer.parseInt(legend);
        }

        private SeriesStyle style() {
            return SeriesStyle.named(statistics)
                    .orElseThrow(() -> new IllegalArgumentException(
                            "--statistics " + statistics + ": expected area, line, bars or band"));
        }

        private DenseStyle denseStyle() {
            return DenseStyle.named(dense)
                    .orElseThrow(() -> new IllegalArgumentException(
                            "--dense " + dense + ": expected one of " + DenseStyle.words()));
        }

        private int[] sizeOf(int runs) {
            if (size == null) {
                return new int[] {runs > 1 ? DEFAULT_WIDTH_OF_TWO : DEFAULT_WIDTH, 0};
            }
            return RenderCommand.sizeOf(size);
        }

        PictureContents.Arrangement arrangement() {
            return switch (layout == null ? usualLayout : layout) {
                case "columns" -> PictureContents.Arrangement.COLUMNS;
                case "stacked", "interleaved" -> PictureContents.Arrangement.STACKED;
                default ->
                    throw new IllegalArgumentException(
                            "--layout " + layout + ": expected columns, stacked or interleaved");
            };
        }

        boolean isInterleaved() {
            return (layout == null ? usualLayout : layout).equals("interleaved");
        }
    }

    @Override
    public Integer call() throws Exception {
        System.setProperty("java.awt.headless", "true");
        picture.check(output);
        offsets.parse();
        List<ArrowLayer.Kind> kinds = ArrowLayers.kinds(arrows);
        if (criticalPath) {
            kinds.add(ArrowLayer.Kind.CRITICAL_PATH);
        }
        CategoryTable categories = new CategoryTable();
        List<Run> read = view.load(projects, categories);
        List<Run> runs = RunShift.ofAll(read, offsets.keys(read));
        RowQuery query = view.query(runs).withInterleaved(picture.isInterleaved());
        List<ArrowLayer> layers = ArrowLayers.read(runs, kinds);
        picture.write(picture.picture(runs, categories, query, view, layers), output);
        return view.tell(runs, spec);
    }

    /** Refuse a file that no picture can be written to. */
    static void checkOutput(Path output) {
        PictureWriter.Format.of(output);
        Path folder = output.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new IllegalArgumentException(output + ": the folder does not exist");
        }
        if (Files.isDirectory(output)) {
            throw new IllegalArgumentException(output + ": is a folder");
        }
        try {
            PictureWriter.checkFolder(output);
        } catch (IOException e) {
            throw new IllegalArgumentException(Problems.describe(e), e);
        }
    }

    /** Width and height of a text as {@code 1600x900}. */
    static int[] sizeOf(String size) {
        Matcher matcher = SIZE.matcher(size.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException("--size " + size + ": expected WIDTHxHEIGHT, such as 1600x900");
        }
        int width = Integer.parseInt(matcher.group(1));
        int height = Integer.parseInt(matcher.group(2));
        if (width < LEAST_WIDTH || width > MOST_PIXELS || height > MOST_PIXELS) {
            throw new IllegalArgumentException("--size " + size + ": width " + LEAST_WIDTH + " to " + MOST_PIXELS
                    + ", height at most " + MOST_PIXELS);
        }
        return new int[] {width, height};
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.hdtrace.sunshot.paint.PictureWriter;
import org.hdtrace.sunshot.plot.SweepChart;
import org.hdtrace.sunshot.plot.SweepTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hdtrace plot}: curves of the table that {@code hdtrace sweep} writes, without a display. */
@Command(
        name = "plot",
        description = "Draws the table of hdtrace sweep: simulated time over one varied value, a curve for each"
                + " combination of the others.",
        mixinStandardHelpOptions = true)
final class PlotCommand implements Callable<Integer> {
    private static final int LEAST_HEIGHT = 200;

    @Parameters(paramLabel = "RESULTS.csv", description = "What hdtrace sweep wrote with --out.")
    private Path table;

    @Option(
            names = "-o",
            required = true,
            paramLabel = "FILE",
            description = "Picture: " + PictureWriter.Format.NAMES + ".")
    private Path output;

    @Option(
            names = "--x",
            paramLabel = "PATH",
            description = "The varied value to the right, as NetworkEdge[*]/Latency (default: the numeric one with the"
                    + " most values); logarithmic when it spans more than two decades.")
    private String x;

    @Option(names = "--size", paramLabel = "WxH", description = "Pixels (default: 1200x800).")
    private String size = "1200x800";

    @Mixin
    private LookOptions look;

    @Option(
            names = "--label",
            paramLabel = "TEXT",
            description = "What the times are, at the left (default: " + SweepChart.Texts.SIMULATED + ").")
    private String label = SweepChart.Texts.SIMULATED;

    @Override
    public Integer call() throws Exception {
        System.setProperty("java.awt.headless", "true");
        RenderCommand.checkOutput(output);
        int[] pixels = RenderCommand.sizeOf(size);
        if (pixels[1] < LEAST_HEIGHT) {
            throw new IllegalArgumentException("--size " + size + ": height at least " + LEAST_HEIGHT);
        }
        SweepTable read = SweepTable.read(table);
        String heading = look.title(String.valueOf(table.getFileName()));
        PictureWriter.write(
                new SweepChart(
                        read, axis(read), new SweepChart.Texts(heading, label), look.theme(), pixels[0], pixels[1]),
                output);
        return 0;
    }

    private int axis(SweepTable read) {
        int axis = x == null ? SweepChart.bestX(read) : read.axes().indexOf(x);
        if (axis < 0) {
            throw new IllegalArgumentException("--x " + x + ": varied are " + String.join(", ", read.axes()));
        }
        return axis;
    }
}

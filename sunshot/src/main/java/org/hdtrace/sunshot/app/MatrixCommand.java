// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.hdtrace.analysis.messages.PairSums;
import org.hdtrace.analysis.messages.PairValues;
import org.hdtrace.analysis.traffic.PairReader;
import org.hdtrace.format.Finding;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.query.ProjectStart;
import org.hdtrace.format.query.Workers;
import org.hdtrace.format.select.Interval;
import org.hdtrace.sunshot.paint.MatrixPicture;
import org.hdtrace.sunshot.paint.PictureWriter;
import org.hdtrace.sunshot.paint.Theme;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hdtrace matrix -o}: who sends how much to whom as a picture, without a display. */
@Command(
        name = "matrix",
        description =
                "Draws who gives how much to whom: messages of ranks (by node above 512), requests of clients to servers, or"
                        + " accesses of ranks to files.",
        mixinStandardHelpOptions = true)
final class MatrixCommand implements Callable<Integer> {
    private static final int LEAST = 400;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "P", description = "Project file or folder.")
    private Path project;

    @Option(
            names = "-o",
            required = true,
            paramLabel = "FILE",
            description = "Picture: " + PictureWriter.Format.NAMES + ".")
    private Path output;

    @Option(
            names = "--of",
            paramLabel = "WHAT",
            description = "messages (default), requests of clients to servers, or accesses of ranks to files.")
    private String of = "messages";

    @Option(
            names = "--metric",
            paramLabel = "M",
            description = "count, bytes (default), bandwidth or latency, the last two as means over the messages.")
    private String metric = "bytes";

    @Option(names = "--from", paramLabel = "S", description = "Only messages from this second of the run on.")
    private String from;

    @Option(names = "--to", paramLabel = "S", description = "Only messages before this second of the run.")
    private String to;

    @Option(names = "--size", paramLabel = "WxH", description = "Pixels (default: 1000x900).")
    private String size = "1000x900";

    @Mixin
    private LookOptions look;

    @Override
    public Integer call() throws Exception {
        System.setProperty("java.awt.headless", "true");
        RenderCommand.checkOutput(output);
        int[] pixels = RenderCommand.sizeOf(size);
        if (pixels[0] < LEAST || pixels[1] < LEAST) {
            throw new IllegalArgumentException("--size " + size + ": at least " + LEAST + "x" + LEAST);
        }
        Theme theme = look.theme();
        PairValues.Metric shown = metric();
        PairValues.Subject subject = subject();
        Long begin = seconds("--from", from);
        Long end = seconds("--to", to);
        if (begin != null && end != null && end <= begin) {
            throw new IllegalArgumentException("--from must be less than --to");
        }
        Project opened = Project.open(project);
        Interval interval = begin == null && end == null
                ? Interval.all()
                : Interval.relative(begin, end, ProjectStart.of(opened).orElse(0));
        PairSums sums = PairReader.read(subject, opened, interval, Workers.allCores(), path -> {});
        for (Finding finding : sums.damages().findings()) {
            spec.commandLine().getErr().println("hdtrace matrix: " + finding);
        }
        if (!sums.damages().isNothingRead()) {
            String heading = look.title(opened.name());
            PictureWriter.write(new MatrixPicture(sums, shown, heading, theme, pixels[0], pixels[1]), output);
        }
        return sums.damages().isBadInput() ? Main.BAD_INPUT : 0;
    }

    private PairValues.Subject subject() {
        return PairValues.Subject.titled(of)
                .orElseThrow(
                        () -> new IllegalArgumentException("--of " + of + ": expected messages, requests, accesses"));
    }

    private PairValues.Metric metric() {
        return Arrays.stream(PairValues.Metric.values())
                .filter(each -> each.title().equals(metric))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--metric " + metric + ": expected "
                        + Arrays.stream(PairValues.Metric.values())
                                .map(PairValues.Metric::title)
                                .collect(Collectors.joining(", "))));
    }

    private static Long seconds(String option, String text) {
        if (text == null) {
            return null;
        }
        try {
            return Interval.parseSeconds(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(option + " " + text + ": expected decimal seconds", e);
        }
    }
}

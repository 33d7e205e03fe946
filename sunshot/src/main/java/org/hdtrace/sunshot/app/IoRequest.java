// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hdtrace.analysis.traffic.AccessSizes;
import org.hdtrace.analysis.traffic.FileAccesses;
import org.hdtrace.analysis.traffic.FileAccesses.Access;
import org.hdtrace.analysis.traffic.FileTraffic;
import org.hdtrace.analysis.traffic.SeekDistance;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.paint.BarPicture;
import org.hdtrace.sunshot.paint.Drawing;
import org.hdtrace.sunshot.paint.OffsetPicture;
import org.hdtrace.sunshot.paint.Theme;
import org.hdtrace.sunshot.plot.ServerRates;
import org.hdtrace.sunshot.plot.StatisticChart;
import org.hdtrace.sunshot.query.TimeScale;
import org.hdtrace.sunshot.query.ValueText;

/**
 * What the I/O lens shows; equal requests give equal answers. Immutable, worked out on any thread.
 *
 * @param visible interval of the common scale
 * @param originNanos time of the run at 0 of it
 * @param file name of the file looked at, empty for all
 */
record IoRequest(
        Kind kind, Run run, Interval visible, long originNanos, String file, Theme theme, int width, int height) {
    private static final int PIECES = 300;

    /** The pictures that there are. */
    enum Kind {
        OFFSETS("Offset over time"),
        SIZES("Access sizes"),
        SEEKS("Seek distances"),
        SERVERS("Bandwidth of servers");

        private final String title;

        Kind(String title) {
            this.title = title;
        }

        @Override
        public String toString() {
            return title;
        }
    }

    /**
     * A picture and what is told beside it.
     *
     * @param drawing missing where there is nothing to draw
     * @param files how each file is used in the visible time
     * @param accesses all of the run
     */
    record Made(Optional<Drawing> drawing, List<FileTraffic> files, FileAccesses accesses, String head) {}

    Made make(RunTraffic traffic) throws TraceFormatException {
        FileAccesses all = traffic.accesses(run);
        Interval own = visible.shift(originNanos);
        var time = new org.hdtrace.format.select.Interval(own.startNanos(), own.endNanos());
        List<FileTraffic> files = all.files(time);
        int number = all.files().indexOf(file);
        if (kind == Kind.SERVERS) {
            return servers(traffic.requests(run), own, files, all);
        }
        List<Access> seen = wanted(all, number)
                .filter(access -> time.touches(access.startNanos(), access.endNanos()))
                .toList();
        String head =
                seen.isEmpty() ? "No file is read or written through MPI-IO in the visible time" : head(seen, all);
        Optional<Drawing> drawing = Optional.empty();
        if (!seen.isEmpty()) {
            drawing = Optional.of(
                    switch (kind) {
                        case OFFSETS -> offsets(seen);
                        case SIZES -> sizes(seen);
                        default -> seeks(all.seeks(time, number));
                    });
        }
        return new Made(drawing, files, all, head);
    }

    private static Stream<Access> wanted(FileAccesses all, int number) {
        return all.accesses().stream().filter(access -> number < 0 || access.file() == number);
    }

    private static String head(List<Access> seen, FileAccesses all) {
        double bytes = seen.stream().mapToDouble(Access::bytes).sum();
        long unknown = seen.stream().filter(access -> access.offset() < 0).count();
        return ValueText.count(seen.size())
                + (seen.size() == 1 ? " access, " : " accesses, ")
                + ValueText.of(bytes, "B")
                + (unknown == 0 ? "" : ", " + ValueText.count(unknown) + " of them at unknown offsets")
                + (all.isCut() ? ", only the first " + ValueText.count(FileAccesses.MOST) + " of a process" : "");
    }

    private Drawing offsets(List<Access> seen) {
        List<Access> placed =
                seen.stream().filter(access -> access.offset() >= 0).toList();
        return new OffsetPicture(placed, visible, originNanos, theme, width, height);
    }

    private Drawing sizes(List<Access> seen) {
        long[][] counts = new long[2][AccessSizes.COUNT];
        seen.forEach(access -> counts[access.write() ? 1 : 0][AccessSizes.classOf(access.bytes())]++);
        List<String> labels = IntStream.range(0, AccessSizes.COUNT)
                .mapToObj(AccessSizes::label)
                .toList();
        return new BarPicture(labels, counts[0], counts[1], theme, width, height);
    }

    private Drawing seeks(FileAccesses.Seeks seeks) {
        List<String> labels =
                Stream.of(SeekDistance.values()).map(SeekDistance::label).toList();
        return new BarPicture(labels, counts(seeks.reads()), counts(seeks.writes()), theme, width, height);
    }

    private static long[] counts(Map<SeekDistance, Long> seeks) {
        return Stream.of(SeekDistance.values())
                .mapToLong(distance -> seeks.getOrDefault(distance, 0L))
                .toArray();
    }

    private Made servers(RunTraffic.Requests requests, Interval own, List<FileTraffic> files, FileAccesses all) {
        if (requests.sums().requests().isEmpty()) {
            return new Made(Optional.empty(), files, all, "The run tells of no requests to servers");
        }
        List<StatisticChart.Curve> curves =
                ServerRates.curves(requests.graph(), requests.sums(), own, PIECES, originNanos);
        TimeScale scale = new TimeScale(visible, Math.max(50, width));
        String head = ValueText.count(requests.sums().requests().size()) + " requests to " + curves.size()
                + (curves.size() == 1 ? " server" : " servers");
        return new Made(Optional.of(StatisticChart.lines(curves, scale, theme, width, height)), files, all, head);
    }
}

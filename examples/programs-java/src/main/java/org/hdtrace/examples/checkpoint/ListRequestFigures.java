// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.checkpoint;

import static org.hdtrace.examples.papers.Compared.UNKNOWN;

import java.awt.Color;
import java.nio.file.Path;
import java.util.List;
import org.hdtrace.examples.papers.Compared;
import org.hdtrace.examples.papers.Deviations;
import org.hdtrace.examples.papers.Experiment;
import org.hdtrace.examples.papers.Picture;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.document.ModelFormatException;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogarithmicAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** What the hint {@code romio_pvfs2_listio_write} changes for the diagonal. Source: HDTrace paper, section 6; MODEL C2. */
public final class ListRequestFigures {
    /** Pieces of memory that PVFS takes in one request. */
    static final int MOST = 64;

    private static final double WITHOUT_MILLIS = 69;
    private static final double WITH_MILLIS = 3.4;
    private static final int PARTS = 126;
    /** What PVFS takes for a node of a datatype. */
    private static final int NODE_BYTES = 76;

    private static final int LEAST_DRAWN = 16;
    private static final int MOST_DRAWN = 8192;
    private static final int HEIGHT = 330;
    private static final Color TRANSPARENT = new Color(0, 0, 0, 0);

    private final DiagonalWrites writes;
    private final Pair pair;
    private final List<Compared> figures;

    /** Simulate them on {@code examples/models/paper-gige-2.xml}. */
    public ListRequestFigures(Path model) throws ModelFormatException, TraceFormatException {
        writes = new DiagonalWrites(model);
        pair = Pair.of(writes.cluster(MOST));
        figures = compare();
    }

    /** Table and picture. */
    public Experiment experiment() throws ModelFormatException, TraceFormatException {
        return new Experiment(
                form -> Compared.table(figures, form),
                new Picture(
                        List.of(curve(), Deviations.chart(figures)),
                        Picture.WIDTH,
                        List.of(HEIGHT, Deviations.height(figures))));
    }

    List<Compared> figures() {
        return figures;
    }

    private List<Compared> compare() throws ModelFormatException, TraceFormatException {
        DiagonalWrites.Taken without = writes.write("disable", MOST);
        DiagonalWrites.Taken with = writes.write("enable", MOST);
        DiagonalWrites.Taken once = writes.contiguous();
        DiagonalWrites.Taken gaps = writes.withGaps();
        return List.of(
                number("requests without the hint", PARTS, PARTS, without.requests()),
                milliseconds("time without the hint", WITHOUT_MILLIS, seconds(MOST), without.seconds()),
                number("requests with the hint", UNKNOWN, 1, with.requests()),
                milliseconds("time with the hint", WITH_MILLIS, seconds(MOST_DRAWN), with.seconds()),
                new Compared(
                        "times faster with the hint",
                        "x",
                        WITHOUT_MILLIS / WITH_MILLIS,
                        seconds(MOST) / seconds(MOST_DRAWN),
                        without.seconds() / with.seconds()),
                milliseconds("time from one piece of memory", 3.01, seconds(MOST_DRAWN), once.seconds()),
                number("list requests, 126 ranges with gaps", UNKNOWN, (PARTS + MOST - 1) / MOST, gaps.requests()),
                milliseconds("time of the list requests", UNKNOWN, secondsOfLists(), gaps.seconds()));
    }

    /** By hand: a list request describes each range, and one byte, by a node of a datatype, and its data follows. */
    private double secondsOfLists() {
        int values = MOST * MOST;
        int nodes = PARTS + (PARTS + MOST - 1) / MOST;
        return seconds(values) + nodes * NODE_BYTES / pair.link().bandwidth();
    }

    /** By hand: each request is a write of its own, and waits for the one before. */
    private double seconds(int piecesOfARequest) {
        long left = Checkpoint.PAPER.diagonalBytes();
        double seconds = 0;
        while (left > 0) {
            long bytes = Math.min(left, (long) piecesOfARequest * DiagonalWrites.VALUE);
            seconds += pair.writeSeconds(bytes);
            left -= bytes;
        }
        return seconds;
    }

    private JFreeChart curve() throws ModelFormatException, TraceFormatException {
        XYSeries times = new XYSeries("simulated");
        for (int pieces = LEAST_DRAWN; pieces <= MOST_DRAWN; pieces *= 2) {
            times.add(pieces, 1e3 * writes.write("disable", pieces).seconds());
        }
        XYLineAndShapeRenderer lines = new XYLineAndShapeRenderer();
        lines.setSeriesPaint(0, Picture.SIMULATED);
        lines.setSeriesStroke(0, Picture.line());
        lines.setSeriesShape(0, Picture.dot());
        XYPlot plot = Picture.plot(
                new XYSeriesCollection(times),
                logarithmic("pieces of memory that a request takes", LEAST_DRAWN - 1, 1.2 * MOST_DRAWN),
                logarithmic("ms", 2, 1000),
                lines);
        plot.addRangeMarker(marker(
                WITHOUT_MILLIS,
                "paper, measured without the hint: 69 ms",
                RectangleAnchor.TOP_RIGHT,
                TextAnchor.BOTTOM_RIGHT));
        plot.addRangeMarker(marker(
                WITH_MILLIS,
                "paper, measured with the hint: 3.4 ms",
                RectangleAnchor.TOP_LEFT,
                TextAnchor.BOTTOM_LEFT));
        return Picture.chart("Writing the diagonal", plot, false);
    }

    private static NumberAxis logarithmic(String name, double least, double most) {
        LogarithmicAxis axis = new LogarithmicAxis(name);
        axis.setLabelFont(Picture.FONT);
        axis.setRange(least, most);
        return axis;
    }

    private static ValueMarker marker(double value, String text, RectangleAnchor place, TextAnchor anchor) {
        ValueMarker marker = new ValueMarker(value, Picture.REFERENCE, Picture.dashes());
        marker.setLabel(text);
        marker.setLabelFont(Picture.FONT);
        marker.setLabelAnchor(place);
        marker.setLabelTextAnchor(anchor);
        marker.setLabelBackgroundColor(TRANSPARENT);
        return marker;
    }

    private static Compared number(String quantity, double paper, long hand, long ours) {
        return new Compared(quantity, "", paper, (double) hand, (double) ours);
    }

    private static Compared milliseconds(String quantity, double paper, double hand, double ours) {
        return new Compared(quantity, "ms", paper, 1e3 * hand, 1e3 * ours);
    }
}

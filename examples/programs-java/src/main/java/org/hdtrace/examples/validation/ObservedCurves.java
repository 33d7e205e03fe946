// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.validation;

import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.hdtrace.examples.papers.Picture;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** Observed and simulated throughput of reads over the number of clients, two curves for each number of servers. */
public final class ObservedCurves {
    private static final int HEIGHT_OF_EACH = 330;
    private static final double MIB = 1 << 20;
    private static final double MARGIN = 0.5;

    private ObservedCurves() {}

    /** A diagram for each size of records. */
    public static Picture picture(List<ObservedReading> readings) {
        List<JFreeChart> charts = readings.stream()
                .map(one -> one.simulated().recordBytes())
                .distinct()
                .map(bytes -> chart(
                        bytes,
                        readings.stream()
                                .filter(one -> one.simulated().recordBytes() == bytes)
                                .toList()))
                .toList();
        return new Picture(
                new ArrayList<>(charts),
                Picture.WIDTH,
                charts.stream().map(chart -> HEIGHT_OF_EACH).toList());
    }

    private static JFreeChart chart(long bytes, List<ObservedReading> readings) {
        XYSeriesCollection curves = new XYSeriesCollection();
        XYLineAndShapeRenderer lines = new XYLineAndShapeRenderer();
        List<Integer> servers = readings.stream()
                .map(one -> one.simulated().servers())
                .distinct()
                .toList();
        int most = 0;
        for (int number : servers) {
            List<ObservedReading> some = readings.stream()
                    .filter(one -> one.simulated().servers() == number)
                    .toList();
            most = Math.max(
                    most,
                    some.stream()
                            .mapToInt(one -> one.simulated().clients())
                            .max()
                            .orElse(0));
            String name = number + (number == 1 ? " server" : " servers");
            Color colour = Picture.shade(servers.indexOf(number));
            add(curves, lines, series(name + ", observed", some, ObservedReading::throughput), colour, false);
            add(
                    curves,
                    lines,
                    series(name + ", simulated", some, one -> one.simulated().throughput()),
                    colour,
                    true);
        }
        NumberAxis clients = Picture.axis("clients");
        clients.setStandardTickUnits(NumberAxis.createIntegerTickUnits());
        clients.setRange(MARGIN, most + MARGIN);
        return Picture.chart(
                Curves.size(bytes) + " records", Picture.plot(curves, clients, Picture.axis("MiB/s"), lines), true);
    }

    private static XYSeries series(
            String name, List<ObservedReading> readings, ToDoubleFunction<ObservedReading> rate) {
        XYSeries series = new XYSeries(name);
        readings.forEach(one -> series.add(one.simulated().clients(), rate.applyAsDouble(one) / MIB));
        return series;
    }

    private static void add(
            XYSeriesCollection curves, XYLineAndShapeRenderer lines, XYSeries series, Color colour, boolean dashed) {
        int number = curves.getSeriesCount();
        curves.addSeries(series);
        lines.setSeriesPaint(number, colour);
        lines.setSeriesStroke(number, dashed ? Picture.dashes() : Picture.line());
        lines.setSeriesShapesVisible(number, !dashed);
        lines.setSeriesShape(number, Picture.dot());
    }
}

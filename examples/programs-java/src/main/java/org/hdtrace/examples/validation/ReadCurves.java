// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.validation;

import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import org.hdtrace.examples.papers.Picture;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** Throughput of reads over the number of clients, a curve for each number of servers, beside what cables allow. */
public final class ReadCurves {
    private static final int HEIGHT_OF_EACH = 330;
    private static final double MIB = 1 << 20;
    private static final double MARGIN = 0.5;
    private static final String LIMIT = "bound: min(servers, clients) cables";

    private ReadCurves() {}

    /** A diagram for each size of records. */
    public static Picture picture(List<Reading> readings) {
        List<JFreeChart> charts = new ArrayList<>();
        for (long bytes : Reads.RECORDS) {
            charts.add(chart(
                    Curves.size(bytes) + " records",
                    readings.stream()
                            .filter(one -> one.recordBytes() == bytes && one.packetBytes() == Reads.PACKETS.get(0))
                            .toList()));
        }
        return new Picture(
                charts,
                Picture.WIDTH,
                charts.stream().map(chart -> HEIGHT_OF_EACH).toList());
    }

    private static JFreeChart chart(String title, List<Reading> readings) {
        XYSeriesCollection curves = new XYSeriesCollection();
        XYLineAndShapeRenderer lines = new XYLineAndShapeRenderer();
        for (int servers : Reads.SERVERS) {
            XYSeries simulated = new XYSeries(servers + (servers == 1 ? " server" : " servers"));
            // The first one's name stands for all in the legend.
            XYSeries bound = new XYSeries(curves.getSeriesCount() == 0 ? LIMIT : LIMIT + ", " + servers);
            readings.stream().filter(one -> one.servers() == servers).forEach(one -> {
                simulated.add(one.clients(), one.throughput() / MIB);
                bound.add(one.clients(), one.bound() / MIB);
            });
            int number = add(curves, lines, bound, Picture.REFERENCE);
            lines.setSeriesVisibleInLegend(number, number == 0);
            lines.setSeriesShapesVisible(number, false);
            lines.setSeriesStroke(number, Picture.dashes());
            add(curves, lines, simulated, Picture.shade(Reads.SERVERS.indexOf(servers)));
        }
        NumberAxis clients = Picture.axis("clients");
        clients.setStandardTickUnits(NumberAxis.createIntegerTickUnits());
        clients.setRange(MARGIN, Reads.CLIENTS.get(Reads.CLIENTS.size() - 1) + MARGIN);
        return Picture.chart(title, Picture.plot(curves, clients, Picture.axis("MiB/s"), lines), true);
    }

    private static int add(XYSeriesCollection curves, XYLineAndShapeRenderer lines, XYSeries series, Color colour) {
        int number = curves.getSeriesCount();
        curves.addSeries(series);
        lines.setSeriesPaint(number, colour);
        lines.setSeriesStroke(number, Picture.line());
        lines.setSeriesShape(number, Picture.dot());
        return number;
    }
}

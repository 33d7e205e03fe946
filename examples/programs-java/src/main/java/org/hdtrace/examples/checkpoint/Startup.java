// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.checkpoint;

import org.hdtrace.examples.papers.Picture;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.annotations.XYTextAnnotation;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYStepRenderer;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** The beginning of a checkpoint, as the paper's figure 8: the disk seeks, falls behind the network, and catches up. */
final class Startup {
    private static final double MILLIS = 60;
    /** Text below would touch the axis. */
    private static final double LOWEST = 2.5;

    private Startup() {}

    static JFreeChart chart(Pair pair, Run run) {
        WatchedDisk.Write write = run.firstCheckpoint();
        XYSeries arrived = new XYSeries("packets that arrived at the server");
        arrived.add(0, 0);
        for (int packet = 1; pair.arrivalMillis(packet) <= MILLIS; packet++) {
            arrived.add(pair.arrivalMillis(packet), packet);
        }
        XYStepRenderer steps = new XYStepRenderer();
        steps.setSeriesPaint(0, Picture.REFERENCE);
        steps.setSeriesPaint(1, Picture.SIMULATED);
        steps.setSeriesStroke(0, Picture.line());
        steps.setSeriesStroke(1, Picture.line());
        XYSeriesCollection both = new XYSeriesCollection(arrived);
        XYPlot plot = Picture.plot(
                both, Picture.axis("ms since the checkpoint began"), Picture.axis("packets of 100 KiB"), steps);
        XYSeries written = new XYSeries("packets on disk; numbers: written by one operation");
        written.add(0, 0);
        double packets = 0;
        for (WatchedDisk.Operation operation : run.checkpointOperations()) {
            double millis = (operation.end() - write.start()) / 1e6;
            if (millis > MILLIS) {
                break;
            }
            double joined = operation.bytes() / (double) pair.packetBytes();
            packets += joined;
            written.add(millis, packets);
            if (joined > 1 || packets == 1) {
                plot.addAnnotation(number(joined, millis, Math.max(packets - joined / 2, LOWEST)));
            }
        }
        both.addSeries(written);
        plot.getDomainAxis().setRange(0, MILLIS);
        return Picture.chart("The beginning of a checkpoint", plot, true);
    }

    private static XYTextAnnotation number(double packets, double x, double y) {
        XYTextAnnotation text = new XYTextAnnotation(String.valueOf(Math.round(packets)), x + 0.4, y);
        text.setTextAnchor(TextAnchor.CENTER_LEFT);
        text.setFont(Picture.FONT);
        return text;
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.papers;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.Stroke;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jfree.chart.ChartUtils;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.Plot;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYItemRenderer;
import org.jfree.data.xy.XYDataset;
import org.jfree.svg.SVGGraphics2D;

/**
 * An experiment as diagrams one above the other.
 *
 * @param charts from top to bottom
 * @param width in pixels
 * @param heights of the charts in pixels
 */
public record Picture(List<JFreeChart> charts, int width, List<Integer> heights) {
    /** Of what was simulated. */
    public static final Color SIMULATED = new Color(0x1f77b4);
    /** Of what a paper says, or of what nothing can undercut. */
    public static final Color REFERENCE = new Color(0xd95f02);

    /** Of names in a diagram. */
    public static final Font FONT = new Font("SansSerif", Font.PLAIN, 10);

    private static final Font TITLE = new Font("SansSerif", Font.BOLD, 14);

    private static final List<Color> SHADES =
            List.of(new Color(0x9ecae1), new Color(0x4292c6), new Color(0x08519c), new Color(0x041f3f));

    /** Width that all pictures have. */
    public static final int WIDTH = 900;

    public Picture {
        charts = List.copyOf(charts);
        heights = List.copyOf(heights);
        charts.forEach(chart -> chart.setBackgroundPaint(Color.WHITE));
    }

    /** One diagram. */
    public Picture(JFreeChart chart, int height) {
        this(List.of(chart), WIDTH, List.of(height));
    }

    /** A diagram with a title of the size that all have. */
    public static JFreeChart chart(String title, Plot plot, boolean legend) {
        return new JFreeChart(title, TITLE, plot, legend);
    }

    /** An axis with a name of the size that all have. */
    public static NumberAxis axis(String name) {
        NumberAxis axis = new NumberAxis(name);
        axis.setLabelFont(FONT);
        return axis;
    }

    /** Lines of a diagram on white with grey lines of its axes. */
    public static XYPlot plot(XYDataset curves, NumberAxis domain, NumberAxis range, XYItemRenderer lines) {
        XYPlot plot = new XYPlot(curves, domain, range, lines);
        plot.setBackgroundPaint(Color.WHITE);
        plot.setDomainGridlinePaint(Color.LIGHT_GRAY);
        plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
        return plot;
    }

    /** One of four colours of what was simulated, from light to dark. */
    public static Color shade(int number) {
        return SHADES.get(number % SHADES.size());
    }

    /** A point of a curve. */
    public static Shape dot() {
        return new Ellipse2D.Double(-2.5, -2.5, 5, 5);
    }

    /** How a curve is drawn. */
    public static Stroke line() {
        return new BasicStroke(2f);
    }

    /** How a curve is drawn that lies over others. */
    public static Stroke dashes() {
        return new BasicStroke(1.2f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_BEVEL, 1, new float[] {7, 5}, 0);
    }

    /**
     * Draw it into a file. The same charts give the same bytes.
     *
     * @param file replaced when it exists; its name ends in .svg or .png
     * @throws IllegalArgumentException for another name
     */
    public void write(Path file) throws IOException {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        if (name.endsWith(".png")) {
            writePng(file);
        } else if (name.endsWith(".svg")) {
            writeSvg(file);
        } else {
            throw new IllegalArgumentException(file + ": the name must end in .png or .svg");
        }
    }

    private int height() {
        return heights.stream().mapToInt(Integer::intValue).sum();
    }

    private void writePng(Path file) throws IOException {
        BufferedImage image = new BufferedImage(width, height(), BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        draw(graphics);
        graphics.dispose();
        Files.write(file, ChartUtils.encodeAsPNG(image));
    }

    private void writeSvg(Path file) throws IOException {
        SVGGraphics2D graphics = new SVGGraphics2D(width, height());
        // Otherwise made from the time of day.
        graphics.setDefsKeyPrefix("curves");
        draw(graphics);
        Files.writeString(file, graphics.getSVGDocument(), StandardCharsets.UTF_8);
    }

    private void draw(Graphics2D graphics) {
        double top = 0;
        for (int i = 0; i < charts.size(); i++) {
            charts.get(i).draw(graphics, new Rectangle2D.Double(0, top, width, heights.get(i)));
            top += heights.get(i);
        }
    }
}

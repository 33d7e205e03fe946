// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import org.hdtrace.sunshot.TestRuns;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.TimeScale;
import org.hdtrace.sunshot.query.VisibleRow;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class SvgPageTest {
    private record Drawn(int width, int height, Consumer<Graphics2D> painter) implements Drawing {
        @Override
        public void paint(Graphics2D graphics, boolean raster) {
            painter.accept(graphics);
        }
    }

    private static String svg(Consumer<Graphics2D> painter) {
        return SvgPage.of(new Drawn(100, 50, painter));
    }

    @Test
    void rectanglesSayNoMoreThanTheyNeed() {
        String svg = svg(graphics -> {
            graphics.setColor(new Color(0x0A80FF));
            graphics.fillRect(10, 20, 3, 4);
        });
        assertTrue(svg.contains("<rect x='10' y='20' width='3' height='4' fill='#0a80ff'/>"), svg);
    }

    @Test
    void partsOfPixelsStay() {
        String svg = svg(graphics -> graphics.draw(new Line2D.Double(0.25, -1.5, 20, 1e-3)));
        assertTrue(svg.contains("x1='0.25' y1='-1.5' x2='20' y2='0.001'"), svg);
    }

    @Test
    void whatShinesThroughKeepsItsOpacity() {
        String svg = svg(graphics -> {
            graphics.setColor(new Color(10, 20, 30, 51));
            graphics.fillRect(1, 2, 3, 4);
        });
        assertTrue(svg.contains("fill:rgb(10,20,30)") && svg.contains("fill-opacity:0.2"), svg);
    }

    @Test
    void textsThatLookLikeFillsStay() throws Exception {
        String text = "style='fill:rgb(1,2,3)'/>";
        Document document = parsed(svg(graphics -> graphics.drawString(text, 10, 10)));
        assertEquals(text, document.getElementsByTagName("text").item(0).getTextContent());
    }

    /** Rectangles painted one after the other give the pixels of the image. */
    @Test
    void rectanglesOfStatesArePixelsOfTheImage() throws Exception {
        CategoryTable categories = new CategoryTable();
        List<Run> runs = List.of(TestRuns.iterative(categories, 2, 4, 1));
        List<VisibleRow> rows = RowQuery.standard().rows(runs).stream()
                .filter(row -> row.row() instanceof Row.Trace)
                .toList();
        RowLayout layout = RowLayout.of(rows, new RowLayout.Heights(20, 16, 14, 30));
        Scene scene = new Scene(
                rows,
                rows,
                layout,
                new TimeScale(
                        runs.get(0).interval().shift(-runs.get(0).interval().startNanos()), 700),
                categories.all(),
                Scene.Options.standard(),
                Theme.LIGHT);
        Drawn drawn = new Drawn(700, layout.totalHeight(), graphics -> TimelinePainter.paint(scene, graphics, 0, 0));
        NodeList rectangles = parsed(SvgPage.of(drawn)).getElementsByTagName("rect");
        assertTrue(rectangles.getLength() > 500, rectangles.getLength() + " rectangles");
        BufferedImage painted = new BufferedImage(drawn.width(), drawn.height(), BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = painted.createGraphics();
        graphics.setColor(new Color(Theme.LIGHT.background()));
        graphics.fillRect(0, 0, drawn.width(), drawn.height());
        for (int i = 0; i < rectangles.getLength(); i++) {
            Element each = (Element) rectangles.item(i);
            graphics.setColor(Color.decode(each.getAttribute("fill")));
            graphics.fillRect(number(each, "x"), number(each, "y"), number(each, "width"), number(each, "height"));
        }
        graphics.dispose();
        BufferedImage wanted = TimelinePainter.image(scene, 0, drawn.height(), 1);
        assertArrayEquals(pixels(wanted), pixels(painted));
    }

    private static int number(Element element, String attribute) {
        return Integer.parseInt(element.getAttribute(attribute));
    }

    private static int[] pixels(BufferedImage image) {
        int[] pixels = image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] |= 0xFF000000;
        }
        return pixels;
    }

    private static Document parsed(String svg) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        // The type's definition lies in the network.
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        return factory.newDocumentBuilder().parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }
}

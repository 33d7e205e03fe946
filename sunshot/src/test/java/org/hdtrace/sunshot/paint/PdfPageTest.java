// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.graphics.form.PDFormXObject;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.apache.pdfbox.text.PDFTextStripper;
import org.hdtrace.sunshot.TestRuns;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.query.RowQuery;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PdfPageTest {
    @TempDir
    private Path folder;

    private Path file;
    private Picture picture;

    @BeforeEach
    void write() throws Exception {
        CategoryTable categories = new CategoryTable();
        List<Run> runs = List.of(TestRuns.iterative(categories, 1, 2, 1));
        RowQuery query = RowQuery.standard();
        Picture.Content content = PictureContents.of(
                runs,
                categories,
                query,
                PictureContents.wholeOf(runs, query),
                "A title",
                PictureContents.Arrangement.COLUMNS,
                Scene.Options.standard());
        picture = new Picture(content, Theme.LIGHT, 800, 0);
        file = folder.resolve("picture.pdf");
        PictureWriter.write(picture, file);
    }

    /** Whether all around has the same colour: edges are smoothed by other rules. */
    private static boolean isInside(BufferedImage image, int x, int y) {
        int rgb = image.getRGB(x, y);
        return image.getRGB(x - 1, y) == rgb
                && image.getRGB(x + 1, y) == rgb
                && image.getRGB(x, y - 1) == rgb
                && image.getRGB(x, y + 1) == rgb;
    }

    private static boolean isEqual(int rgb, int other) {
        for (int shift = 0; shift < 24; shift += 8) {
            if (Math.abs((other >> shift & 255) - (rgb >> shift & 255)) > 3) {
                return false;
            }
        }
        return true;
    }

    @Test
    void looksLikeThePicture() throws Exception {
        BufferedImage wanted = new BufferedImage(picture.width(), picture.height(), BufferedImage.TYPE_INT_RGB);
        Graphics2D shapes = wanted.createGraphics();
        picture.paint(shapes, false);
        shapes.dispose();
        try (PDDocument document = Loader.loadPDF(file.toFile())) {
            assertEquals(1, document.getNumberOfPages());
            BufferedImage image = new PDFRenderer(document).renderImage(0);
            assertEquals(wanted.getWidth(), image.getWidth());
            assertEquals(wanted.getHeight(), image.getHeight());
            int coloured = 0;
            int wrong = 0;
            for (int y = 1; y < image.getHeight() - 1; y++) {
                for (int x = 1; x < image.getWidth() - 1; x++) {
                    if (isColoured(wanted.getRGB(x, y)) && isInside(wanted, x, y)) {
                        coloured++;
                        wrong += isEqual(image.getRGB(x, y), wanted.getRGB(x, y)) ? 0 : 1;
                    }
                }
            }
            assertTrue(coloured > 1000 && wrong < coloured / 50, wrong + " of " + coloured + " pixels differ");
        }
    }

    /** States and curves are coloured; letters, whose edges depend on who draws them, are grey. */
    private static boolean isColoured(int rgb) {
        int red = rgb >> 16 & 255;
        int green = rgb >> 8 & 255;
        int blue = rgb & 255;
        return Math.max(red, Math.max(green, blue)) - Math.min(red, Math.min(green, blue)) > 60;
    }

    @Test
    void isMadeOfShapesAndNotOfPixels() throws Exception {
        try (PDDocument document = Loader.loadPDF(file.toFile())) {
            PDResources page = document.getPage(0).getResources();
            for (var name : page.getXObjectNames()) {
                PDFormXObject drawing = (PDFormXObject) page.getXObject(name);
                drawing.getResources()
                        .getXObjectNames()
                        .forEach(inner -> assertFalse(drawing.getResources().isImageXObject(inner)));
            }
        }
    }

    @Test
    void textCanBeSearchedAndItsFontsAreInside() throws Exception {
        assumeTrue(
                Files.isReadable(Path.of("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")),
                "fonts-dejavu-core is not installed: text is outlines");
        try (PDDocument document = Loader.loadPDF(file.toFile())) {
            String text = new PDFTextStripper().getText(document);
            assertTrue(text.contains("A title") && text.contains("Rank 0"), text);
            PDResources page = document.getPage(0).getResources();
            for (var name : page.getXObjectNames()) {
                PDResources drawing = ((PDFormXObject) page.getXObject(name)).getResources();
                for (var font : drawing.getFontNames()) {
                    assertTrue(drawing.getFont(font).isEmbedded(), font.getName());
                }
            }
        }
    }
}

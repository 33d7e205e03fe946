// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import de.rototor.pdfbox.graphics2d.PdfBoxGraphics2D;
import de.rototor.pdfbox.graphics2d.PdfBoxGraphics2DFontTextDrawer;
import java.awt.Font;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDDocumentInformation;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType0Font;

/**
 * A drawing as the only page of a PDF file, one point to a pixel. Text is embedded as the glyphs it uses of Debian's usual
 * sans-serif font, so it can be searched; where that font is not installed text becomes outlines, which look the same.
 */
final class PdfPage {
    private static final Path FONTS = Path.of("/usr/share/fonts/truetype/dejavu");

    private PdfPage() {}

    static void write(Drawing picture, OutputStream out) throws IOException {
        try (PDDocument document = new PDDocument();
                Fonts fonts = new Fonts(document)) {
            document.setDocumentInformation(information());
            PDPage page = new PDPage(new PDRectangle(picture.width(), picture.height()));
            document.addPage(page);
            PdfBoxGraphics2D graphics = new PdfBoxGraphics2D(document, picture.width(), picture.height());
            try {
                graphics.setFontTextDrawer(fonts);
                picture.paint(graphics, false);
            } finally {
                graphics.dispose();
            }
            try (PDPageContentStream stream = new PDPageContentStream(document, page)) {
                stream.drawForm(graphics.getXFormObject());
            }
            document.save(out);
        }
    }

    private static PDDocumentInformation information() {
        PDDocumentInformation information = new PDDocumentInformation();
        information.setCreator("HDTrace Sunshot");
        return information;
    }

    /** The installed font in place of the logical one that themes name; outlines for all other fonts. */
    private static final class Fonts extends PdfBoxGraphics2DFontTextDrawer {
        private final PDFont plain;
        private final PDFont bold;

        Fonts(PDDocument document) throws IOException {
            plain = load(document, "DejaVuSans.ttf");
            bold = load(document, "DejaVuSans-Bold.ttf");
        }

        private static PDFont load(PDDocument document, String name) throws IOException {
            Path file = FONTS.resolve(name);
            return Files.isReadable(file) ? PDType0Font.load(document, file.toFile()) : null;
        }

        @Override
        protected PDFont mapFont(Font font, IFontTextDrawerEnv environment) {
            boolean known =
                    font.getFamily().equals(Font.SANS_SERIF) || font.getFamily().startsWith("DejaVu Sans");
            return known ? (font.isBold() ? bold : plain) : null;
        }
    }
}

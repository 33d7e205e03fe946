// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.hdtrace.sunshot.TestRuns;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.query.RowQuery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PictureTest {
    private static Picture picture(int hosts, int ranksPerHost, Theme theme, int height) {
        CategoryTable categories = new CategoryTable();
        List<Run> runs = List.of(TestRuns.iterative(categories, hosts, ranksPerHost, 1));
        RowQuery query = RowQuery.standard();
        return new Picture(
                PictureContents.of(
                        runs,
                        categories,
                        query,
                        PictureContents.wholeOf(runs, query),
                        "",
                        PictureContents.Arrangement.COLUMNS,
                        Scene.Options.standard()),
                theme,
                1600,
                height);
    }

    @Test
    void writesPngAndSvgOfTheSamePicture(@TempDir Path folder) throws Exception {
        Picture picture = picture(2, 2, Theme.LIGHT, 0);
        Path png = folder.resolve("a.png");
        Path svg = folder.resolve("a.svg");
        PictureWriter.write(picture, png);
        PictureWriter.write(picture, svg);
        var image = ImageIO.read(png.toFile());
        assertEquals(1600, image.getWidth());
        assertEquals(picture.height(), image.getHeight());
        String text = Files.readString(svg);
        assertTrue(text.startsWith("<?xml") || text.startsWith("<svg"), text.substring(0, 40));
        assertTrue(text.contains("File_write_at_all"), "the legend is text");
        try (var files = Files.list(folder)) {
            assertEquals(2, files.count(), "nothing temporary is left");
        }
    }
}

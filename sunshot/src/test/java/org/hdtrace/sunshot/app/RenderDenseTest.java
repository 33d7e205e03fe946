// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.model.CategoryColors;
import org.hdtrace.sunshot.paint.DenseStyle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dense columns of pictures without a window. */
class RenderDenseTest {
    private static final int RECV = CategoryColors.colorOf("Recv");
    private static final int TEST = CategoryColors.colorOf("Test");

    @TempDir
    private Path folder;

    private final StringWriter err = new StringWriter();

    private int render(Path out, String style, String... more) throws Exception {
        String project = TestProjects.dense(folder.resolve("p")).toString();
        String[] args = {
            "render",
            project,
            "--rows",
            "n1/1/0",
            "--to",
            "1",
            "--legend",
            "0",
            "--size",
            "400x0",
            "-o",
            out.toString(),
            "--dense",
            style
        };
        String[] all = new String[args.length + more.length];
        System.arraycopy(args, 0, all, 0, args.length);
        System.arraycopy(more, 0, all, args.length, more.length);
        return Main.run(new PrintWriter(new StringWriter()), new PrintWriter(err, true), all);
    }

    private double ratio(String style, String... more) throws Exception {
        Path png = folder.resolve("picture.png");
        assertEquals(0, render(png, style, more), err.toString());
        BufferedImage image = ImageIO.read(png.toFile());
        int recv = CommandLineTest.count(image, RECV, 0, image.getWidth());
        int test = CommandLineTest.count(image, TEST, 0, image.getWidth());
        return (double) recv / Math.max(1, test);
    }

    @Test
    void threeQuartersOfTheTimeAreThreeQuartersOfTheHeight() throws Exception {
        assertTrue(ratio("dominant") > 1000, "the largest alone");
        assertEquals(1, ratio("all"), 0.2);
        assertEquals(2, ratio("exclusive-overlapped"), 0.4, "one quarter lies on the other three");
        for (String style : new String[] {"inclusive-stacked", "exclusive-stacked", "exclusive-base"}) {
            assertEquals(3, ratio(style), 0.5, style);
            assertEquals(3, ratio(style, "--scale", "2"), 0.3, style + " in twice as many pixels");
        }
    }

    @Test
    void vectorGraphicsHaveTheSameShares() throws Exception {
        for (DenseStyle style : DenseStyle.values()) {
            Path svg = folder.resolve("picture.svg");
            assertEquals(0, render(svg, style.word()), err.toString());
            boolean small = Files.readString(svg).contains("'#%06x'".formatted(TEST & 0xFFFFFF));
            assertEquals(style != DenseStyle.DOMINANT, small, style.word());
            Path pdf = folder.resolve("picture.pdf");
            assertEquals(0, render(pdf, style.word()), err.toString());
            assertTrue(Files.size(pdf) > 1000);
        }
    }

    @Test
    void anUnknownStyleIsOneLine() throws Exception {
        assertEquals(2, render(folder.resolve("x.png"), "largest"));
        assertTrue(err.toString().contains("--dense largest: expected one of " + DenseStyle.words()), err.toString());
    }
}

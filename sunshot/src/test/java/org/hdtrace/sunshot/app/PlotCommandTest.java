// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code hdtrace plot}: tables of sweeps as pictures. */
class PlotCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
    }

    @Test
    void plotsATableOfASweep() throws Exception {
        Path table = Files.writeString(
                folder.resolve("r.csv"),
                """
                NetworkEdge[*]/Latency,ClientMethod[Bcast],virtualTimeNs,events,error
                1us,Ring,1000000,5,
                2us,Ring,3000000,5,
                1us,MPICH,2000000,5,
                2us,MPICH,2500000,5,
                """);
        Path png = folder.resolve("r.png");
        assertEquals(0, run("plot", table.toString(), "-o", png.toString()), err.toString());
        BufferedImage image = ImageIO.read(png.toFile());
        assertEquals(List.of(1200, 800), List.of(image.getWidth(), image.getHeight()));
        for (int curve : new int[] {0x0072B2, 0xD55E00}) {
            assertTrue(
                    CommandLineTest.count(image, curve, 0, 1200) > 800,
                    "a line across the picture, " + Integer.toHexString(curve));
        }
        Path svg = folder.resolve("r.svg");
        String[] more = {"--x", "ClientMethod[Bcast]", "--size", "640x400", "--theme", "dark", "--title", "Mine"};
        List<String> all = new ArrayList<>(List.of("plot", table.toString(), "-o", svg.toString()));
        all.addAll(List.of(more));
        assertEquals(0, run(all.toArray(String[]::new)), err.toString());
        String text = Files.readString(svg);
        for (String word : new String[] {"Mine", "ClientMethod[Bcast]", "Latency=2us"}) {
            assertTrue(text.contains(">" + word + "<"), word);
        }
        assertEquals(
                List.of(),
                columnsThatDiffer(image, labelled(table, "simulated time")),
                "the label that is the usual one");
        List<Integer> columns = columnsThatDiffer(image, labelled(table, "measured time"));
        assertFalse(columns.isEmpty());
        assertTrue(columns.get(columns.size() - 1) < 60, "only the label at the left is another: " + columns);
    }

    private BufferedImage labelled(Path table, String label) throws IOException {
        Path png = folder.resolve("labelled.png");
        assertEquals(0, run("plot", table.toString(), "-o", png.toString(), "--label", label), err.toString());
        return ImageIO.read(png.toFile());
    }

    /** Columns in which two pictures of one size have other pixels. */
    private static List<Integer> columnsThatDiffer(BufferedImage one, BufferedImage other) {
        List<Integer> columns = new ArrayList<>();
        for (int x = 0; x < one.getWidth(); x++) {
            int[] of = one.getRGB(x, 0, 1, one.getHeight(), null, 0, 1);
            if (!Arrays.equals(of, other.getRGB(x, 0, 1, other.getHeight(), null, 0, 1))) {
                columns.add(x);
            }
        }
        return columns;
    }

    @Test
    void whatCannotBePlottedIsOneLine() throws Exception {
        Path table = Files.writeString(folder.resolve("r.csv"), "A[*]/b,virtualTimeNs,error\n1,5,\n");
        String png = folder.resolve("r.png").toString();
        refusesToPlot(2, "--x C[*]/d: varied are A[*]/b", table, "-o", png, "--x", "C[*]/d");
        refusesToPlot(2, "the name must end in .png, .svg or .pdf", table, "-o", folder + "/r.gif");
        refusesToPlot(2, "--size 640x0: height at least 200", table, "-o", png, "--size", "640x0");
        refusesToPlot(2, "--theme pink", table, "-o", png, "--theme", "pink");
        refusesToPlot(1, "none.csv: no such file", folder.resolve("none.csv"), "-o", png);
        assertFalse(Files.exists(Path.of(png)));
    }

    private void refusesToPlot(int status, String cause, Path table, String... more) {
        err.getBuffer().setLength(0);
        List<String> all = new ArrayList<>(List.of("plot", table.toString()));
        all.addAll(List.of(more));
        assertEquals(status, run(all.toArray(String[]::new)), err.toString());
        assertTrue(err.toString().startsWith("hdtrace plot: "), err.toString());
        assertTrue(err.toString().contains(cause), err.toString());
        assertEquals(1, err.toString().lines().count(), err.toString());
    }
}

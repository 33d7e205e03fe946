// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.swing.JComboBox;
import javax.swing.JComponent;
import javax.swing.JTable;
import org.hdtrace.analysis.traffic.FileAccesses.Access;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.model.CategoryColors;
import org.hdtrace.sunshot.paint.MatrixPicture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The I/O lens (SUNSHOT V-19) and the matrices of requests and accesses (V-11). */
class IoWindowTest extends OpenWindow {
    private static final long EPOCH = 1_300_000_000_000_000_000L;
    private static final long SECOND = 1_000_000_000L;
    /** Height of the colours in the legend of bars, and where the bars may begin. */
    private static final int LEGEND = 12;

    private static final int BELOW = 30;

    /** Rank 0 writes 96 bytes at 64 of a.dat from 1 s to 3 s; rank 1 reads 32 bytes there before. */
    @Override
    Path project(Path target) throws IOException {
        Path project = TestProjects.chain(target);
        Files.writeString(
                target.resolve("chain_c_0_0.trc"),
                "<Program timeAdjustment='1300000000'><File_open name='dir/a.dat' fid='1' time='0.1' end='0.2'/>"
                        + "<File_write_at size='96' offset='64' fid='1' time='1.0' end='3.0'/></Program>");
        Files.writeString(
                target.resolve("chain_c_1_0.trc"),
                "<Program timeAdjustment='1300000000'><File_open name='dir/a.dat' fid='4' time='0.1' end='0.2'/>"
                        + "<File_read_at size='32' offset='64' fid='4' time='0.5' end='0.9'/></Program>");
        return project;
    }

    @BeforeEach
    void openPanel() throws Exception {
        driver.press("timelines", "O");
        driver.await("read", () -> driver.text("io.head").equals("2 accesses, 128 B"));
    }

    private JTable files() {
        return driver.component("io.files", JTable.class);
    }

    private void choose(String box, Object what) throws Exception {
        driver.onEventThread(() -> driver.component(box, JComboBox.class).setSelectedItem(what));
    }

    @Tag("V-19")
    @Test
    void figuresOfFilesAreThoseOfTheView() throws Exception {
        assertEquals("a.dat", files().getValueAt(0, 0));
        assertEquals(8, files().getColumnCount());
        driver.onEventThread(() -> driver.model().go(driver.model().viewport().select(2 * SECOND, 29 * SECOND / 10)));
        driver.await("one is left", () -> driver.text("io.head").equals("1 access, 96 B"));
        assertEquals(
                List.of("a.dat", "1", "96 B", "48 B/s", "100.0 %"),
                WindowDriver.compute(() -> {
                    JTable table = files();
                    return IntStream.range(0, table.getColumnCount())
                            .mapToObj(column -> String.valueOf(table.getValueAt(0, column)))
                            .toList();
                }),
                "columns of reads would be empty");
    }

    @Tag("V-19")
    @Test
    void anAccessLeadsToItsCall() throws Exception {
        Access write = new Access(0, 0, true, EPOCH + SECOND, EPOCH + 3 * SECOND, 64, 96, true);
        driver.onEventThread(() -> driver.component("io", IoPanel.class).goTo(write));
        assertEquals("0:c/0/0", driver.model().selectedKey());
        assertTrue(driver.model().visible().startNanos() <= SECOND);
    }

    @Tag("V-19")
    @Test
    void eachPictureIsDrawn() throws Exception {
        int read = CategoryColors.colorOf("File_read");
        int write = CategoryColors.colorOf("File_write");
        // The write lasts five times as long, begins 0.1 s after the read ends and has three times its bytes from the
        // same offset on.
        driver.await("accesses lie where they are", () -> {
            Rectangle of32 = bounds(read, 0);
            Rectangle of96 = bounds(write, 0);
            return !of32.isEmpty()
                    && Math.abs(of96.width - 5 * of32.width) <= 6
                    && Math.abs(of96.height - 3 * of32.height) <= 3
                    && Math.abs(of96.y + of96.height - of32.y - of32.height) <= 1
                    && Math.abs(4 * (of96.x - of32.x - of32.width) - of32.width) <= 8;
        });
        choose("io.kind", IoRequest.Kind.SIZES);
        driver.await(
                "both are small, one bar beside the other", () -> areTwins(bounds(read, BELOW), bounds(write, BELOW)));
        choose("io.kind", IoRequest.Kind.SEEKS);
        driver.await(
                "nobody has accessed the file before",
                () -> bounds(read, 0).height == LEGEND && bounds(write, 0).height == LEGEND);
        choose("io.file", "dir/a.dat");
        driver.await("of one file", () -> driver.text("io.head").equals("2 accesses, 128 B"));
        choose("io.kind", IoRequest.Kind.SERVERS);
        driver.await("the requests are told", () -> driver.text("io.head").equals("3 requests to 2 servers"));
        driver.await("s1 moves more at once", () -> {
            Rectangle s1 = bounds(0x0072B2, 0);
            Rectangle s2 = bounds(0xD55E00, 0);
            return !s1.isEmpty() && !s2.isEmpty() && s1.y < s2.y - canvas().getHeight() / 5;
        });
    }

    private JComponent canvas() {
        return driver.component("io.canvas", JComponent.class);
    }

    /** Where a colour is below the first pixels of the picture. */
    private Rectangle bounds(int rgb, int below) {
        BufferedImage whole = Painted.of(canvas());
        return Painted.bounds(whole.getSubimage(0, below, whole.getWidth(), whole.getHeight() - below), rgb);
    }

    /** Of the same height and nearly as high as the picture, one at the right of the other. */
    private boolean areTwins(Rectangle one, Rectangle other) {
        return one.height > canvas().getHeight() / 3
                && one.y == other.y
                && one.height == other.height
                && one.width == other.width
                && other.x - one.x - one.width == 2;
    }

    @Tag("V-11")
    @Test
    void theMatrixTellsOfServersAndFiles() throws Exception {
        driver.run(Command.MATRIX);
        MatrixPanel panel = driver.component("matrix", MatrixPanel.class);
        JComboBox<?> what = driver.component("matrix.what", JComboBox.class);
        driver.onEventThread(() -> what.setSelectedIndex(1));
        driver.await("requests", () -> panel.csv().contains("\nc/0/0,s1,2,64,"));
        assertTrue(panel.csv().contains("\nc/0/0,s2,1,32,"), panel.csv());
        driver.onEventThread(() -> what.setSelectedIndex(2));
        driver.await("accesses", () -> panel.csv().contains("\n0,dir/a.dat,1,96,48.0,2.0\n"));
        assertTrue(panel.csv().contains("\n1,dir/a.dat,1,32,80.0,0.4\n"), panel.csv());
        driver.onEventThread(() -> panel.goTo(new MatrixPicture.Cell(1, 0)));
        assertEquals("0:c/1/0", driver.model().selectedKey());
        assertEquals(4 * SECOND / 10, driver.model().visible().startNanos());
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import java.awt.image.BufferedImage;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.LoadMonitor;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.RunLoader;
import org.hdtrace.sunshot.model.StateFilter;
import org.hdtrace.sunshot.paint.RowLayout;
import org.hdtrace.sunshot.paint.Scene;
import org.hdtrace.sunshot.paint.Theme;
import org.hdtrace.sunshot.paint.SeriesAxes;
import org.hdtrace.sunshot.paint.TimelinePainter;
import org.hdtrace.sunshot.query.CounterLooks;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.TimeScale;
import org.hdtrace.sunshot.query.VisibleRow;

/**
 * Opens a project of very many rows and scrolls through it (SUNSHOT G-10): mostly some rows further, at times anywhere. Prints lines of
 * {@code NAME VALUE}: times in milliseconds, heap in MiB.
 */
public final class Scroll {
    private static final int WIDTH = 1920;
    private static final int HEIGHT = 960;
    private static final int WARM_UP = 150;
    private static final int FRAMES = 400;

    private Scroll() {}

    public static void main(String[] args) throws Exception {
        CategoryTable categories = new CategoryTable();
        long begin = System.nanoTime();
        Run run = new RunLoader(categories, StateFilter.none(), LoadMonitor.silent()).load(Path.of(args[0]));
        print("rows-open", (System.nanoTime() - begin) / 1e6);
        begin = System.nanoTime();
        List<VisibleRow> rows = RowQuery.standard().rows(List.of(run));
        RowLayout layout = RowLayout.of(rows, RowLayout.Heights.NORMAL);
        print("rows-layout", (System.nanoTime() - begin) / 1e6);
        SeriesAxes axes = new SeriesAxes(rows, CounterLooks.usual());
        Interval whole = new Interval(0, run.interval().durationNanos());
        Random random = new Random(10);
        double[] frames = new double[FRAMES];
        double[] processor = new double[FRAMES];
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        BufferedImage image = null;
        int y = 0;
        for (int i = -WARM_UP; i < FRAMES; i++) {
            int room = Math.max(1, layout.totalHeight() - HEIGHT);
            y = random.nextInt(10) == 0 ? random.nextInt(room) : Math.min(room, y + random.nextInt(120));
            Scene scene = new Scene(
                    rows, axes, layout, new TimeScale(whole, WIDTH), categories.all(), Scene.Options.standard(), Theme.LIGHT);
            long used = threads.getCurrentThreadCpuTime();
            begin = System.nanoTime();
            image = TimelinePainter.image(scene, y, HEIGHT, 1, image);
            if (i >= 0) {
                frames[i] = (System.nanoTime() - begin) / 1e6;
                processor[i] = (threads.getCurrentThreadCpuTime() - used) / 1e6;
            }
        }
        percentiles("scroll", frames);
        percentiles("scroll-cpu", processor);
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        print("rows-heap", (runtime.totalMemory() - runtime.freeMemory()) / 1048576.0);
    }

    private static void percentiles(String name, double[] millis) {
        Arrays.sort(millis);
        print(name + "-p50", millis[millis.length / 2]);
        print(name + "-p99", millis[millis.length * 99 / 100]);
    }

    private static void print(String name, double value) {
        System.out.printf(Locale.ROOT, "%s %.4f%n", name, value);
    }
}

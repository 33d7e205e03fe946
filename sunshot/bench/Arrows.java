// SPDX-License-Identifier: GPL-3.0-or-later
import java.awt.image.BufferedImage;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.hdtrace.format.project.Project;
import org.hdtrace.sunshot.arrow.ArrowLoader;
import org.hdtrace.sunshot.arrow.ArrowTable;
import org.hdtrace.sunshot.arrow.MessagePairs;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.LoadMonitor;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.RunLoader;
import org.hdtrace.sunshot.model.StateFilter;
import org.hdtrace.sunshot.paint.ArrowLayer;
import org.hdtrace.sunshot.paint.RowLayout;
import org.hdtrace.sunshot.paint.Scene;
import org.hdtrace.sunshot.paint.Theme;
import org.hdtrace.sunshot.paint.TimelinePainter;
import org.hdtrace.sunshot.query.ArrowQuery;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.TimeScale;
import org.hdtrace.sunshot.query.VisibleRow;
import org.hdtrace.sunshot.store.StoreFolder;

/**
 * Reads the messages of a project, sums them up by pairs of rows for any interval (SUNSHOT G-08), and paints the same views with and
 * without their arrows (G-09). Prints lines of
 * {@code NAME VALUE}: seconds to read them, and to take them from what is kept; milliseconds of a frame
 * with them, and of processor time that they add to it, of that their query.
 */
public final class Arrows {
    private static final int WIDTH = 1920;
    private static final int HEIGHT = 960;
    private static final int WARM_UP = 150;
    private static final int FRAMES = 400;
    private static final int MATRICES = 60;

    private Arrows() {}

    public static void main(String[] args) throws Exception {
        CategoryTable categories = new CategoryTable();
        Run run = new RunLoader(categories, StateFilter.none(), LoadMonitor.silent()).load(Path.of(args[0]));
        ArrowTable table = null;
        for (String name : List.of("arrows-read", "arrows-again")) {
            long begin = System.nanoTime();
            table = ArrowLoader.messages(Project.open(Path.of(args[0])), StoreFolder.beside(), path -> {});
            System.out.printf(Locale.ROOT, "%s %.3f%n", name, (System.nanoTime() - begin) / 1e9);
        }
        matrix(Project.open(Path.of(args[0])), table, run);
        List<VisibleRow> rows = RowQuery.standard().rows(List.of(run));
        RowLayout layout = RowLayout.of(rows, new RowLayout.Heights(20, 16, HEIGHT / rows.size(), 30));
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Scene.Options plain = Scene.Options.standard();
        Scene.Options arrows = plain.withArrows(List.of(new ArrowLayer(0, ArrowLayer.Kind.MESSAGES, table)));
        double[] added = new double[FRAMES];
        double[] frames = new double[FRAMES];
        double[] queries = new double[FRAMES];
        BufferedImage image = null;
        Random random = new Random(9);
        for (int i = -WARM_UP; i < FRAMES; i++) {
            TimeScale scale = new TimeScale(view(run, random), WIDTH);
            double[] used = new double[2];
            for (int k = 0; k < 2; k++) {
                Scene scene = new Scene(rows, rows, layout, scale, categories.all(), k == 0 ? plain : arrows, Theme.LIGHT);
                long before = threads.getCurrentThreadCpuTime();
                long begin = System.nanoTime();
                image = TimelinePainter.image(scene, 0, HEIGHT, 1, image);
                if (i >= 0) {
                    frames[i] = (System.nanoTime() - begin) / 1e6;
                }
                used[k] = (threads.getCurrentThreadCpuTime() - before) / 1e6;
            }
            long before = threads.getCurrentThreadCpuTime();
            ArrowQuery.of(table, 0, rows, scale.shift(run.interval().startNanos()), 0, rows.size() - 1, ArrowQuery.MOST);
            if (i >= 0) {
                added[i] = used[1] - used[0];
                queries[i] = (threads.getCurrentThreadCpuTime() - before) / 1e6;
            }
        }
        percentiles("arrows-frame", frames);
        percentiles("arrows-cpu", added);
        percentiles("arrows-query-cpu", queries);
    }

    /** Who sends how much to whom, first in all of the run, then in any interval. */
    private static void matrix(Project project, ArrowTable table, Run run) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Random random = new Random(8);
        double[] times = new double[MATRICES];
        double[] used = new double[MATRICES];
        for (int i = -2; i < MATRICES; i++) {
            Interval shown = i <= 0 ? new Interval(0, run.interval().durationNanos()) : view(run, random);
            var asked = new org.hdtrace.format.select.Interval(
                    run.interval().startNanos() + shown.startNanos(), run.interval().startNanos() + shown.endNanos());
            long before = threads.getCurrentThreadCpuTime();
            long begin = System.nanoTime();
            MessagePairs.of(project, table, asked, trace -> asked);
            if (i >= 0) {
                times[i] = (System.nanoTime() - begin) / 1e6;
                used[i] = (threads.getCurrentThreadCpuTime() - before) / 1e6;
            }
        }
        Arrays.sort(times);
        Arrays.sort(used);
        System.out.printf(Locale.ROOT, "matrix-p50 %.4f%nmatrix-max %.4f%n", times[MATRICES / 2], times[MATRICES - 1]);
        System.out.printf(Locale.ROOT, "matrix-cpu-p50 %.4f%nmatrix-cpu-max %.4f%n", used[MATRICES / 2], used[MATRICES - 1]);
    }

    /** A share of the run between all of it and 2<sup>-10</sup>, where arrows lie close. */
    private static Interval view(Run run, Random random) {
        long whole = run.interval().durationNanos();
        long width = Math.max(100, (long) (whole * Math.pow(2, -10 * random.nextDouble())));
        long from = (long) ((whole - width) * random.nextDouble());
        return new Interval(from, from + width);
    }

    private static void percentiles(String name, double[] millis) {
        Arrays.sort(millis);
        System.out.printf(Locale.ROOT, "%s-p50 %.4f%n", name, millis[millis.length / 2]);
        System.out.printf(Locale.ROOT, "%s-p99 %.4f%n", name, millis[millis.length * 99 / 100]);
    }
}

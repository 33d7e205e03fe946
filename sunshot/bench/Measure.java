// SPDX-License-Identifier: GPL-3.0-or-later
import java.awt.image.BufferedImage;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.LoadMonitor;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.RunLoader;
import org.hdtrace.sunshot.model.StateFilter;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.paint.DenseStyle;
import org.hdtrace.sunshot.paint.RowLayout;
import org.hdtrace.sunshot.paint.Scene;
import org.hdtrace.sunshot.paint.Theme;
import org.hdtrace.sunshot.paint.TimelinePainter;
import org.hdtrace.sunshot.query.Picker;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.SpanQuery;
import org.hdtrace.sunshot.query.TimeScale;
import org.hdtrace.sunshot.query.Usage;
import org.hdtrace.sunshot.query.VisibleRow;

/**
 * Opens a project that has a store and prints lines of {@code NAME VALUE}: times in milliseconds, heap in MiB. Views are
 * pans and zooms from the whole run down to some states, the same for each size as shares of the run. A second argument says how dense
 * columns are drawn, as {@code hdtrace render --dense} takes it.
 */
public final class Measure {
    private static final int WIDTH = 1920;
    private static final int HEIGHT = 960;
    private static final int WARM_UP = 150;
    private static final int FRAMES = 400;

    private final Run run;
    private final Random random = new Random(11);

    private Measure(Run run) {
        this.run = run;
    }

    public static void main(String[] args) throws Exception {
        Path project = Path.of(args[0]);
        CategoryTable categories = new CategoryTable();
        long begin = System.nanoTime();
        Run run = new RunLoader(categories, StateFilter.none(), LoadMonitor.silent()).load(project);
        print("open", (System.nanoTime() - begin) / 1e6);
        DenseStyle dense = DenseStyle.named(args.length > 1 ? args[1] : "dominant").orElseThrow();
        new Measure(run).all(categories, Scene.Options.standard().withDense(dense));
    }

    private void all(CategoryTable table, Scene.Options options) {
        List<VisibleRow> rows = RowQuery.standard().rows(List.of(run));
        RowLayout layout = RowLayout.of(rows, new RowLayout.Heights(20, 16, HEIGHT / Math.max(1, Math.min(64, rows.size())), 30));
        double[] frames = new double[FRAMES];
        double[] processor = new double[FRAMES];
        double[] queries = new double[FRAMES];
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        BufferedImage image = null;
        for (int i = -WARM_UP; i < FRAMES; i++) {
            Scene scene = new Scene(
                    rows, rows, layout, new TimeScale(view(), WIDTH), table.all(), options, Theme.LIGHT);
            long used = threads.getCurrentThreadCpuTime();
            long begin = System.nanoTime();
            image = TimelinePainter.image(scene, 0, HEIGHT, 1, image);
            double elapsed = (System.nanoTime() - begin) / 1e6;
            long painted = threads.getCurrentThreadCpuTime();
            // Behind the frame, which is to be the first that reads what it shows.
            columns(rows, scene.scale(), table.size());
            if (i >= 0) {
                frames[i] = elapsed;
                processor[i] = (painted - used) / 1e6;
                queries[i] = (threads.getCurrentThreadCpuTime() - painted) / 1e6;
            }
            if (image.getWidth() != WIDTH) {
                throw new IllegalStateException("width=" + image.getWidth());
            }
        }
        percentiles("frame", frames);
        percentiles("frame-cpu", processor);
        percentiles("columns-cpu", queries);
        usage(table);
        search();
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        print("heap", (runtime.totalMemory() - runtime.freeMemory()) / 1048576.0);
    }

    /** What the painter asks of the model for a frame. */
    private static void columns(List<VisibleRow> rows, TimeScale scale, int categoryCount) {
        SpanQuery query = new SpanQuery(categoryCount, id -> true);
        for (VisibleRow row : rows) {
            if (row.row() instanceof Row.Trace trace) {
                for (StateLevel level : trace.track().levels()) {
                    query.columns(level, scale.shift(row.originNanos()));
                }
            }
        }
    }

    private static void percentiles(String name, double[] millis) {
        Arrays.sort(millis);
        print(name + "-p50", millis[millis.length / 2]);
        print(name + "-p99", millis[millis.length * 99 / 100]);
    }

    /** A share of the run between all of it and 2<sup>-16</sup>, anywhere; relative to its start. */
    private Interval view() {
        long whole = run.interval().durationNanos();
        long width = Math.max(100, (long) (whole * Math.pow(2, -16 * random.nextDouble())));
        long from = (long) ((whole - width) * random.nextDouble());
        return new Interval(from, from + width);
    }

    private void usage(CategoryTable table) {
        double[] times = new double[60];
        for (int i = 0; i < times.length; i++) {
            long begin = System.nanoTime();
            Usage.of(List.of(run), RowQuery.standard(), view(), table.size(), true);
            times[i] = (System.nanoTime() - begin) / 1e6;
        }
        Arrays.sort(times);
        print("profile-p50", times[times.length / 2]);
        print("profile-max", times[times.length - 1]);
    }

    /** From the first state of each row to the next of a category that does not occur, and picks in columns. */
    private void search() {
        List<StateLevel> levels = new ArrayList<>();
        for (Row top : run.rows()) {
            top.walk(row -> {
                if (row instanceof Row.Trace trace && !trace.track().levels().isEmpty()) {
                    levels.add(trace.track().levels().get(0));
                }
            });
        }
        long begin = System.nanoTime();
        int passed = 0;
        for (StateLevel level : levels) {
            int last = level.category(level.size() - 1);
            for (int at = level.previous(last, level.size() - 2); at > level.size() - 100 && at >= 0; ) {
                at = level.previous(last, at - 1);
                passed++;
            }
        }
        print("previous", (System.nanoTime() - begin) / 1e6 / Math.max(1, passed));
        double worst = 0;
        double worstProcessor = 0;
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        for (int i = 0; i < 200; i++) {
            Row.Trace row = firstTrace();
            Interval column = new TimeScale(view(), WIDTH).interval();
            long start = run.interval().startNanos() + column.startNanos();
            Interval pixel = new Interval(start, start + Math.max(1, column.durationNanos() / WIDTH));
            begin = System.nanoTime();
            long used = threads.getCurrentThreadCpuTime();
            Picker.at(row.track(), pixel, 5, id -> true);
            if (i >= 50) {
                worst = Math.max(worst, (System.nanoTime() - begin) / 1e6);
                worstProcessor = Math.max(worstProcessor, (threads.getCurrentThreadCpuTime() - used) / 1e6);
            }
        }
        print("pick-max", worst);
        print("pick-cpu-max", worstProcessor);
    }

    private Row.Trace firstTrace() {
        Row.Trace[] found = new Row.Trace[1];
        run.rows().get(0).walk(row -> found[0] = row instanceof Row.Trace trace ? trace : found[0]);
        return found[0];
    }

    private static void print(String name, double value) {
        System.out.printf(Locale.ROOT, "%s %.4f%n", name, value);
    }
}

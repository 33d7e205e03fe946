// SPDX-License-Identifier: GPL-3.0-or-later
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.hdtrace.format.project.Project;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.GrowingRun;
import org.hdtrace.sunshot.model.LoadMonitor;
import org.hdtrace.sunshot.model.RoughLoader;
import org.hdtrace.sunshot.model.RoughRun;
import org.hdtrace.sunshot.model.RunLoader;
import org.hdtrace.sunshot.model.StateFilter;
import org.hdtrace.sunshot.paint.Picture;
import org.hdtrace.sunshot.paint.PictureContents;
import org.hdtrace.sunshot.paint.Theme;
import org.hdtrace.sunshot.store.StoreBuilder;

/**
 * Reads a project of traces in gzip without a store, in turn with the rough picture of their beginning alone, with one that grows as in
 * the window, and with one that grows each half second whatever it takes. Prints lines of {@code NAME VALUE}: of each medians of seconds
 * and of processor time of the whole process, and how many pictures the last pass made.
 */
public final class Growing {
    private static final int WARM_UP = 1;

    private final Path project;
    private int pictures;

    private Growing(Path project) {
        this.project = project;
    }

    public static void main(String[] args) throws Exception {
        int passes = Integer.parseInt(args[1]);
        Growing all = new Growing(Path.of(args[0]));
        String[] names = {"alone", "growing", "half-second"};
        GrowingRun.Pace[] paces = {
            new GrowingRun.Pace(Duration.ofDays(1), 0),
            GrowingRun.Pace.USUAL,
            new GrowingRun.Pace(Duration.ofMillis(500), 0)
        };
        double[][] seconds = new double[names.length][passes];
        double[][] processor = new double[names.length][passes];
        int[] pictures = new int[names.length];
        for (int pass = -WARM_UP; pass < passes; pass++) {
            for (int i = 0; i < names.length; i++) {
                double[] taken = all.load(paces[i]);
                pictures[i] = all.pictures;
                if (pass >= 0) {
                    seconds[i][pass] = taken[0];
                    processor[i][pass] = taken[1];
                }
            }
        }
        for (int i = 0; i < names.length; i++) {
            print(names[i], median(seconds[i]));
            print(names[i] + "-cpu", median(processor[i]));
            print(names[i] + "-pictures", pictures[i]);
        }
    }

    /** Seconds, and seconds of processor time. */
    private double[] load(GrowingRun.Pace pace) throws Exception {
        Files.deleteIfExists(project.resolveSibling("bench.hdv"));
        pictures = 0;
        ExecutorService painter = Executors.newSingleThreadExecutor();
        try {
            long used = processorNanos();
            long begin = System.nanoTime();
            new RunLoader(new CategoryTable(), StateFilter.none(), new Watching(painter, pace)).load(project);
            double seconds = (System.nanoTime() - begin) / 1e9;
            painter.shutdown();
            if (!painter.awaitTermination(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException("a picture takes a minute");
            }
            return new double[] {seconds, (processorNanos() - used) / 1e9};
        } finally {
            painter.shutdownNow();
        }
    }

    private static long processorNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }

    /** Paints the runs that it is given, as the window does. */
    private final class Watching implements LoadMonitor {
        private final ExecutorService painter;
        private final GrowingRun.Pace pace;
        private Optional<GrowingRun> growing = Optional.empty();

        Watching(ExecutorService painter, GrowingRun.Pace pace) {
            this.painter = painter;
            this.pace = pace;
        }

        @Override
        public void progress(double share, String what) {
            // Nobody looks.
        }

        @Override
        public boolean isCancelled() {
            return false;
        }

        @Override
        public void beforeReadingAll(Project read) {
            RoughLoader loader = new RoughLoader(new CategoryTable(), StateFilter.none(), () -> false);
            Optional<RoughRun> first = loader.load(read);
            first.ifPresent(run -> show(run, nanos -> {}));
            growing = first.filter(RoughRun::beginning)
                    .map(run -> loader.growing(read, CategoryTable::new, pace, this::show));
        }

        @Override
        public Optional<StoreBuilder.Watcher> watcher() {
            return growing.map(watcher -> watcher);
        }

        private void show(RoughRun run, LongConsumer painted) {
            painter.execute(() -> {
                long begin = System.nanoTime();
                paint(run);
                painted.accept(System.nanoTime() - begin);
            });
        }

        private void paint(RoughRun run) {
            Picture picture = new Picture(PictureContents.of(run), Theme.LIGHT, 1920, 960);
            BufferedImage image = new BufferedImage(1920, 960, BufferedImage.TYPE_INT_RGB);
            Graphics2D graphics = image.createGraphics();
            picture.paint(graphics, false);
            graphics.dispose();
            pictures++;
        }
    }

    private static void print(String name, double value) {
        System.out.printf(Locale.ROOT, "%s %.4f%n", name, value);
    }
}

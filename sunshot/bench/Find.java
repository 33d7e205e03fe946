// SPDX-License-Identifier: GPL-3.0-or-later
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import org.hdtrace.format.project.Project;
import org.hdtrace.sunshot.details.DetailReport;
import org.hdtrace.sunshot.details.EntryReader;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.LoadMonitor;
import org.hdtrace.sunshot.model.Occurrence;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.RunLoader;
import org.hdtrace.sunshot.model.SeenStates;
import org.hdtrace.sunshot.model.StateFilter;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.search.Hits;
import org.hdtrace.sunshot.search.SearchText;
import org.hdtrace.sunshot.search.Searcher;
import org.hdtrace.sunshot.store.StoreFile;

/**
 * Reads the details of states anywhere in a project that has a store, and searches all of it by filters (SUNSHOT G-06, G-07). Prints
 * lines of {@code NAME VALUE}: milliseconds for details, millions of states per second of
 * processor time for filters and searches.
 */
public final class Find {
    private static final int WARM_UP = 20;
    private static final int DETAILS = 60;
    private static final int PASSES = 2;
    private static final int SEEN = 9;

    private Find() {}

    public static void main(String[] args) throws Exception {
        Path project = Path.of(args[0]);
        CategoryTable categories = new CategoryTable();
        Run run = new RunLoader(categories, StateFilter.none(), LoadMonitor.silent()).load(project);
        List<Row.Trace> rows = new ArrayList<>();
        run.rows().forEach(top -> top.walk(row -> {
            if (row instanceof Row.Trace trace && !trace.track().levels().isEmpty()) {
                rows.add(trace);
            }
        }));
        details(project, categories, rows);
        long states = rows.stream().mapToLong(row -> row.track().stateCount()).sum();
        seen(project, run, rows);
        filter(project, states);
        search("columns", "(.category = File.*) & .duration > 1", run, categories, states);
        search("attributes", "size > 2000000", run, categories, states);
    }

    private static void details(Path project, CategoryTable categories, List<Row.Trace> rows) throws Exception {
        Random random = new Random(6);
        double[] times = new double[DETAILS];
        double[] processor = new double[DETAILS];
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        for (int i = -WARM_UP; i < DETAILS; i++) {
            Row.Trace row = rows.get(random.nextInt(rows.size()));
            StateLevel level = row.track().levels().get(0);
            int state = random.nextInt(level.size());
            Interval time = new Interval(level.startNanos(state), level.endNanos(state));
            Occurrence wanted = new Occurrence(0, row.path(), 0, false, level.category(state), time);
            String name = categories.get(level.category(state)).name();
            long begin = System.nanoTime();
            long used = threads.getCurrentThreadCpuTime();
            DetailReport.of(EntryReader.read(project, wanted, name, 0, row.track().textBefore(time.startNanos()), () -> false).orElseThrow());
            if (i >= 0) {
                times[i] = (System.nanoTime() - begin) / 1e6;
                processor[i] = (threads.getCurrentThreadCpuTime() - used) / 1e6;
            }
        }
        Arrays.sort(times);
        Arrays.sort(processor);
        print("details-p50", times[DETAILS / 2]);
        print("details-max", times[DETAILS - 1]);
        print("details-cpu-p50", processor[DETAILS / 2]);
        print("details-cpu-max", processor[DETAILS - 1]);
    }

    /** What passes of the rows and the time that are seen, which is shown first: all of the run, and a thousandth of it. */
    private static void seen(Path project, Run run, List<Row.Trace> rows) throws Exception {
        StateFilter filter = StateFilter.parse("(.category = Barrier) & .duration > 0.000055");
        Set<String> paths = rows.stream().map(Row::path).collect(Collectors.toSet());
        for (int part : new int[] {1, 1000}) {
            long start = run.interval().startNanos() + run.interval().durationNanos() / 3;
            Interval time = part == 1
                    ? run.interval()
                    : new Interval(start, start + run.interval().durationNanos() / part);
            double[] times = new double[SEEN];
            double[] used = new double[SEEN];
            for (int i = -SEEN; i < SEEN; i++) {
                int at = Math.max(0, i);
                long processor = processorNanos();
                long begin = System.nanoTime();
                LoadMonitor first = new LoadMonitor() {
                    private boolean done;

                    @Override
                    public void progress(double share, String what) {}

                    @Override
                    public void beforeSifting(Project opened, StoreFile whole) {
                        SeenStates.of(
                                opened,
                                whole,
                                new CategoryTable(),
                                filter,
                                new SeenStates.Wanted(opened.file(), time, paths),
                                () -> false);
                        times[at] = (System.nanoTime() - begin) / 1e6;
                        used[at] = (processorNanos() - processor) / 1e6;
                        done = true;
                    }

                    @Override
                    public boolean isCancelled() {
                        return done;
                    }
                };
                try {
                    new RunLoader(new CategoryTable(), filter, first).load(project);
                } catch (CancellationException e) {
                    // The rest is measured apart.
                }
            }
            Arrays.sort(times);
            Arrays.sort(used);
            print(part == 1 ? "seen-all" : "seen-part", times[SEEN / 2]);
            print(part == 1 ? "seen-all-cpu" : "seen-part-cpu", used[SEEN / 2]);
        }
    }

    /** A run of which only a hundredth is shown, as the window opens it when a filter is written. */
    private static void filter(Path project, long states) throws Exception {
        StateFilter filter = StateFilter.parse("(.category = Barrier) & .duration > 0.000055");
        double best = 0;
        for (int i = 0; i < PASSES; i++) {
            long begin = processorNanos();
            new RunLoader(new CategoryTable(), filter, LoadMonitor.silent()).load(project);
            best = Math.max(best, states / 1e6 / ((processorNanos() - begin) / 1e9));
        }
        print("filter", best);
    }

    private static void search(String name, String text, Run run, CategoryTable categories, long states)
            throws Exception {
        double best = 0;
        for (int i = 0; i < PASSES; i++) {
            Searcher searcher = new Searcher(List.of(run), categories, StateFilter.none(), () -> false);
            long begin = processorNanos();
            searcher.search(SearchText.parse(text), new Hits());
            best = Math.max(best, states / 1e6 / ((processorNanos() - begin) / 1e9));
        }
        print("search-" + name, best);
    }

    /** Of all threads of this process, those that compile and collect too. */
    private static long processorNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static void print(String name, double value) {
        System.out.printf(Locale.ROOT, "%s %.4f%n", name, value);
    }
}

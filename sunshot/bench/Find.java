// SPDX-License-Identifier: GPL-3.0-or-later
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.hdtrace.sunshot.details.DetailReport;
import org.hdtrace.sunshot.details.EntryReader;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.LoadMonitor;
import org.hdtrace.sunshot.model.Occurrence;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.RunLoader;
import org.hdtrace.sunshot.model.StateFilter;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.search.Hits;
import org.hdtrace.sunshot.search.SearchText;
import org.hdtrace.sunshot.search.Searcher;

/**
 * Reads the details of states anywhere in a project that has a store, and searches all of it by filters (SUNSHOT G-06, G-07). Prints
 * lines of {@code NAME VALUE}: milliseconds for details, millions of states a second of all processors for searches.
 */
public final class Find {
    private static final int WARM_UP = 20;
    private static final int DETAILS = 60;
    private static final int PASSES = 2;

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
        search("columns", "(.category = File.*) & .duration > 1", run, categories, states);
        search("attributes", "size > 2000000", run, categories, states);
    }

    private static void details(Path project, CategoryTable categories, List<Row.Trace> rows) throws Exception {
        Random random = new Random(6);
        double[] times = new double[DETAILS];
        for (int i = -WARM_UP; i < DETAILS; i++) {
            Row.Trace row = rows.get(random.nextInt(rows.size()));
            StateLevel level = row.track().levels().get(0);
            int state = random.nextInt(level.size());
            Interval time = new Interval(level.startNanos(state), level.endNanos(state));
            Occurrence wanted = new Occurrence(0, row.path(), 0, false, level.category(state), time);
            String name = categories.get(level.category(state)).name();
            long begin = System.nanoTime();
            DetailReport.of(EntryReader.read(project, wanted, name, 0, () -> false).orElseThrow());
            if (i >= 0) {
                times[i] = (System.nanoTime() - begin) / 1e6;
            }
        }
        Arrays.sort(times);
        print("details-p50", times[DETAILS / 2]);
        print("details-max", times[DETAILS - 1]);
    }

    private static void search(String name, String text, Run run, CategoryTable categories, long states)
            throws Exception {
        double best = 0;
        for (int i = 0; i < PASSES; i++) {
            Searcher searcher = new Searcher(List.of(run), categories, StateFilter.none(), () -> false);
            long begin = System.nanoTime();
            searcher.search(SearchText.parse(text), new Hits());
            best = Math.max(best, states / 1e6 / ((System.nanoTime() - begin) / 1e9));
        }
        print("search-" + name, best);
    }

    private static void print(String name, double value) {
        System.out.printf(Locale.ROOT, "%s %.4f%n", name, value);
    }
}

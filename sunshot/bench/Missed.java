// SPDX-License-Identifier: GPL-3.0-or-later
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.LoadMonitor;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.RunLoader;
import org.hdtrace.sunshot.model.StateFilter;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.query.SpanColumns;
import org.hdtrace.sunshot.query.SpanQuery;
import org.hdtrace.sunshot.query.TimeScale;

/**
 * Looks at a row each in 1000 views and compares the categories that each column is said to hold with its states, one by one
 * (SUNSHOT G-13). Prints lines of {@code NAME VALUE}: columns that lack a category, columns looked at, states behind them.
 */
public final class Missed {
    private static final int VIEWS = 1000;
    private static final int WIDTH = 1900;
    private static final int MOST_CATEGORIES = 64;

    private final Random random = new Random(13);
    private long missed;
    private long states;

    private Missed() {}

    public static void main(String[] args) throws Exception {
        CategoryTable categories = new CategoryTable();
        Run run = new RunLoader(categories, StateFilter.none(), LoadMonitor.silent()).load(Path.of(args[0]));
        if (categories.size() > MOST_CATEGORIES) {
            throw new IllegalArgumentException("categories=" + categories.size());
        }
        List<StateLevel> levels = new ArrayList<>();
        run.rows().forEach(top -> top.walk(row -> {
            if (row instanceof Row.Trace trace) {
                levels.addAll(trace.track().levels());
            }
        }));
        Missed all = new Missed();
        SpanQuery query = new SpanQuery(categories.size(), id -> true);
        for (int view = 0; view < VIEWS; view++) {
            all.look(levels.get(view % levels.size()), query, all.view(run.interval()));
        }
        System.out.printf("missed %d%nmissed-of %d%nmissed-states %d%n", all.missed, (long) VIEWS * WIDTH, all.states);
    }

    /** A share of the run between all of it and 2<sup>-16</sup>, anywhere. */
    private TimeScale view(Interval whole) {
        long width = Math.max(100, (long) (whole.durationNanos() * Math.pow(2, -16 * random.nextDouble())));
        long from = whole.startNanos() + (long) ((whole.durationNanos() - width) * random.nextDouble());
        return new TimeScale(new Interval(from, from + width), WIDTH);
    }

    private void look(StateLevel level, SpanQuery query, TimeScale scale) {
        SpanColumns columns = query.columns(level, scale);
        long[] exact = new long[WIDTH];
        int column = 0;
        for (int i = level.firstReaching(scale.startOf(0)); i < level.size(); i++) {
            long start = level.startNanos(i);
            long end = start + level.durationNanos(i);
            if (start >= scale.startOf(WIDTH)) {
                break;
            }
            states++;
            while (column < WIDTH - 1 && scale.startOf(column + 1) <= start) {
                column++;
            }
            long bit = 1L << level.category(i);
            for (int at = column; at < WIDTH && (at == column || scale.startOf(at) < end); at++) {
                exact[at] |= Math.min(end, scale.startOf(at + 1)) > Math.max(start, scale.startOf(at)) ? bit : 0;
            }
        }
        for (int at = 0; at < WIDTH; at++) {
            for (long bits = exact[at]; bits != 0; bits &= bits - 1) {
                if (!columns.isPresent(at, Long.numberOfTrailingZeros(bits))) {
                    missed++;
                    break;
                }
            }
        }
    }
}

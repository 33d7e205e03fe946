// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.RoughRun;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.TimeTicks;
import org.hdtrace.sunshot.query.Usage;
import org.hdtrace.sunshot.query.ValueText;

/** Decides what a picture of one or more runs says and how its panels are arranged. */
public final class PictureContents {
    private PictureContents() {}

    /** How several runs are arranged in one picture. */
    public enum Arrangement {
        /** Side by side, each with its own labels, the same time per pixel. */
        COLUMNS,
        /** One below the other on one ruler. */
        STACKED
    }

    /**
     * A picture of runs.
     *
     * @param title first line; empty for the names of the runs
     * @param interval visible time on the common scale
     */
    public static Picture.Content of(
            List<Run> runs,
            CategoryTable categories,
            RowQuery query,
            Interval interval,
            String title,
            Arrangement arrangement,
            Scene.Options options) {
        Usage all = Usage.of(runs, query, interval, categories.size(), options.nested());
        List<Usage> usages = new ArrayList<>();
        List<Picture.Panel> panels = new ArrayList<>();
        List<String> titles = Run.titles(runs);
        for (Run run : runs) {
            if (run.isComputed()) {
                continue;
            }
            usages.add(Usage.of(List.of(run), query, interval, categories.size(), options.nested()));
            if (arrangement == Arrangement.COLUMNS && runs.size() > 1) {
                panels.add(new Picture.Panel(
                        titles.get(panels.size()) + "   "
                                + TimeTicks.duration(run.interval().durationNanos()),
                        query.rows(List.of(run))));
            }
        }
        if (panels.isEmpty()) {
            panels.add(new Picture.Panel("", query.rows(runs)));
        }
        List<Run> own = runs.stream().filter(run -> !run.isComputed()).toList();
        String names = String.join("  ↔  ", Run.titles(own));
        return new Picture.Content(
                title.isEmpty() ? names : title,
                subtitle(own, interval),
                panels,
                interval,
                categories.all(),
                all,
                usages,
                options);
    }

    /** A picture of samples that says what it is; without figures, which are not known yet. */
    public static Picture.Content of(RoughRun rough) {
        List<Run> runs = List.of(rough.run());
        RowQuery query = RowQuery.standard();
        Interval interval = wholeOf(runs, query);
        String share = ValueText.percent(rough.share());
        return new Picture.Content(
                "Rough picture: " + rough.run().name() + " is still being read",
                (rough.beginning()
                                ? "the beginning of the traces"
                                : share + " of the traces, stretched over what lies between")
                        + "; the exact picture takes its place",
                List.of(new Picture.Panel("", query.rows(runs))),
                interval,
                rough.categories().all(),
                Usage.of(runs, query, interval, rough.categories().size(), true),
                List.of(),
                Scene.Options.standard());
    }

    /** The time that holds all runs, on the common scale. */
    public static Interval wholeOf(List<Run> runs, RowQuery query) {
        Interval whole = null;
        for (int i = 0; i < runs.size(); i++) {
            Interval own = runs.get(i).interval().shift(-query.originOf(runs, i));
            whole = whole == null ? own : whole.union(own);
        }
        return whole == null || whole.durationNanos() == 0 ? new Interval(0, 1_000_000_000L) : whole;
    }

    private static String subtitle(List<Run> runs, Interval interval) {
        int traces = runs.stream().mapToInt(Run::traceCount).sum();
        long states = runs.stream().mapToLong(Run::stateCount).sum();
        String begin = interval.startNanos() == 0 ? "" : "from " + TimeTicks.instant(interval.startNanos()) + ", ";
        return ValueText.count(traces) + (traces == 1 ? " trace" : " traces") + "  ·  " + ValueText.count(states)
                + (states == 1 ? " state" : " states") + "  ·  " + begin
                + TimeTicks.duration(interval.durationNanos());
    }
}

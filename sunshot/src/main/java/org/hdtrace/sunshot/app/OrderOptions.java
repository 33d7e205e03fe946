// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.hdtrace.format.select.Globs;
import org.hdtrace.sunshot.control.RowOrder;
import org.hdtrace.sunshot.control.RowSort;
import org.hdtrace.sunshot.control.RowValues;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.paint.Picture;
import org.hdtrace.sunshot.query.RowQuery;
import picocli.CommandLine.Option;

/** The options that sort, pin and hide rows, as the menu Rows of the window does (SUNSHOT V-07). */
final class OrderOptions {
    private static final String STATISTIC = "statistic:";

    @Option(
            names = "--sort",
            paramLabel = "BY",
            description =
                    "Order of the rows with states below each group: arranged (default), name, rank, busy (most time in"
                            + " states between --from and --to first) or statistic:NAME (largest mean of it first).")
    private String sort;

    @Option(
            names = "--pin",
            paramLabel = "GLOBS",
            description =
                    "Rows shown above all others, with what is below them: patterns as of --rows, in their order.")
    private String pin;

    @Option(
            names = "--hide",
            paramLabel = "GLOBS",
            description = "Rows left out, with what is below them: patterns as of --rows.")
    private String hide;

    @Option(names = "--hide-idle", description = "Leave rows out that have no state between --from and --to.")
    private boolean hideIdle;

    boolean areUsual() {
        return sort == null && pin == null && hide == null && !hideIdle;
    }

    /**
     * The order asked for.
     *
     * @param visible interval on the common scale, which decides what is busy and what idle
     * @throws IllegalArgumentException if the option names no order, statistic or row that there is
     */
    RowOrder order(List<Run> runs, RowQuery query, Interval visible) {
        RowSort by = sortBy();
        Map<String, Double> values =
                switch (by) {
                    case BUSY -> RowValues.busy(runs, query, visible);
                    case STATISTIC -> means(runs, query, visible);
                    default -> Map.of();
                };
        List<String> pinned = keys("--pin", pin, runs, query);
        Set<String> hidden = Set.copyOf(keys("--hide", hide, runs, query));
        Optional<RowOrder.Basis> basis =
                switch (by) {
                    case BUSY -> Optional.of(new RowOrder.Basis(visible, ""));
                    case STATISTIC -> Optional.of(new RowOrder.Basis(visible, sort.substring(STATISTIC.length())));
                    default -> Optional.empty();
                };
        return new RowOrder(by, values, basis, Map.of(), pinned, hidden, hideIdle);
    }

    private RowSort sortBy() {
        if (sort == null) {
            return RowSort.AS_ARRANGED;
        }
        return switch (sort) {
            case "arranged" -> RowSort.AS_ARRANGED;
            case "name" -> RowSort.NAME;
            case "rank" -> RowSort.RANK;
            case "busy" -> RowSort.BUSY;
            default -> {
                if (!sort.startsWith(STATISTIC)) {
                    throw new IllegalArgumentException(
                            "--sort " + sort + ": expected arranged, name, rank, busy or statistic:NAME");
                }
                yield RowSort.STATISTIC;
            }
        };
    }

    private Map<String, Double> means(List<Run> runs, RowQuery query, Interval visible) {
        String name = sort.substring(STATISTIC.length());
        List<String> known = RowValues.statisticNames(runs);
        if (!known.contains(name)) {
            throw new IllegalArgumentException("--sort " + sort + ": no run has this statistic"
                    + (known.isEmpty() ? "" : "; there are " + String.join(", ", known)));
        }
        return RowValues.statistic(runs, query, visible, name);
    }

    private static List<String> keys(String option, String patterns, List<Run> runs, RowQuery query) {
        List<String> keys = new ArrayList<>();
        if (patterns == null) {
            return keys;
        }
        try {
            Globs.parse(patterns);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(option + " " + patterns + ": " + e.getMessage(), e);
        }
        for (String pattern : patterns.split(",", -1)) {
            Globs globs = Globs.parse(pattern);
            int before = keys.size();
            for (int run = 0; run < runs.size(); run++) {
                for (Row top : query.shown(runs, run)) {
                    addOutermost(run + ":", top, globs, keys);
                }
            }
            if (keys.size() == before) {
                throw new IllegalArgumentException(option + " " + pattern.strip() + ": no row matches");
            }
        }
        return keys;
    }

    /** What lies below a row that matches comes with it. */
    private static void addOutermost(String prefix, Row row, Globs globs, List<String> keys) {
        if (globs.matches(row.path())) {
            if (!keys.contains(prefix + row.path())) {
                keys.add(prefix + row.path());
            }
            return;
        }
        row.children().forEach(child -> addOutermost(prefix, child, globs, keys));
    }

    /** A picture with its rows in this order; of several panels each shows one run. */
    Picture.Content apply(Picture.Content content, List<Run> runs, RowQuery query) {
        if (areUsual()) {
            return content;
        }
        List<Run> own = runs.stream().filter(run -> !run.isComputed()).toList();
        List<Picture.Panel> panels = new ArrayList<>();
        for (int i = 0; i < content.panels().size(); i++) {
            List<Run> shown = content.panels().size() > 1 ? List.of(own.get(i)) : runs;
            Picture.Panel panel = content.panels().get(i);
            RowOrder order = order(shown, query, content.interval());
            panels.add(new Picture.Panel(panel.title(), order.apply(panel.rows(), content.interval())));
        }
        return content.withPanels(panels);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.hdtrace.format.Csv;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.StatisticSeries;
import org.hdtrace.sunshot.paint.Theme;
import org.hdtrace.sunshot.plot.StatisticChart;
import org.hdtrace.sunshot.query.SeriesColumns;
import org.hdtrace.sunshot.query.SeriesQuery;
import org.hdtrace.sunshot.query.TimeScale;
import org.hdtrace.sunshot.query.TimeTicks;
import org.hdtrace.sunshot.query.ValueBins;
import org.hdtrace.sunshot.query.ValueText;

/**
 * What a chart shows; equal requests give equal charts. Immutable, so it can be worked out on any thread.
 *
 * @param curves the chosen statistic first
 * @param stacked whether curves lie upon each other, so that the topmost is their sum
 * @param visible interval of the common scale
 */
record ChartRequest(
        Kind kind,
        List<StatisticChart.Curve> curves,
        boolean stacked,
        Interval visible,
        int bins,
        Theme theme,
        int width,
        int height) {

    /** The charts that there are. */
    enum Kind {
        HISTOGRAM("Histogram"),
        TIME("Time per value"),
        SAME_NAME("Curves: this counter of all nodes"),
        SAME_GROUP("Curves: its group, of the same unit"),
        CHARTED("Curves: rows put into the chart");

        private final String title;

        Kind(String title) {
            this.title = title;
        }

        boolean binned() {
            return this == HISTOGRAM || this == TIME;
        }

        @Override
        public String toString() {
            return title;
        }
    }

    /** A chart and what is told beside it. */
    record Made(StatisticChart chart, String head, ValueBins bins, StatisticSeries series) {
        /** What is told of a value of the horizontal axis. */
        String textAt(double value) {
            if (bins == null) {
                return TimeTicks.instant(Math.round(value * 1e9));
            }
            double share = (value - bins.edge(0)) / (bins.edge(bins.bins()) - bins.edge(0));
            int bin = Math.max(0, Math.min(bins.bins() - 1, (int) (share * bins.bins())));
            return ValueText.of(bins.edge(bin), series.unit()) + " to "
                    + ValueText.of(bins.edge(bin + 1), series.unit()) + ": " + ValueText.count(bins.count(bin))
                    + " records, " + TimeTicks.duration(bins.nanos(bin)) + ", "
                    + ValueText.percent((double) bins.nanos(bin) / Math.max(1, bins.allNanos()));
        }
    }

    /** A chart of the chosen row, or of those that were put into it; null if there is no statistic among them. */
    static ChartRequest of(Stage stage, Kind kind, boolean stacked, int bins, int width, int height) {
        if (kind == Kind.CHARTED) {
            List<StatisticChart.Curve> charted = charted(stage.model());
            return charted.isEmpty() ? null : of(stage, kind, charted, stacked, bins, width, height);
        }
        ViewModel model = stage.model();
        int index = model.selectedIndex();
        if (index < 0 || !(model.rows().get(index).row() instanceof Row.Statistic chosen)) {
            return null;
        }
        int run = model.rows().get(index).run();
        List<StatisticChart.Curve> curves = new ArrayList<>();
        curves.add(curve(model, run, chosen));
        if (!kind.binned()) {
            addOthers(model, kind, run, chosen, curves);
        }
        return of(stage, kind, curves, stacked, bins, width, height);
    }

    /** Curves that are stacked have one unit: that of the first. */
    private static ChartRequest of(
            Stage stage,
            Kind kind,
            List<StatisticChart.Curve> curves,
            boolean stacked,
            int bins,
            int width,
            int height) {
        String unit = curves.get(0).series().unit();
        List<StatisticChart.Curve> shown = stacked && !kind.binned()
                ? curves.stream()
                        .filter(curve -> curve.series().unit().equals(unit))
                        .toList()
                : List.copyOf(curves);
        Interval visible = stage.model().visible();
        return new ChartRequest(kind, shown, stacked && !kind.binned(), visible, bins, stage.theme(), width, height);
    }

    private static List<StatisticChart.Curve> charted(ViewModel model) {
        Map<String, StatisticChart.Curve> found = new HashMap<>();
        for (int i = 0; i < model.runs().size(); i++) {
            int run = i;
            model.runs()
                    .get(run)
                    .rows()
                    .forEach(top -> top.walk(row -> {
                        if (row instanceof Row.Statistic statistic
                                && model.charted().contains(run + ":" + row.path())) {
                            found.put(run + ":" + row.path(), curve(model, run, statistic));
                        }
                    }));
        }
        return model.charted().stream().map(found::get).filter(Objects::nonNull).toList();
    }

    private static StatisticChart.Curve curve(ViewModel model, int run, Row.Statistic row) {
        String name = model.runs().size() > 1 ? Run.titles(model.runs()).get(run) + " " + row.path() : row.path();
        return new StatisticChart.Curve(name, row.series(), model.query().originOf(model.runs(), run));
    }

    private static void addOthers(
            ViewModel model, Kind kind, int ofRun, Row.Statistic chosen, List<StatisticChart.Curve> curves) {
        String parent = chosen.path().substring(0, Math.max(0, chosen.path().lastIndexOf('/')));
        for (int i = 0; i < model.runs().size(); i++) {
            int run = i;
            model.runs()
                    .get(run)
                    .rows()
                    .forEach(top -> top.walk(row -> {
                        if (row instanceof Row.Statistic other && other.series() != chosen.series()) {
                            boolean sameUnit =
                                    other.series().unit().equals(chosen.series().unit());
                            boolean fits = kind == Kind.SAME_NAME
                                    ? other.series()
                                            .name()
                                            .equals(chosen.series().name())
                                    : run == ofRun && sameUnit && other.path().startsWith(parent + "/");
                            if (fits) {
                                curves.add(curve(model, run, other));
                            }
                        }
                    }));
        }
    }

    Made make() {
        StatisticSeries series = curves.get(0).series();
        if (kind.binned()) {
            ValueBins values = values();
            String head = curves.get(0).name() + ": mean " + ValueText.of(values.mean(), series.unit()) + ", σ "
                    + ValueText.of(values.sigma(), series.unit()) + ", " + ValueText.count(values.records())
                    + " records";
            return new Made(
                    StatisticChart.histogram(values, series, kind == Kind.TIME, theme, width, height),
                    head,
                    values,
                    series);
        }
        StatisticChart chart = stacked
                ? StatisticChart.stacked(curves, scale(), theme, width, height)
                : StatisticChart.lines(curves, scale(), theme, width, height);
        String head = curves.size() + (curves.size() == 1 ? " curve" : " curves") + (stacked ? ", stacked" : "");
        return new Made(chart, head, null, series);
    }

    private ValueBins values() {
        StatisticChart.Curve curve = curves.get(0);
        return ValueBins.of(curve.series(), visible.shift(curve.originNanos()), bins);
    }

    private TimeScale scale() {
        return new TimeScale(visible, Math.max(50, width));
    }

    /** The numbers behind the chart. */
    String csv() {
        Csv csv = new Csv();
        if (kind.binned()) {
            csv.line("from", "to", "records", "ns");
            ValueBins values = values();
            for (int i = 0; i < values.bins(); i++) {
                csv.line(values.edge(i), values.edge(i + 1), values.count(i), values.nanos(i));
            }
            return csv.toString();
        }
        csv.line("statistic", "fromNs", "average");
        if (stacked) {
            double[] sums = StatisticChart.sums(curves, scale()).get(curves.size() - 1);
            for (int column = 0; column < sums.length; column++) {
                csv.line("sum", scale().startOf(column), sums[column]);
            }
        }
        for (StatisticChart.Curve curve : curves) {
            SeriesColumns columns = SeriesQuery.columns(curve.series(), scale().shift(curve.originNanos()));
            for (int column = 0; column < columns.width(); column++) {
                if (!columns.isEmpty(column)) {
                    csv.line(curve.name(), scale().startOf(column), columns.average()[column]);
                }
            }
        }
        return csv.toString();
    }
}

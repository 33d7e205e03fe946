// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.estimate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.hdtrace.power.input.LeakageOverTime;
import org.hdtrace.power.input.NodeReading;
import org.hdtrace.power.model.CalibrationFacts;
import org.hdtrace.power.model.Component;
import org.hdtrace.power.model.Dvfs;
import org.hdtrace.power.model.NodeConstant;
import org.hdtrace.power.model.PowerModel;
import org.hdtrace.power.series.Grid;
import org.hdtrace.power.series.Series;
import org.hdtrace.power.series.SeriesBuilder;

/**
 * Power of a node from its activity. The band of a calibrated model is what whole runs differed that were left out; of another one
 * it joins the errors that the model gives its node and components, as independent ones. Outside of the calibrated range the power
 * that an excess of utilisation makes is added whole.
 *
 * <p>Thread: immutable, any. Source: TOOLS 5.1, 5.4 E3.
 */
public final class Estimator {
    private final PowerModel model;

    public Estimator(PowerModel model) {
        this.model = model;
    }

    /** Estimate a node; a feature without statistics counts as idle, and a node without any has no power. */
    public NodeEstimate estimate(NodeReading node) {
        return new Run(node).estimate();
    }

    /**
     * As {@link #estimate}, refusing what is outside of the calibrated range.
     *
     * @throws OutOfRangeException naming node, feature, utilisation and range
     */
    public NodeEstimate estimateInRange(NodeReading node) throws OutOfRangeException {
        Run run = new Run(node);
        NodeEstimate estimate = run.estimate();
        for (Map.Entry<CalibrationFacts.Range, Double> outside : run.outside.entrySet()) {
            throw new OutOfRangeException(String.format(
                    Locale.ROOT, "%s: %s: %.3g", node.host(), rangeText(outside.getKey()), outside.getValue()));
        }
        return estimate;
    }

    private static String rangeText(CalibrationFacts.Range range) {
        return String.format(
                Locale.ROOT,
                "'%s' leaves the calibrated range, %.3g to %.3g",
                range.feature(),
                range.from(),
                range.to());
    }

    /** One node while it is estimated. */
    private final class Run {
        private final NodeReading node;
        private final NodeConstant constant;
        private final List<Component> components;
        private final List<Series> loads;
        private final List<LeakageOverTime> leakages;
        private final List<String> warnings = new ArrayList<>();
        /** Features outside of their range, with the first such utilisation. */
        private final Map<CalibrationFacts.Range, Double> outside = new LinkedHashMap<>();

        private final SeriesBuilder power = new SeriesBuilder();
        private final SeriesBuilder low = new SeriesBuilder();
        private final SeriesBuilder high = new SeriesBuilder();
        private final Map<String, SeriesBuilder> parts = new LinkedHashMap<>();

        Run(NodeReading node) {
            this.node = node;
            this.constant = constant(node.host());
            this.components = model.components();
            this.loads = components.stream().map(node::load).toList();
            this.leakages = components.stream().map(node::leakage).toList();
            parts.put(NodeEstimate.BASE, new SeriesBuilder());
            components.forEach(component -> parts.put(component.name(), new SeriesBuilder()));
        }

        private NodeConstant constant(String host) {
            Optional<NodeConstant> known = model.constant(host);
            if (known.isEmpty()) {
                warnings.add("the model has no constant; 0 W is taken");
            }
            if (known.isPresent() && known.get().isAny() && model.calibration().isPresent()) {
                warnings.add("not among the measured nodes, whose mean constant is taken");
            }
            return known.orElse(new NodeConstant(host, 0, 0));
        }

        NodeEstimate estimate() {
            long[] times = Grid.of(node.activity().values());
            List<String> missing = components.stream()
                    .map(Component::feature)
                    .filter(feature ->
                            !feature.isEmpty() && node.activity(feature).isEmpty())
                    .distinct()
                    .toList();
            missing.forEach(feature -> warnings.add("no statistics of '" + feature + "'; it is taken for idle"));
            components.stream()
                    .flatMap(component -> component.dvfs().stream())
                    .map(Dvfs::clock)
                    .filter(clock -> node.activity(clock).isEmpty())
                    .distinct()
                    .forEach(clock -> warnings.add("no statistics of '" + clock + "'; full speed is taken"));
            components.stream()
                    .flatMap(component -> component.leakage().stream())
                    .filter(leakage -> !leakage.sensor().isEmpty()
                            && node.activity(leakage.sensor()).isEmpty())
                    .forEach(leakage -> warnings.add(String.format(
                            Locale.ROOT,
                            "no statistics of '%s'; %.1f C is taken",
                            leakage.sensor(),
                            leakage.constantCelsius())));
            for (int i = 1; i < times.length; i++) {
                add(times[i - 1], times[i]);
            }
            outside.keySet().forEach(range -> warnings.add(rangeText(range) + "; the band is wider there"));
            Map<String, Series> built = new LinkedHashMap<>();
            parts.forEach((name, part) -> built.put(name, part.build()));
            return new NodeEstimate(node.host(), power.build(), low.build(), high.build(), built, warnings);
        }

        private void add(long from, long to) {
            double[] utilisations = new double[components.size()];
            for (int i = 0; i < utilisations.length; i++) {
                utilisations[i] = loads.get(i).isEmpty() ? 0 : loads.get(i).at(from);
                if (Double.isNaN(utilisations[i])) {
                    return;
                }
            }
            double sum = constant.watts();
            double squares = square(constant.bandWatts());
            double excess = 0;
            parts.get(NodeEstimate.BASE).add(from, to, constant.watts());
            for (int i = 0; i < utilisations.length; i++) {
                Component component = components.get(i);
                double warm = component.count() * leakages.get(i).at(from);
                double watts = component.watts(utilisations[i]) + warm;
                parts.get(component.name()).add(from, to, watts);
                sum += watts;
                squares += square(component.count() * component.bandWatts() * utilisations[i]);
                excess += excessWatts(component, utilisations[i]);
            }
            double half = excess + model.calibration().map(this::runBand).orElse(Math.sqrt(squares));
            power.add(from, to, model.supply().inputWatts(sum));
            low.add(from, to, model.supply().inputWatts(Math.max(0, sum - half)));
            high.add(from, to, model.supply().inputWatts(sum + half));
        }

        private double runBand(CalibrationFacts facts) {
            return Math.hypot(facts.betweenWatts(), constant.isAny() ? constant.bandWatts() : 0);
        }

        private double excessWatts(Component component, double utilisation) {
            CalibrationFacts.Range range = model.range(component.feature()).orElse(null);
            double excess = range == null ? 0 : range.excess(utilisation);
            if (excess == 0) {
                return 0;
            }
            outside.putIfAbsent(range, utilisation);
            double edge = utilisation > range.to() ? range.to() : range.from();
            return Math.abs(component.watts(utilisation) - component.watts(edge));
        }
    }

    private static double square(double value) {
        return value * value;
    }
}

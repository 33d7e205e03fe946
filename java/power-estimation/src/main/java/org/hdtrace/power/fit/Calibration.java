// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.fit;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.hdtrace.power.model.CalibrationFacts;
import org.hdtrace.power.model.Component;
import org.hdtrace.power.model.Feature;
import org.hdtrace.power.model.NodeConstant;
import org.hdtrace.power.model.PowerFunction;
import org.hdtrace.power.model.PowerModel;
import org.hdtrace.power.model.Supply;

/**
 * A model fitted to recordings with measured power: a constant for each node, as equal hardware differs by 20 W, and a slope for each
 * feature that pays, shared by all nodes.
 *
 * @param error of each run while it was left out
 * @param lambda of the {@link Ridge} that was chosen
 */
public record Calibration(PowerModel model, LeaveOneOut error, double lambda) {
    public Calibration {
        Objects.requireNonNull(model, "model");
        Objects.requireNonNull(error, "error");
    }

    /**
     * Fit least squares.
     *
     * @throws CalibrationException when there is too little to fit
     */
    public static Calibration of(String name, SampleSet set) throws CalibrationException {
        return of(name, set, Ridge.NONE);
    }

    /**
     * Fit with the ridge whose leave-one-out error of samples is least; features are chosen for each.
     *
     * @throws CalibrationException when there is too little to fit
     */
    public static Calibration of(String name, SampleSet set, Ridge ridge) throws CalibrationException {
        Calibration best = null;
        for (double lambda : ridge.lambdas()) {
            try {
                Calibration tried = of(name, set, lambda);
                if (best == null || tried.error().sampleWatts() < best.error().sampleWatts()) {
                    best = tried;
                }
            } catch (CalibrationException e) {
                if (best == null) {
                    throw e;
                }
                // shrunk that much, no feature pays
            }
        }
        return Objects.requireNonNull(best, "lambdas");
    }

    private static Calibration of(String name, SampleSet set, double lambda) throws CalibrationException {
        List<Feature> features = FeatureChoice.choose(set, lambda);
        List<Sample> samples = set.samples(features.isEmpty() ? set.features() : features);
        if (set.features().isEmpty() || samples.isEmpty()) {
            throw new CalibrationException(
                    "no node has both measured power (group Energy, value P) and utilisation at the same time");
        }
        if (features.isEmpty()) {
            throw new CalibrationException("none of the features "
                    + String.join(
                            ", ", set.features().stream().map(Feature::name).toList())
                    + " tells more of the power than each node's mean; record runs of different load");
        }
        LeaveOneOut error = LeaveOneOut.of(set, samples, features.size(), lambda);
        Fit fit = Fit.of(samples, features.size(), lambda);
        return new Calibration(model(name, set, features, samples, fit, error, lambda), error, lambda);
    }

    private static PowerModel model(
            String name,
            SampleSet set,
            List<Feature> features,
            List<Sample> samples,
            Fit fit,
            LeaveOneOut error,
            double lambda) {
        double[] widths = fit.halfWidths();
        List<Component> components = new ArrayList<>();
        List<CalibrationFacts.Range> ranges = new ArrayList<>();
        for (int i = 0; i < features.size(); i++) {
            String feature = features.get(i).name();
            PowerFunction function = new PowerFunction.Linear(0, rounded(fit.slope(i)));
            String kind = feature.toUpperCase(Locale.ROOT);
            components.add(new Component(feature, kind, feature, 1, function, rounded(widths[i]), List.of()));
            ranges.add(range(feature, i, samples));
        }
        List<NodeConstant> nodes = new ArrayList<>();
        List<String> hosts = fit.hosts();
        for (int i = 0; i < hosts.size(); i++) {
            double width = rounded(widths[features.size() + i]);
            nodes.add(new NodeConstant(hosts.get(i), rounded(fit.constant(hosts.get(i))), width));
        }
        nodes.add(any(nodes));
        CalibrationFacts facts = new CalibrationFacts(
                set.recordingCount(),
                samples.size(),
                rounded(fit.residualWatts()),
                rounded(error.betweenWatts()),
                lambda,
                ranges);
        return new PowerModel(name, features, components, nodes, Supply.ideal(), Optional.of(facts));
    }

    /** For nodes that nobody measured: the mean of the others, which a node's own constant leaves by their spread. */
    private static NodeConstant any(List<NodeConstant> nodes) {
        double mean = nodes.stream().mapToDouble(NodeConstant::watts).average().orElse(0);
        double squares = 0;
        for (NodeConstant node : nodes) {
            squares += (node.watts() - mean) * (node.watts() - mean);
        }
        int degrees = Math.max(1, nodes.size() - 1);
        double width = Student.halfWidth(degrees) * Math.sqrt(squares / degrees * (1 + 1.0 / nodes.size()));
        return new NodeConstant("*", rounded(mean), rounded(width));
    }

    private static CalibrationFacts.Range range(String feature, int index, List<Sample> samples) {
        DoubleSummaryStatistics seen = samples.stream()
                .mapToDouble(sample -> sample.utilisations()[index])
                .summaryStatistics();
        return new CalibrationFacts.Range(feature, seen.getMin(), seen.getMax());
    }

    /** To microwatts: files hold no digits that mean nothing. */
    private static double rounded(double watts) {
        return Math.rint(watts * 1e6) / 1e6;
    }
}

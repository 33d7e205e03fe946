// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.fit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.hdtrace.power.series.Sum;

/**
 * How well runs are told that the fit hasn't seen: each one is left out once, the others are fitted, and the energy of each of its
 * nodes is estimated.
 */
public final class LeaveOneOut {
    private final List<NodeRun> runs;

    /**
     * A node during a run that was left out.
     *
     * @param seconds of the samples
     * @param measuredJoules of the same time as {@code estimatedJoules}
     * @param sampleWatts root of the mean square of what single samples differ
     */
    public record NodeRun(
            String run,
            String host,
            double seconds,
            double measuredJoules,
            double estimatedJoules,
            double sampleWatts) {
        /** Estimate over measurement, less 1. */
        public double error() {
            return estimatedJoules / measuredJoules - 1;
        }

        /** What the mean power differs. */
        double wattsOff() {
            return (estimatedJoules - measuredJoules) / seconds;
        }
    }

    private LeaveOneOut(List<NodeRun> runs) {
        this.runs = List.copyOf(runs);
    }

    static LeaveOneOut of(SampleSet set, List<Sample> samples, int features, double lambda) {
        List<NodeRun> found = new ArrayList<>();
        for (int run : samples.stream().mapToInt(Sample::run).distinct().toArray()) {
            List<Sample> others =
                    samples.stream().filter(sample -> sample.run() != run).toList();
            if (others.isEmpty()) {
                continue;
            }
            Fit fit = Fit.of(others, features, lambda);
            Map<String, List<Sample>> byHost = new LinkedHashMap<>();
            samples.stream().filter(sample -> sample.run() == run).forEach(sample -> byHost.computeIfAbsent(
                            sample.host(), unused -> new ArrayList<>())
                    .add(sample));
            byHost.forEach((host, left) -> found.add(nodeRun(set.runName(run), host, left, fit)));
        }
        return new LeaveOneOut(found);
    }

    private static NodeRun nodeRun(String run, String host, List<Sample> samples, Fit fit) {
        Sum seconds = new Sum();
        Sum measured = new Sum();
        Sum estimated = new Sum();
        Sum squares = new Sum();
        for (Sample sample : samples) {
            seconds.add(sample.seconds());
            measured.add(sample.seconds() * sample.watts());
            estimated.add(sample.seconds() * fit.watts(sample));
            double difference = fit.watts(sample) - sample.watts();
            squares.add(sample.seconds() * difference * difference);
        }
        double sampleWatts = Math.sqrt(squares.value() / seconds.value());
        return new NodeRun(run, host, seconds.value(), measured.value(), estimated.value(), sampleWatts);
    }

    public List<NodeRun> runs() {
        return runs;
    }

    /** Median of the absolute relative errors of energy; NaN without runs. */
    public double medianError() {
        double[] errors = errors().sorted().toArray();
        int half = errors.length / 2;
        if (errors.length == 0) {
            return Double.NaN;
        }
        return errors.length % 2 == 1 ? errors[half] : (errors[half - 1] + errors[half]) / 2;
    }

    public double largestError() {
        return errors().max().orElse(Double.NaN);
    }

    /** Mean over the runs of what their samples differ, watts; infinite without runs. */
    public double sampleWatts() {
        return runs.stream().mapToDouble(NodeRun::sampleWatts).average().orElse(Double.POSITIVE_INFINITY);
    }

    private DoubleStream errors() {
        return runs.stream().mapToDouble(run -> Math.abs(run.error()));
    }

    /** Half width of the 95 % interval of a run's mean power, watts; 0 without runs. */
    double betweenWatts() {
        double squares = runs.stream()
                .mapToDouble(run -> run.wattsOff() * run.wattsOff())
                .average()
                .orElse(0);
        return Student.halfWidth(runs.size()) * Math.sqrt(squares);
    }
}

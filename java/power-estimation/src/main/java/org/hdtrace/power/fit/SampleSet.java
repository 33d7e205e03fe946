// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.fit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.hdtrace.power.input.NodeReading;
import org.hdtrace.power.model.Feature;
import org.hdtrace.power.series.Grid;
import org.hdtrace.power.series.Series;

/**
 * The samples of several recordings. A feature counts when every node with measured power has it.
 *
 * <p>Thread: one at a time until all are added.
 */
public final class SampleSet {
    /** An interval of which less of the power is known is no sample. */
    private static final double LEAST_KNOWN = 0.9;
    /** A single recording is left out piece by piece. */
    private static final int PIECES = 5;

    private record Reading(int recording, NodeReading node) {}

    private final List<Feature> candidates;
    private final List<String> recordings = new ArrayList<>();
    private final List<Reading> readings = new ArrayList<>();

    public SampleSet(List<Feature> candidates) {
        this.candidates = List.copyOf(candidates);
    }

    /** Add a recording; nodes without measured power are left out. Returns how many nodes count. */
    public int add(String recording, List<NodeReading> nodes) {
        int number = recordings.size();
        recordings.add(recording);
        int before = readings.size();
        for (NodeReading node : nodes) {
            if (node.hasPower() && !node.activity().isEmpty()) {
                readings.add(new Reading(number, node));
            }
        }
        return readings.size() - before;
    }

    public int recordingCount() {
        return recordings.size();
    }

    /** What is left out at once: a recording's name, or a piece of the only one. */
    String runName(int run) {
        return recordings.size() > 1 ? recordings.get(run) : recordings.get(0) + " part " + (run + 1);
    }

    /** The candidates that all nodes have and that are not the same all the time. */
    List<Feature> features() {
        List<Feature> usable = new ArrayList<>();
        for (Feature feature : candidates) {
            boolean known = readings.stream()
                    .allMatch(
                            reading -> !reading.node().activity(feature.name()).isEmpty());
            if (known && varies(feature.name())) {
                usable.add(feature);
            }
        }
        return usable;
    }

    /** Whether a list begins with the first of all candidates. */
    boolean isFirst(List<Feature> features) {
        return !features.isEmpty() && features.get(0).equals(candidates.get(0));
    }

    private boolean varies(String feature) {
        Set<Double> seen = new HashSet<>();
        for (Reading reading : readings) {
            Series series = reading.node().activity(feature);
            for (int i = 0; i < series.size() && seen.size() < 2; i++) {
                seen.add(series.value(i));
            }
        }
        return seen.size() > 1;
    }

    /** The samples, each with the utilisations of these features in their order. */
    List<Sample> samples(List<Feature> features) {
        List<Sample> samples = new ArrayList<>();
        for (Reading reading : readings) {
            addSamples(reading, features, samples);
        }
        return samples;
    }

    private void addSamples(Reading reading, List<Feature> features, List<Sample> samples) {
        List<Series> series = new ArrayList<>();
        features.forEach(feature -> series.add(reading.node().activity(feature.name())));
        long[] times = Grid.of(series);
        for (int i = 1; i < times.length; i++) {
            double[] utilisations = new double[series.size()];
            boolean known = true;
            for (int k = 0; k < utilisations.length; k++) {
                utilisations[k] = series.get(k).at(times[i - 1]);
                known &= !Double.isNaN(utilisations[k]);
            }
            double seconds = Series.seconds(times[i - 1], times[i]);
            Series power = reading.node().power();
            if (known && power.knownSeconds(times[i - 1], times[i]) >= LEAST_KNOWN * seconds) {
                int run = recordings.size() > 1
                        ? reading.recording()
                        : (int) ((long) (i - 1) * PIECES / Math.max(1, times.length - 1));
                double watts = power.mean(times[i - 1], times[i]);
                samples.add(new Sample(run, reading.node().host(), seconds, watts, utilisations));
            }
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.fit;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.power.model.Feature;

/**
 * Chooses what a model looks at: from the first candidate on, whose cost is beyond doubt even where runs show little of it, the
 * feature is added whose leave-one-out error is least, as long as it makes that
 * error smaller by a twentieth at least; less is noise, and each feature asks for data. The error is that of the samples of runs that
 * were left out: runs that are much alike all have the same mean power, so that their energies would tell nothing of causes.
 */
final class FeatureChoice {
    private static final double LEAST_GAIN = 0.05;

    private FeatureChoice() {}

    /** The chosen ones, in the order of their choice, of fits with a {@link Ridge}. */
    static List<Feature> choose(SampleSet set, double lambda) {
        List<Feature> left = new ArrayList<>(set.features());
        List<Sample> all = set.samples(left);
        List<Feature> order = List.copyOf(left);
        List<Feature> chosen = new ArrayList<>();
        if (set.isFirst(left)) {
            chosen.add(left.remove(0));
        }
        double error = error(set, all, order, chosen, lambda);
        while (!left.isEmpty()) {
            Feature best = null;
            double least = error * (1 - LEAST_GAIN);
            for (Feature feature : left) {
                List<Feature> tried = new ArrayList<>(chosen);
                tried.add(feature);
                double with = error(set, all, order, tried, lambda);
                if (with < least) {
                    least = with;
                    best = feature;
                }
            }
            if (best == null) {
                break;
            }
            chosen.add(best);
            left.remove(best);
            error = least;
        }
        return chosen;
    }

    private static double error(
            SampleSet set, List<Sample> all, List<Feature> order, List<Feature> chosen, double lambda) {
        int[] columns = chosen.stream().mapToInt(order::indexOf).toArray();
        List<Sample> samples = new ArrayList<>(all.size());
        for (Sample sample : all) {
            double[] utilisations = new double[columns.length];
            for (int i = 0; i < columns.length; i++) {
                utilisations[i] = sample.utilisations()[columns[i]];
            }
            samples.add(new Sample(sample.run(), sample.host(), sample.seconds(), sample.watts(), utilisations));
        }
        return LeaveOneOut.of(set, samples, columns.length, lambda).sampleWatts();
    }
}

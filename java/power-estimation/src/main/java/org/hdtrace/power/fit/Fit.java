// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Least squares: power = constant of the host + sum of slope * utilisation, with no slope and no constant below 0. Each run of a node
 * weighs the same, however long it was, since its samples are alike; within it samples weigh by their time.
 *
 * <p>The constants drop out of the equations by taking each host's means away, so that the work grows with the samples and not with the
 * cube of the hosts. A slope that came out negative is set to 0 and the rest is fitted again, the most negative one first. Slopes may be
 * shrunk, see {@link Ridge}.
 */
final class Fit {
    private final List<Sample> samples;
    private final double[] weights;
    private final int features;
    private final double lambda;
    private final double[] slopes;
    private final Map<String, Means> hosts = new LinkedHashMap<>();
    private double[][] inverse;

    /** Weighted means of a host's samples. */
    private static final class Means {
        private double weight;
        private double watts;
        private final double[] utilisations;
        private boolean withoutConstant;

        Means(int features) {
            utilisations = new double[features];
        }

        void add(Sample sample, double more) {
            weight += more;
            double share = more / weight;
            watts += share * (sample.watts() - watts);
            for (int i = 0; i < utilisations.length; i++) {
                utilisations[i] += share * (sample.utilisations()[i] - utilisations[i]);
            }
        }

        double constant(double[] slopes) {
            return withoutConstant ? 0 : watts - Matrix.dot(slopes, utilisations);
        }
    }

    private Fit(List<Sample> samples, int features, double lambda) {
        this.lambda = lambda;
        this.samples = samples;
        this.weights = weights(samples);
        this.features = features;
        this.slopes = new double[features];
        for (int i = 0; i < weights.length; i++) {
            hosts.computeIfAbsent(samples.get(i).host(), unused -> new Means(features))
                    .add(samples.get(i), weights[i]);
        }
    }

    private static double[] weights(List<Sample> samples) {
        Map<List<Object>, Double> seconds = new HashMap<>();
        for (Sample sample : samples) {
            seconds.merge(sample.cluster(), sample.seconds(), Double::sum);
        }
        return samples.stream()
                .mapToDouble(sample -> sample.seconds() / seconds.get(sample.cluster()))
                .toArray();
    }

    /** Fit samples that all have so many utilisations, without shrinking. */
    static Fit of(List<Sample> samples, int features) {
        return of(samples, features, 0);
    }

    /** As {@link #of(List, int)} with a penalty of slopes. */
    static Fit of(List<Sample> samples, int features, double lambda) {
        Fit fit = new Fit(samples, features, lambda);
        boolean[] active = new boolean[features];
        Arrays.fill(active, true);
        do {
            fit.solve(active);
        } while (fit.dropNegative(active));
        return fit;
    }

    double slope(int feature) {
        return slopes[feature];
    }

    List<String> hosts() {
        return List.copyOf(hosts.keySet());
    }

    /** Constant of a host, watts; of one that was not among the samples the mean of those that were. */
    double constant(String host) {
        Means means = hosts.get(host);
        return means != null
                ? means.constant(slopes)
                : hosts.values().stream()
                        .mapToDouble(each -> each.constant(slopes))
                        .average()
                        .orElse(0);
    }

    double watts(Sample sample) {
        return constant(sample.host()) + Matrix.dot(slopes, sample.utilisations());
    }

    private void solve(boolean[] active) {
        double[][] normal = new double[features][features];
        double[] right = new double[features];
        for (int i = 0; i < weights.length; i++) {
            Sample sample = samples.get(i);
            double[] centred = centred(sample, active);
            Means means = hosts.get(sample.host());
            double watts = sample.watts() - (means.withoutConstant ? 0 : means.watts);
            Matrix.addSquare(normal, centred, weights[i]);
            Matrix.add(right, centred, weights[i] * watts);
        }
        for (int i = 0; i < features; i++) {
            normal[i][i] *= 1 + lambda;
        }
        inverse = Matrix.inverse(normal);
        System.arraycopy(Matrix.times(inverse, right), 0, slopes, 0, features);
    }

    private double[] centred(Sample sample, boolean[] active) {
        Means means = hosts.get(sample.host());
        double[] centred = new double[features];
        for (int i = 0; i < features; i++) {
            double mean = means.withoutConstant ? 0 : means.utilisations[i];
            centred[i] = active[i] ? sample.utilisations()[i] - mean : 0;
        }
        return centred;
    }

    /** Take the most negative slope out, or else all negative constants; false when there are none. */
    private boolean dropNegative(boolean[] active) {
        int worst = -1;
        for (int i = 0; i < features; i++) {
            if (slopes[i] < 0 && (worst < 0 || slopes[i] < slopes[worst])) {
                worst = i;
            }
        }
        if (worst >= 0) {
            active[worst] = false;
            slopes[worst] = 0;
            return true;
        }
        List<Means> negative = new ArrayList<>();
        for (Means means : hosts.values()) {
            if (means.constant(slopes) < 0) {
                negative.add(means);
            }
        }
        negative.forEach(means -> means.withoutConstant = true);
        return !negative.isEmpty();
    }

    /** Root of the mean square of what single samples differ, watts. */
    double residualWatts() {
        double squares = 0;
        double seconds = 0;
        for (Sample sample : samples) {
            double difference = sample.watts() - watts(sample);
            squares += sample.seconds() * difference * difference;
            seconds += sample.seconds();
        }
        return seconds > 0 ? Math.sqrt(squares / seconds) : 0;
    }

    /**
     * Half widths of the 95 % intervals of slopes and, behind them, of the constants of {@link #hosts}. Samples of a node in a run are
     * alike, so that a run of a node counts as one observation (cluster-robust covariance). Of slopes that are shrunk it is the interval of
     * the shrunk ones: what they are too small by isn't in it.
     */
    double[] halfWidths() {
        double[][] covariance = covariance();
        List<String> names = hosts();
        double t = Student.halfWidth(clusters().size() - 1);
        double[] widths = new double[features + names.size()];
        for (int i = 0; i < features; i++) {
            widths[i] = t * Math.sqrt(Math.max(0, covariance[i][i]));
        }
        for (int i = 0; i < names.size(); i++) {
            double[] means = hosts.get(names.get(i)).utilisations;
            widths[features + i] = t * Math.sqrt(Math.max(0, Matrix.dot(means, Matrix.times(covariance, means))));
        }
        return widths;
    }

    private Map<List<Object>, double[]> clusters() {
        boolean[] all = new boolean[features];
        for (int i = 0; i < features; i++) {
            all[i] = inverse[i][i] != 0;
        }
        Map<List<Object>, double[]> sums = new LinkedHashMap<>();
        for (int i = 0; i < weights.length; i++) {
            Sample sample = samples.get(i);
            double[] sum = sums.computeIfAbsent(sample.cluster(), unused -> new double[features]);
            Matrix.add(sum, centred(sample, all), weights[i] * (sample.watts() - watts(sample)));
        }
        return sums;
    }

    private double[][] covariance() {
        Map<List<Object>, double[]> clusters = clusters();
        double[][] covariance = new double[features][features];
        double correction = clusters.size() > 1 ? (double) clusters.size() / (clusters.size() - 1) : 1;
        for (double[] cluster : clusters.values()) {
            Matrix.addSquare(covariance, Matrix.times(inverse, cluster), correction);
        }
        return covariance;
    }
}

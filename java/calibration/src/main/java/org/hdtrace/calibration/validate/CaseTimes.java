// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.validate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.hdtrace.calibration.table.Sample;

/** All repetitions of a case: observed, simulated, and simulated by the messages that were recorded inside. */
final class CaseTimes {
    private static final class OfRank {
        private final List<Double> observed = new ArrayList<>();
        private final List<Double> simulated = new ArrayList<>();

        Sample observedSample() {
            return sample(observed);
        }

        Sample simulatedSample() {
            return sample(simulated);
        }

        private static Sample sample(List<Double> values) {
            return new Sample(values.stream().mapToDouble(Double::doubleValue).toArray());
        }
    }

    private final Map<Integer, OfRank> ranks = new TreeMap<>();
    private double leastInside = Double.NaN;
    private double leastObserved = Double.POSITIVE_INFINITY;
    private MessagePattern fastest = new MessagePattern();
    private ServerLoad.Share servers = ServerLoad.Share.NONE;

    /**
     * Add a repetition, in nanoseconds.
     *
     * @param rank that called, -1 for a group
     * @param inside NaN when no messages were simulated
     * @param pattern of the messages inside; null when there can't be any
     */
    void add(int rank, double observed, double simulated, double inside, MessagePattern pattern) {
        OfRank of = ranks.computeIfAbsent(rank, unused -> new OfRank());
        of.observed.add(observed);
        of.simulated.add(simulated);
        leastInside =
                Double.isNaN(leastInside) ? inside : Double.isNaN(inside) ? leastInside : Math.min(leastInside, inside);
        if (pattern != null && observed < leastObserved) {
            leastObserved = observed;
            fastest = pattern;
        }
    }

    /** Add what servers had to do during a call. */
    void addServers(ServerLoad.Share share) {
        servers = servers.plus(share);
    }

    /** What servers had to do during all calls of all ranks. */
    ServerLoad.Share servers() {
        return servers;
    }

    /** That of the fastest repetition. */
    MessagePattern pattern() {
        return fastest;
    }

    /** Whether every rank is as slow as this, in the middle: now and then one may be as fast as it should. */
    boolean allAbove(double ratio) {
        return ranks.values().stream()
                .allMatch(one -> one.observedSample().median()
                        > ratio * one.simulatedSample().median());
    }

    /** The case as the rank shows it that did worst. */
    ValidationCase judged(CaseKey key, Judge judge) {
        ValidationCase worst = null;
        for (Map.Entry<Integer, OfRank> entry : ranks.entrySet()) {
            Sample observed = entry.getValue().observedSample();
            Sample simulated = entry.getValue().simulatedSample();
            ValidationCase one = new ValidationCase(
                    key,
                    entry.getKey(),
                    observed,
                    simulated,
                    leastInside,
                    verdict(observed, simulated, judge),
                    List.of());
            if (worst == null || isWorse(one, worst)) {
                worst = one;
            }
        }
        return worst;
    }

    /** Messages that take longer than the documented ones when both are simulated tell a fault that no noise hides. */
    private Verdict verdict(Sample observed, Sample simulated, Judge judge) {
        boolean other = judge.exceedsByItself(leastInside, simulated.least());
        return other && judge.exceedsByItself(observed.least(), simulated.least())
                ? Verdict.SLOWER
                : judge.verdict(observed, simulated);
    }

    private static boolean isWorse(ValidationCase one, ValidationCase other) {
        boolean slow = one.verdict() == Verdict.SLOWER;
        return slow == (other.verdict() == Verdict.SLOWER) ? one.ratio() > other.ratio() : slow;
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.validate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.hdtrace.calibration.check.Predictor;
import org.hdtrace.calibration.suite.ValidationSuite;
import org.hdtrace.calibration.table.Case;
import org.hdtrace.calibration.table.Place;
import org.hdtrace.calibration.table.ResultTable;
import org.hdtrace.calibration.table.Sample;
import org.hdtrace.format.TraceFormatException;

/**
 * Finds hosts that are slower than the others: links in either direction by messages between neighbours, processors by the same work on each.
 * Work is compared with that of the other ranks, as the whole machine may be busy: disturbances only add, and a processor that something
 * else keeps busy is slow in all repetitions. So, as with {@link Judge}, what counts is the least time minus the scatter of the lower
 * repetitions, beside the least times of the others.
 */
final class HostCheck {
    private static final String LINK = "link";
    private static final String WORK = "work";
    /** Work that takes this many times as long as that of others. */
    private static final double SLOW_WORK = 1.75;

    private record Pair(int from, int to, double ratio, boolean slow) {}

    private final Judge judge;
    private final List<Place> places = new ArrayList<>();
    private final Map<Case, List<Double>> measured = new LinkedHashMap<>();
    private final List<ValidationCase> cases = new ArrayList<>();
    private final List<String> findings = new ArrayList<>();

    HostCheck(Judge judge) {
        this.judge = judge;
    }

    /** Add what one run measured. */
    void add(ResultTable table) {
        places.clear();
        places.addAll(table.places());
        table.samples().forEach((key, sample) -> {
            if (key.test().equals(LINK) || key.test().equals(WORK)) {
                List<Double> values = measured.computeIfAbsent(key, unused -> new ArrayList<>());
                for (int i = 0; i < sample.count(); i++) {
                    values.add(sample.quantile(sample.count() == 1 ? 0 : (double) i / (sample.count() - 1)));
                }
            }
        });
    }

    List<ValidationCase> cases() {
        return List.copyOf(cases);
    }

    List<String> findings() {
        return List.copyOf(findings);
    }

    void judge(Predictor predictor) throws TraceFormatException {
        cases.clear();
        findings.clear();
        List<Pair> pairs = new ArrayList<>();
        Map<Integer, ValidationCase> work = new LinkedHashMap<>();
        for (Map.Entry<Case, List<Double>> entry : measured.entrySet()) {
            Case key = entry.getKey();
            OptionalDouble expected = predictor.nanos(key);
            if (expected.isEmpty()) {
                continue;
            }
            boolean link = key.test().equals(LINK);
            Sample observed = new Sample(
                    entry.getValue().stream().mapToDouble(Double::doubleValue).toArray());
            Sample simulated = new Sample(expected.getAsDouble());
            String name = link ? "link " + key.first() + " to " + key.second() : WORK;
            ValidationCase one = new ValidationCase(
                    new CaseKey(ValidationSuite.HOSTS, name, 0, key.bytes()),
                    key.first(),
                    observed,
                    simulated,
                    Double.NaN,
                    link ? judge.verdict(observed, simulated) : verdict(observed),
                    List.of());
            if (link) {
                pairs.add(new Pair(key.first(), key.second(), one.ratio(), one.verdict() == Verdict.SLOWER));
                cases.add(one);
            } else {
                work.put(key.first(), one);
            }
        }
        links(pairs);
        work.forEach((rank, one) -> cases.add(work(rank, one, work)));
    }

    /** A host is named when all that it sends or gets is slow; else each pair is. */
    private void links(List<Pair> pairs) {
        List<Pair> left = new ArrayList<>(pairs.stream().filter(Pair::slow).toList());
        boolean ring = pairs.stream().map(Pair::from).distinct().count() > 2;
        for (Place place : places) {
            int rank = place.rank();
            List<Pair> out = pairs.stream().filter(pair -> pair.from() == rank).toList();
            List<Pair> in = pairs.stream().filter(pair -> pair.to() == rank).toList();
            boolean slowOut = ring && !out.isEmpty() && left.containsAll(out);
            boolean slowIn = ring && !in.isEmpty() && left.containsAll(in);
            if (slowOut || slowIn) {
                List<Pair> meant = new ArrayList<>(slowOut ? out : List.of());
                meant.addAll(slowIn ? in : List.of());
                left.removeAll(meant);
                String what = slowOut && slowIn
                        ? "the link of " + name(rank) + " in both directions"
                        : slowOut
                                ? "the link of " + name(rank) + " as it sends"
                                : "the link of " + name(rank) + " as it receives";
                findings.add(what + ": " + times(meant) + " as long as the model says");
            }
        }
        left.forEach(pair -> findings.add("messages from " + name(pair.from()) + " to " + name(pair.to()) + ": "
                + times(List.of(pair)) + " as long as the model says"));
    }

    private static String times(List<Pair> pairs) {
        double[] ratios = pairs.stream().mapToDouble(Pair::ratio).toArray();
        return String.format(Locale.ROOT, "%.2f times", new Sample(ratios).median());
    }

    /** Of work before it's compared with that of others. */
    private static Verdict verdict(Sample work) {
        return Judge.enough(work) ? Verdict.EXPECTED : Verdict.UNJUDGED;
    }

    private ValidationCase work(int rank, ValidationCase one, Map<Integer, ValidationCase> all) {
        double[] others = all.entrySet().stream()
                .filter(entry -> entry.getKey() != rank)
                .mapToDouble(entry -> entry.getValue().observed().least())
                .toArray();
        if (others.length == 0 || one.verdict() == Verdict.UNJUDGED) {
            return one;
        }
        double usual = new Sample(others).median();
        if (Judge.surely(one.observed()) < SLOW_WORK * usual) {
            return one;
        }
        String text = String.format(
                Locale.ROOT,
                "the processor of %s: the same work takes %.2f times as long as on the others; something else keeps it busy",
                name(rank),
                one.observed().least() / usual);
        findings.add(text);
        return new ValidationCase(
                one.key(), rank, one.observed(), one.simulated(), Double.NaN, Verdict.SLOWER, List.of(text));
    }

    private String name(int rank) {
        return places.get(rank).host() + " (rank " + rank + ")";
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.hdtrace.power.TestSeries;
import org.hdtrace.power.input.NodeReading;
import org.hdtrace.power.model.CalibrationFacts;
import org.hdtrace.power.model.Component;
import org.hdtrace.power.model.Feature;
import org.hdtrace.power.model.NodeConstant;
import org.hdtrace.power.model.PowerModel;
import org.hdtrace.power.model.Source;
import org.hdtrace.power.series.Series;
import org.junit.jupiter.api.Test;

class CalibrationTest {
    private static final List<Feature> FEATURES = List.of(feature("cpu"), feature("net"), feature("noise"));
    private static final double[] BASES = {120, 141, 130};

    private static Feature feature(String name) {
        return new Feature(name, List.of(new Source("", List.of(name), false, 1, "")));
    }

    /** Nodes n0, n1, ... whose power is base + 40 cpu + 15 net + an error; the feature noise is chance. */
    private static List<NodeReading> recording(Random random, int nodes, int seconds, double error) {
        List<NodeReading> readings = new ArrayList<>();
        for (int n = 0; n < nodes; n++) {
            double[] cpu = random.doubles(seconds).toArray();
            double[] net = random.doubles(seconds).toArray();
            double[] watts = new double[seconds];
            for (int i = 0; i < seconds; i++) {
                watts[i] = BASES[n] + 40 * cpu[i] + 15 * net[i] + error * random.nextGaussian();
            }
            Map<String, Series> activity = new LinkedHashMap<>();
            activity.put("cpu", TestSeries.seconds(cpu));
            activity.put("net", TestSeries.seconds(net));
            activity.put("noise", TestSeries.seconds(random.doubles(seconds).toArray()));
            readings.add(new NodeReading("n" + n, activity, TestSeries.seconds(watts)));
        }
        return readings;
    }

    private static SampleSet set(int recordings, int seconds, double error) {
        Random random = new Random(5);
        SampleSet set = new SampleSet(FEATURES);
        for (int i = 0; i < recordings; i++) {
            assertEquals(3, set.add("r" + i, recording(random, 3, seconds, error)));
        }
        return set;
    }

    @Test
    void findsTheLawExactlyWhereThereIsNoError() throws CalibrationException {
        Calibration calibration = Calibration.of("m", set(3, 20, 0));
        PowerModel model = calibration.model();
        assertEquals(
                List.of("cpu", "net"),
                model.components().stream().map(Component::name).toList());
        assertEquals(40, model.components().get(0).watts(1), 1e-5);
        assertEquals(15, model.components().get(1).watts(1), 1e-5);
        for (int n = 0; n < BASES.length; n++) {
            assertEquals(BASES[n], model.constant("n" + n).orElseThrow().watts(), 1e-5);
        }
        NodeConstant any = model.constant("elsewhere").orElseThrow();
        assertEquals(391.0 / 3, any.watts(), 1e-5);
        assertTrue(any.bandWatts() > 20, "bases differ by 21 W: " + any.bandWatts());
        assertEquals(0, calibration.error().medianError(), 1e-9);
        assertEquals(9, calibration.error().runs().size());
        CalibrationFacts facts = model.calibration().orElseThrow();
        assertEquals(180, facts.samples());
        assertTrue(facts.ranges().get(0).from() >= 0 && facts.ranges().get(0).to() <= 1, "ranges are those seen");
    }

    @Test
    void intervalsHoldTheTruthAboutAsOftenAsTheySay() {
        int held = 0;
        int runs = 200;
        for (int i = 0; i < runs; i++) {
            Random random = new Random(i);
            SampleSet set = new SampleSet(FEATURES);
            for (int r = 0; r < 6; r++) {
                set.add("r" + r, recording(random, 2, 15, 4));
            }
            Fit fit = Fit.of(set.samples(FEATURES.subList(0, 2)), 2);
            held += Math.abs(fit.slope(0) - 40) <= fit.halfWidths()[0] ? 1 : 0;
        }
        // 95 % of 200 are 190; a binomial deviation of four sigma is 12, and few clusters make robust intervals a
        // little narrow.
        assertTrue(held >= 172 && held < runs, "held " + held + " of " + runs);
    }

    @Test
    void leavesOutWhatDoesNotPay() throws CalibrationException {
        PowerModel model = Calibration.of("m", set(4, 30, 3)).model();
        assertEquals(
                List.of("cpu", "net"),
                model.features().stream().map(Feature::name).toList());
        assertEquals(
                40,
                model.components().get(0).watts(1),
                3 * model.components().get(0).bandWatts());
    }

    /** One host and one feature: the slope is sum of products over (1 + lambda) sums of squares about the means. */
    @Test
    void ridgeShrinksSlopesButNotConstants() {
        List<Sample> samples = List.of(
                new Sample(0, "n", 1, 100, new double[] {0.25}),
                new Sample(0, "n", 1, 120, new double[] {0.5}),
                new Sample(0, "n", 1, 140, new double[] {0.75}));
        Fit fit = Fit.of(samples, 1, 0.25);
        assertEquals(80 / 1.25, fit.slope(0), 1e-9);
        assertEquals(120 - 0.5 * 64, fit.constant("n"), 1e-9, "the mean stays that of the samples");
        assertEquals(80, Fit.of(samples, 1, 0).slope(0), 1e-9);
        List<Sample> idle = List.of(new Sample(0, "n", 1, 100, new double[] {0}));
        assertEquals(100, Fit.of(idle, 1, 1e6).constant("n"), 1e-9);
    }

    /** With another unit of a feature, its slope is another and all estimates are the same. */
    @Test
    void ridgeDoesNotDependOnUnits() {
        Random random = new Random(3);
        List<Sample> samples = new ArrayList<>();
        List<Sample> scaled = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            double[] load = {random.nextDouble(), random.nextDouble()};
            double watts = 100 + 30 * load[0] + 10 * load[1] + random.nextGaussian();
            samples.add(new Sample(0, "n" + i % 2, 1, watts, load));
            scaled.add(new Sample(0, "n" + i % 2, 1, watts, new double[] {load[0], 1000 * load[1]}));
        }
        Fit fit = Fit.of(samples, 2, 0.5);
        Fit other = Fit.of(scaled, 2, 0.5);
        for (int i = 0; i < samples.size(); i++) {
            assertEquals(fit.watts(samples.get(i)), other.watts(scaled.get(i)), 1e-9);
        }
    }

    /** A run of a node whose power is 150 W in the mean. */
    private static NodeReading sloped(double slope) {
        Series cpu = TestSeries.seconds(0, 0.25, 0.5, 0.75, 1);
        return new NodeReading("n", Map.of("cpu", cpu), cpu.map(load -> 150 + slope * (load - 0.5)));
    }

    /**
     * Where there is no error shrinking only harms. Of two runs with slopes 100 and 60 each is told by the other's: with k = 1 / (1 +
     * lambda) they are off by |100 k - 60| + |60 k - 100|, which is 80 at 0, 40 k + 40 from there down to k = 0.6, and 80 at 1.
     */
    @Test
    void theRidgeIsChosenByTheLeaveOneOutError() throws CalibrationException {
        assertEquals(0, Calibration.of("m", set(3, 20, 0), Ridge.AUTO).lambda());
        SampleSet different = new SampleSet(FEATURES);
        different.add("a", List.of(sloped(100)));
        different.add("b", List.of(sloped(60)));
        Calibration chosen = Calibration.of("m", different, Ridge.AUTO);
        assertEquals(0.3, chosen.lambda());
        double plain = Calibration.of("m", different).error().sampleWatts();
        assertEquals((40 / 1.3 + 40) / 80 * plain, chosen.error().sampleWatts(), 1e-9);
        assertEquals(80 / 1.3, chosen.model().components().get(0).watts(1), 1e-5);
    }

    @Test
    void noSlopeIsNegativeWithARidge() {
        List<Sample> samples = new ArrayList<>();
        Random random = new Random(1);
        for (int i = 0; i < 50; i++) {
            double[] load = {random.nextDouble(), random.nextDouble()};
            samples.add(new Sample(0, "n", 1, 100 + 30 * load[0] - 10 * load[1], load));
        }
        Fit fit = Fit.of(samples, 2, 0.1);
        assertEquals(0, fit.slope(1));
        assertTrue(fit.slope(0) > 22 && fit.slope(0) < 30, "slope " + fit.slope(0));
    }

    @Test
    void noSlopeIsNegative() {
        List<Sample> samples = new ArrayList<>();
        Random random = new Random(1);
        for (int i = 0; i < 50; i++) {
            double[] load = {random.nextDouble(), random.nextDouble()};
            samples.add(new Sample(0, "n", 1, 100 + 30 * load[0] - 10 * load[1], load));
        }
        Fit fit = Fit.of(samples, 2);
        assertEquals(0, fit.slope(1));
        assertTrue(fit.slope(0) > 25 && fit.slope(0) < 35, "slope " + fit.slope(0));
        assertTrue(fit.constant("n") > 90, "constant " + fit.constant("n"));
    }

    @Test
    void noConstantIsNegative() {
        List<Sample> samples = List.of(
                new Sample(0, "n", 1, 0, new double[] {0.5}),
                new Sample(0, "n", 1, 100, new double[] {1.0}),
                new Sample(0, "n", 1, 40, new double[] {0.8}));
        Fit fit = Fit.of(samples, 1);
        assertEquals(0, fit.constant("n"));
        // Through the origin: sum of products over sum of squares.
        assertEquals((0.5 * 0 + 100 + 0.8 * 40) / (0.25 + 1 + 0.64), fit.slope(0), 1e-9);
    }

    @Test
    void runsWeighTheSameHoweverLongTheyAre() {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            samples.add(new Sample(0, "n", 1, 100, new double[] {0}));
        }
        samples.add(new Sample(1, "n", 1, 110, new double[] {0}));
        assertEquals(105, Fit.of(samples, 1).constant("n"), 1e-9);
    }

    @Test
    void aSingleRecordingIsLeftOutInPieces() throws CalibrationException {
        Calibration calibration = Calibration.of("m", set(1, 50, 1));
        assertEquals(15, calibration.error().runs().size());
        assertEquals("r0 part 1", calibration.error().runs().get(0).run());
    }

    @Test
    void saysWhatIsMissing() {
        SampleSet without = new SampleSet(FEATURES);
        assertEquals(0, without.add("r", List.of(new NodeReading("n", Map.of(), TestSeries.seconds(1, 2)))));
        assertThrows(CalibrationException.class, () -> Calibration.of("m", without));
        SampleSet flat = new SampleSet(FEATURES);
        flat.add(
                "r",
                List.of(new NodeReading(
                        "n", Map.of("net", TestSeries.seconds(0, 1, 0, 1)), TestSeries.seconds(9, 9, 9, 9))));
        assertThrows(CalibrationException.class, () -> Calibration.of("m", flat));
    }
}

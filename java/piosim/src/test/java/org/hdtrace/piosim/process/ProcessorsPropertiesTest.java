// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.hdtrace.piosim.engine.Kernel;

/** A processor that mostly has a single job is as exact as one that plans all its jobs at every change. */
class ProcessorsPropertiesTest {
    private static final double[] SPEEDS = {1e6, 1e9, 2.66e9};

    record Work(long begin, double instructions) {}

    @Provide
    Arbitrary<List<Work>> works() {
        Arbitrary<Long> begins = Arbitraries.longs().between(0, 3000);
        Arbitrary<Double> instructions = Arbitraries.doubles().between(0, 2000);
        return Combinators.combine(begins, instructions).as(Work::new).list().ofMaxSize(20);
    }

    @Property(tries = 300)
    void jobsEndWhenAllOfThemArePlannedAnew(
            @ForAll("works") List<Work> works,
            @ForAll @IntRange(min = 1, max = 3) int cpus,
            @ForAll @IntRange(max = 2) int s) {
        List<Work> inOrder = new ArrayList<>(works);
        inOrder.sort(Comparator.comparingLong(Work::begin));
        Kernel kernel = new Kernel();
        Processors processors = new Processors(kernel, new int[] {cpus}, new double[] {SPEEDS[s]});
        List<String> ends = new ArrayList<>();
        int begin = kernel.register(
                "begin",
                (op, job, stamp) -> processors.submit(
                        0, inOrder.get(job).instructions, () -> ends.add(job + " at " + kernel.now())));
        for (int job = 0; job < inOrder.size(); job++) {
            kernel.at(inOrder.get(job).begin, begin, 0, job, 0);
        }
        kernel.run(Long.MAX_VALUE, Long.MAX_VALUE);
        assertEquals(planned(inOrder, cpus, SPEEDS[s]), ends);
    }

    /** The rule of B2.3 and B3.4 with all jobs at every change; beginnings come before ends of the same ns. */
    private static List<String> planned(List<Work> works, int cpus, double speed) {
        List<String> ends = new ArrayList<>();
        List<Integer> jobs = new ArrayList<>();
        double[] remaining = new double[works.size()];
        int next = 0;
        long now = 0;
        while (next < works.size() || !jobs.isEmpty()) {
            double slowdown = Math.max(1.0, (double) jobs.size() / cpus);
            double least =
                    jobs.stream().mapToDouble(job -> remaining[job]).min().orElse(0);
            long end = jobs.isEmpty() ? Long.MAX_VALUE : now + (long) (Math.max(0, least) * 1e9 * slowdown / speed) + 1;
            boolean begins = next < works.size() && works.get(next).begin <= end;
            long time = begins ? works.get(next).begin : end;
            double done = (time - now) * speed / 1e9 / slowdown;
            jobs.forEach(job -> remaining[job] -= done);
            now = time;
            if (begins) {
                remaining[next] = works.get(next).instructions;
                jobs.add(next++);
            } else {
                for (int job : List.copyOf(jobs)) {
                    if (remaining[job] <= 1e-6) {
                        ends.add(job + " at " + now);
                        jobs.remove((Integer) job);
                    }
                }
            }
        }
        return ends;
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.validate;

import java.util.Arrays;
import java.util.List;

/**
 * Finds for each recorded call of a thread what was simulated for it. Simulated commands come in the order of the calls, some calls have
 * none (local ones, and what can't be simulated), and a collective call that was simulated by its recorded messages has one for each.
 */
final class Alignment {
    private Alignment() {}

    /** The simulated command of each call; null where there is none. */
    static SimulatedCalls.Call[] commands(RecordedCalls recorded, List<SimulatedCalls.Call> simulated) {
        SimulatedCalls.Call[] found = new SimulatedCalls.Call[recorded.calls().size()];
        int next = 0;
        for (SimulatedCalls.Call one : simulated) {
            while (next < found.length && !recorded.calls().get(next).name().equals(one.name())) {
                next++;
            }
            if (next == found.length) {
                break;
            }
            found[next++] = one;
        }
        return found;
    }

    /** How long the messages inside each call took when they were simulated; NaN for calls without. */
    static double[] inside(RecordedCalls recorded, List<SimulatedCalls.Call> simulated) {
        double[] nanos = new double[recorded.calls().size()];
        Arrays.fill(nanos, Double.NaN);
        int next = 0;
        for (int i = 0; i < nanos.length && next < simulated.size(); i++) {
            RecordedCalls.Call call = recorded.calls().get(i);
            if (call.name().equals(simulated.get(next).name())) {
                next++;
                continue;
            }
            int begin = next;
            for (RecordedCalls.Inside inside : call.inside()) {
                if (next < simulated.size()
                        && inside.name().equals(simulated.get(next).name())) {
                    next++;
                }
            }
            if (next > begin) {
                nanos[i] = (double)
                        (simulated.get(next - 1).end() - simulated.get(begin).start());
            }
        }
        return nanos;
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.Map;
import java.util.function.ToIntFunction;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** One of several algorithms, chosen for each call from what all of its ranks know alike. Takes no step of its own. */
final class Choice implements Algorithm {
    private final Map<String, Long> parameters;
    private final ToIntFunction<Call> rule;
    private final Algorithm[] algorithms;

    /**
     * A choice.
     *
     * @param parameters of the rule and of the algorithms
     * @param rule number of the algorithm to take, from 0
     * @param algorithms none of which keeps a state in the call
     */
    Choice(Map<String, Long> parameters, ToIntFunction<Call> rule, Algorithm... algorithms) {
        this.parameters = Map.copyOf(parameters);
        this.rule = rule;
        this.algorithms = algorithms.clone();
    }

    @Override
    public Map<String, Long> parameters() {
        return parameters;
    }

    @Override
    public void step(Call call, int step) {
        if (step == START) {
            call.state(rule.applyAsInt(call));
        }
        algorithms[(int) call.state()].step(call, step);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.bench.simulator;

import org.hdtrace.format.trace.Attributes;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Origin;

/** Repetitions of an exchange. */
final class ExchangeProgram extends MadeProgram {
    private static final Origin STATE = new Origin("Sendrecv", Attributes.none());

    private final Exchange exchange;
    private final long bytes;
    private final int steps;
    private final int repetitions;

    ExchangeProgram(Exchange exchange, int ranks, long bytes, int repetitions) {
        super("exchange", ranks);
        this.exchange = exchange;
        this.bytes = bytes;
        this.steps = exchange.steps(ranks);
        this.repetitions = repetitions;
    }

    @Override
    Command call(int rank, long n) {
        if (n == (long) repetitions * steps) {
            return null;
        }
        int step = (int) (n % steps);
        int target = exchange.target(rank, rankCount(), step);
        int source = exchange.source(rank, rankCount(), step);
        return new Command.Sendrecv(target, 0, bytes, source, 0, world(), STATE);
    }
}

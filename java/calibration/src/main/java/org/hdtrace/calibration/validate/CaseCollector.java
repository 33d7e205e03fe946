// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.validate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.CollectiveCall;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.FileAccess;

/**
 * Sorts the calls of all threads into cases. A collective call counts once, by the rank that took longest, as if all had begun together; what
 * each rank does for itself counts by rank, so that one that is slow isn't hidden by others.
 */
final class CaseCollector {
    /** One collective call: ranks call the collectives of a communicator in the same order. */
    private record Instance(int communicator, int number) {}

    private static final class Together {
        private double observed;
        private double simulated;
        private double inside = Double.NaN;
        private final MessagePattern pattern = new MessagePattern();

        void add(int rank, RecordedCalls.Call call, double simulatedNanos, double insideNanos) {
            observed = Math.max(observed, call.nanos());
            simulated = Math.max(simulated, simulatedNanos);
            inside = Double.isNaN(insideNanos)
                    ? inside
                    : Double.isNaN(inside) ? insideNanos : Math.max(inside, insideNanos);
            pattern.add(rank, call);
        }
    }

    private final String program;
    private final Map<CaseKey, Map<Instance, Together>> together = new TreeMap<>();
    private final Map<CaseKey, Map<Integer, List<double[]>>> alone = new TreeMap<>();
    private final Map<CaseKey, ServerLoad.Share> shares = new TreeMap<>();
    private final ServerLoad servers;

    /**
     * Without calls.
     *
     * @param servers what they had to do while the program ran
     */
    CaseCollector(String program, ServerLoad servers) {
        this.program = program;
        this.servers = servers;
    }

    /**
     * Add a thread.
     *
     * @param simulated the command of each call, null where there is none
     * @param inside how long the recorded messages inside each call took, simulated; NaN without
     */
    void add(RecordedCalls recorded, SimulatedCalls.Call[] simulated, double... inside) {
        Map<Integer, Integer> numbers = new HashMap<>();
        for (int i = 0; i < simulated.length; i++) {
            if (simulated[i] == null) {
                continue;
            }
            RecordedCalls.Call call = recorded.calls().get(i);
            Command command = simulated[i].command();
            if (command instanceof Command.Collective collective) {
                int communicator = collective.communicator().id();
                int number = numbers.merge(communicator, 1, Integer::sum);
                if (isJudged(command)) {
                    CaseKey key = new CaseKey(
                            program, call.name(), collective.communicator().size(), command.bytes());
                    together.computeIfAbsent(key, unused -> new TreeMap<>(CaseCollector::compare))
                            .computeIfAbsent(new Instance(communicator, number), unused -> new Together())
                            .add(recorded.rank(), call, simulated[i].nanos(), inside[i]);
                }
            } else if (isJudged(command)) {
                CaseKey key = new CaseKey(program, call.name(), 0, Math.max(command.bytes(), call.bytes()));
                alone.computeIfAbsent(key, unused -> new TreeMap<>())
                        .computeIfAbsent(recorded.rank(), unused -> new ArrayList<>())
                        .add(new double[] {call.nanos(), simulated[i].nanos()});
                if (command instanceof FileAccess && servers.count() > 1) {
                    shares.merge(key, servers.during(call.start(), call.end()), ServerLoad.Share::plus);
                }
            }
        }
    }

    private static int compare(Instance a, Instance b) {
        int first = Integer.compare(a.communicator(), b.communicator());
        return first != 0 ? first : Integer.compare(a.number(), b.number());
    }

    /** What moves data or waits for it. The model knows nothing of what starting up, opening files and the like cost. */
    private static boolean isJudged(Command command) {
        if (command instanceof CollectiveCall call) {
            return call.request() == Command.BLOCKING
                    && (call.bytes() > 0 || call.type() == CommandType.BARRIER)
                    && call.communicator().size() > 1;
        }
        return (command instanceof FileAccess
                        || command instanceof Command.Send
                        || command instanceof Command.Recv
                        || command instanceof Command.Sendrecv)
                && command.request() == Command.BLOCKING;
    }

    /** Put all that was found into the measurements of cases. */
    void addTo(Map<CaseKey, CaseTimes> all) {
        together.forEach((key, instances) -> {
            CaseTimes times = all.computeIfAbsent(key, unused -> new CaseTimes());
            instances.values().forEach(one -> times.add(-1, one.observed, one.simulated, one.inside, one.pattern));
        });
        alone.forEach((key, ranks) -> {
            CaseTimes times = all.computeIfAbsent(key, unused -> new CaseTimes());
            ranks.forEach((rank, calls) -> calls.forEach(one -> times.add(rank, one[0], one[1], Double.NaN, null)));
        });
        shares.forEach((key, share) -> all.get(key).addServers(share));
    }
}

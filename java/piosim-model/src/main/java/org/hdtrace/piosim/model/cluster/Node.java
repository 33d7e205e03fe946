// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.List;
import java.util.Objects;

/**
 * A host. Its processors are shared: up to {@code cpus} jobs run at full speed, more share the total equally.
 *
 * @param cpus number of processors, at least 1
 * @param instructionsPerSecond speed of one processor; positive infinity makes computation free
 * @param memoryBytes memory that server caches reserve from
 * @param hosted the processes of the node, in the order of the model file
 */
public record Node(
        Identity identity, int cpus, double instructionsPerSecond, long memoryBytes, List<HostedComponent> hosted)
        implements Component {
    public Node {
        Objects.requireNonNull(identity, "identity");
        Checks.positive("CPUs", cpus);
        Checks.positive("InstructionsPerSecond", instructionsPerSecond);
        Checks.notNegative("MemorySize", memoryBytes);
        hosted = List.copyOf(hosted);
    }

    /** A prototype without processes. */
    public static Node of(int cpus, double instructionsPerSecond, long memoryBytes) {
        return new Node(Identity.NONE, cpus, instructionsPerSecond, memoryBytes, List.of());
    }

    @Override
    public Node withIdentity(Identity newIdentity) {
        return new Node(newIdentity, cpus, instructionsPerSecond, memoryBytes, hosted);
    }

    /** The same node with other processes. */
    public Node withHosted(List<? extends HostedComponent> processes) {
        return new Node(identity, cpus, instructionsPerSecond, memoryBytes, List.copyOf(processes));
    }
}

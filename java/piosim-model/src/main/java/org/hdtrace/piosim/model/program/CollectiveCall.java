// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.Objects;
import org.hdtrace.piosim.model.cluster.CommandType;

/**
 * A collective MPI function, blocking or not.
 *
 * @param type one of those for which {@link CommandType#isMpiCollective()} holds
 * @param root rank in WORLD when {@link CommandType#isRooted()}, else {@link Command#NO_ROOT}; this also for the ranks of an
 *     intercommunicator that are in the root's group and not the root
 * @param volume what {@link Volume} says for the type; of a neighbourhood function by number of the neighbour
 * @param request number that a later {@link Command.Wait} of the same rank names, {@link Command#BLOCKING} for none
 */
public record CollectiveCall(
        CommandType type, Communicator communicator, int root, Volume volume, long request, Origin origin)
        implements Command.Collective {
    public CollectiveCall {
        Objects.requireNonNull(communicator, "communicator");
        Objects.requireNonNull(origin, "origin");
        Objects.requireNonNull(volume, "volume");
        if (!type.isMpiCollective()) {
            throw new IllegalArgumentException("type=" + type + ": not a collective function of MPI");
        }
        if (type.isRooted() && !(communicator.isInter() && root == NO_ROOT)) {
            member(communicator, root);
        } else if (!type.isRooted() && root != NO_ROOT) {
            throw new IllegalArgumentException("root=" + root + ": " + type.commandName() + " has none");
        }
        blocks(type, communicator, volume);
    }

    /** A blocking call with the same size at all ranks; root is {@link Command#NO_ROOT} where there is none. */
    public static CollectiveCall of(CommandType type, Communicator communicator, int root, long bytes, Origin origin) {
        return new CollectiveCall(type, communicator, root, new Volume.Uniform(bytes), BLOCKING, origin);
    }

    @Override
    public long bytes() {
        return volume.stated();
    }

    /**
     * Check what depends on who calls: that it is a member, and has a block for each neighbour if each gets its own.
     *
     * @param caller rank in WORLD
     * @throws IllegalArgumentException saying what is wrong
     */
    public void checkFor(int caller) {
        if (!communicator.contains(caller)) {
            throw new IllegalArgumentException(
                    type.commandName() + " of rank " + caller + ": not a member of " + communicator);
        }
        if (type.isNeighborhood() && volume instanceof Volume.PerPair each) {
            int neighbors = communicator.neighbors().destinations(communicator.localRank(caller)).length;
            if (each.count() < neighbors) {
                throw new IllegalArgumentException(type.commandName() + " of rank " + caller + ": volume of "
                        + each.count() + " blocks for " + neighbors + " neighbours in " + communicator);
            }
        }
    }

    private static void blocks(CommandType type, Communicator communicator, Volume volume) {
        boolean ofNeighbors = type.isNeighborhood() && volume instanceof Volume.PerPair;
        int count = volume instanceof Volume.Blocks each && !ofNeighbors ? each.count() : communicator.size();
        if (count != communicator.size()) {
            throw new IllegalArgumentException("volume of " + count + " blocks for " + communicator);
        }
    }

    private static void member(Communicator communicator, int root) {
        if (!communicator.contains(root)) {
            throw new IllegalArgumentException(
                    "root=" + root + ": not a member of communicator '" + communicator.name() + "'");
        }
    }
}

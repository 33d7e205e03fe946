// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.Objects;
import org.hdtrace.piosim.model.cluster.CommandType;

/**
 * Keeps the processor busy: the time between two calls, or a local call that isn't modelled (then the origin is
 * that call).
 *
 * @param amount in {@code unit}, at least 0
 * @param recordedSpeed instructions per second that {@code NANOSECONDS} were measured with, {@link
 *     #UNKNOWN_SPEED} to take the modelled speed for it
 */
public record Compute(long amount, Unit unit, double recordedSpeed, Origin origin) implements Command {
    /** Unit of {@link #amount()}. */
    public enum Unit {
        /** Instructions, which take as long as the node needs for them. */
        CYCLES,
        /** Nanoseconds of a processor of {@link #recordedSpeed()} that has nothing else to do. */
        NANOSECONDS
    }

    /** Computation takes as long on the modelled processor as it did when it was recorded. */
    public static final double UNKNOWN_SPEED = 0;

    public Compute {
        Amounts.notNegative("amount", amount);
        if (!(recordedSpeed >= 0) || Double.isInfinite(recordedSpeed)) {
            throw new IllegalArgumentException("recordedSpeed=" + recordedSpeed + ": must be >= 0");
        }
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(origin, "origin");
    }

    /** Computation whose recorded speed is unknown or, in cycles, doesn't matter. */
    public Compute(long amount, Unit unit, Origin origin) {
        this(amount, unit, UNKNOWN_SPEED, origin);
    }

    /** Nanoseconds that it takes a processor of a speed in instructions per second, 0 when that is infinite. */
    public double nanos(double instructionsPerSecond) {
        if (Double.isInfinite(instructionsPerSecond)) {
            return 0;
        }
        if (unit == Unit.CYCLES) {
            return amount * 1e9 / instructionsPerSecond;
        }
        return recordedSpeed == UNKNOWN_SPEED ? amount : amount * (recordedSpeed / instructionsPerSecond);
    }

    @Override
    public CommandType type() {
        return CommandType.COMPUTE;
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.model;

import java.util.Objects;

/**
 * A state in which a component does no work, as ACPI's D1 to D3; D0 is the working one.
 *
 * @param watts constant power in the state
 * @param downSeconds from the working state into this one, with {@code downJoules} consumed meanwhile
 * @param upSeconds back, with {@code upJoules}
 */
public record SleepState(
        String name, double watts, double downSeconds, double downJoules, double upSeconds, double upJoules) {
    public SleepState {
        Objects.requireNonNull(name, "name");
    }

    public double changeSeconds() {
        return downSeconds + upSeconds;
    }

    public double changeJoules() {
        return downJoules + upJoules;
    }

    /**
     * Energy of a pause that is spent in this state, joules; infinite when it is too short to get there and back.
     *
     * @param seconds of the pause
     */
    public double pauseJoules(double seconds) {
        return seconds < changeSeconds()
                ? Double.POSITIVE_INFINITY
                : changeJoules() + watts * (seconds - changeSeconds());
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.model;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * States of frequency and voltage of a component. What it takes over idle is that of full speed times f V^2, relative to the highest
 * state: C f V^2 with the C of its power at full load. Between two states the voltage is on the straight line, beyond them it is that
 * of the nearest. Leakage comes on top, also while the component idles. Source: TOOLS 5.4 E1.
 *
 * @param clock name of the {@link Feature} that is its frequency; 1 is that of the highest state
 * @param states of rising frequency
 * @param leakage empty where temperature doesn't matter
 */
public record Dvfs(String clock, List<State> states, Optional<Leakage> leakage) {
    /** Frequency in Hz and voltage in V. */
    public record State(double hertz, double volts) {
        public State {
            if (!(hertz > 0) || !(volts > 0)) {
                throw new IllegalArgumentException("frequency=" + hertz + " voltage=" + volts + ": both are above 0");
            }
        }
    }

    public Dvfs {
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(leakage, "leakage");
        states = List.copyOf(states);
        if (states.isEmpty()) {
            throw new IllegalArgumentException("states=0; one is the least");
        }
        for (int i = 1; i < states.size(); i++) {
            if (states.get(i).hertz() <= states.get(i - 1).hertz()) {
                throw new IllegalArgumentException(
                        "frequency=" + states.get(i).hertz() + " is not more than the one before");
            }
        }
    }

    /** States of a component whose temperature doesn't matter. */
    public Dvfs(String clock, List<State> states) {
        this(clock, states, Optional.empty());
    }

    /** What full utilisation takes over idle at a relative frequency, as a share of that at the highest state. */
    public double share(double relativeFrequency) {
        return relativeFrequency * squaredVolts(volts(relativeFrequency * top().hertz()));
    }

    /**
     * What work takes over idle that is done at the lowest state that is fast enough for it, as a share of full work at the highest.
     *
     * @param speed share of what the highest state can do
     */
    public double slowestShare(double speed) {
        State slowest = top();
        for (int i = states.size() - 1; i >= 0 && states.get(i).hertz() >= speed * top().hertz(); i--) {
            slowest = states.get(i);
        }
        return speed * squaredVolts(slowest.volts());
    }

    private State top() {
        return states.get(states.size() - 1);
    }

    private double squaredVolts(double volts) {
        double relative = volts / top().volts();
        return relative * relative;
    }

    private double volts(double hertz) {
        State below = states.get(0);
        for (State state : states) {
            if (hertz <= state.hertz()) {
                double width = state.hertz() - below.hertz();
                double part = width > 0 ? Math.max(0, hertz - below.hertz()) / width : 0;
                return below.volts() + part * (state.volts() - below.volts());
            }
            below = state;
        }
        return below.volts();
    }
}

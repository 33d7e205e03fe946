// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.model;

import java.util.Objects;

/**
 * What a component takes because it is warm, whatever it does: twice as much with each step of temperature. Over the range of a
 * working chip that is the exponential of subthreshold leakage. Temperatures in degrees Celsius. Source: TOOLS 5.4 E1.
 *
 * @param watts of one component at {@code celsius}
 * @param doublingKelvin the step with which it doubles
 * @param sensor name of the {@link Feature} that is the temperature in degrees; "" for none
 * @param constantCelsius the temperature where no sensor tells it
 */
public record Leakage(double watts, double celsius, double doublingKelvin, String sensor, double constantCelsius) {
    /** What sensors of chips can tell; readings outside are those of broken or missing ones. */
    private static final double COLDEST = -55;

    private static final double HOTTEST = 150;

    public Leakage {
        Objects.requireNonNull(sensor, "sensor");
        if (!(watts >= 0)) {
            throw new IllegalArgumentException("power=" + watts + " is negative");
        }
        if (!(doublingKelvin > 0)) {
            throw new IllegalArgumentException("doubling=" + doublingKelvin + " is not above 0");
        }
        requireTemperature("at", celsius);
        requireTemperature("constant", constantCelsius);
    }

    private static void requireTemperature(String name, double celsius) {
        if (!isTemperature(celsius)) {
            throw new IllegalArgumentException(
                    name + "=" + celsius + " is no temperature of a chip, " + COLDEST + " to " + HOTTEST + " C");
        }
    }

    private static boolean isTemperature(double celsius) {
        return celsius >= COLDEST && celsius <= HOTTEST;
    }

    /** Watts at a temperature; NaN or one that no chip has stands for one that isn't known. */
    public double wattsAt(double readCelsius) {
        double known = isTemperature(readCelsius) ? readCelsius : constantCelsius;
        return watts * Math.pow(2, (known - celsius) / doublingKelvin);
    }
}

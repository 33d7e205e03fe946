// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.model;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers with units in files: {@code 28.07W}, {@code 4 s}, {@code 0.026Wh}. Prefixes are powers of 1000. */
final class Quantity {
    static final Quantity POWER = new Quantity(Map.of("W", 1.0, "mW", 1e-3, "kW", 1e3));
    static final Quantity ENERGY = new Quantity(Map.of("J", 1.0, "mJ", 1e-3, "kJ", 1e3, "Wh", 3600.0, "mWh", 3.6));
    static final Quantity TIME = new Quantity(Map.of("s", 1.0, "ms", 1e-3, "us", 1e-6, "ns", 1e-9, "min", 60.0));
    static final Quantity FREQUENCY = new Quantity(Map.of("Hz", 1.0, "kHz", 1e3, "MHz", 1e6, "GHz", 1e9));
    static final Quantity VOLTAGE = new Quantity(Map.of("V", 1.0, "mV", 1e-3));
    /** Degrees Celsius. */
    static final Quantity TEMPERATURE = new Quantity(Map.of("C", 1.0, "mC", 1e-3));
    /** Steps of temperature. */
    static final Quantity KELVIN = new Quantity(Map.of("K", 1.0, "mK", 1e-3));
    /** Shares may be written in per cent. */
    static final Quantity NUMBER = new Quantity(Map.of("", 1.0, "%", 0.01));

    private static final Pattern FORM = Pattern.compile("([-+]?[0-9]*[.]?[0-9]+(?:[eE][-+]?[0-9]+)?)\\s*([^0-9\\s]*)");
    private static final Map<String, Double> PREFIXES = Map.of("", 1.0, "k", 1e3, "M", 1e6, "G", 1e9);

    private final Map<String, Double> units;

    private Quantity(Map<String, Double> units) {
        this.units = Map.copyOf(units);
    }

    /** @throws IllegalArgumentException with what is allowed */
    double parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        Double factor = form.matches() ? units.get(form.group(2)) : null;
        if (factor == null) {
            throw new IllegalArgumentException("'" + text + "' is no number with unit " + allowed());
        }
        return finite(text, form.group(1)) * factor;
    }

    private String allowed() {
        StringBuilder list = new StringBuilder();
        for (String unit : new TreeMap<>(units).keySet()) {
            list.append(list.length() == 0 ? "" : ", ").append(unit.isEmpty() ? "(none)" : unit);
        }
        return list.toString();
    }

    private static double finite(String text, String number) {
        double value = Double.parseDouble(number);
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("'" + text + "' is too large");
        }
        return value;
    }

    /** What is full load: {@code 100%} of a level, {@code 125MB/s} or {@code 3000Blocks/s} of amounts. */
    static Source source(String component, List<String> statistics, String full) {
        Matcher form = FORM.matcher(full.strip());
        if (!form.matches()) {
            throw new IllegalArgumentException("'" + full + "' is no number with a unit, as 100% or 125MB/s");
        }
        String unit = form.group(2);
        boolean amount = unit.endsWith("/s");
        double value = finite(full, form.group(1));
        if (amount && unit.length() > 3) {
            Double factor = PREFIXES.get(unit.substring(0, 1));
            if (factor != null && unit.endsWith("B/s")) {
                value *= factor;
                unit = unit.substring(1);
            }
        }
        return new Source(component, statistics, amount, value, unit);
    }

    /** The shortest text that reads back as the same number. */
    static String text(double value, String unit) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return String.format(Locale.ROOT, "%d%s", (long) value, unit);
        }
        return value + unit;
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.plot;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the values of an axis lie. Numbers lie where they are, in the unit of the first of them that has one; other texts
 * beside each other. Units are those of model files: K, M, G are powers of 1024.
 *
 * @param kind how the axis is divided
 * @param unit of the numbers, empty for none
 * @param places of the values, in their order
 */
public record AxisValues(Kind kind, String unit, Map<String, Double> places) {
    /** More decades than this make an axis logarithmic. */
    private static final double LARGEST_LINEAR_RATIO = 100;

    private static final Pattern NUMBER =
            Pattern.compile("([+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?)\\s*([A-Za-z]*)(/s)?");
    private static final Map<String, Double> TIMES = Map.of("s", 1e12, "ms", 1e9, "us", 1e6, "ns", 1e3, "ps", 1.0);
    private static final String PREFIXES = "KMGTP";

    /** How an axis is divided. */
    public enum Kind {
        /** Texts at 0, 1, 2 .. */
        NAMES,
        LINEAR,
        LOGARITHMIC
    }

    /** A number, what one of its unit is, and whether that is time. */
    private record Quantity(double number, String unit, double factor, boolean time) {
        boolean fits(Quantity other) {
            return time == other.time || isZero() || other.isZero();
        }

        /** Without a unit it fits to every one. */
        private boolean isZero() {
            return number == 0 && unit.isEmpty();
        }
    }

    /** The places of some values, of which each occurs once. */
    public static AxisValues of(List<String> values) {
        List<Optional<Quantity>> all = values.stream().map(AxisValues::quantity).toList();
        if (all.stream().anyMatch(Optional::isEmpty)) {
            return names(values);
        }
        List<Quantity> numbers = all.stream().map(Optional::get).toList();
        Quantity measure =
                numbers.stream().filter(one -> !one.isZero()).findFirst().orElse(numbers.get(0));
        if (!numbers.stream().allMatch(measure::fits)) {
            return names(values);
        }
        Map<String, Double> places = new LinkedHashMap<>();
        for (int i = 0; i < values.size(); i++) {
            places.put(values.get(i), numbers.get(i).number() * (numbers.get(i).factor() / measure.factor()));
        }
        return new AxisValues(
                kind(places.values().stream().mapToDouble(place -> place).toArray()), measure.unit(), places);
    }

    /** How numbers are told apart best. */
    static Kind kind(double... numbers) {
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (double number : numbers) {
            least = Math.min(least, number);
            most = Math.max(most, number);
        }
        return least > 0 && most > LARGEST_LINEAR_RATIO * least ? Kind.LOGARITHMIC : Kind.LINEAR;
    }

    private static AxisValues names(List<String> values) {
        Map<String, Double> places = new LinkedHashMap<>();
        values.forEach(value -> places.put(value, (double) places.size()));
        return new AxisValues(Kind.NAMES, "", places);
    }

    private static Optional<Quantity> quantity(String text) {
        Matcher matcher = NUMBER.matcher(text.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        double number = Double.parseDouble(matcher.group(1));
        String unit = matcher.group(2);
        String perSecond = matcher.group(3) == null ? "" : matcher.group(3);
        if (perSecond.isEmpty() && TIMES.containsKey(unit)) {
            return Optional.of(new Quantity(number, unit, TIMES.get(unit), true));
        }
        double factor = sizeFactor(unit);
        return factor == 0 ? Optional.empty() : Optional.of(new Quantity(number, unit + perSecond, factor, false));
    }

    /** 0 for what is no unit of sizes or rates. */
    private static double sizeFactor(String unit) {
        if (unit.isEmpty() || unit.equals("B")) {
            return 1;
        }
        int power = 1 + PREFIXES.indexOf(Character.toUpperCase(unit.charAt(0)));
        boolean small = unit.charAt(0) == 'k';
        return switch (power == 0 || (Character.isLowerCase(unit.charAt(0)) && !small) ? "none" : unit.substring(1)) {
            case "" -> Math.pow(1024, power);
            case "iB" -> small ? 0 : Math.pow(1024, power);
            case "B" -> power == 1 && !small ? 0 : Math.pow(1000, power);
            default -> 0;
        };
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers with units as model files write them.
 *
 * <p>Sizes and rates: {@code K M G T P} and {@code KiB MiB GiB TiB PiB} are powers of 1024, {@code kB MB GB TB PB}
 * powers of 1000; {@code B} and a trailing {@code /s} change nothing; {@code inf} is infinity where it is allowed.
 * Times: {@code s ms us ns ps}. Fractions are allowed everywhere.
 */
final class Quantity {
    private static final Pattern NUMBER =
            Pattern.compile("([+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?)\\s*(\\S*)");
    private static final String SIZES = "K, M, G, T, P (powers of 1024), KiB, kB and alike";
    private static final String TIMES = "s, ms, us, ns or ps";
    private static final BigDecimal MAX = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final Map<String, BigDecimal> SIZE_UNITS = sizeUnits();
    private static final Map<String, Integer> TIME_SHIFTS = Map.of("s", 0, "ms", 3, "us", 6, "ns", 9, "ps", 12);

    private Quantity() {}

    /** What kind of number a value is. */
    enum Unit {
        /** Bytes, instructions or a plain count; whole. */
        COUNT,
        /** Per second, with infinity. */
        RATE,
        /** Nanoseconds; whole, shorter times are cut off. */
        TIME,
        /** Picoseconds; the same. */
        SHORT_TIME;

        private boolean isTime() {
            return this == TIME || this == SHORT_TIME;
        }

        /** By how many powers of ten a second is longer. */
        private int digits() {
            return this == SHORT_TIME ? 12 : 9;
        }
    }

    /**
     * The number that a text means, in the measure of the unit.
     *
     * @throws IllegalArgumentException telling what is allowed
     */
    static double parse(String text, Unit unit) {
        String stripped = text.strip();
        if (unit == Unit.RATE && stripped.equalsIgnoreCase("inf")) {
            return Double.POSITIVE_INFINITY;
        }
        Matcher matcher = NUMBER.matcher(stripped);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("must be a number" + (unit == Unit.RATE ? " or inf" : "") + ", with "
                    + (unit.isTime() ? TIMES : "or without " + SIZES));
        }
        BigDecimal number = new BigDecimal(matcher.group(1));
        String written = matcher.group(2);
        BigDecimal value = unit.isTime() ? time(number, written, unit.digits()) : size(number, written);
        if (value.abs().compareTo(MAX) > 0) {
            throw new IllegalArgumentException("is too large");
        }
        boolean plain = written.isEmpty() || written.equals("B");
        if (unit == Unit.COUNT && plain && value.stripTrailingZeros().scale() > 0) {
            throw new IllegalArgumentException("must be a whole number, with or without " + SIZES);
        }
        return unit == Unit.RATE
                ? value.doubleValue()
                : value.setScale(0, RoundingMode.DOWN).doubleValue();
    }

    private static BigDecimal time(BigDecimal number, String unit, int digits) {
        Integer shift = TIME_SHIFTS.get(unit);
        if (shift == null && !(unit.isEmpty() && number.signum() == 0)) {
            throw new IllegalArgumentException("must be a time with " + TIMES);
        }
        return shift == null ? number : number.scaleByPowerOfTen(digits - shift);
    }

    private static BigDecimal size(BigDecimal number, String unit) {
        String plain = unit.endsWith("/s") ? unit.substring(0, unit.length() - 2) : unit;
        BigDecimal factor = SIZE_UNITS.get(plain);
        if (factor == null) {
            throw new IllegalArgumentException("unknown unit '" + unit + "'; allowed are " + SIZES);
        }
        return number.multiply(factor);
    }

    private static Map<String, BigDecimal> sizeUnits() {
        Map<String, BigDecimal> units = new TreeMap<>();
        units.put("", BigDecimal.ONE);
        units.put("B", BigDecimal.ONE);
        String prefixes = "KMGTP";
        for (int i = 0; i < prefixes.length(); i++) {
            String prefix = prefixes.substring(i, i + 1);
            BigDecimal binary = BigDecimal.valueOf(1024).pow(i + 1);
            units.put(prefix, binary);
            units.put(prefix + "iB", binary);
            units.put(i == 0 ? "kB" : prefix + "B", BigDecimal.ONE.scaleByPowerOfTen(3 * (i + 1)));
        }
        units.put("k", BigDecimal.valueOf(1024));
        return Map.copyOf(units);
    }

    /** Text that {@link #parse} gives the same number for, with the largest unit that divides it. */
    static String format(double value, Unit unit) {
        if (Double.isInfinite(value)) {
            return "inf";
        }
        if (unit.isTime()) {
            BigDecimal seconds = BigDecimal.valueOf((long) value).movePointLeft(unit.digits());
            return (seconds.signum() == 0 ? "0" : seconds.stripTrailingZeros().toPlainString()) + "s";
        }
        if (value != Math.rint(value) || Math.abs(value) >= 0x1p62) {
            return new BigDecimal(Double.toString(value)).toPlainString();
        }
        long number = (long) value;
        String suffixes = "KMGTP";
        int used = 0;
        while (number != 0 && number % 1024 == 0 && used < suffixes.length()) {
            number /= 1024;
            used++;
        }
        return number + (used == 0 ? "" : suffixes.substring(used - 1, used));
    }
}

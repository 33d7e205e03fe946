// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import java.util.List;
import java.util.Locale;

/** Values with their unit, short enough for the side of a row. */
public final class ValueText {
    private static final String PREFIXES = " kMGTPE";
    private static final List<String> TIMES = List.of("ns", "µs", "ms", "s");

    private ValueText() {}

    /** Three significant digits with a decimal prefix, such as {@code 1.23 MB} or {@code −6.57 ms}. */
    public static String of(double value, String unit) {
        // As files and programs write it.
        int time = TIMES.indexOf(unit.equals("us") ? "µs" : unit);
        if (time >= 0) {
            return time(value, time);
        }
        if (unit.equals("Byte")) {
            return of(value, "B");
        }
        if (unit.equals("%") || Math.abs(value) < 1000) {
            return join(digits(value), "", unit);
        }
        if (unit.length() > 1 && "kMG".indexOf(unit.charAt(0)) >= 0 && unit.endsWith("B")) {
            int power = " kMG".indexOf(unit.charAt(0));
            return of(value * Math.pow(1000, power), "B");
        }
        double scaled = value;
        int power = 0;
        while (Math.abs(scaled) >= 999.5 && power < PREFIXES.length() - 1) {
            scaled /= 1000;
            power++;
        }
        return join(digits(scaled), PREFIXES.substring(power, power + 1).trim(), unit);
    }

    private static String time(double value, int unit) {
        double scaled = value;
        int index = unit;
        while (Math.abs(scaled) >= 999.5 && index < TIMES.size() - 1) {
            scaled /= 1000;
            index++;
        }
        return digits(scaled) + " " + TIMES.get(index);
    }

    private static String digits(double value) {
        return minus(plainDigits(value));
    }

    private static String plainDigits(double value) {
        double size = Math.abs(value);
        if (size == Math.rint(size) && size < 1000) {
            return String.format(Locale.ROOT, "%.0f", value);
        }
        if (size < 0.001) {
            return String.format(Locale.ROOT, "%.1e", value);
        }
        int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    private static String join(String digits, String prefix, String unit) {
        // A word as unit does not carry a prefix: 1.4 k Blocks, but 1.4 kB and 1.4 kB/s.
        String name = unit.equals("#") ? "" : unit;
        String tail = prefix + (prefix.isEmpty() || name.length() <= 2 || name.equals("B/s") ? name : " " + name);
        return tail.isEmpty() ? digits : digits + " " + tail;
    }

    /** A number for people, with a minus sign instead of the hyphen that programs read. */
    public static String minus(String number) {
        return number.startsWith("-") ? "−" + number.substring(1) : number;
    }

    /** A count with thin gaps between thousands, such as {@code 12 345}. */
    public static String count(long count) {
        StringBuilder text = new StringBuilder(26).append(count);
        int first = count < 0 ? 1 : 0;
        for (int at = text.length() - 3; at > first; at -= 3) {
            text.insert(at, ' ');
        }
        return text.toString();
    }

    /** A share as percentage. */
    public static String percent(double share) {
        if (share > 0 && share < 0.001) {
            return "<0.1 %";
        }
        return String.format(Locale.ROOT, "%.1f %%", share * 100);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.text;

import java.util.List;
import java.util.Locale;

/** Numbers with the unit in which they read best. Locale and time zone of the user don't matter. */
public final class Units {
    private static final List<String> TIMES = List.of("ns", "µs", "ms", "s ");
    private static final List<String> BYTES = List.of("B  ", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB");

    private Units() {}

    /** With commas between groups of three digits. */
    public static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** A duration of ns as "812 ns", "3.012 ms" or "46.800 s "; the unit always takes two characters. */
    public static String time(long nanos) {
        double value = nanos;
        int unit = 0;
        // 999.9995 would print as 1000.000.
        while (unit < TIMES.size() - 1 && Math.abs(value) >= 999.9995) {
            value /= 1000;
            unit++;
        }
        return unit == 0 ? nanos + " ns" : String.format(Locale.ROOT, "%.3f %s", value, TIMES.get(unit));
    }

    /** As {@link #time}, with a plus sign when longer. */
    public static String signedTime(long nanos) {
        return (nanos > 0 ? "+" : "") + time(nanos);
    }

    /** A size as "17 B  ", "64.0 KiB"; the unit always takes three characters. */
    public static String bytes(long bytes) {
        double value = bytes;
        int unit = 0;
        while (unit < BYTES.size() - 1 && Math.abs(value) >= 1023.95) {
            value /= 1024;
            unit++;
        }
        return unit == 0 ? bytes + " B  " : String.format(Locale.ROOT, "%.1f %s", value, BYTES.get(unit));
    }

    /** Bytes a second as "64.0 KiB/s"; empty for less than one and where it is not known. */
    public static String rate(double bytesPerSecond) {
        long rate = Math.round(bytesPerSecond);
        return rate == 0 ? "" : bytes(rate).strip() + "/s";
    }
}

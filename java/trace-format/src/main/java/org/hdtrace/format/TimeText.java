// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format;

/**
 * Times as text: decimal seconds, optionally followed by {@code s}, or milliseconds followed by {@code ms} (FORMATS B 1.3).
 *
 * <p>In memory a time is a {@code long} of nanoseconds, which reaches to the year 2262. Digits below a nanosecond are
 * truncated towards zero; the sign holds for the whole number.
 */
public final class TimeText {
    /** What {@link #parse(byte[], int, int)} returns for text that is no time. */
    public static final long INVALID = Long.MIN_VALUE;

    private static final long NANOS = 1_000_000_000L;
    private static final int SHOWN_BYTES = 40;

    private TimeText() {}

    /** Nanoseconds of a time, or {@link #INVALID} when the bytes are no time or don't fit a long. */
    public static long parse(byte[] text, int from, int to) {
        long nanos = parsePlain(text, from, to);
        return nanos >= 0 ? nanos : parseAny(text, from, to);
    }

    /** What dialects D2 and D3 write: up to 8 digits, a point and 6 or 9 digits; else -1. */
    private static long parsePlain(byte[] text, int from, int to) {
        int length = to - from;
        if (length < 8 || to < 18) {
            return -1;
        }
        int decimals = text[to - 7] == '.' ? 6 : 9;
        int whole = length - 1 - decimals;
        if (whole < 1 || whole > 8 || text[to - 1 - decimals] != '.') {
            return -1;
        }
        long seconds = DecimalWords.before(text, to - 1 - decimals, whole);
        long fraction = decimals == 6
                ? DecimalWords.before(text, to, 6) * 1000
                : ninth(DecimalWords.before(text, to - 1, 8), text[to - 1] - '0');
        return seconds < 0 || fraction < 0 ? -1 : seconds * NANOS + fraction;
    }

    private static long ninth(long eight, int digit) {
        return eight < 0 || digit < 0 || digit > 9 ? -1 : eight * 10 + digit;
    }

    private static long parseAny(byte[] text, int from, int to) {
        int begin = from;
        int end = to;
        while (begin < end && isBlank(text[begin])) {
            begin++;
        }
        while (end > begin && isBlank(text[end - 1])) {
            end--;
        }
        int fractionDigits = 9;
        if (end > begin && text[end - 1] == 's') {
            end--;
            if (end > begin && text[end - 1] == 'm') {
                end--;
                fractionDigits = 6;
            }
            while (end > begin && isBlank(text[end - 1])) {
                end--;
            }
        }
        return parseNumber(text, begin, end, fractionDigits);
    }

    /**
     * Nanoseconds of a time.
     *
     * @throws IllegalArgumentException when the text is no time or doesn't fit a long
     */
    public static long parse(String text) {
        byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        long nanos = parse(bytes, 0, bytes.length);
        if (nanos == INVALID) {
            String shown = text.length() > SHOWN_BYTES ? text.substring(0, SHOWN_BYTES) + "..." : text;
            throw new IllegalArgumentException("time='" + shown + "' is not decimal seconds");
        }
        return nanos;
    }

    /** Seconds with 9 decimals, as written by dialect D3. */
    public static String format(long nanos) {
        StringBuilder text = new StringBuilder(24);
        append(text, nanos);
        return text.toString();
    }

    /**
     * Append seconds with 9 decimals.
     *
     * @throws IllegalArgumentException for {@link #INVALID}, which could not be read again
     */
    public static void append(StringBuilder text, long nanos) {
        if (nanos == INVALID) {
            throw new IllegalArgumentException("time=" + nanos + " ns is no time");
        }
        long seconds = Math.abs(nanos / NANOS);
        long fraction = Math.abs(nanos % NANOS);
        if (nanos < 0) {
            text.append('-');
        }
        text.append(seconds).append('.');
        for (long unit = NANOS / 10; unit > 0; unit /= 10) {
            text.append((char) ('0' + fraction / unit % 10));
        }
    }

    /**
     * What is written of a time, ns since the epoch, in a file whose times are relative to {@code adjustmentNanos}.
     *
     * @throws IllegalArgumentException when they are further apart than could be read again
     */
    public static long relative(long nanos, long adjustmentNanos) {
        long relative = nanos - adjustmentNanos;
        boolean overflows = ((nanos ^ adjustmentNanos) & (nanos ^ relative)) < 0;
        if (overflows || relative == INVALID) {
            throw new IllegalArgumentException(
                    "time=" + nanos + " ns is too far from timeAdjustment=" + adjustmentNanos + " ns");
        }
        return relative;
    }

    private static long parseNumber(byte[] text, int from, int end, int fractionDigits) {
        int at = from;
        boolean negative = false;
        if (at < end && (text[at] == '-' || text[at] == '+')) {
            negative = text[at] == '-';
            at++;
        }
        long value = 0;
        int digits = 0;
        int wanted = -1;
        for (; at < end; at++) {
            byte c = text[at];
            if (c == '.' && wanted < 0) {
                wanted = fractionDigits;
            } else if (c >= '0' && c <= '9') {
                digits++;
                if (wanted != 0) {
                    if (value > (Long.MAX_VALUE - (c - '0')) / 10) {
                        return INVALID;
                    }
                    value = value * 10 + (c - '0');
                    wanted = wanted > 0 ? wanted - 1 : wanted;
                }
            } else {
                return INVALID;
            }
        }
        if (digits == 0) {
            return INVALID;
        }
        for (int rest = wanted < 0 ? fractionDigits : wanted; rest > 0; rest--) {
            if (value > Long.MAX_VALUE / 10) {
                return INVALID;
            }
            value *= 10;
        }
        return negative ? -value : value;
    }

    private static boolean isBlank(byte c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }
}

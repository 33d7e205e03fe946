// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.hdtrace.format.TimeText;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.internal.ElementTape;
import org.hdtrace.format.internal.NameTable;
import org.hdtrace.format.internal.XmlScanner;

/**
 * The {@code Program} element of a trace.
 *
 * @param attributes as written
 * @param timeAdjustmentNanos added to every time of the file, ns since the epoch; 0 when absent
 */
public record ProgramHeader(Attributes attributes, long timeAdjustmentNanos) {
    /** What the original's C library writes when it doesn't know the speed. */
    private static final double UNKNOWN_MHZ = 100_000;

    public ProgramHeader {
        Objects.requireNonNull(attributes, "attributes");
    }

    /** Speed of the recording processor; empty when the file doesn't tell it. */
    public OptionalDouble processorMHz() {
        String text = attributes.get("processorSpeedinMHZ");
        if (text == null) {
            return OptionalDouble.empty();
        }
        try {
            double value = Double.parseDouble(text.strip());
            boolean known = value > 0 && value < Double.POSITIVE_INFINITY && value != UNKNOWN_MHZ;
            return known ? OptionalDouble.of(value) : OptionalDouble.empty();
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }

    public Optional<ClockOffset> clockOffset() {
        String text = attributes.get("clockOffset");
        return text == null ? Optional.empty() : ClockOffset.parse(text);
    }

    /**
     * The time by the clock of the traced process at which the corrected time reaches another, ns since the epoch: at it or later
     * by this clock is at that one or later when it is corrected. {@link Long#MIN_VALUE} and {@link Long#MAX_VALUE} stand for
     * no bound and stay so.
     */
    public long ownNanos(long correctedNanos) {
        boolean bound = correctedNanos != Long.MIN_VALUE && correctedNanos != Long.MAX_VALUE;
        return clockOffset()
                .filter(offset -> bound)
                .map(offset -> timeAdjustmentNanos + offset.reaching(correctedNanos - timeAdjustmentNanos))
                .orElse(correctedNanos);
    }

    /** Whether corrected times come in the order of own ones, and not much closer to each other than these. */
    public boolean isSteady() {
        return clockOffset().map(ClockOffset::isSteady).orElse(true);
    }

    /** Attributes for a trace whose times are written relative to a whole second. */
    public static Attributes attributesFor(long timeAdjustmentSeconds) {
        return Attributes.of("timeAdjustment", Long.toString(timeAdjustmentSeconds));
    }

    /** Nanoseconds; {@link TimeText#INVALID} when the attribute is there but no time. */
    static long timeAdjustment(Attributes attributes) {
        String text = attributes.get("timeAdjustment");
        if (text == null) {
            return 0;
        }
        byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        return TimeText.parse(bytes, 0, bytes.length);
    }

    /** The header that the scanner's current tag is. */
    static ProgramHeader read(XmlScanner scanner, NameTable names) throws TraceFormatException {
        ElementTape tape = new ElementTape();
        scanner.view(tape);
        Attributes attributes = DataElements.attributesOf(tape, names);
        long adjustment = timeAdjustment(attributes);
        if (adjustment == TimeText.INVALID) {
            throw scanner.error("timeAdjustment='" + attributes.get("timeAdjustment") + "' is no time");
        }
        return new ProgramHeader(attributes, adjustment);
    }
}

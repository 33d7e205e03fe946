// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Severity;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.internal.ByteSource;
import org.hdtrace.format.trace.TraceCursor;

/**
 * Why not all of a file could be used; what is complete before the damage was. Immutable. Source: FORMATS A2.
 *
 * @param finding the one that tells best, with file, place and cause
 * @param unusableBytes of the uncompressed text
 */
public record Damage(Finding finding, Degree degree, long unusableBytes) {
    /** How bad it is. */
    public enum Degree {
        /** Its end is missing, or some of it was left out: valid input all the same. */
        CUT,
        /** It can't be read behind some place. */
        BROKEN,
        /** Nothing of it can be read. */
        REFUSED
    }

    public Damage {
        Objects.requireNonNull(finding, "finding");
        Objects.requireNonNull(degree, "degree");
    }

    /** Of a trace that a cursor came to the end of. */
    public static Optional<Damage> of(TraceCursor ended) {
        return ended.damage().map(finding -> new Damage(finding, Degree.CUT, ended.unusableBytes()));
    }

    /** Of a file that was read to its end; its first error, as a note is none. */
    public static Optional<Damage> of(List<Finding> findings, long unusableBytes) {
        return findings.stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .findFirst()
                .map(finding -> new Damage(finding, Degree.CUT, unusableBytes));
    }

    /** Of a file that could be opened but not read to its end. */
    public static Damage broken(TraceFormatException failure) {
        long behind = bytesBehind(failure);
        String rest = behind > 0 ? "; the " + behind + " bytes from there on are not used" : "";
        return new Damage(finding(failure, rest), Degree.BROKEN, behind);
    }

    /** Of a file that could not even be opened. */
    public static Damage refused(TraceFormatException failure) {
        return new Damage(finding(failure, ""), Degree.REFUSED, bytesBehind(failure));
    }

    private static Finding finding(TraceFormatException failure, String rest) {
        return new Finding(failure.file(), failure.position(), Severity.ERROR, failure.reason() + rest);
    }

    /** 0 where the place is no offset. */
    private static long bytesBehind(TraceFormatException failure) {
        String[] place = failure.position().split(" ", -1);
        Path file = failure.file();
        if (place.length != 2 || !place[0].equals("byte") || !place[1].matches("\\d{1,18}")) {
            return 0;
        }
        try {
            return Math.max(0, ByteSource.length(file) - Long.parseLong(place[1]));
        } catch (TraceFormatException e) {
            return 0;
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.nio.file.Path;
import java.util.Optional;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Severity;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.internal.ByteSource;

/**
 * Looks whether a text is UTF-8. Readers deliver U+FFFD for bytes that are not, so that nothing else shows it. A character that
 * the end of the text cuts is not looked at, nor is what stands behind a NUL byte.
 *
 * <p>Source: RFC 3629, section 4.
 */
public final class CharacterCheck {
    private static final int BUFFER = 1 << 16;

    /** Bytes that the current character still needs. */
    private int missing;
    /** Bounds of the next byte. */
    private int least;

    private int most;
    private long begin;
    private long firstWrong = -1;
    private long wrong;

    private CharacterCheck() {}

    /**
     * Check a file, uncompressed.
     *
     * @return the first place and the number of places that are not UTF-8; empty when there is none
     * @throws TraceFormatException when it can't be opened; where it can't be read further the check ends
     */
    public static Optional<Finding> of(Path file) throws TraceFormatException {
        CharacterCheck check = new CharacterCheck();
        try (ByteSource source = ByteSource.open(file)) {
            check.read(source);
        }
        if (check.wrong == 0) {
            return Optional.empty();
        }
        String more = check.wrong > 1 ? " here and at " + (check.wrong - 1) + " more places" : "";
        return Optional.of(new Finding(
                file,
                "byte " + check.firstWrong,
                Severity.ERROR,
                "is not UTF-8" + more + "; readers show '\ufffd' instead"));
    }

    private void read(ByteSource source) {
        byte[] bytes = new byte[BUFFER];
        try {
            long offset = 0;
            int count = source.read(bytes, 0, bytes.length);
            while (count >= 0 && add(bytes, count, offset)) {
                offset += count;
                count = source.read(bytes, 0, bytes.length);
            }
        } catch (TraceFormatException e) {
            // Whoever reads the entries comes to the same place and says so.
            missing = 0;
        }
    }

    /** False when the text ends there. */
    private boolean add(byte[] bytes, int count, long offset) {
        for (int i = 0; i < count; i++) {
            int c = bytes[i];
            if (c > 0 && missing == 0) {
                continue;
            }
            if (c == 0) {
                return false;
            }
            step(c & 0xff, offset + i);
        }
        return true;
    }

    private void step(int c, long offset) {
        if (missing > 0) {
            if (c >= least && c <= most) {
                missing--;
                least = 0x80;
                most = 0xbf;
                return;
            }
            note(begin);
            missing = 0;
        }
        if (c >= 0x80) {
            lead(c, offset);
        }
    }

    /** The first byte of a character of several. */
    private void lead(int c, long offset) {
        if (c < 0xc2 || c > 0xf4) {
            note(offset);
            return;
        }
        begin = offset;
        missing = c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
        least = c == 0xe0 ? 0xa0 : c == 0xf0 ? 0x90 : 0x80;
        most = c == 0xed ? 0x9f : c == 0xf4 ? 0x8f : 0xbf;
    }

    private void note(long offset) {
        firstWrong = wrong == 0 ? offset : firstWrong;
        wrong++;
    }
}

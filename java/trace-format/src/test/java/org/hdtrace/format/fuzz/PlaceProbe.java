// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.internal.ByteSource;

/** Compares what is read from random places of a compressed file with its text from the beginning, as far as that goes. */
final class PlaceProbe {
    private static final int PLACES = 6;
    private static final int BUFFER = 4096;
    /** Of one that decompresses to more than anybody wrote. */
    private static final int MOST_TEXT = 1 << 20;

    private PlaceProbe() {}

    static void check(Path file, long seed, Delivery to) throws TraceFormatException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        TraceFormatException failure = null;
        try (ByteSource source = ByteSource.open(file)) {
            readInto(source, text);
        } catch (TraceFormatException e) {
            failure = e;
        }
        byte[] plain = text.toByteArray();
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < PLACES; i++) {
            compare(file, plain, random.nextInt(plain.length + 1));
        }
        to.add(Arrays.hashCode(plain));
        to.add(plain.length);
        if (failure != null) {
            throw failure;
        }
    }

    private static void compare(Path file, byte[] plain, int place) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try (ByteSource source = ByteSource.openAt(file, place)) {
            if (source.offset() != place) {
                return;
            }
            readInto(source, text);
        } catch (TraceFormatException e) {
            // A frame that is damaged; what was read before it counts.
        }
        byte[] found = text.toByteArray();
        int length = Math.min(found.length, plain.length - place);
        int differs = Arrays.mismatch(plain, place, place + length, found, 0, length);
        if (differs >= 0) {
            throw new AssertionError("wrong text at byte " + (place + differs) + ", read from " + place);
        }
    }

    private static void readInto(ByteSource source, ByteArrayOutputStream target) throws TraceFormatException {
        byte[] buffer = new byte[BUFFER];
        int count = 0;
        while (count >= 0 && target.size() < MOST_TEXT) {
            target.write(buffer, 0, count);
            count = source.read(buffer, 0, buffer.length);
        }
    }
}

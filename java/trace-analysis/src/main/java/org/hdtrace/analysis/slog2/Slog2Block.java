// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.slog2;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.hdtrace.format.TraceFormatException;

/**
 * A part of a file that is read from its begin to its end. Numbers are written with the highest byte first; a text is its length in
 * two bytes and its letters. Whatever is not there is an error with its place. Not thread-safe.
 */
final class Slog2Block {
    private final Path path;
    private final long place;
    private final ByteBuffer bytes;
    private final String what;

    /**
     * A part of a file.
     *
     * @param place of its first byte in the file
     * @param what it is, for messages
     */
    Slog2Block(Path path, long place, ByteBuffer bytes, String what) {
        this.path = path;
        this.place = place;
        this.bytes = bytes;
        this.what = what;
    }

    Path path() {
        return path;
    }

    int remaining() {
        return bytes.remaining();
    }

    /** Where in the file the next byte is. */
    long place() {
        return place + bytes.position();
    }

    TraceFormatException error(String reason) {
        return error(place(), reason);
    }

    TraceFormatException error(long at, String reason) {
        return TraceFormatException.atByte(path, at, what + ": " + reason);
    }

    private void need(int count) throws TraceFormatException {
        if (bytes.remaining() < count) {
            throw error("ends after " + bytes.limit() + " bytes, before it is complete");
        }
    }

    int getByte() throws TraceFormatException {
        need(1);
        return bytes.get();
    }

    int getShort() throws TraceFormatException {
        need(2);
        return bytes.getShort();
    }

    int getInt() throws TraceFormatException {
        need(4);
        return bytes.getInt();
    }

    long getLong() throws TraceFormatException {
        need(8);
        return bytes.getLong();
    }

    float getFloat() throws TraceFormatException {
        need(4);
        return bytes.getFloat();
    }

    double getDouble() throws TraceFormatException {
        need(8);
        return bytes.getDouble();
    }

    byte[] getBytes(int count) throws TraceFormatException {
        need(count);
        byte[] copy = new byte[count];
        bytes.get(copy);
        return copy;
    }

    String getText() throws TraceFormatException {
        int length = getShort();
        if (length < 0) {
            throw error(place() - 2, "a text has the length " + length);
        }
        return new String(getBytes(length), StandardCharsets.UTF_8);
    }

    /**
     * A number of things, in two bytes.
     *
     * @param least bytes that each of them takes
     */
    int getFew(String things, int least) throws TraceFormatException {
        return checked(getShort(), 2, things, least);
    }

    /** The same in four bytes. */
    int getMany(String things, int least) throws TraceFormatException {
        return checked(getInt(), 4, things, least);
    }

    /** So that nothing is reserved for what can't be there. */
    private int checked(int count, int width, String things, int least) throws TraceFormatException {
        if (count < 0 || (long) count * least > bytes.remaining()) {
            throw error(
                    place() - width, count + " " + things + " can't be in the " + bytes.remaining() + " bytes left");
        }
        return count;
    }

    void skip(int count) throws TraceFormatException {
        need(count);
        bytes.position(bytes.position() + count);
    }
}

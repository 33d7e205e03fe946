// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

/**
 * Sums over the states of one name in the open block; modulo 2^64, as the file holds them.
 *
 * <p>Thread: one thread at a time.
 */
final class NameSums {
    private final int number;
    private final String name;
    private long count;
    private long inclusiveNanos;
    private long exclusiveNanos;
    private long bytes;

    /** Of a name that is the first, 0, or a later one of its index. */
    NameSums(int number, String name) {
        this.number = number;
        this.name = name;
    }

    int number() {
        return number;
    }

    String name() {
        return name;
    }

    void add(long inclusive, long exclusive, long movedBytes) {
        count++;
        inclusiveNanos += inclusive;
        exclusiveNanos += exclusive;
        bytes += movedBytes;
    }

    void clear() {
        count = 0;
        inclusiveNanos = 0;
        exclusiveNanos = 0;
        bytes = 0;
    }

    long count() {
        return count;
    }

    long inclusiveNanos() {
        return inclusiveNanos;
    }

    long exclusiveNanos() {
        return exclusiveNanos;
    }

    long bytes() {
        return bytes;
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

/**
 * Sums over all states of one name.
 *
 * @param name of the states
 * @param count how many there are, nested ones too
 * @param inclusiveNanos time inside the states
 * @param exclusiveNanos time inside the states and outside of their direct children
 * @param bytes data moved: attribute {@code bytes}, else {@code size}, else {@code sendSize}
 */
public record StateSums(String name, long count, long inclusiveNanos, long exclusiveNanos, long bytes) {}

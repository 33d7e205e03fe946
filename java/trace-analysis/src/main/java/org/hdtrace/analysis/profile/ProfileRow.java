// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.profile;

/**
 * The sums over all states of one name.
 *
 * @param name of the states
 * @param count states that touch the interval, nested ones too
 * @param inclusiveNanos time inside the states; a state nested in one of the same name counts again
 * @param exclusiveNanos time inside the states and outside of their direct children
 * @param bytes data moved, of each counted state whole: attribute {@code bytes}, else {@code size}, else {@code sendSize}
 */
public record ProfileRow(String name, long count, long inclusiveNanos, long exclusiveNanos, long bytes) {}

// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * States of rows in flat columns that need not fit into the memory: blocks of 1024 states in compact columns, a pyramid
 * of time buckets above them for pictures, and sums per category for profiles.
 *
 * <p>The columns lie in a {@link org.hdtrace.sunshot.store.Space}: memory for small projects, a file for large ones.
 * Nothing here knows which. Start with {@link org.hdtrace.sunshot.store.RowWriter}, {@link
 * org.hdtrace.sunshot.store.LevelColumns} and {@link org.hdtrace.sunshot.store.Pyramid}. What was built is immutable and
 * may be read by any thread.
 */
package org.hdtrace.sunshot.store;

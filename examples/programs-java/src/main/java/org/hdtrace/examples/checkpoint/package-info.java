// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Sections 6 and 7 of the HDTrace paper, run by {@code examples/papers/pde-checkpoint/run} and {@code list-requests/run}:
 * {@link org.hdtrace.examples.checkpoint.Checkpoint} simulates, {@link org.hdtrace.examples.checkpoint.CheckpointFigures} and
 * {@link org.hdtrace.examples.checkpoint.ListRequestFigures} compare.
 */
package org.hdtrace.examples.checkpoint;

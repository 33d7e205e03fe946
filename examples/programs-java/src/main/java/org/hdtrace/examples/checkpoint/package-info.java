// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Section 7 of the HDTrace paper, run by {@code examples/papers/pde-checkpoint/run}: {@link
 * org.hdtrace.examples.checkpoint.Checkpoint} simulates, {@link org.hdtrace.examples.checkpoint.CheckpointFigures} compares.
 */
package org.hdtrace.examples.checkpoint;

// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * The levels of access that PIOviz was tried with, run by {@code examples/papers/access-levels/run}: {@link
 * org.hdtrace.examples.levels.AccessLevels}.
 */
package org.hdtrace.examples.levels;

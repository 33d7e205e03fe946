// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * The clock: a total order of events and the loop that runs them.
 *
 * <p>See {@link org.hdtrace.piosim.engine.Kernel} and {@link org.hdtrace.piosim.engine.EventQueue}.
 */
package org.hdtrace.piosim.engine;

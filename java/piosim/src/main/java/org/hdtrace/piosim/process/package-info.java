// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Client processes: processors, message matching, and the execution of commands step by step.
 *
 * <p>Start with {@link org.hdtrace.piosim.process.Call}, which is what an algorithm sees, then {@link
 * org.hdtrace.piosim.process.Clients}.
 */
package org.hdtrace.piosim.process;

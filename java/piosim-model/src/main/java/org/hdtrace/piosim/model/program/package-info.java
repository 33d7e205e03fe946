// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * The programs that are simulated: per thread of each rank a sequence of commands, from a trace or from Java code.
 *
 * <p>Start with {@link org.hdtrace.piosim.model.program.Application}, {@link
 * org.hdtrace.piosim.model.program.Command} and {@link org.hdtrace.piosim.model.program.ProgramBuilder}.
 */
package org.hdtrace.piosim.model.program;

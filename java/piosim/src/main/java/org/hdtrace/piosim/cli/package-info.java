// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * The command line of the simulator, {@code piosimhd} or {@code hdtrace simulate}. The only package of the module that
 * prints or ends the process.
 *
 * <p>Start with {@link org.hdtrace.piosim.cli.Main}.
 */
package org.hdtrace.piosim.cli;

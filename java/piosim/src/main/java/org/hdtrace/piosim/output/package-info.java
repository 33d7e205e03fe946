// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Writes a simulated run as a project: traces like those of an observed run, and statistics of components.
 *
 * <p>See {@link org.hdtrace.piosim.output.ProjectOutput}.
 */
package org.hdtrace.piosim.output;

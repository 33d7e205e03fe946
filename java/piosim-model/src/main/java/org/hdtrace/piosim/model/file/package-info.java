// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Files of simulated applications: what they are called, how large they are, and how they are spread over servers.
 *
 * <p>See {@link org.hdtrace.piosim.model.file.ApplicationFile} and {@link org.hdtrace.piosim.model.file.Distributions}.
 */
package org.hdtrace.piosim.model.file;

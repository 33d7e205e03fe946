// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * The commands info, profile, dump and check. Read first: {@link org.hdtrace.analysis.cli.Main}, {@link
 * org.hdtrace.analysis.cli.Command}, {@link org.hdtrace.analysis.cli.Session}. Options are declared in code, not by
 * annotations: that saves a third of the time that a short command takes.
 */
package org.hdtrace.analysis.cli;

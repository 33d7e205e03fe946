// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * The critical path of a run: along which processes, calls and operations its time passed. Read first: {@link
 * org.hdtrace.analysis.path.CriticalPath}.
 */
package org.hdtrace.analysis.path;

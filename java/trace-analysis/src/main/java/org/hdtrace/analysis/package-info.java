// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * What the commands and the viewer compute from a project. This package is empty; see {@link
 * org.hdtrace.format.select.Selection}, {@link org.hdtrace.analysis.profile.Profile}, {@link
 * org.hdtrace.analysis.compare.Comparison}.
 */
package org.hdtrace.analysis;

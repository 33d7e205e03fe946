// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * How often and how long each kind of state occurs. Read first: {@link org.hdtrace.analysis.profile.Profile} (the
 * result), {@link org.hdtrace.analysis.profile.ProfileBuilder} (the sums), {@link
 * org.hdtrace.analysis.profile.Profiler} (over a project).
 */
package org.hdtrace.analysis.profile;

// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Which rank sends how much to which, and which file is read and written how. Read first: {@link
 * org.hdtrace.analysis.traffic.TrafficReader} (over a project), {@link org.hdtrace.analysis.traffic.MessageMatrix} and {@link
 * org.hdtrace.analysis.traffic.FileTraffic} (the results).
 */
package org.hdtrace.analysis.traffic;

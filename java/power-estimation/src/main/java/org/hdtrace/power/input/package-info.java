// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * What a project holds about its nodes: {@link org.hdtrace.power.input.ActivityReader} gives a {@link
 * org.hdtrace.power.input.NodeReading} for each host, with utilisations as a model's features define them and measured power.
 */
package org.hdtrace.power.input;

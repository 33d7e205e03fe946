// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Power and energy of clusters from what their nodes were doing: {@code hdtrace energy}.
 *
 * <p>Read first: {@link org.hdtrace.power.model.PowerModel} (what a model says), {@link org.hdtrace.power.input.NodeReading} (what
 * a project holds of a node), {@link org.hdtrace.power.fit.Calibration} (how one becomes the other). Source: MODEL B4; TOOLS part 5.
 */
package org.hdtrace.power;

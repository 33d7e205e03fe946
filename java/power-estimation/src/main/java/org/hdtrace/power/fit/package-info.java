// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * From measurements to a model: {@link org.hdtrace.power.fit.Calibration} fits, {@link org.hdtrace.power.fit.LeaveOneOut} says how
 * well the fit tells runs that it hasn't seen, {@link org.hdtrace.power.fit.FeatureChoice} decides by that what the model looks at.
 * Source: TOOLS 5.2, 5.3.
 */
package org.hdtrace.power.fit;

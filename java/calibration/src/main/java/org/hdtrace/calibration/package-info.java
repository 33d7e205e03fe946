// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * From measurements of a machine to a model of it: {@code hdtrace calibrate}.
 *
 * <p>Read {@link org.hdtrace.calibration.table.ResultTable} for what was measured, {@link
 * org.hdtrace.calibration.fit.MachineFit} for what is derived from it, {@link
 * org.hdtrace.calibration.model.ModelMaker} for the model and {@link org.hdtrace.calibration.check.Predictor} for
 * what the simulator makes of it. Source: validation paper, section 3; MODEL C1, C6.
 */
package org.hdtrace.calibration;

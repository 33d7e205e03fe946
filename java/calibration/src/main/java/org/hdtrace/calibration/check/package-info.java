// SPDX-License-Identifier: GPL-3.0-or-later
/** Measured cases simulated on a model: {@link org.hdtrace.calibration.check.Predictor}. */
package org.hdtrace.calibration.check;

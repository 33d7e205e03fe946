// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Observed runs beside the same runs simulated, with a verdict on each operation (validation paper, section 3):
 * {@link org.hdtrace.calibration.validate.ProjectCases}, {@link org.hdtrace.calibration.validate.Judge},
 * {@link org.hdtrace.calibration.validate.Validation}.
 */
package org.hdtrace.calibration.validate;

// SPDX-License-Identifier: GPL-3.0-or-later
/** Figures of a machine, with their uncertainty: {@link org.hdtrace.calibration.fit.MachineFit}. */
package org.hdtrace.calibration.fit;

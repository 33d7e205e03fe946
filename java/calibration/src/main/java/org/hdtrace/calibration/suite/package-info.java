// SPDX-License-Identifier: GPL-3.0-or-later
/** Runs of benchmark programs by a launcher: {@link org.hdtrace.calibration.suite.SuiteRunner}. */
package org.hdtrace.calibration.suite;

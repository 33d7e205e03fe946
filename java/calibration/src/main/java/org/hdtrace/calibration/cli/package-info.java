// SPDX-License-Identifier: GPL-3.0-or-later
/** The command {@code hdtrace calibrate}: {@link org.hdtrace.calibration.cli.Main}. */
package org.hdtrace.calibration.cli;

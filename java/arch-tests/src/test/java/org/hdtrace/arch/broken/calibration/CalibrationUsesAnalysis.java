// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch.broken.calibration;

final class CalibrationUsesAnalysis {
    org.hdtrace.arch.broken.analysis.TargetAnalysis target;
}

// SPDX-License-Identifier: GPL-3.0-or-later
/** Tables of measurements that hdtrace-microbench prints: {@link org.hdtrace.calibration.table.ResultReader}. */
package org.hdtrace.calibration.table;

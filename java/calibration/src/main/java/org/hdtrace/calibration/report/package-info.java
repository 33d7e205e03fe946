// SPDX-License-Identifier: GPL-3.0-or-later
/** What is told about a calibration, for people and programs. */
package org.hdtrace.calibration.report;

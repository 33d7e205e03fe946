// SPDX-License-Identifier: GPL-3.0-or-later
/** From activity to power: {@link org.hdtrace.power.estimate.Estimator} and the project that it writes. */
package org.hdtrace.power.estimate;

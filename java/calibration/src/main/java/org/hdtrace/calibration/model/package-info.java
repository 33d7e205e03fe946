// SPDX-License-Identifier: GPL-3.0-or-later
/** Models of clusters made of fitted figures: {@link org.hdtrace.calibration.model.ModelMaker}. */
package org.hdtrace.calibration.model;

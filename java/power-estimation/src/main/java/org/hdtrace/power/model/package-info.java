// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * What a power model says, and its XML file: {@link org.hdtrace.power.model.PowerModel}, {@link org.hdtrace.power.model.Component},
 * {@link org.hdtrace.power.model.ModelReader}. The schema is {@code power-model.xsd} beside these classes.
 */
package org.hdtrace.power.model;

// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * States and statistics coloured by the value of an attribute (SUNSHOT S-49). No window toolkit. Read first: {@link
 * org.hdtrace.sunshot.heat.HeatMap}, {@link org.hdtrace.sunshot.heat.HeatReader}.
 */
package org.hdtrace.sunshot.heat;

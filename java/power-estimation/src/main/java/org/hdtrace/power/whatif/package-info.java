// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * What a run would have consumed if components had slept, as if the future were known: {@link org.hdtrace.power.whatif.Strategy}. All
 * is computed from change to change, without steps of time. Source: MODEL B4; TOOLS 5.1, 5.4 E6.
 */
package org.hdtrace.power.whatif;

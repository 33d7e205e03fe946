// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * The rules that keep the Java modules apart, and the proof that each of them bites. Read first: {@link
 * org.hdtrace.arch.HouseRules}, {@link org.hdtrace.arch.ModulesObeyTheRulesTest}, {@link
 * org.hdtrace.arch.RulesBiteTest}.
 */
package org.hdtrace.arch;

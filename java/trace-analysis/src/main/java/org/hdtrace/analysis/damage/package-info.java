// SPDX-License-Identifier: GPL-3.0-or-later
/** What was wrong with files that were used all the same. Read first: {@link org.hdtrace.analysis.damage.Damages}. */
package org.hdtrace.analysis.damage;

// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Who waits for whom, row by row (SUNSHOT V-18). No window toolkit. Read first: {@link org.hdtrace.sunshot.waits.WaitTable}, {@link
 * org.hdtrace.sunshot.waits.WaitLoader}.
 */
package org.hdtrace.sunshot.waits;

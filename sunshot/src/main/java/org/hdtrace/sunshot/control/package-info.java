// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * What the user does to the view: zoom, pan, open rows, hide categories. No Swing, so each rule is tested without a
 * window. Start with {@link org.hdtrace.sunshot.control.ViewModel}.
 */
package org.hdtrace.sunshot.control;

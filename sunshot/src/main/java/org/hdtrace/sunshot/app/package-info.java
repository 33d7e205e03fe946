// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * The programs: the window and the commands view, render and compare. The only package that prints, exits or reads the
 * environment. Start with {@link org.hdtrace.sunshot.app.Main}.
 */
package org.hdtrace.sunshot.app;

// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * What the viewer knows about the opened projects, without a single AWT or Swing type.
 *
 * <p>Start with {@link org.hdtrace.sunshot.model.Run} (one opened project), {@link
 * org.hdtrace.sunshot.model.StateTrack} (the states of one row in flat columns) and {@link
 * org.hdtrace.sunshot.model.RunLoader} (reads a project in the background). Everything here is immutable once built and
 * may be read by any thread; the one exception, {@link org.hdtrace.sunshot.model.CategoryTable}, is synchronised.
 */
package org.hdtrace.sunshot.model;

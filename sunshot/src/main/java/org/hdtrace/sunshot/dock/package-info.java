// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Panels around a centre that the user moves, closes and opens again. Knows nothing of traces. Read first: {@link
 * org.hdtrace.sunshot.dock.DockLayout}, {@link org.hdtrace.sunshot.dock.Dock}.
 */
package org.hdtrace.sunshot.dock;

// SPDX-License-Identifier: GPL-3.0-or-later
/** Sunshot, the timeline viewer. */
package org.hdtrace.sunshot;

// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Reading a part of a project: by rank, thread, time, name of state and nesting depth. Times are ns since the epoch. Source:
 * paper on OTF, section 3.3 (selective access); FORMATS A2, A5.
 */
package org.hdtrace.format.query;

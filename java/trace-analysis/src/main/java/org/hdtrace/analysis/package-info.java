// SPDX-License-Identifier: GPL-3.0-or-later
/** What the commands and the viewer compute from a project: profile, comparison. */
package org.hdtrace.analysis;

// SPDX-License-Identifier: GPL-3.0-or-later
/** Whether the files of a project are what they should be. Read first: {@link org.hdtrace.analysis.check.ProjectChecker}. */
package org.hdtrace.analysis.check;

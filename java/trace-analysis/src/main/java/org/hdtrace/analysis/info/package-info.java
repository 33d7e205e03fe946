// SPDX-License-Identifier: GPL-3.0-or-later
/** What a project consists of. Read first: {@link org.hdtrace.analysis.info.ProjectSummary}. */
package org.hdtrace.analysis.info;

// SPDX-License-Identifier: GPL-3.0-or-later
/** Compresses all traces of a project, and back. Read first: {@link org.hdtrace.analysis.compression.ProjectRecoder}. */
package org.hdtrace.analysis.compression;

// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Projects of the traces of other programs: what their readers share, and where they are found. Read first: {@link
 * org.hdtrace.analysis.imports.Importer}, {@link org.hdtrace.analysis.imports.ImportedTimeline}.
 */
package org.hdtrace.analysis.imports;

// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Projects in the formats of other viewers. Read first: {@link org.hdtrace.analysis.export.Exporter}, {@link
 * org.hdtrace.analysis.export.ExportFormat}.
 */
package org.hdtrace.analysis.export;

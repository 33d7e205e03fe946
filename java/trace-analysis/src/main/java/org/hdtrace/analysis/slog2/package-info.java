// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Projects of SLOG-2 files, which MPE writes for Jumpshot. Read first: {@link org.hdtrace.analysis.slog2.Slog2Importer}, {@code
 * Slog2File}, which says how a file is made up, {@code Slog2Entries}.
 */
package org.hdtrace.analysis.slog2;

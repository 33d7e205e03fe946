// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Archives of OTF2, written and read by the program {@code hdtrace-otf2}, which uses OTF2's own library; the text between is described in
 * the README of the folder {@code otf2}. Read first: {@link org.hdtrace.analysis.otf2.Otf2Exporter}, {@link
 * org.hdtrace.analysis.otf2.Otf2Importer}.
 */
package org.hdtrace.analysis.otf2;

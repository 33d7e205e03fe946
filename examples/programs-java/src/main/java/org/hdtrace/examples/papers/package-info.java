// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * What the experiments of the papers have in common: {@link org.hdtrace.examples.papers.Compared}, a figure of a paper beside
 * ours; {@link org.hdtrace.examples.papers.Table}, printed for people, spreadsheets and programs; and
 * {@link org.hdtrace.examples.papers.Picture}.
 */
package org.hdtrace.examples.papers;

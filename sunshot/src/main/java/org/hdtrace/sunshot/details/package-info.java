// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * What is to be told about one state or event: read from the trace again, put into sections of text and pictures. No
 * window toolkit; sections are found with {@link java.util.ServiceLoader}, so that others can add theirs. Read first:
 * {@link org.hdtrace.sunshot.details.EntryDetails}, {@link org.hdtrace.sunshot.details.DetailSection}, {@link
 * org.hdtrace.sunshot.details.Block}.
 */
package org.hdtrace.sunshot.details;

// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Searching states and events of open runs by the filter language or by words. No window toolkit. Read first: {@link
 * org.hdtrace.sunshot.search.SearchText}, {@link org.hdtrace.sunshot.search.Searcher}, {@link
 * org.hdtrace.sunshot.search.Hits}.
 */
package org.hdtrace.sunshot.search;

// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Which send belongs to which receive. Read first: {@link org.hdtrace.analysis.messages.MessageReader}, {@link
 * org.hdtrace.analysis.messages.Message}, {@link org.hdtrace.analysis.messages.MessageMatcher}.
 */
package org.hdtrace.analysis.messages;

// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Which part of a project a command or a view is about: ranks, names, a time interval. Read first: {@link
 * org.hdtrace.format.select.Selection}. Everything here is immutable; a text that is no selection is an {@link
 * IllegalArgumentException} whose message is fit for the user.
 */
package org.hdtrace.format.select;

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

/**
 * A kind of state.
 *
 * @param id number in its {@link CategoryTable}
 * @param name as in the trace
 * @param title what is shown of it: the name, unless the user calls it otherwise
 * @param group family it belongs to
 * @param rgb colour 0xRRGGBB, a function of the name alone
 */
public record Category(int id, String name, String title, CategoryGroup group, int rgb) {}

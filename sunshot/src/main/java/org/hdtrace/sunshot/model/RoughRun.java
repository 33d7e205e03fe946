// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

/**
 * A run made of samples of its traces, to be looked at while the exact one is being read. Its states are stretched over what was not
 * read, so none of its times or numbers is exact, nor is the nesting of states inside of long blocks.
 *
 * @param categories of this run alone
 * @param share of the text of the traces that was read, 0 to 1
 * @param beginning of all traces only the beginning was read, so that the run is longer than this
 */
public record RoughRun(Run run, CategoryTable categories, double share, boolean beginning) {}

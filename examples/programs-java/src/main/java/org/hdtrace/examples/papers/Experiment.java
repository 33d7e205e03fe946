// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.papers;

import java.util.function.Function;

/**
 * What came out of an experiment.
 *
 * @param table its figures in a form
 * @param picture the same, drawn
 */
public record Experiment(Function<Table.Form, String> table, Picture picture) {}

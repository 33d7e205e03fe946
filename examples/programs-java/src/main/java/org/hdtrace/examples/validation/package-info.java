// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * The experiments with communication of the validation paper (Kunkel, "Using Simulation to Validate Performance of MPI(-IO)
 * Implementations", ISC 2013), section 4.1: simulated times beside analytic bounds. Read {@link
 * org.hdtrace.examples.validation.Experiments} first, then {@link org.hdtrace.examples.validation.Bounds}.
 */
package org.hdtrace.examples.validation;

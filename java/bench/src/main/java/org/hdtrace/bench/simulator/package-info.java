// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Measures the simulator. {@link org.hdtrace.bench.simulator.Exchange} are the workloads that other simulators are run
 * with, too, {@link org.hdtrace.bench.simulator.Clusters} the clusters, the other classes run them.
 */
package org.hdtrace.bench.simulator;

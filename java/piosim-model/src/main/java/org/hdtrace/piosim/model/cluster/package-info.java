// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * The simulated cluster: nodes, network, servers and the settings of a run, as immutable records.
 *
 * <p>Start with {@link org.hdtrace.piosim.model.cluster.ClusterModel}, build one in code with {@link
 * org.hdtrace.piosim.model.cluster.ModelBuilder}, and look up how MPI functions are simulated in {@link
 * org.hdtrace.piosim.model.cluster.CommandType}.
 */
package org.hdtrace.piosim.model.cluster;

// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * The flow network: messages cut into packets that pass network interfaces, edges and switches.
 *
 * <p>Start with {@link org.hdtrace.piosim.network.Network}, {@link org.hdtrace.piosim.network.Message} and {@link
 * org.hdtrace.piosim.network.NetworkPlan}.
 */
package org.hdtrace.piosim.network;

// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Ways through a network: {@link org.hdtrace.piosim.network.route.TableRoutes} for any graph, and
 * {@link org.hdtrace.piosim.network.route.ShapedRoutes} where the next step follows from numbers. {@link
 * org.hdtrace.piosim.network.route.RouteFinders} chooses what a model asks for.
 */
package org.hdtrace.piosim.network.route;

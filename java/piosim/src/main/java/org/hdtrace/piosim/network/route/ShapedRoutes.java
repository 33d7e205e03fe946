// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network.route;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.Component;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.Topology;
import org.hdtrace.piosim.network.NetworkPlan;
import org.hdtrace.piosim.network.NetworkPlan.UnsupportedModelException;
import org.hdtrace.piosim.network.Route;
import org.hdtrace.piosim.network.RouteFinder;

/**
 * Ways through a network of a known {@link Shape}, without tables: set up in the time it takes to look at each edge
 * once. The switches of the shape are those of the topology in the order of their ids; their ports to other switches
 * are in the order of the model.
 */
final class ShapedRoutes implements RouteFinder {
    private final NetworkPlan plan;
    private final Shape shape;
    /** By component: the number of a switch in the shape, -1 for everything else. */
    private final int[] number;
    /** By switch: where its edges to other switches begin in {@link #trunks}; one more than switches. */
    private final int[] begin;

    private final int[] trunks;
    /** By component: an interface's position among those on its switch. */
    private final int[] place;

    private ShapedRoutes(ClusterModel model, NetworkPlan plan, int position, Shape shape) {
        this.plan = plan;
        this.shape = shape;
        Topology topology = model.topologies().get(position);
        int[] switches = switches(model, topology).map(plan::component).toArray();
        if (switches.length != shape.switches()) {
            throw new UnsupportedModelException("topology '" + topology.name() + "': has " + switches.length
                    + " switches, but its routing is for " + shape.switches());
        }
        number = new int[plan.size()];
        Arrays.fill(number, -1);
        for (int i = 0; i < switches.length; i++) {
            number[switches[i]] = i;
        }
        place = new int[plan.size()];
        begin = new int[switches.length + 1];
        int[] found = new int[topology.links().size()];
        int count = 0;
        for (int i = 0; i < switches.length; i++) {
            begin[i] = count;
            int places = 0;
            for (int port = 0; port < plan.outCount(switches[i]); port++) {
                int edge = plan.outEdge(switches[i], port);
                if (plan.topology(edge) != position) {
                    continue;
                }
                if (number[plan.edgeTarget(edge)] < 0) {
                    place[plan.edgeTarget(edge)] = places++;
                } else {
                    found[count++] = edge;
                }
            }
            if (count - begin[i] != shape.ports(i)) {
                throw new UnsupportedModelException("topology '" + topology.name() + "': switch '"
                        + plan.name(switches[i]) + "' has " + (count - begin[i])
                        + " edges to others, but its routing is for " + shape.ports(i));
            }
        }
        begin[switches.length] = count;
        trunks = Arrays.copyOf(found, count);
    }

    /**
     * For a topology with a routing for a regular shape; empty for all others.
     *
     * @param position of the topology in the model
     * @throws UnsupportedModelException when the topology hasn't that shape
     */
    static Optional<RouteFinder> of(ClusterModel model, NetworkPlan plan, int position) {
        return shape(model.topologies().get(position).routing())
                .map(known -> new ShapedRoutes(model, plan, position, known));
    }

    private static Optional<Shape> shape(Routing routing) {
        if (routing instanceof Routing.FatTree tree) {
            return Optional.of(new FatTreeRoutes(tree));
        }
        if (routing instanceof Routing.DimensionOrder torus) {
            return Optional.of(new TorusRoutes(torus));
        }
        return routing instanceof Routing.Dragonfly dragonfly
                ? Optional.of(new DragonflyRoutes(dragonfly))
                : Optional.empty();
    }

    /** Ids of the network nodes that the topology connects, in rising order. */
    private static IntStream switches(ClusterModel model, Topology topology) {
        Set<Integer> used = new HashSet<>();
        topology.links().forEach(link -> {
            used.add(link.from());
            used.add(link.to());
        });
        Stream<Integer> ids = model.networkNodes().stream().map(Component::id);
        return ids.filter(used::contains).mapToInt(Integer::intValue).sorted();
    }

    @Override
    public int turns(int source, int target) {
        return 1;
    }

    @Override
    public void find(int source, int target, int turn, Route route) {
        route.start(source);
        if (source == target) {
            return;
        }
        if (plan.outCount(source) != 1 || plan.inCount(target) != 1) {
            throw new UnsupportedModelException("no route from '" + plan.name(source) + "' to '" + plan.name(target)
                    + "': both need one edge to and from a switch");
        }
        int last = plan.inEdge(target, 0);
        int there = number[plan.edgeSource(last)];
        add(route, plan.outEdge(source, 0));
        for (int here = number[route.end()]; here != there; here = number[route.end()]) {
            add(route, trunks[begin[here] + shape.port(here, there, place[target])]);
        }
        add(route, last);
    }

    private void add(Route route, int edge) {
        route.add(edge, plan.edgeTarget(edge));
    }
}

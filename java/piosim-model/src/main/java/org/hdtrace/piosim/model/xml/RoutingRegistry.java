// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.document.Element;
import org.hdtrace.piosim.model.document.Faults;
import org.hdtrace.piosim.model.document.Names;

/** The routing algorithms that model files may name, with their parameters. A new one is one more row here. */
final class RoutingRegistry {
    private static final String PREFIX = "paket";
    private static final Pattern NUMBERS = Pattern.compile("[0-9]{1,7}(\\s*,\\s*[0-9]{1,7})*");

    /**
     * An algorithm.
     *
     * @param create from the numbers of each parameter, in the order of their names
     * @param values the reverse
     */
    private record Row(
            String name,
            Class<? extends Routing> type,
            List<String> parameters,
            Function<List<List<Integer>>, Routing> create,
            Function<Routing, List<List<Integer>>> values) {}

    private static final List<Row> ROWS = List.of(
            plain("PaketFirstRoute", new Routing.FirstRoute()),
            plain("PaketRoundRobinRoute", new Routing.RoundRobinRoute()),
            plain("PaketSymmetricHierarchicalRoute", new Routing.SymmetricHierarchicalRoute()),
            plain("ECMPRoute", new Routing.EqualCostMultiPath()),
            new Row(
                    "FatTreeRoute",
                    Routing.FatTree.class,
                    List.of("k", "levels", "upPorts"),
                    v -> new Routing.FatTree(one(v, 0), one(v, 1), one(v, 2)),
                    r -> {
                        Routing.FatTree tree = (Routing.FatTree) r;
                        return List.of(List.of(tree.k()), List.of(tree.levels()), List.of(tree.upPorts()));
                    }),
            new Row(
                    "DimensionOrderRoute",
                    Routing.DimensionOrder.class,
                    List.of("dims"),
                    v -> new Routing.DimensionOrder(v.get(0)),
                    r -> List.of(((Routing.DimensionOrder) r).dims())),
            new Row(
                    "DragonflyRoute",
                    Routing.Dragonfly.class,
                    List.of("groups", "routers"),
                    v -> new Routing.Dragonfly(one(v, 0), one(v, 1)),
                    r -> {
                        Routing.Dragonfly dragonfly = (Routing.Dragonfly) r;
                        return List.of(List.of(dragonfly.groups()), List.of(dragonfly.routers()));
                    }));

    private RoutingRegistry() {}

    private static Row plain(String name, Routing routing) {
        return new Row(name, routing.getClass(), List.of(), v -> routing, r -> List.of());
    }

    private static int one(List<List<Integer>> values, int position) {
        List<Integer> numbers = values.get(position);
        if (numbers.size() != 1) {
            throw new IllegalArgumentException("parameter " + (position + 1) + ": must be one number");
        }
        return numbers.get(0);
    }

    /** All names. */
    static List<String> names() {
        return ROWS.stream().map(Row::name).toList();
    }

    /** The parameters of an algorithm of {@link #names}. */
    static List<String> parameters(String name) {
        return ROWS.stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElseThrow()
                .parameters();
    }

    /** Whether two names, with or without the original's prefix, mean the same algorithm. */
    static boolean same(String name, String other) {
        return bare(Names.afterLastDot(name)).equals(bare(Names.afterLastDot(other)));
    }

    /** All names for a message. */
    static String list() {
        return String.join(", ", names().stream().sorted().toList());
    }

    /** What an element asks for; after a fault, anything. */
    static Routing read(Element algorithm, Faults faults, Fields fields) {
        String text = Names.implementationOf(algorithm).orElse(algorithm.tag());
        Row row = ROWS.stream()
                .filter(r -> bare(r.name()).equals(bare(text)))
                .findFirst()
                .orElse(null);
        if (row == null) {
            faults.add(
                    algorithm,
                    "implementation='" + Names.implementationOf(algorithm).orElse("") + "' is unknown; allowed are: "
                            + list());
            return new Routing.FirstRoute();
        }
        List<String> allowed = new ArrayList<>(row.parameters());
        allowed.addAll(List.of("implementation", "name", "id"));
        fields.onlyAttributes(algorithm, allowed);
        List<List<Integer>> values = new ArrayList<>();
        for (String parameter : row.parameters()) {
            String numbers = algorithm.attribute(parameter).orElse("").strip();
            if (!NUMBERS.matcher(numbers).matches()) {
                faults.add(algorithm, parameter + "='" + numbers + "': must be a number, or several as in 8,8,4");
                return new Routing.FirstRoute();
            }
            values.add(Arrays.stream(numbers.split(",", -1))
                    .map(String::strip)
                    .map(Integer::valueOf)
                    .toList());
        }
        Routing made = fields.made(algorithm, () -> row.create().apply(values));
        return made == null ? new Routing.FirstRoute() : made;
    }

    /** The name of a routing. */
    static String name(Routing routing) {
        return row(routing).name();
    }

    /** Its parameters as attributes. */
    static Map<String, String> values(Routing routing) {
        Row row = row(routing);
        List<List<Integer>> values = row.values().apply(routing);
        Map<String, String> attributes = new LinkedHashMap<>();
        for (int i = 0; i < row.parameters().size(); i++) {
            attributes.put(
                    row.parameters().get(i),
                    values.get(i).stream().map(String::valueOf).collect(Collectors.joining(",")));
        }
        return attributes;
    }

    private static Row row(Routing routing) {
        return ROWS.stream()
                .filter(row -> row.type().isInstance(routing))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("routing=" + routing + ": has no name"));
    }

    /** Without the original's prefix and case. */
    private static String bare(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.startsWith(PREFIX) ? lower.substring(PREFIX.length()) : lower;
    }
}
